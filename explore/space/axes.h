// The axes of a sweep, and the effect of each of their values on a configuration.
//
//   "LOG_BATCH": [0, 1, 2]                             an integer key of vta_config.json
//   "LOG_BLOCK_IN": {"from": 3, "to": 6, "step": 1}    the same as a range, both ends included
//   "buffers": [{"LOG_INP_BUFF_SIZE": 15, ...}, ...]   a bundle: keys that move together
//   "memory": ["ddr", "read=16,write=4"]               texts of --memory
//
// Every key belongs to one axis at most, so the order in which axes are applied does not matter,
// but for the memory: it is applied last, as the bursts of its presets are those that the bus
// takes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "config/vta_config.h"

namespace vta::explore {

struct AxisValue {
  std::string label;                                          // "3", "INP=15 ACC=17", "ddr"
  std::vector<std::pair<int64_t VtaConfig::*, int64_t>> set;  // members and their new values
  std::string memory;                                         // of the axis "memory"; else empty

  void apply(VtaConfig& config) const;  // nothing is validated
};

struct Axis {
  std::string name;
  std::vector<AxisValue> values;  // at least one
};

inline constexpr std::string_view kMemoryAxis = "memory";

// The member "axes" of a specification, in the order of the file; those of settings of the compiler
// are left out (read_settings.h). InputError for an unknown key
// (the nearest is named), a value outside the key's range, a bundle whose entries set different
// keys, a memory text that --memory would refuse, a key that two axes set, and two values of an
// axis that result in the same configuration for `base`.
std::vector<Axis> parse_axes(const JsonReader& axes, const VtaConfig& base);

// Notes on the presets of the axis "memory" that are meant for another bus than that of `base`
// (config/memory_preset.h, memory_note). None if an axis sets the bus.
std::vector<std::string> memory_notes(std::span<const Axis> axes, const VtaConfig& base);

}  // namespace vta::explore
