// Where two runs of a network differ, as text and as JSON.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "workbench/diff.h"

namespace vta::workbench {

// The first tensor that differs, what made it, and a row for each of the first `rows` tensors.
std::string diff_text(const DiffResult& result, size_t rows, size_t width);
// Schema vta.diff (docs/diff.md); every tensor.
boost::json::object diff_json(const DiffResult& result);
// "CONV_2D conv1 (nn.pad, qnn.conv2d, qnn.rescale)": what made the first tensor that differs, by
// the operators of the file and of the graph.
std::string makers_text(const DiffResult& result);

}  // namespace vta::workbench
