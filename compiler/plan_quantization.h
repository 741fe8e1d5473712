// Quantization mode auto as a step of the compiler: the plan that the passes then carry out.
#pragma once

#include <string>
#include <vector>

#include "compiler/recipe/settle.h"

namespace vta {

// Batch norms run on the host only for at least this gain.
constexpr double kHostGainDb = 2.0;

// Fills context.quant.plan where its mode is Auto, the pass `quantize` will run, and there is none
// yet. The float passes run on a copy of the graph; what was tried goes into the notes. Of forms
// that are free the one taken is in context.quant: batch_norms, or all_int8(). Errors as
// find_quantization.
void plan_quantization(const Graph& graph, PassContext& context, const PipelineOptions& pipeline,
                       const FreeForms& free);

}  // namespace vta
