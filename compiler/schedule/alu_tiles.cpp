#include "compiler/schedule/alu_tiles.h"

#include <algorithm>

#include "base/error.h"
#include "base/plural.h"
#include "base/round.h"
#include "compiler/schedule/conv_dims.h"
#include "compiler/schedule/field_range.h"

namespace vta {
namespace {

// Accumulator elements per tile when `threads` tiles are in flight.
int64_t tile_limit(int64_t threads, int64_t num_operands, int64_t num_vectors,
                   const VtaConfig& config) {
  const int64_t depth = config.depth(MemoryType::Acc);
  return (depth / threads - num_vectors * sub_out(config)) / num_operands;
}

}  // namespace

int64_t alu_elements(const ConvGeometry& g, const VtaConfig& config) {
  const int64_t groups = ceil_div(g.oc, std::max(config.block_in(), config.block_out()));
  return ceil_div(g.n, config.batch()) * groups * g.oh * g.ow * sub_out(config);
}

std::string least_alu_tiles_problem(int64_t num_operands, int64_t num_vectors,
                                    const VtaConfig& config) {
  if (tile_limit(1, num_operands, num_vectors, config) >= sub_out(config))
    return {};
  return fmt::format("{} and {} need {}, the scratchpad has {}", counted(num_operands, "operand"),
                     counted(num_vectors, "channel vector"),
                     counted((num_operands + num_vectors) * sub_out(config), "element"),
                     config.depth(MemoryType::Acc));
}

std::string alu_tiles_problem(const ConvGeometry& g, const AluTiles& t, int64_t num_operands,
                              int64_t num_vectors, const VtaConfig& config) {
  const FieldRange threads[] = {{"threads", t.threads, 1, 2}};
  if (std::string problem = range_problem(threads); !problem.empty())
    return problem;
  const int64_t most =
      std::min(alu_elements(g, config), tile_limit(t.threads, num_operands, num_vectors, config));
  if (most < sub_out(config))
    return fmt::format("threads is {}, and not even the least tile fits the scratchpad of {}",
                       t.threads, counted(config.depth(MemoryType::Acc), "element"));
  const FieldRange elements[] = {{"elements", t.elements, sub_out(config), most}};
  return range_problem(elements);
}

AluTiles choose_alu_tiles(const ConvGeometry& g, int64_t num_operands, int64_t num_vectors,
                          const VtaConfig& config) {
  const auto limit = [&](int64_t threads) {
    return tile_limit(threads, num_operands, num_vectors, config);
  };
  AluTiles t;
  t.threads = limit(2) >= sub_out(config) ? 2 : 1;
  t.elements = std::min(alu_elements(g, config), limit(t.threads));
  if (t.elements < sub_out(config))
    throw CompileError(
        fmt::format("an element-wise kernel with {} and {} "
                    "does not fit the {} accumulator elements of {}",
                    counted(num_operands, "operand"), counted(num_vectors, "channel vector"),
                    config.depth(MemoryType::Acc), config.name()));
  return t;
}

}  // namespace vta
