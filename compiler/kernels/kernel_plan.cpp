#include "compiler/kernels/kernel_plan.h"

#include "compiler/kernels/steps.h"
#include "compiler/kernels/window.h"

namespace vta {

ImageTensor image_of(const TensorPlace& place, MemoryType type, int64_t h, int64_t w,
                     const VtaConfig& config) {
  return {place.offset / config.element_bytes(type), place.image_groups, h, w,
          type == MemoryType::Inp ? sub_in(config) : sub_out(config)};
}

void load_vectors(TaskStream& stream, const KernelPlan& plan, int64_t base, const Range& groups,
                  const VtaConfig& config) {
  const ChannelElements elements = ChannelElements::acc(plan.geometry().oc, config);
  const int64_t first = plan.vector_offset / config.element_bytes(MemoryType::Acc);
  const int64_t vectors = count_vectors(plan.steps);
  if (interleaves_vectors(plan.steps)) {
    const int64_t size = elements.of(groups) * vectors;
    load_constants(stream, {MemoryType::Acc, base, first + groups.begin * elements.sub * vectors, 1,
                            size, size});
    return;
  }
  load_constants(stream, {MemoryType::Acc, base, first + groups.begin * elements.sub, vectors,
                          elements.of(groups), elements.count});
}

}  // namespace vta
