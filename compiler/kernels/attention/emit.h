// Instructions of a kernel of attention.
#pragma once

#include <cstdint>

#include "compiler/emit/task_stream.h"
#include "compiler/kernels/attention/areas.h"

namespace vta {

// Rows of all images in DRAM, [channel block][row].
struct AttentionTensor {
  int64_t offset = 0;  // bytes
  int64_t rows = 1;    // from one channel block to the next
};

struct AttentionPlaces {
  AttentionTensor q, k, v, out;
  int64_t scratch = 0;    // a multiple of an element of WGT
  int64_t constants = 0;  // as pack_attention_constants() makes them
};

void emit_attention_at(const AttentionPlaces& places, const AttentionAreas& areas,
                       const VtaConfig& config, TaskStream& stream);

}  // namespace vta
