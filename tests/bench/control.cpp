#include "tests/bench/control.h"

#include <random>

#include "tests/bench/control_step.h"

namespace vta::bench {

Control::Control() : inp_(2048 * 16), wgt_(1024 * 256), acc_(2048 * 16) {
  std::mt19937 rng(1);
  for (auto* v : {&inp_, &wgt_})
    for (int8_t& x : *v)
      x = static_cast<int8_t>(rng() & 0x7f);
}

void Control::run() {
  for (int64_t s = 0; s < kSteps; ++s)
    control_step(inp_.data() + s % 2048 * 16, wgt_.data() + s / 448 % 1024 * 256,
                 acc_.data() + s % 448 * 16);
}

}  // namespace vta::bench
