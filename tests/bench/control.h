// What the benchmarks of functional speed time beside their own: many steps of the scalar control.
#pragma once

#include <cstdint>
#include <vector>

namespace vta::bench {

// Steps over as many vectors and weights as the default configuration's scratchpads hold, in the
// order of a convolution's: what is timed by those who compare with it.
class Control {
 public:
  static constexpr int64_t kSteps = 100000;

  Control();
  void run();  // kSteps steps

 private:
  std::vector<int8_t> inp_, wgt_;
  std::vector<int32_t> acc_;
};

}  // namespace vta::bench
