// Quantisation mode auto as a step of the compiler: the plan that the passes then carry out.
#pragma once

#include <string>
#include <vector>

#include "compiler/compiler.h"

namespace vta {

// What is tried beside the forms that the options have.
struct FreeForms {
  bool batch_norms = false;  // those of residual sums: on the accelerator and on the host
  bool all_int8 = false;     // QuantOptions::all_int8(), where all_int8_is_good()
  // It is taken, found as it is where it is free: the same samples give the same plan.
  bool all_int8_taken = false;
};

// The host has batch norms only where that is worth so much.
constexpr double kHostGainDb = 2.0;

// Fills context.quant.plan where its mode is Auto, the pass `quantize` will run, and there is none
// yet. The float passes run on a copy of the graph; what was tried goes into the notes. Of forms
// that are free the one taken is in context.quant: batch_norms, or all_int8(). Errors as
// find_quantisation.
void plan_quantisation(const Graph& graph, PassContext& context, const PipelineOptions& pipeline,
                       const FreeForms& free);

}  // namespace vta
