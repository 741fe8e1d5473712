// Runs of vectors of ACC and ALU instructions on them.
#pragma once

#include <cstdint>

#include "compiler/emit/alu_sequence.h"
#include "compiler/emit/task_stream.h"

namespace vta {

// Every function is one instruction and returns the same run.
class Vectors {
 public:
  Vectors(TaskStream& stream, int64_t base, int64_t count)
      : stream_(stream), tile_{base, 1, count, 1} {}

  const Vectors& imm(AluOp op, int64_t value) const;
  const Vectors& with(AluOp op, int64_t others) const;  // as many vectors
  const Vectors& by(AluOp op, int64_t vector) const;    // one vector
  // The run as so many equal parts, each by one of as many vectors.
  const Vectors& by(AluOp op, int64_t vectors, int64_t parts) const;
  // `parameters`: of an operation that has some.
  const Vectors& itself(AluOp op, int64_t parameters = 0) const;

 private:
  TaskStream& stream_;
  AccTile tile_;
};

// One vector of some: the first, then op with each of the others. So for each of some runs of
// `count` vectors, which follow each other, as do their results.
void emit_fold(TaskStream& stream, AluOp op, int64_t to, int64_t from, int64_t count,
               int64_t runs = 1);

}  // namespace vta
