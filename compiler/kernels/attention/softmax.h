// The ALU's part of attention: lanes are queries, vectors keys or channels
// (docs/integer_transformers.md).
#pragma once

#include <cstdint>

#include "compiler/emit/task_stream.h"
#include "compiler/graph/attention.h"

namespace vta {

// Scores of some blocks, [block][key], as weights 0..127, in place: `shifts` is as long, `least` a
// vector for each block, `offset` the vector that emit_softmax_offset makes. With PowerForm::Exp2
// there are no shifts and no offset.
struct SoftmaxVectors {
  int64_t scores = 0, shifts = 0;
  int64_t keys = 0, blocks = 1;
  int64_t least = 0, offset = 0;
};
void emit_softmax_offset(TaskStream& stream, int64_t offset, int fraction);
void emit_softmax(TaskStream& stream, const SoftmaxVectors& at, int fraction, PowerForm power);
// The same where `least` holds the least score.
void emit_powers(TaskStream& stream, const SoftmaxVectors& at, int fraction, PowerForm power);

// From `blocks` vectors of sums, each at most `largest`: the shift of a numerator and the factor
// behind it. `spare` and what the sums were are of no use then.
struct ReciprocalVectors {
  int64_t sums = 0, exponents = 0, reciprocals = 0, spare = 0, blocks = 0;
};
void emit_reciprocals(TaskStream& stream, const ReciprocalVectors& at, int64_t largest);

// Numerators as int8: [block][channel], by a vector for each block.
struct ScalingVectors {
  int64_t sums = 0, channels = 0, blocks = 1;
  int64_t exponents = 0, reciprocals = 0;
};
void emit_scaling(TaskStream& stream, const ScalingVectors& at, int shift);

}  // namespace vta
