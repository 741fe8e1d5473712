// --picture of a run.
#pragma once

#include <boost/json/array.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "base/image.h"
#include "cli/report.h"

namespace vta::cli {

// The first input that is pixels. UsageError where there is none, or where the first output is no
// row of classes.
Image image_to_show(const Program& program, const std::vector<InputUse>& inputs);

// A PNG of it and of classes as top_json() gives them, at most 20; the model's file name stands
// above.
std::vector<std::byte> run_picture(const Image& image, const std::string& model,
                                   const boost::json::array& top);

}  // namespace vta::cli
