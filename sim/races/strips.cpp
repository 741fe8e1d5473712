#include "sim/races/strips.h"

#include <utility>

namespace vta {

LoopStrips loop_strips(int64_t count_out, int64_t step_out, int64_t count_in, int64_t step_in) {
  if (step_out == 0)
    count_out = 1;
  if (step_in == 0)
    count_in = 1;
  if (count_in == 1 || (count_out > 1 && step_out < step_in)) {
    std::swap(count_out, count_in);
    std::swap(step_out, step_in);
  }
  if (count_in == 1)
    return {};
  // Rows that continue, or overlap in step, are one.
  if (count_out > 1 && step_out % step_in == 0 && step_out <= step_in * count_in) {
    count_in += (count_out - 1) * (step_out / step_in);
    count_out = 1;
  }
  return {count_out, count_out > 1 ? step_out : 0, {0, count_in, step_in}};
}

}  // namespace vta
