#include "compiler/kernels/kernel_plan.h"

#include "compiler/kernels/steps.h"
#include "compiler/kernels/window.h"

namespace vta {

ImageTensor image_of(const TensorPlace& place, MemoryType type, int64_t h, int64_t w,
                     const VtaConfig& config) {
  return {place.offset / config.element_bytes(type), place.image_groups, h,
          h == 1 ? place.row_pitch(w) : w,
          type == MemoryType::Inp ? sub_in(config) : sub_out(config)};
}

void load_vectors(TaskStream& stream, const KernelPlan& plan, int64_t base, const Range& groups,
                  const VtaConfig& config) {
  const ChannelElements elements = ChannelElements::acc(plan.geometry().oc, config);
  const int64_t first = plan.vector_offset / config.element_bytes(MemoryType::Acc);
  const int64_t vectors = count_vectors(plan.steps), scalars = count_scalars(plan.steps);
  const bool interleaved = interleaves_vectors(plan.steps);
  const bool one_row = scalars > 0 && elements.of(groups) == elements.count;
  if (scalars > 0) {
    const int64_t size = scalars + (one_row ? vectors * elements.count : 0);
    load_constants(stream, {MemoryType::Acc, base, first, 1, size, size});
  }
  if (one_row || vectors == 0)
    return;
  const int64_t rows = interleaved ? 1 : vectors, in_row = interleaved ? vectors : 1;
  const int64_t size = elements.of(groups) * in_row;
  load_constants(stream, {MemoryType::Acc, base + scalars,
                          first + scalars + groups.begin * elements.sub * in_row, rows, size,
                          interleaved ? size : elements.count});
}

}  // namespace vta
