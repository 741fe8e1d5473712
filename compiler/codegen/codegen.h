// From a lowered graph and its schedule to a Program: order, placement, instruction streams, packed
// constants. It makes no choices.
#pragma once

#include <map>
#include <optional>

#include "compiler/kernels/slice.h"
#include "compiler/lower/lowered_graph.h"
#include "compiler/schedule/network_schedule.h"
#include "runtime/program.h"

namespace vta {

class WorkSink;  // compiler/emit/work_sink.h

struct CodegenTimes {
  double codegen_seconds = 0, pack_seconds = 0;
};

// The part of a kernel that one core of several computes: slices (compiler/slices) of the same
// item of the whole network.
struct KernelPart {
  ChannelRange channels;
  Kernel kernel;
  std::optional<Kernel> pool, follower;
  KernelSchedule schedule;
};

// The share of a core in a network that several compute together.
struct CoreShare {
  std::map<size_t, KernelPart> parts;  // by item
  int64_t begin = 0;  // bytes of the arena that activations and other cores' programs take at least
};

struct CodegenOptions {
  // False: the constants' contents are left out. Their places, and so the instructions, stay.
  bool constants = true;
  std::string* plan = nullptr;  // gets plan_text(); may be null
  // Of one core of several, whose activations lie where those of the whole network do: each of the
  // whole's kernels has a launch of its own, without instructions where the core has no part.
  const CoreShare* share = nullptr;
};

// Carries out a schedule that schedule_network() or a file made for this graph and configuration.
// The program's provenance is left to the caller. `times` may be null.
Program generate_program(const LoweredGraph& lowered, const NetworkSchedule& schedule,
                         const VtaConfig& config, const CodegenOptions& options = {},
                         CodegenTimes* times = nullptr);

// The instructions of every launch of that program, without code: those of its emitters, at its
// addresses, in the order in which they are written. With ACC_OVERLAP 1 the stream has them in
// another order; micro-ops and NOPs come in between. False, and nothing: of a network that is
// computed position by position.
bool walk_program(const LoweredGraph& lowered, const NetworkSchedule& schedule,
                  const VtaConfig& config, WorkSink& sink);

// Its kernels with their least work and bytes, its launches and configuration, and nothing else;
// the schedule may be an outline (network_schedule.h). What a bound of any schedule needs.
struct OutlineKernel {
  const Kernel* kernel = nullptr;  // of the graph
  const Kernel* pool = nullptr;    // computed with it
};
Program outline_program(const LoweredGraph& lowered, const NetworkSchedule& schedule,
                        const VtaConfig& config, std::vector<OutlineKernel>* kernels = nullptr);

}  // namespace vta
