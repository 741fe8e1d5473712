#include "workbench/outcome.h"

#include <algorithm>

namespace vta::workbench {

KernelOf kernels_of(const Program& program) {
  std::vector<LaunchStep> launches;  // that launch something
  for (const Step& step : program.steps)
    if (const auto* launch = std::get_if<LaunchStep>(&step); launch && launch->insn_count > 0)
      launches.push_back(*launch);
  return [&program, launches](int64_t launch, int64_t index) {
    const int64_t insn = launches[static_cast<size_t>(launch)].first_insn + index;
    const auto kernel = std::ranges::find_if(program.kernels, [&](const ProgramKernel& k) {
      return k.first_insn <= insn && insn < k.first_insn + k.insn_count;
    });
    return kernel == program.kernels.end() ? std::string() : kernel->name;
  };
}

RunOutcome outcome_of(const Program& program, const RunStats& stats, const std::string& backend) {
  RunOutcome out;
  out.record = explore::record_of(program, stats, backend);
  out.findings = explore::findings_of(out.record);
  out.account = explore::account_of(program, stats);
  return out;
}

}  // namespace vta::workbench
