#include "tests/bench/control_step.h"

namespace vta::bench {

void control_step(const int8_t* inp, const int8_t* wgt, int32_t* acc) {
  for (int b = 0; b < 1; ++b)
    for (int n = 0; n < 16; ++n) {
      int32_t sum = 0;
      for (int k = 0; k < 16; ++k)
        sum += inp[b * 16 + k] * wgt[n * 16 + k];
      acc[b * 16 + n] += sum;
    }
}

}  // namespace vta::bench
