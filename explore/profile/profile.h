// A program and one run of it, operator by operator: resources, places of tensors, times. The
// memory plan is read from the instructions, not from the compiler, so it is available for any .vta
// file.
//
// Positions count what happens one after the other: every host step is a position, and every kernel
// of a launch.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explore/point.h"
#include "explore/trace/interval_log.h"
#include "runtime/executor.h"

namespace vta::explore {

struct ProfileTensor {  // as an operator sees it
  std::string name;
  std::string dtype;
  std::string place;  // "host", "device", "constants"
  Shape shape;        // logical: NCHW on the device; empty for constants of the device
  int64_t bytes = 0;  // as stored: the device's padding is included
};

// Edges of a run: cycle t is the interval that ends at edge t; those of earlier launches are added.
struct Interval {
  int64_t start = 0, end = 0;
};

struct OperatorProfile {
  int64_t position = 0;
  std::string name;                     // the kernel's, or "host_3"
  std::string op;                       // "conv2d", "alu", "nn.conv2d", "to_device", ...
  std::string where;                    // "accelerator" or "host"
  std::string description;              // geometry and tiles of a kernel
  std::vector<std::string> onnx_nodes;  // whose work it does
  Attrs attrs;                          // of a host operator
  std::vector<ProfileTensor> inputs, outputs;
  int64_t macs = 0;
  std::optional<double> host_seconds;  // of a host step, where it was measured
  // Of kernels alone:
  int64_t kernel = -1, launch = -1, first_insn = 0, insns = 0;
  Counters counters;
  int64_t alu_ops = 0;                           // ALU steps times the lanes of one
  int64_t cycles = 0;                            // as `vta run --per-layer` has them
  std::optional<Interval> run;                   // from its first start to its last end
  std::array<std::optional<Interval>, 3> units;  // load, compute, store: those that had work
};

struct MemoryChunk {
  std::string owner;    // the tensor; "conv2d_0.constants": what one kernel alone loads
  std::string section;  // "activations", "constants", "micro-ops", "instructions"
  int64_t offset = 0, bytes = 0;
  int64_t first = 0, last = 0;           // positions of the first write and of the last read
  std::vector<std::string> shares_with;  // owners that have some of these bytes at other times
};

struct MemoryProfile {
  std::vector<MemoryChunk> chunks;  // by offset, then by first
  int64_t peak_bytes = 0;           // end of the last chunk: what the arena takes
  int64_t activation_bytes = 0;     // of the section that tensors share
  int64_t live_bytes = 0;           // the most that tensors alive at one position need
  int64_t unshared_bytes = 0;       // what the tensors would need side by side
};

struct InsnProfile {
  int64_t index = 0;            // in Program::insns
  int64_t operator_index = -1;  // FINISH: -1
  Unit unit = Unit::Load;
  int64_t dispatched = 0, start = 0, end = 0;
};

struct Profile {
  std::vector<OperatorProfile> operators;  // in the order of execution
  MemoryProfile memory;
  std::vector<InsnProfile> insns;  // in the order of their ends
  int64_t cycles = 0;
  PointResult result;  // the run as a whole, and what part of the network it is
  VtaConfig config;
  int64_t images = 1;
};

// `log` watched the run that `stats` is of.
Profile make_profile(const Program& program, const RunStats& stats, const IntervalLog& log);

// What the host's steps took in a run with values: RunStats::host_step_seconds.
void add_host_times(Profile& profile, const Program& program, std::span<const double> seconds);

}  // namespace vta::explore
