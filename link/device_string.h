// A device as text: SCHEME[://PLACE][,KEY=VALUE]...
//
//   fsim
//   csim,kernels=avx2,memory_bytes=67108864
//   board:///dev/uio0,timeout_ms=100
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vta {

inline constexpr const char* kDeviceForm = "SCHEME[://PLACE][,KEY=VALUE]...";

struct DeviceString {
  std::string scheme;
  std::string place;  // empty: none
  std::vector<std::pair<std::string, std::string>> keys;

  // As it is written; parse_device() of it is the identity.
  std::string text() const;

  bool has(std::string_view key) const { return find(key) != nullptr; }
  // UsageError if the key occurs already.
  void add(const std::string& key, const std::string& value);

  // The value of a key, or `otherwise` where it is not given. UsageError names device, key, value
  // and what would be legal.
  std::string get(std::string_view key, const std::string& otherwise) const;
  int64_t get_int(std::string_view key, int64_t otherwise, int64_t least, int64_t greatest) const;
  bool get_flag(std::string_view key) const;  // 0 or 1; not given: 0

 private:
  const std::string* find(std::string_view key) const;
};

// A part of one for messages: texts above 80 characters are shortened in the middle.
std::string shown(std::string_view part);

// UsageError: no scheme, an empty place, text that is not KEY=VALUE, a repeated key.
DeviceString parse_device(std::string_view text);

}  // namespace vta
