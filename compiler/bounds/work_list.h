// The instructions of a program's launches as units execute them: what each one moves or computes,
// and which instructions of the other units are done before it starts.
//
// The list comes from the emitters themselves (walk_program), so it cannot drift from the code: it
// lacks LOADs of micro-ops, NOPs and FINISH, and is in program order. It depends on the keys of the
// configuration that instructions depend on (VtaConfig::stream_hash), never on the memory, so one
// list serves all points of equal code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/lower/lowered_graph.h"
#include "compiler/schedule/network_schedule.h"
#include "config/vta_config.h"
#include "hw/isa/insn.h"

namespace vta {

struct WorkOp {
  static constexpr int32_t kNone = -1;

  Unit unit = Unit::Load;
  bool moves = false;    // LOAD or STORE
  bool product = false;  // GEMM without reset
  int8_t vectors = 0;    // of ACC that a step of the ALU reads (src_vectors)
  int8_t latency = 0;    // of the ALU's operation where results are not forwarded, else 0
  // What must be done before it starts: the latest such instruction of each unit, by its position
  // among those of the unit. Nothing of its own unit, which is in order anyway.
  int32_t after_load = kNone, after_compute = kNone, after_store = kNone;
  // A move: runs of bytes, beats of each at least, elements of padding.
  int32_t runs = 0;
  int64_t beats = 0;
  int64_t pads = 0;
  int64_t steps = 0;  // of one that computes
  bool operator==(const WorkOp&) const = default;
};

// Position and count of what a kernel has.
struct WorkKernel {
  std::string name;
  int64_t first_op = 0;
  bool operator==(const WorkKernel&) const = default;
};

struct LaunchWork {
  std::vector<WorkOp> ops;  // in program order
  std::vector<WorkKernel> kernels;
  // Of each instruction of compute: the first LOAD of the load unit, and the first STORE, that
  // starts after it is done, whatever the machine's times are.
  std::vector<int32_t> loads_behind, stores_behind;
  bool operator==(const LaunchWork&) const = default;
};

struct ProgramWork {
  std::vector<LaunchWork> launches;
  bool whole = true;  // false: a network computed position by position, which is not listed
  bool operator==(const ProgramWork&) const = default;
};

ProgramWork list_work(const LoweredGraph& lowered, const NetworkSchedule& schedule,
                      const VtaConfig& config);

}  // namespace vta
