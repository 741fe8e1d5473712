#include "compiler/kernels/attention/work.h"

#include <bit>

#include "compiler/kernels/attention/areas.h"

namespace vta {
namespace {

// Of a vector.
struct AluSteps {
  int64_t imm = 0, vector = 0;
};
constexpr AluSteps kSteps = {6, 6}, kExp2 = {0, 3};  // of a softmax
// Of a block of queries: the least score made an offset.
constexpr AluSteps kLeastOfSteps = {1, 1}, kLeastOfExp2 = {1, 0};

// As many halvings as L has bits of its logarithm to find.
AluSteps reciprocal_steps(int64_t keys) {
  const int64_t halvings = 127 * keys < 1 << 16 ? 4 : 5;
  return {1 + 3 * halvings + 1 + 1 + 4 + 2 * 3 + 1, 1 + 3 * halvings + 1 + 1 + 1 + 2 * 4};
}

}  // namespace

int64_t useful_attention_macs(const AttentionForm& f) {
  int64_t visible = 0;
  for (int64_t row = 0; row < f.queries; ++row)
    visible += f.visible_keys(row);
  return f.batch * f.heads * visible * (f.depth + f.value_depth);
}

LeastWork least_attention_work(const AttentionForm& f, const VtaConfig& config) {
  const AttentionAreas a(f, {.threads = 1}, config);
  const bool exp2 = f.power == PowerForm::Exp2;
  const AluSteps reciprocal = reciprocal_steps(f.keys), softmax = exp2 ? kExp2 : kSteps,
                 least = exp2 ? kLeastOfExp2 : kLeastOfSteps;
  LeastWork head;
  for (int64_t b = 0; b < a.query_blocks; ++b) {
    const int64_t keys = a.keys_of(b), tiles = ceil_div(keys, a.block);
    head.gemm_steps += keys * a.depth_blocks + tiles * a.block + tiles + tiles * f.value_depth +
                       a.queries_of(b) * a.value_blocks;
    const int64_t masked = keys - f.visible_keys(b * a.block);
    head.imm_steps +=
        softmax.imm * keys + least.imm + reciprocal.imm + (f.shift > 0 ? 2 : 1) * f.value_depth;
    head.vector_steps +=
        softmax.vector * keys + least.vector + reciprocal.vector + masked + 2 * f.value_depth;
  }
  const int64_t heads = f.batch * f.heads;
  const int64_t turned_values = f.batch * f.kv_heads * a.key_blocks * f.value_depth;
  return {heads * head.gemm_steps + turned_values, heads * head.imm_steps,
          heads * head.vector_steps, useful_attention_macs(f)};
}

}  // namespace vta
