// How long compute had no step between two kernels: a sink for csim, which says when instructions
// start.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/program.h"
#include "sim/trace_sink.h"

namespace vta::explore {

class IdleBefore final : public TraceSink {
 public:
  explicit IdleBefore(const Program& program);

  // By kernel, of all launches: the cycles in which neither GEMM nor ALU worked before its first
  // instruction of the two, back to the last one of the kernel before, or to the launch.
  const std::vector<int64_t>& cycles() const { return cycles_; }

  void on_launch(std::span<const Insn> insns) override;
  void on_retire(Unit, int64_t, const Insn&, int64_t) override {}
  void on_execution(const Execution& execution, const Insn& insn) override;

 private:
  struct Launch {
    int64_t first_insn = 0;
    size_t first_kernel = 0, end_kernel = 0;
  };

  const Program& program_;
  std::vector<Launch> launches_;  // that launch something
  std::vector<int64_t> cycles_;
  size_t launch_ = 0;  // the next one
  Launch at_{};
  size_t kernel_ = 0;   // of the instruction before
  bool begun_ = false;  // whether there is one in this launch
  int64_t worked_until_ = 0;
};

}  // namespace vta::explore
