// NEON, of ARMv7 and of AArch64: operands widened to 16 bits.
#include "sim/kernels/isa_table.h"

#if defined(__ARM_NEON)

#include "sim/kernels/neon_unit.h"

namespace vta::kernels {
namespace {

constexpr GemmForm kForms[] = {kWordForm};
constexpr IsaTable kTable = {"neon", kForms, 1, alu, tail<Neon4>, narrow, widen};

}  // namespace

const IsaTable* neon_table() {
  return &kTable;
}

}  // namespace vta::kernels

#else

namespace vta::kernels {
const IsaTable* neon_table() {
  return nullptr;
}
}  // namespace vta::kernels

#endif
