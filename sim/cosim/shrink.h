// Makes a program that shows a difference smaller while it still does.
#pragma once

#include <functional>

#include "sim/cosim/compare.h"

namespace vta::cosim {

// The difference of the backends on a program.
using FindDifference = std::function<std::optional<Difference>(const TestProgram&)>;

struct ShrinkLimits {
  int64_t runs = 3000;
  double seconds = 30;
};

// Removes instructions (with the tokens that they share), kernels, micro-ops and regions, makes
// fields smaller and the memory simpler. A difference of values counts only where the program is
// free of races; a program that differs in time becomes racy where tokens are taken away.
TestProgram shrink_program(TestProgram program, const FindDifference& find,
                           const ShrinkLimits& limits = {});

}  // namespace vta::cosim
