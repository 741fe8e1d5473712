// The kinds of devices that a program can open, as rows of a table: a device string names one of
// them. A program adds its own rows at its start; link/devices/ has the simulators.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "link/device_link.h"
#include "link/device_string.h"
#include "sim/tsim/wave.h"

namespace vta {

// Options for opening a device, beside its string.
struct OpenOptions {
  WaveOptions wave = {};  // of a device that has wires
};

struct DeviceScheme {
  struct Key {
    std::string name;
    std::string legal;  // for --help
  };
  using Open = std::function<std::unique_ptr<DeviceLink>(const DeviceString&, const VtaConfig&,
                                                         const OpenOptions&)>;

  std::string name;
  std::string what;                // for --help
  std::string place = {};          // meaning of PLACE; empty: no place
  std::string default_place = {};  // that of a string without one; empty: it must be given
  std::vector<Key> keys = {};
  bool has_wires = false;  // takes OpenOptions::wave
  bool has_time = false;   // its reports have cycles
  // UsageError for illegal values of keys; examines only the string.
  std::function<void(const DeviceString&)> check = {};
  // For remote devices: the scheme of the device on its own machine.
  std::function<std::string(const DeviceString&)> backend_of = {};
  Open open = {};  // of a string that was checked

  bool has_key(std::string_view key) const;
};

class DeviceTable {
 public:
  void add(DeviceScheme scheme);  // InternalError for a name that is there already
  // A scheme that comes with a library which not every program is linked with; for messages.
  void add_elsewhere(const std::string& scheme, const std::string& library);

  const std::vector<DeviceScheme>& schemes() const { return schemes_; }
  std::vector<std::string> names() const;
  // A line for each scheme: description, place and keys.
  std::string help() const;

  // UsageError: an unknown scheme (the nearest is named, and the library that would bring it), a
  // place that is missing or for which there is no use, an unknown key (the nearest is named).
  const DeviceScheme& scheme_of(const DeviceString& device) const;

  // The same, and UsageError for values of keys that are not legal: all that can be said of a
  // string before anything is compiled.
  const DeviceScheme& check(const DeviceString& device) const;

  // The simulator that a device is, here or elsewhere: "csim" of "csim" and of
  // "grpc://h:1,backend=csim". UsageError as scheme_of().
  std::string backend_of(const DeviceString& device) const;
  // Whether its reports have cycles.
  bool has_time(const DeviceString& device) const;

  // UsageError as check(). A device that has a configuration of its
  // own may have another than this one: LinkInfo says which.
  std::unique_ptr<DeviceLink> open(const DeviceString& device, const VtaConfig& config,
                                   const OpenOptions& options = {}) const;
  std::unique_ptr<DeviceLink> open(std::string_view device, const VtaConfig& config,
                                   const OpenOptions& options = {}) const {
    return open(parse_device(device), config, options);
  }

 private:
  struct Elsewhere {
    std::string scheme, library;
  };

  [[noreturn]] void fail_unknown(const std::string& scheme) const;

  std::vector<DeviceScheme> schemes_;
  std::vector<Elsewhere> elsewhere_;
};

}  // namespace vta
