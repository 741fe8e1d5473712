// Real factors as what integer networks have for them: 31 bits and a shift.
#pragma once

#include <cstdint>

namespace vta {

// multiplier 2^(shift - 31), 2^30 <= multiplier < 2^31; or 0.
struct Fraction {
  int32_t multiplier = 0;
  int32_t shift = 0;

  double value() const;
};
// The nearest to a finite d > 0.
Fraction decomposed(double d);

}  // namespace vta
