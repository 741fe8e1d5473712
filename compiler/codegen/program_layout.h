// The first half of code generation: the program's tensors and steps, before any instruction is
// emitted.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "compiler/codegen/memory_plan.h"
#include "compiler/lower/lowered_graph.h"
#include "compiler/schedule/network_schedule.h"
#include "runtime/program.h"

namespace vta {

// A kernel to be emitted, with the device tensors that it reads and writes.
struct KernelStep {
  const Kernel* kernel = nullptr;
  const Kernel* pool = nullptr;  // computed with it: the output is the pool's
  // An element-wise kernel of its result, computed with it.
  const Kernel* follower = nullptr;
  const KernelSchedule* schedule = nullptr;
  std::vector<int64_t> inputs;  // device tensors
  int64_t output = 0;           // device tensor that all steps make
  // With a follower, where the kernel's own result is stored as well: KernelSchedule::own_steps.
  std::optional<int64_t> early;
  std::optional<int64_t> scratch;  // device tensor that it alone stores and reads
  std::optional<int64_t> state;    // the same, kept from one run to the next
};

struct ProgramLayout {
  std::vector<ProgramValue> values;
  std::vector<int64_t> inputs, outputs;
  std::optional<Positions> positions;        // without fields
  std::vector<DeviceTensor> device_tensors;  // offsets from plan_memory
  // Per device tensor, positions in `steps`. A tensor with parts lives from the first write of one
  // to the last read of any.
  std::vector<Lifetime> lifetimes;
  std::vector<std::variant<HostOpStep, ToDeviceStep, FromDeviceStep, ConvertStep, KernelStep>>
      steps;
};

// Walks the items in execution order. Where a kernel needs another layout or int32 operands, a
// ConvertStep comes before it. The result points into the graph and the schedule.
ProgramLayout lay_out_program(const LoweredGraph& lowered, const NetworkSchedule& schedule,
                              const VtaConfig& config);

}  // namespace vta
