// Times of a board that others measured (tests/data/silicon), and a model of memory and launch that
// is fitted to a part of them and predicts the rest: docs/silicon.md.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace vta::test {

struct SiliconCase {
  std::string name, access;  // contiguous, strided, padded
  int64_t load_bytes = 0, store_bytes = 0, load_calls = 1, store_calls = 1;
  double us = 0;

  int64_t passes() const;   // of the ALU: "repeat8"
  int64_t rows() const;     // of a LOAD: "8x16"
  int64_t pad() const;      // rows and columns of zeros on each side: "p2"
  int64_t vectors() const;  // that a pass works on: those of a STORE, pads included
};
std::vector<SiliconCase> silicon_cases();

struct SiliconModel {
  double launch_us = 0, us_per_byte = 0, us_per_vector = 0, us_per_row = 0;

  double us(const SiliconCase& c) const;
};
// Least squares on the contiguous cases; the latency of a row by those with 8 strided rows.
SiliconModel fit_silicon(const std::vector<SiliconCase>& cases);
bool is_fitted(const SiliconCase& c);  // the model has seen it

}  // namespace vta::test
