// Instructions of a step of attention.
#pragma once

#include <cstdint>

#include "compiler/emit/task_stream.h"
#include "compiler/kernels/attention_step/areas.h"

namespace vta {

// Bytes from the arena's start; the first four are a row of channel blocks each.
struct AttentionStepPlaces {
  int64_t q = 0, k = 0, v = 0, out = 0;
  int64_t state = 0, scratch = 0, constants = 0;  // multiples of an element of WGT
};

// Of a position from 0 to keys - 1. Positions change fields of instructions alone: their number,
// order and micro-ops are the same for all, and every field is a sum of one part that is the same,
// one that grows with the position, and one that grows with its block of keys.
void emit_attention_step_at(const AttentionStepPlaces& places, const AttentionStepAreas& areas,
                            int64_t position, const VtaConfig& config, TaskStream& stream);

}  // namespace vta
