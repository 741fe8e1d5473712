#include "compiler/kernels/kernel_plan.h"

#include "compiler/kernels/window.h"

namespace vta {

ImageTensor image_of(const TensorPlace& place, MemoryType type, int64_t h, int64_t w,
                     const VtaConfig& config) {
  return {place.offset / config.element_bytes(type), place.image_groups, h, w,
          type == MemoryType::Inp ? sub_in(config) : sub_out(config)};
}

void load_vectors(TaskStream& stream, const KernelPlan& plan, int64_t base, const Range& groups,
                  const VtaConfig& config) {
  const int64_t sub = sub_out(config);
  const int64_t first = plan.vector_offset / config.element_bytes(MemoryType::Acc);
  load_constants(stream,
                 {MemoryType::Acc, base, first + groups.begin * sub, count_vectors(plan.steps),
                  groups.size * sub, channel_groups(plan.geometry().oc, config) * sub});
}

}  // namespace vta
