// Readable numbers, in one form everywhere. Rounding affects only digits after the decimal point,
// or replaces digits by zeros; no digit before the point is dropped.
#pragma once

#include <cstdint>
#include <string>

namespace vta {

std::string thousands(int64_t value);    // "9,130", "-1,234", "0"
std::string signed_text(int64_t value);  // "+1,234", "-5", "0"

// Whole numbers exactly, others to `digits` significant digits, trailing zeros of the fraction left
// out: 9130 -> "9,130", 1234.56 -> "1,235", 0.5 -> "0.5", 1.5e-7 -> "1.5e-07". 1 <= digits <= 17.
std::string significant_text(double value, int digits = 4);

// "4,052 bytes" below a million, then "1.2 MB".
std::string bytes_text(int64_t bytes);

}  // namespace vta
