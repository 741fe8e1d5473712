// ALU steps of layer normalisation (docs/integer_transformers.md), rows in lanes.
#pragma once

#include <cstdint>

#include "compiler/emit/task_stream.h"
#include "compiler/kernels/layer_norm/areas.h"

namespace vta {

// `base`: of the thread whose vectors and constants these are.
void emit_statistics(TaskStream& stream, const LayerNormAreas& areas, int64_t base, int64_t blocks);

// `count` vectors of values of the block whose vectors these are.
struct NormalisingVectors {
  int64_t scale = 0, offset = 0, shift = 0;
};
void emit_normalising(TaskStream& stream, int64_t values, int64_t count,
                      const NormalisingVectors& by, bool rms);

// Sums of squares of rows, which are in lanes: of the diagonal of `rows` products of rows with
// rows, and, behind them, of the values of `channels` channels.
struct Squared {
  int64_t products = 0, rows = 0, channels = 0;
  int64_t units = 0;  // a unit vector for each row
};
void emit_squares(TaskStream& stream, int64_t to, const Squared& of);

}  // namespace vta
