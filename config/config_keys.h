// The keys of a configuration file: one row per key, in canonical order. Parsing, printing, range
// checks and remedies are all made from this table.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "config/vta_config.h"

namespace vta {

// A key with an integer value. LOG_BLOCK is not among them: it only stands for LOG_BLOCK_IN and
// LOG_BLOCK_OUT where those are absent.
struct IntegerKey {
  std::string_view name;
  int64_t VtaConfig::*member;
  int64_t min, max;  // legal values, both inclusive
  bool required;
};
std::span<const IntegerKey> integer_keys();

struct TextKey {
  std::string_view name;
  std::string VtaConfig::*member;  // both are required
};
std::span<const TextKey> text_keys();

inline constexpr std::string_view kLogBlock = "LOG_BLOCK";

std::vector<std::string_view> all_key_names();  // LOG_BLOCK and CLOCK_MHZ included

}  // namespace vta
