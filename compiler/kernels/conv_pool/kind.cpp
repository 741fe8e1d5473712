#include "compiler/kernels/conv_pool/kind.h"

#include <array>

#include "base/error.h"
#include "base/round.h"
#include "compiler/kernels/conv/kind.h"
#include "compiler/kernels/least_work.h"

namespace vta {
namespace {

constexpr std::array kConvPoolFields = {tile_field<&ConvPoolTiles::co>("co"),
                                        tile_field<&ConvPoolTiles::columns>("columns"),
                                        tile_field<&ConvPoolTiles::row_slots>("row_slots")};

// The search is asked only for pairs of which can_pool_sums() said that they fit.
std::string no_problem(const LayerId&, const VtaConfig&) {
  return {};
}

KernelDescription describe_conv_pool(const KernelPlan& plan) {
  const auto& t = plan.tiles_as<ConvPoolTiles>();
  return {fmt::format("{}, then maximum of {}", geometry_text(plan.geometry()),
                      geometry_text(plan.pool->conv)),
          fmt::format("rows w{} co{}", t.columns, t.co)};
}

// Sums that no window has are not needed, the first step with a vector sets each of the others,
// and all further steps keep the order of values, so that they are the maximum's.
LeastWork least_conv_pool_work(const Kernel& conv, const Kernel* pool, const VtaConfig& config) {
  const ConvGeometry& g = pool->conv;
  const int64_t results = result_vectors(g, config);
  const int64_t sums = results / (g.oh * g.ow) * touched_pixels(g);
  const VectorSteps each = least_steps(conv.steps, config);
  LeastWork work;
  work.gemm_steps = sums * ceil_div(conv.conv.ic, config.block_in());
  work.useful_macs = g.n * g.oc * conv.conv.ic * touched_pixels(g);
  work.imm_steps = each.imm * results + (each.vector == 0 ? sums : 0);
  work.vector_steps = std::max<int64_t>(0, sums - results);
  if (each.vector > 0)
    work.vector_steps += sums + (each.vector - 1) * results;
  return work;
}

}  // namespace

constinit const KernelKind kConvPool = {.kind = Kernel::Kind::Conv,
                                        .with_pool = true,
                                        .name = "conv2d",
                                        .words = kConvWords,
                                        .window = true,
                                        .first_values = conv_values,
                                        .empty = ConvPoolTiles{},
                                        .fields = kConvPoolFields,
                                        .tiles_problem = conv_pool_tiles_problem,
                                        .least_tiles_problem = no_problem,
                                        .search = search_conv_pool_tiles,
                                        .axes = conv_pool_tile_axes,
                                        .emit = emit_conv_pool,
                                        .describe = describe_conv_pool,
                                        .least_work = least_conv_pool_work,
                                        .least_bytes = least_conv_bytes};

}  // namespace vta
