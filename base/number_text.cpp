#include "base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace vta {
namespace {

// "1234567" -> "1,234,567".
std::string grouped(std::string_view digits) {
  std::string out;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0)
      out.push_back(',');
    out.push_back(digits[i]);
  }
  return out;
}

// Up to here every whole number has a double of its own.
constexpr double kExact = 9007199254740992.0;

// From the exponent that rounding to `digits` leaves: 9.9999 to 4 digits is 10.
int exponent_of(double value, int digits) {
  const std::string text = fmt::format("{:.{}e}", value, digits - 1);
  return std::stoi(text.substr(text.find('e') + 1));
}

}  // namespace

std::string thousands(int64_t value) {
  const std::string text = std::to_string(value);
  const bool negative = value < 0;
  return fmt::format("{}{}", negative ? "-" : "",
                     grouped(std::string_view(text).substr(negative ? 1 : 0)));
}

std::string signed_text(int64_t value) {
  return fmt::format("{}{}", value > 0 ? "+" : "", thousands(value));
}

std::string significant_text(double value, int digits) {
  if (!std::isfinite(value))
    return fmt::format("{}", value);
  if (std::abs(value) < kExact && value == std::floor(value))
    return thousands(static_cast<int64_t>(value));
  const int exponent = exponent_of(value, digits);
  constexpr int kSmallest = -5, kLargest = 15;  // beyond, with an exponent
  if (exponent < kSmallest || exponent > kLargest)
    return fmt::format("{:.{}g}", value, digits);
  const int decimals = std::max(0, digits - 1 - exponent);
  const std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
  const size_t point = text.find('.');
  std::string fraction = point == std::string::npos ? "" : text.substr(point);
  fraction.resize(fraction.find_last_not_of("0.") + 1);
  return fmt::format("{}{}{}", value < 0 ? "-" : "",
                     grouped(std::string_view(text).substr(0, point)), fraction);
}

std::string bytes_text(int64_t bytes) {
  constexpr double kMega = 1e6;
  return std::abs(static_cast<double>(bytes)) < kMega
             ? thousands(bytes) + " bytes"
             : fmt::format("{:.1f} MB", static_cast<double>(bytes) / kMega);
}

}  // namespace vta
