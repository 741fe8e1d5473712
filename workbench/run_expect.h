// --expect of a run: the class that must come first, for scripts.
#pragma once

#include <string>
#include <vector>

#include "base/tensor.h"
#include "runtime/program.h"

namespace vta::workbench {

// Numbers of classes, one for each image of the first output: `expected` has one for all or one for
// each, a number or, with labels, a name. Empty where nothing is expected. UsageError where the
// output is no row of classes, and for what is no class of it.
std::vector<size_t> expected_classes(const std::vector<std::string>& expected,
                                     const Program& program,
                                     const std::vector<std::string>& labels);

// Whether each image's largest value is that of its class. A line on stderr for each that is not:
// "vta: failed: the top-1 is class 7 (3.25), expected class 5 (1.5)".
bool tops_as_expected(const Tensor& output, const std::vector<size_t>& expected,
                      const std::vector<std::string>& labels);

}  // namespace vta::workbench
