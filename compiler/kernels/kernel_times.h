// What a kernel's steps load, compute and store, in the order in which they are done. Estimates of
// when each is done are made of it: they are a few percent off, and no instruction is emitted.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/emit/range.h"

namespace vta {

// A box of pixels of a tensor and groups of its channels; one without pixels is empty.
struct TensorPart {
  int64_t batch = 0;
  Range h, w, groups;
  bool empty() const { return h.size <= 0 || w.size <= 0 || groups.size <= 0; }
};

// Cycles of the memory port and of the compute unit.
struct TimedStep {
  int64_t weights = 0, input = 0;  // loading
  int64_t weights_behind = -1;     // the step after which the slot is free for them; -1: none
  int64_t input_behind = -1;
  int64_t weights_slot = 0, input_slot = 0;
  TensorPart reads;  // what of the data is loaded
  int64_t compute = 0;
  int64_t tile = 0;
};

struct TimedTile {
  TensorPart writes;
  int64_t residual = 0;  // loading a residual operand's part of the same place
  int64_t epilogue = 0;  // computing, behind the last step
  int64_t storing = 0;
};

// No steps: there are too many for an estimate.
struct KernelTimes {
  std::vector<TimedStep> steps;
  std::vector<TimedTile> tiles;
  int64_t threads = 1;  // tiles that have accumulators at once
  // Slots of both scratchpads, and what a residual operand takes behind them.
  struct Slots {
    int64_t count = 1, size = 1, behind = 0;
  };
  Slots weights, input;
};

}  // namespace vta
