#include "compiler/kernels/pool/kind.h"

#include <array>

#include "base/plural.h"
#include "compiler/kernels/least_work.h"

namespace vta {
namespace {

constexpr std::array kPoolWords = {LayerWord{"max_pool"}, LayerWord{"sum_pool", AluOp::Add}};
constexpr std::array kPoolFields = {
    tile_field<&PoolTiles::groups>("groups"), tile_field<&PoolTiles::h>("h"),
    tile_field<&PoolTiles::w>("w"),           tile_field<&PoolTiles::kh>("kh"),
    tile_field<&PoolTiles::kw>("kw"),         tile_field<&PoolTiles::out_slots>("out_slots")};

constexpr std::array<std::string_view, 2> kPoolHeads = {"nn.max_pool2d", "nn.sum_pool2d"};

FirstValues pool_values(const Kernel& kernel) {
  if (kernel.pool == AluOp::Max)
    return {kInt8Magnitude, true};
  return {kInt8Magnitude * kernel.conv.kh * kernel.conv.kw};
}

KernelDescription describe_pool(const KernelPlan& plan) {
  const auto& t = plan.tiles_as<PoolTiles>();
  return {fmt::format("{} of {}", plan.kernel->pool == AluOp::Max ? "maximum" : "sum",
                      geometry_text(plan.geometry())),
          fmt::format("tile h{} w{} of {}", t.h, t.w, counted(t.groups, "channel group"))};
}

// A step makes one value of two.
LeastWork least_pool_work(const Kernel& k, const Kernel*, const VtaConfig& config) {
  const VectorSteps each = least_steps(k.steps, config);
  const int64_t vectors = result_vectors(k.conv, config);
  const int64_t inputs = vectors / (k.conv.oh * k.conv.ow) * touched_pixels(k.conv);
  return {each.sums * vectors, each.imm * vectors,
          each.vector * vectors + std::max<int64_t>(0, inputs - vectors), 0};
}

int64_t least_pool_bytes(const KernelPlan& plan, const VtaConfig& config) {
  const ConvGeometry& g = plan.geometry();
  const int64_t vectors = result_vectors(g, config);
  return vectors / (g.oh * g.ow) * touched_pixels(g) * config.element_bytes(MemoryType::Acc8) +
         vectors * config.element_bytes(MemoryType::Out);
}

}  // namespace

constinit const KernelKind kPool = {.kind = Kernel::Kind::Pool,
                                    .name = "pool",
                                    .words = kPoolWords,
                                    .window = true,
                                    .reads_acc = true,
                                    .heads = kPoolHeads,
                                    .begin_chain = begin_pool,
                                    .read_head = read_pool,
                                    .first_values = pool_values,
                                    .empty = PoolTiles{},
                                    .fields = kPoolFields,
                                    .tiles_problem = pool_tiles_problem,
                                    .least_tiles_problem = least_pool_tiles_problem,
                                    .search = search_pool_tiles,
                                    .axes = pool_tile_axes,
                                    .emit = emit_pool,
                                    .describe = describe_pool,
                                    .least_work = least_pool_work,
                                    .least_bytes = least_pool_bytes};

}  // namespace vta
