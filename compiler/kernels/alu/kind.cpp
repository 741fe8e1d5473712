#include "compiler/kernels/alu/kind.h"

#include <array>

#include "base/plural.h"
#include "base/round.h"
#include "compiler/kernels/least_work.h"
#include "compiler/kernels/window.h"

namespace vta {
namespace {

constexpr std::array kAluWords = {LayerWord{"alu"}};
constexpr std::array kAluFields = {tile_field<&AluTiles::elements>("elements"),
                                   tile_field<&AluTiles::threads>("threads")};

FirstValues alu_values(const Kernel& kernel) {
  return {kInt8Magnitude << kernel.inputs.front().shift_left};
}

KernelDescription describe_alu(const KernelPlan& plan) {
  const ConvGeometry& g = plan.geometry();
  return {fmt::format("{}, {}x{}x{}x{}", counted(std::ssize(plan.inputs), "operand"), g.n, g.oc,
                      g.oh, g.ow),
          fmt::format("tiles of {}", counted(plan.tiles_as<AluTiles>().elements, "element"))};
}

// A sum of tensors is the GEMM's where the kernel that makes one of them adds the other: all else
// is that kernel's then.
LeastWork least_alu_work(const Kernel& k, const Kernel*, const VtaConfig& config) {
  const VectorSteps each = least_steps(k.steps, config);
  const int64_t vectors = result_vectors(k.conv, config);
  if (each.sums > 0)
    return {each.sums * vectors, 0, 0, 0};
  return {0, each.imm * vectors, each.vector * vectors, 0};
}

int64_t least_alu_bytes(const KernelPlan& plan, const VtaConfig& config) {
  return (std::ssize(plan.inputs) + 1) * result_vectors(plan.geometry(), config) *
         config.element_bytes(MemoryType::Out);
}

}  // namespace

constinit const KernelKind kAlu = {.kind = Kernel::Kind::Alu,
                                   .name = "alu",
                                   .words = kAluWords,
                                   .reads_acc = true,
                                   .first_values = alu_values,
                                   .empty = AluTiles{},
                                   .fields = kAluFields,
                                   .tiles_problem = alu_tiles_problem,
                                   .least_tiles_problem = least_alu_tiles_problem,
                                   .search = search_alu_tiles,
                                   .axes = alu_tile_axes,
                                   .emit = emit_alu,
                                   .describe = describe_alu,
                                   .least_work = least_alu_work,
                                   .least_bytes = least_alu_bytes};

}  // namespace vta
