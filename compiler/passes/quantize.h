// Realizes int8 arithmetic in a float NCHW graph (after simplify_inference and fold_constants).
//
// Before, with scales 2^-4 everywhere:
//   %0 = nn.conv2d(%x, const, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
//   %1 = add(%0, const (8, 1, 1));
//   %2 = nn.relu(%1);
// After:
//   %0 = multiply(%x, 16f);  %1 = round(%0);  %2 = clip(%1, a_min=-127f, a_max=127f);
//   %3 = cast(%2, dtype="int8");
//   %4 = nn.conv2d(%3, const int8, padding=[1, 1, 1, 1], ..., out_dtype="int32");
//   %5 = add(%4, const int32 (8, 1, 1));  %6 = nn.relu(%5);
//   %7 = add(%6, 64);  %8 = right_shift(%7, 7);
//   %9 = clip(%8, a_min=-127f, a_max=127f);  %10 = cast(%9, dtype="int8");
//   %11 = cast(%10, dtype="float32");  %12 = multiply(%11, 0.0625f);
//
// Each value exists as float32, as int8 with an exponent, or both; conversions are made once, where
// an operator needs the form that is not there yet. In integers: convolutions, adds of equal shapes
// of which one side is int8 already, relu, max_pool2d, flatten and concatenate of int8 values,
// dense where asked for. Everything else stays in float. Int8 casts have unique names: the float
// value's, with "_int8" behind it.
#pragma once

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

// A graph that has int8 convolutions already is returned as it is. CompileError for scales or names
// that make no sense, for weights without data; InputError for calibration samples that do not fit.
Graph quantize(const Graph& graph, PassContext& context);

}  // namespace vta
