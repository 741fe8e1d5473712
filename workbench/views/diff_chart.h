// The SQNR of every tensor of two runs, in the network's order, as a picture.
#pragma once

#include <string>

#include "workbench/diff.h"

namespace vta::workbench {

// A whole SVG file: a bar for each tensor, the higher the more alike, equal ones to the top;
// tensors that differ in another colour, the first with its name. Text in it is escaped.
std::string diff_svg(const DiffResult& result);

}  // namespace vta::workbench
