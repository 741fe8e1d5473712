#include "workbench/cosim_system.h"

#include <algorithm>
#include <map>
#include <memory>

#include "base/error.h"
#include "sim/factory/device_factory.h"
#include "sim/factory/system_factory.h"

namespace vta::workbench {
namespace {

// Each program by itself, without time.
std::vector<cosim::RunResult> run_alone(const cosim::SystemProgram& program,
                                        std::vector<std::unique_ptr<Device>>& devices) {
  std::vector<cosim::RunResult> results;
  for (size_t core = 0; core < program.cores.size(); ++core) {
    const cosim::TestProgram& p = program.cores[core];
    std::unique_ptr<Device>& device = devices[core];
    if (!device || device->memory().size_bytes() < p.memory_bytes) {
      device = make_device("fsim", cosim::device_config(p.config),
                           {.memory_bytes = std::max(p.memory_bytes, cosim::kLeastMemory)});
      device->memory().expect_sparse_use();
    }
    results.push_back(cosim::run_program(p, *device));
  }
  return results;
}

void add_counts(const cosim::SystemProgram& program, const std::vector<cosim::RunResult>& results,
                SystemCampaignResult& out) {
  ++out.programs;
  for (size_t core = 0; core < results.size(); ++core) {
    const cosim::RunResult& result = results[core];
    out.launches += std::ssize(result.earlier) + 1;
    out.insns += std::ssize(program.cores[core].insns);
    out.cycles += result.report.cycles.value_or(0);
    out.errors += result.report.error != IsaError::None ? 1 : 0;
    for (const RunReport& report : result.earlier)
      out.cycles += report.cycles.value_or(0);
  }
}

// What a core's launches were.
class LaunchLog final : public TraceSink {
 public:
  struct Launch {
    std::vector<int64_t> completions;  // by instruction; -1: none
    RunReport report;
  };

  void on_launch(std::span<const Insn> insns) override {
    launches_.emplace_back().completions.assign(insns.size(), -1);
  }
  void on_retire(Unit, int64_t index, const Insn&, int64_t cycle) override {
    launches_.back().completions.at(static_cast<size_t>(index)) = cycle;
  }
  void on_end(const RunReport& report) override { launches_.back().report = report; }

  const std::vector<Launch>& launches() const { return launches_; }

 private:
  std::vector<Launch> launches_;
};

struct LoggedRun {
  SystemRun run;
  std::vector<LaunchLog> cores;
  std::map<int64_t, std::vector<Tensor>> outputs;
};

LoggedRun log_run(const SystemPlan& plan, SystemWork work, const std::string& backend) {
  LoggedRun out;
  out.cores.resize(plan.programs.size());
  work.backend = backend;
  work.trace = [&](size_t core) { return &out.cores[core]; };
  work.output = [&](int64_t image, std::vector<Tensor> outputs) {
    out.outputs[image] = std::move(outputs);
  };
  out.run = run_on_system(plan, work);
  return out;
}

void compare_launch(const std::string& where, const LaunchLog::Launch& a,
                    const LaunchLog::Launch& b, std::vector<std::string>& differences) {
  const auto [first, second] = std::ranges::mismatch(a.completions, b.completions);
  if (first != a.completions.end() && second != b.completions.end())
    differences.push_back(fmt::format("{}: instruction {} is complete in cycle {}, and in {}",
                                      where, first - a.completions.begin(), *first, *second));
  else if (a.completions.size() != b.completions.size())
    differences.push_back(fmt::format("{}: {} instructions, and {}", where, a.completions.size(),
                                      b.completions.size()));
  else if (a.report.cycles != b.report.cycles)
    differences.push_back(fmt::format("{}: {} cycles, and {}", where, a.report.cycles.value_or(0),
                                      b.report.cycles.value_or(0)));
  else if (a.report.counters != b.report.counters || a.report.timing != b.report.timing)
    differences.push_back(fmt::format("{}: counters or states of units differ", where));
}

void compare_runs(const LoggedRun& a, const LoggedRun& b, const std::string& names,
                  std::vector<std::string>& differences) {
  for (size_t core = 0; core < a.cores.size(); ++core) {
    const auto& mine = a.cores[core].launches();
    const auto& others = b.cores[core].launches();
    if (mine.size() != others.size())
      differences.push_back(
          fmt::format("{}: core {}: {} launches, and {}", names, core, mine.size(), others.size()));
    for (size_t k = 0; k < std::min(mine.size(), others.size()); ++k)
      compare_launch(fmt::format("{}: core {}, launch {}", names, core, k), mine[k], others[k],
                     differences);
  }
  if (a.run.dram != b.run.dram)
    differences.push_back(names + ": what the DRAM did differs");
  for (const auto& [image, outputs] : a.outputs)
    for (size_t i = 0; i < outputs.size(); ++i)
      if (const auto other = b.outputs.find(image);
          other == b.outputs.end() ||
          !std::ranges::equal(outputs[i].bytes(), other->second[i].bytes()))
        differences.push_back(fmt::format("{}: output {} of image {} differs", names, i, image));
}

}  // namespace

SystemCampaignResult run_system_campaign(const SystemCampaign& campaign) {
  std::vector<std::unique_ptr<System>> systems;
  for (const std::string& backend : campaign.backends) {
    systems.push_back(
        make_system(backend, campaign.cores,
                    {.memory_bytes = cosim::system_memory_bytes(campaign.cores.size())}));
    systems.back()->core(0).memory().expect_sparse_use();
  }
  std::vector<std::unique_ptr<Device>> alone(campaign.cores.size());
  SystemCampaignResult out;
  for (int64_t k = 0; k < campaign.programs; ++k) {
    const int64_t index = campaign.first_program + k;
    const cosim::SystemProgram program =
        cosim::generate_system_program(campaign.cores, campaign.memory, campaign.seed, index);
    std::vector<std::vector<cosim::RunResult>> results{run_alone(program, alone)};
    for (const auto& system : systems)
      results.push_back(cosim::run_system_program(program, *system));
    add_counts(program, results[1], out);
    if (const auto found = cosim::find_system_difference(program, results))
      out.differences.push_back({index, found->core,
                                 std::string(cosim::difference_name(found->difference.kind)),
                                 found->difference.text});
    campaign.on_program();
    if (std::ssize(out.differences) >= campaign.most_differences)
      break;
  }
  return out;
}

SystemNetworkComparison compare_system_network(const SystemPlan& plan, const SystemWork& work,
                                               const std::vector<std::string>& backends) {
  SystemNetworkComparison out;
  const LoggedRun first = log_run(plan, work, backends.front());
  for (const LaunchLog& core : first.cores)
    for (const LaunchLog::Launch& launch : core.launches()) {
      ++out.launches;
      out.insns += std::ssize(launch.completions);
      out.cycles += launch.report.cycles.value_or(0);
    }
  for (size_t k = 1; k < backends.size(); ++k)
    compare_runs(first, log_run(plan, work, backends[k]), backends.front() + ", " + backends[k],
                 out.differences);
  return out;
}

}  // namespace vta::workbench
