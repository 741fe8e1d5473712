#include <algorithm>

#include "base/error.h"
#include "base/plural.h"
#include "base/round.h"
#include "compiler/kernels/alu/kind.h"
#include "compiler/kernels/field_range.h"
#include "compiler/kernels/window.h"

namespace vta {
namespace {

// The smallest tile: a pixel of one group.
int64_t least_elements(const LayerId& layer, const VtaConfig& config) {
  return ChannelElements::acc(layer.geometry.oc, config).most(1);
}

// Accumulator elements per tile when `threads` tiles are in flight.
int64_t tile_limit(int64_t threads, const LayerId& layer, const VtaConfig& config) {
  const int64_t depth = config.depth(MemoryType::Acc);
  return (depth / threads - layer.epilogue.vectors * least_elements(layer, config) -
          layer.epilogue.scalars) /
         layer.operands;
}

}  // namespace

int64_t alu_elements(const ConvGeometry& g, const VtaConfig& config) {
  return ceil_div(g.n, config.batch()) * ChannelElements::acc(g.oc, config).count * g.oh * g.ow;
}

std::string least_alu_tiles_problem(const LayerId& layer, const VtaConfig& config) {
  if (tile_limit(1, layer, config) >= least_elements(layer, config))
    return {};
  return fmt::format(
      "{} and {} need {}, the scratchpad has {}", counted(layer.operands, "operand"),
      counted(layer.epilogue.vectors, "channel vector"),
      counted((layer.operands + layer.epilogue.vectors) * least_elements(layer, config) +
                  layer.epilogue.scalars,
              "element"),
      config.depth(MemoryType::Acc));
}

std::string alu_tiles_problem(const LayerId& layer, const KernelTiles& tiles,
                              const VtaConfig& config) {
  const auto& t = std::get<AluTiles>(tiles);
  const FieldRange threads[] = {{"threads", t.threads, 1, 2}};
  if (std::string problem = range_problem(threads); !problem.empty())
    return problem;
  const int64_t most =
      std::min(alu_elements(layer.geometry, config), tile_limit(t.threads, layer, config));
  if (most < least_elements(layer, config))
    return fmt::format("threads is {}, and even the smallest tile exceeds the scratchpad of {}",
                       t.threads, counted(config.depth(MemoryType::Acc), "element"));
  const FieldRange elements[] = {{"elements", t.elements, least_elements(layer, config), most}};
  return range_problem(elements);
}

KernelTiles search_alu_tiles(const LayerId& layer, const VtaConfig& config, TileMemo&) {
  AluTiles t;
  t.threads = tile_limit(2, layer, config) >= least_elements(layer, config) ? 2 : 1;
  t.elements = std::min(alu_elements(layer.geometry, config), tile_limit(t.threads, layer, config));
  if (t.elements < least_elements(layer, config))
    throw CompileError(fmt::format(
        "an element-wise kernel with {} and {} "
        "does not fit the {} accumulator elements of {}",
        counted(layer.operands, "operand"), counted(layer.epilogue.vectors, "channel vector"),
        config.depth(MemoryType::Acc), config.name()));
  return t;
}

std::vector<TileAxis> alu_tile_axes(const LayerId& layer, const VtaConfig& config) {
  return {{"elements", rising_part_sizes(alu_elements(layer.geometry, config))},
          {"threads", {1, 2}}};
}

}  // namespace vta
