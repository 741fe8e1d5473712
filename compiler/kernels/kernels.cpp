#include "compiler/kernels/kernels.h"

#include <array>

#include "base/error.h"
#include "compiler/kernels/alu/kind.h"
#include "compiler/kernels/attention/kind.h"
#include "compiler/kernels/attention_step/kind.h"
#include "compiler/kernels/conv/kind.h"
#include "compiler/kernels/conv_pool/kind.h"
#include "compiler/kernels/layer_norm/kind.h"
#include "compiler/kernels/pool/kind.h"

namespace vta {

std::span<const KernelKind* const> kernel_kinds() {
  static constexpr std::array kKinds = {&kConv2d, &kDense,     &kConvPool,      &kPool,
                                        &kAlu,    &kAttention, &kAttentionStep, &kLayerNorm};
  return kKinds;
}

const KernelKind* find_kind(Kernel::Kind kind, bool with_pool) {
  for (const KernelKind* k : kernel_kinds())
    if (k->kind == kind && k->with_pool == with_pool)
      return k;
  return nullptr;
}

static const KernelKind& known_kind(Kernel::Kind kind, bool with_pool) {
  const KernelKind* const found = find_kind(kind, with_pool);
  VTA_CHECK(found != nullptr, "there is no kind of kernel {}{}", static_cast<int>(kind),
            with_pool ? " with a pool" : "");
  return *found;
}

const KernelKind& kind_of(const Kernel& kernel, const Kernel* pool) {
  return known_kind(kernel.kind, pool != nullptr);
}

const KernelKind& kind_of(const LayerId& layer) {
  return known_kind(layer.kind, layer.pool.has_value());
}

const KernelKind& kind_of(const KernelPlan& plan) {
  return kind_of(*plan.kernel, plan.pool);
}

}  // namespace vta
