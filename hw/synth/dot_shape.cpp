#include "hw/synth/dot_shape.h"

#include <algorithm>

namespace vta {
namespace {

constexpr int64_t kProductBits = 16;

struct Tree {
  int64_t levels, stages;

  // The last level of a stage (1, 2, ...); 0 is before the first.
  int64_t end(int64_t stage) const { return stage * levels / stages; }
  // One, and those of stages without a level.
  int64_t registers_of_products() const {
    int64_t count = 1;
    while (count <= stages && end(count) == 0)
      ++count;
    return count;
  }
};

// A DSP block adds a pair of products itself, where it has a register to spare for the sum: not
// behind a second register of the products, and not beside the constant that parts two products of
// one multiplier.
bool pairs_in_dsp(const VtaConfig& config, const Tree& tree) {
  return config.products_per_multiplier == 1 && tree.end(1) > 0;
}

}  // namespace

DotShape::DotShape(const VtaConfig& config)
    : products(config.block_in()), registers(config.gemm_pipeline) {
  const Tree tree{.levels = config.log_block_in, .stages = std::max<int64_t>(1, registers - 1)};
  // A block has two registers behind its multiplier, but one behind the constant of two products.
  const int64_t in_block = config.products_per_multiplier == 1 ? 2 : 1;
  const int64_t of_products = registers == 1 ? 0 : tree.registers_of_products();
  const int64_t outside = std::max<int64_t>(0, of_products - in_block);
  product_register_bits = outside * products * kProductBits;
  const int64_t in_dsp = pairs_in_dsp(config, tree) ? 1 : 0;  // levels of sums
  for (int64_t stage = 1; stage <= tree.stages; ++stage) {
    const int64_t end = tree.end(stage), begin = tree.end(stage - 1);
    levels_of_a_stage = std::max(levels_of_a_stage, end - begin);
    if (end > in_dsp)
      register_bits += (products >> end) * (kProductBits + end);
    const int64_t levels = end - std::max(begin, in_dsp);
    if (levels < 1)
      continue;
    const int64_t terms = int64_t{1} << levels, sums = products >> end;
    adder_bits += sums * (kProductBits + end - 1);
    first_row_bits += sums * std::min<int64_t>(2, terms - 2) * (kProductBits + end);
    further_row_bits += sums * std::max<int64_t>(0, terms - 4) * (kProductBits + end);
  }
}

}  // namespace vta
