// What a call of nn.attention or qnn.attention computes, read from its operands and attributes.
// That in integers is on docs/integer_transformers.md.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/attrs.h"
#include "compiler/graph/graph.h"

namespace vta {

// How 2^-x is computed: by ALU operations of ISA_EXT 1, or by the instruction EXP2.
enum class PowerForm : uint8_t { Steps, Exp2 };

struct AttentionForm {
  int64_t batch = 1;
  int64_t heads = 1, kv_heads = 1;  // of queries, and of keys and values, whose number divides it
  int64_t queries = 1, keys = 1;    // rows of an image
  int64_t depth = 1, value_depth = 1;  // channels of a head: of queries and keys, of values
  bool causal = false;
  int fraction = 0;  // bits behind the point of scores
  int shift = 0;     // from the scaled result to int8
  PowerForm power = PowerForm::Steps;

  // Of query `row`: keys 0 .. visible_keys - 1 are not masked.
  int64_t visible_keys(int64_t row) const;
  int64_t macs() const;  // masked pairs of a query and a key included

  auto operator<=>(const AttentionForm&) const = default;
};

// Rows of channels: (N, C), or packed as the accelerator has them, (1, C/L, 1, N, 1, L).
struct TokenRows {
  int64_t rows = 1, channels = 1, lanes = 1;  // lanes: L, or all channels

  // Where a value is in the tensor.
  size_t at(int64_t row, int64_t channel) const {
    return static_cast<size_t>((channel / lanes * rows + row) * lanes + channel % lanes);
  }
};
// CompileError: it is neither.
TokenRows token_rows(const TensorType& type, std::string_view what, DType dtype = DType::I8);

// Operands of this type. CompileError, without the operator's name: what does not fit, and what
// would be legal.
AttentionForm attention_form(const TensorType& q, const TensorType& k, const TensorType& v,
                             const Attrs& attrs, DType dtype = DType::I8);

// Of qnn.attention_step: one query, which sees its own key and those that were before it; keys is
// the context, the most that there can be. CompileError as attention_form.
AttentionForm attention_step_form(const TensorType& q, const TensorType& k, const TensorType& v,
                                  const Attrs& attrs);

// Sums of more keys, and scores of more channels, would not fit 32 bits.
constexpr int64_t kMostKeys = int64_t{1} << 17;
constexpr int64_t kMostDepth = int64_t{1} << 16;

}  // namespace vta
