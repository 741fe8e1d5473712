#include "compiler/codegen/program_kernel.h"

#include "compiler/kernels/kernels.h"
#include "compiler/kernels/least_work.h"

namespace vta {
namespace {

// The kernel's own result, where it is stored, is the first one.
void describe_follower(const KernelStep& step, const Kernel& follower, const VtaConfig& config,
                       ProgramKernel& out) {
  join_onnx_nodes(out.onnx_nodes, follower.onnx_nodes);
  const LeastWork more = least_work(follower, config);
  out.least_work->gemm_steps += more.gemm_steps;
  out.least_work->imm_steps += more.imm_steps;
  out.least_work->vector_steps += more.vector_steps;
  if (!step.early) {
    out.oracle = follower.oracle;
    return;
  }
  out.output_tensor = *step.early;
  out.more_outputs = {{step.output, follower.oracle}};
}

}  // namespace

ProgramKernel program_kernel(const KernelPlan& plan, const KernelStep& step, const Kernel* follower,
                             const VtaConfig& config) {
  const KernelKind& kind = kind_of(plan);
  const Kernel& k = *plan.kernel;
  ProgramKernel out;
  out.name = k.name;
  out.kind = kind.name;
  out.description = kind.describe(plan);
  out.onnx_nodes = k.onnx_nodes;
  out.oracle = k.oracle;
  out.output_tensor = step.output;
  out.macs = k.macs();
  out.least_work = kind.least_work(k, plan.pool, config);
  out.least_bytes = kind.least_bytes(plan, config);
  if (plan.pool != nullptr) {
    out.oracle = plan.pool->oracle;
    join_onnx_nodes(out.onnx_nodes, plan.pool->onnx_nodes);
  }
  if (follower != nullptr)
    describe_follower(step, *follower, config, out);
  return out;
}

}  // namespace vta
