// Drawings of a quantization report, as SVG elements inside a page: colours are the page's.
#pragma once

#include <string>
#include <vector>

#include "compiler/quant/report/quant_report.h"

namespace vta {

// Bars as high as the root of their counts, so that tails are seen; lines at -127 and 127 steps
// where the value has limits, what lies beyond in another colour.
std::string histogram_svg(const ValueReport& value);
// A bar per layer, to the right where it hurts; `ranked` as ranking() has them, at most `most`.
std::string gain_svg(const std::vector<const LayerReport*>& ranked, size_t most);
// SQNR of every int8 value along the network.
std::string sqnr_svg(const std::vector<ValueReport>& values);

}  // namespace vta
