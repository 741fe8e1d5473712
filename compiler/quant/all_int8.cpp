#include "compiler/quant/all_int8.h"

#include <algorithm>
#include <cmath>

namespace vta {

bool all_int8_is_good(const LogitScore& all_int8, const LogitScore& partly) {
  constexpr double kRounding = 1e-6;  // of percentages
  const double a_row = partly.rows > 0 ? 100.0 / static_cast<double>(partly.rows) : 0;
  const double most_lost = std::max(kInt8AgreementLoss, a_row) + kRounding;
  const bool close =
      std::isinf(all_int8.sqnr_db) || all_int8.sqnr_db >= partly.sqnr_db - kInt8LossDb;
  return close && all_int8.sqnr_db >= kInt8LeastDb &&
         all_int8.agreement >= partly.agreement - most_lost;
}

}  // namespace vta
