// What an FPGA offers: the budget that a configuration must fit into.
//
// A budget is a JSON file; those of config/devices are embedded:
//   {"name": "zynq7020", "title": "Zynq-7020 (XC7Z020)", "lut": 53200, "ff": 106400, "dsp": 220,
//    "bram36": 140, "source": "data sheet", "note": "..."}
// `title`, `source` and `note` may be left out.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vta {

struct FpgaDevice {
  std::string name = {};    // "zynq7020"
  std::string title = {};   // for people; the name where the file has none
  std::string source = {};  // where the figures are from
  std::string note = {};    // what to know when areas are compared with it
  int64_t lut = 0, ff = 0, dsp = 0;
  int64_t bram18 = 0;  // block RAM in units of 18 Kb
  bool operator==(const FpgaDevice&) const = default;
};

// What a configuration takes of each.
struct DeviceUse {
  int64_t lut = 0, ff = 0, dsp = 0, bram18 = 0;
};
// The largest part of the four: at most 1 fits, as far as synthesis can say.
double share_of(const FpgaDevice& device, const DeviceUse& use);

// Strict: unknown members, other types and figures below 1 throw ConfigError, which names them.
FpgaDevice parse_device(std::string_view text, std::string_view origin);

struct NamedDevice {
  std::string_view name;  // "zynq7020"
  std::string_view json;
};
std::span<const NamedDevice> named_devices();
// A name if known, else a file. ConfigError lists the known names.
FpgaDevice find_device(const std::string& name_or_path);

inline constexpr const char* kDefaultDevice = "zynq7020";

}  // namespace vta
