// --picture of a run.
#pragma once

#include <boost/json/array.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "base/image.h"
#include "workbench/views/report.h"

namespace vta::workbench {

// The first input that is pixels. UsageError where there is none, or where the first output is no
// row of classes.
Image image_to_show(const Program& program, const std::vector<InputUse>& inputs);

// A PNG of it and of the first row's `count` most likely classes, at most 20, with their
// probabilities; the model's file name stands above.
std::vector<std::byte> run_picture(const Image& image, const std::string& model,
                                   const Tensor& logits, int64_t count,
                                   const std::vector<std::string>& labels);

}  // namespace vta::workbench
