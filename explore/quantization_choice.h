// A value of a sweep's axis "quantizations", as one text: how values become int8.
//
//   global          global,scale=4        max        percentile,percentile=99.5
//   auto            auto,all_int8         auto,batch_norm=host      global,residual=int8
//
// A mode of --quant, then what is not as the network of the specification has it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "explore/network.h"

namespace vta::explore {

struct QuantizationChoice {
  std::string mode = "global";       // "global", "max", "percentile", "auto"
  std::optional<double> scale = {};  // of global
  std::optional<double> percentile = {};
  std::optional<bool> all_int8 = {}, dense_on_device = {};
  CompileSettings settings = {};
  bool operator==(const QuantizationChoice&) const = default;

  bool needs_samples() const { return mode != "global"; }
  // What parse_quantization() reads as this: equal choices have equal texts.
  std::string text() const;
  // The network's own settings where the choice has none.
  NetworkSpec applied_to(NetworkSpec network) const;
};

// UsageError names the part at fault, and what would be legal.
QuantizationChoice parse_quantization(std::string_view text);

}  // namespace vta::explore
