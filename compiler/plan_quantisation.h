// Quantisation mode auto as a step of the compiler: the plan that the passes then carry out.
#pragma once

#include <string>
#include <vector>

#include "compiler/compiler.h"

namespace vta {

// Fills context.quant.plan where its mode is Auto, the pass `quantize` will run, and there is none
// yet. The float passes run on a copy of the graph; what was tried goes into the notes. Where
// `batch_norms_free`, those of residual sums are tried on the accelerator and on the host
// (context.quant.batch_norms): the host only where that is worth kHostGainDb. Errors as
// find_quantisation.
constexpr double kHostGainDb = 2.0;
void plan_quantisation(const Graph& graph, PassContext& context, const PipelineOptions& pipeline,
                       bool batch_norms_free);

}  // namespace vta
