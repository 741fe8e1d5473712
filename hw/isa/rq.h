// The parameters in imm of the operation RQ: docs/isa.md, section 8.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace vta {

enum class Rounding : uint8_t { Single = 0, Double = 1, Even = 2 };

constexpr std::optional<Rounding> rounding_named(std::string_view name) {
  constexpr std::array<std::string_view, 3> kNames = {"single", "double", "even"};
  for (size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i] == name)
      return static_cast<Rounding>(i);
  return std::nullopt;
}

struct RqParameters {
  int32_t zero = 0;  // -128..127
  Rounding rounding = Rounding::Single;
  bool relu = false;  // the least result is the zero point
  bool wide = false;  // no saturation

  bool operator==(const RqParameters&) const = default;
};

constexpr RqParameters rq_parameters(int64_t imm) {
  return {.zero = static_cast<int8_t>(imm & 0xff),
          .rounding = static_cast<Rounding>(imm >> 8 & 3),
          .relu = (imm >> 10 & 1) != 0,
          .wide = (imm >> 11 & 1) != 0};
}

constexpr int64_t rq_imm(const RqParameters& p) {
  return (p.zero & 0xff) | static_cast<int64_t>(p.rounding) << 8 | int64_t{p.relu} << 10 |
         int64_t{p.wide} << 11;
}

}  // namespace vta
