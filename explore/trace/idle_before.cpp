#include "explore/trace/idle_before.h"

#include <algorithm>

namespace vta::explore {

IdleBefore::IdleBefore(const Program& program)
    : program_(program), cycles_(program.kernels.size()) {
  for (const Step& step : program.steps)
    if (const auto* launch = std::get_if<LaunchStep>(&step); launch && launch->insn_count > 0)
      launches_.push_back({launch->first_insn, static_cast<size_t>(launch->first_kernel),
                           static_cast<size_t>(launch->first_kernel + launch->kernel_count)});
}

// A program that runs again begins at its first launch.
void IdleBefore::on_launch(std::span<const Insn>) {
  if (launch_ == launches_.size())
    launch_ = 0;
  if (launch_ == 0)
    std::ranges::fill(cycles_, 0);
  at_ = launches_[launch_++];
  kernel_ = at_.first_kernel;
  begun_ = false;
  worked_until_ = 0;
}

void IdleBefore::on_execution(const Execution& execution, const Insn& insn) {
  if (insn.op() != Opcode::Gemm && insn.op() != Opcode::Alu)
    return;
  const int64_t index = at_.first_insn + execution.index;
  size_t kernel = kernel_;
  while (kernel + 1 < at_.end_kernel && program_.kernels[kernel + 1].first_insn <= index)
    ++kernel;
  if (kernel < at_.end_kernel && (!begun_ || kernel != kernel_))
    cycles_[kernel] += std::max<int64_t>(0, execution.start - 1 - worked_until_);
  kernel_ = kernel;
  begun_ = true;
  worked_until_ = std::max(worked_until_, execution.finish);
}

}  // namespace vta::explore
