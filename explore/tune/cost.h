// What tiles cost, and what is to be small of it.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace vta::explore {

struct Cost {
  int64_t cycles = 0;
  int64_t bytes = 0;  // moved over the bus, instructions excepted
  bool operator==(const Cost&) const = default;
  static constexpr bool kMessage = true;  // base/archive.h
};

enum class Objective : uint8_t { Cycles, Bytes };
std::string_view objective_name(Objective objective);
// UsageError for another name than cycles, bytes, time; time is cycles, whatever the clock.
Objective parse_objective(const std::string& name);

// Equal costs order by the other number.
struct Score {
  int64_t first = 0, second = 0;
  auto operator<=>(const Score&) const = default;
};
Score score(const Cost& cost, Objective objective);

}  // namespace vta::explore
