// What searches for quantizations are expected to take: for the line that says how much is left.
#pragma once

#include <cstdint>

#include "compiler/quant/search_progress.h"

namespace vta {

// Of a search's limit, what its starts may take, where there are many samples of a large network.
constexpr double kStartShare = 0.5;

struct SearchShape {
  double starts = 1;        // at most
  bool searched = true;     // biases and exponents
  bool from_other = false;  // starts are another form's, and differ little
};

struct SearchSize {
  int64_t batches = 1, layers = 0, values = 0;  // quantized
  double limit = 0;                             // runs of the whole graph on all samples
};

// The phases are the starts, biases, exponents, both again, and the measurement of the result on
// all samples. Costs are in runs of the whole graph on all samples. A trial costs less than one:
// the first samples often decide it, and it computes again only what lies behind the layer that it
// changes. The shares were measured on networks of 10 to 60 layers.
SearchProgress::Form expected_form(const SearchShape& shape, const SearchSize& size);

}  // namespace vta
