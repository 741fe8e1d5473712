// The common state of a convolution's emission.
#pragma once

#include "compiler/emit/task_stream.h"
#include "compiler/kernels/conv/dims.h"
#include "compiler/kernels/kernel_plan.h"
#include "compiler/kernels/steps.h"

namespace vta {

struct ConvSite {
  const KernelPlan& plan;
  const ConvDims& dims;
  const ConvTiles& tiles;
  const VtaConfig& config;
  TaskStream& stream;

  bool has_constants() const { return count_vectors(plan.steps) + count_scalars(plan.steps) > 0; }
};

}  // namespace vta
