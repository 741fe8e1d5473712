// The parts of the arena that every position of a program reads and writes, from its instructions.
#pragma once

#include <vector>

#include "runtime/program.h"

namespace vta::explore {

struct ByteRange {
  int64_t begin = 0, end = 0;
  bool operator==(const ByteRange&) const = default;
};

// One position: a host step, or a kernel of a launch.
struct Position {
  size_t step = 0;                               // in Program::steps
  int64_t kernel = -1;                           // in Program::kernels; -1: a host step
  std::vector<int64_t> reads = {}, writes = {};  // device tensors
  std::vector<ByteRange> constants = {};         // read, in the arena; ascending, disjoint
  std::vector<ByteRange> micro_ops = {};         // likewise
};

// A read of shared bytes is a read of the tensor that was last written there.
std::vector<Position> positions(const Program& program);

int64_t total_bytes(const std::vector<ByteRange>& ranges);

}  // namespace vta::explore
