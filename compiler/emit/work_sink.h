// Gets the instructions that emitters write, in program order, in place of a stream: what each one
// does and touches, without its micro-ops, tokens and place. Bounds of cycles are made of it, from
// the very walk that makes the code.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hw/isa/insn.h"
#include "runtime/stream_builder.h"

namespace vta {

class WorkSink {
 public:
  WorkSink() = default;
  virtual ~WorkSink() = default;
  WorkSink(const WorkSink&) = delete;
  WorkSink& operator=(const WorkSink&) = delete;

  virtual void begin_launch() = 0;
  virtual void begin_kernel(const std::string& name) = 0;
  // `uops`: how many micro-ops it has. Of rows of DRAM that are apart `accesses` may have some
  // alone.
  virtual void take(const Insn& insn, int64_t uops, std::span<const Access> accesses) = 0;
};

}  // namespace vta
