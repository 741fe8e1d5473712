#include <algorithm>
#include <set>

#include "base/error.h"
#include "driver/driver.h"
#include "runtime/launches.h"
#include "sim/factory/device_factory.h"
#include "workbench/network.h"
#include "workbench/network_parts.h"
#include "workbench/system_run.h"

namespace vta::workbench {
namespace {

// Alone on the memory, without values.
RunStats run_alone(const Program& program) {
  const int64_t memory = Driver::memory_for(program.config, program.arena_bytes);
  return run_launches(
      program, make_device("csim", program.config, {.memory_bytes = memory, .timing_only = true}));
}

std::vector<int64_t> kernel_cycles(const Program& program) {
  const RunStats stats = run_alone(program);
  std::vector<int64_t> cycles(program.kernels.size());
  for (size_t k = 0; k < cycles.size() && stats.timing; ++k)
    cycles[k] = stats.timing->kernels[k].cycles;
  return cycles;
}

constexpr int kBalanceRounds = 4;

// How many times as long an image takes on a core of a run as it does alone on the memory.
double slower_than_alone(const Program& program, const SystemRun::Core& run) {
  if (run.busy == 0)
    return 1.0;
  return static_cast<double>(run.busy) /
         static_cast<double>(run.images * run_alone(program).timing->cycles);
}

}  // namespace

SystemPlan batch_plan(const std::string& model, const CompileOptions& options,
                      const std::vector<VtaConfig>& cores, std::vector<std::string>& notes) {
  SystemPlan plan{.split = "batch", .pipeline = {}, .programs = {}};
  for (size_t core = 0; core < cores.size(); ++core) {
    const auto same = std::ranges::find(cores, cores[core]) - cores.begin();
    if (same < static_cast<int64_t>(core)) {
      plan.programs.push_back(plan.programs[static_cast<size_t>(same)]);
      continue;
    }
    CompileOptions of_core = options;
    of_core.config = cores[core];
    CompileResult compiled = compile_network(model, of_core, {}).compiled;
    if (core == 0)
      notes = std::move(compiled.notes);
    plan.programs.push_back(std::make_shared<const Program>(std::move(compiled.program)));
  }
  return plan;
}

SystemPlan pipeline_plan(const std::string& model, const CompileOptions& options,
                         const std::vector<VtaConfig>& cores, const SystemWork& work,
                         std::vector<std::string>& notes) {
  QuantizedNetwork network = quantized_network(model, options);
  const PartBalance balance(network, cores, false);
  SystemWork timing = work;
  timing.timing_only = true;
  timing.backend = "csim";
  timing.trace = {};
  timing.on_image = [] {};
  std::vector<double> factors(cores.size(), 1.0);
  std::set<std::vector<int64_t>> known;
  SystemPlan best;
  std::vector<int64_t> tried;
  for (int round = 0; round < kBalanceRounds; ++round) {
    std::vector<int64_t> part_of = balance.parts(factors);
    if (!known.insert(part_of).second)
      break;
    SystemPlan plan{.split = "pipeline",
                    .pipeline = plan_of(network, split_graph(network.graph, part_of), cores),
                    .programs = {}};
    plan.programs = plan.pipeline.parts;
    const SystemRun run = run_on_system(plan, timing);
    for (size_t core = 0; core < cores.size(); ++core)
      factors[core] = slower_than_alone(*plan.programs[core], run.cores[core]);
    if (tried.empty() || run.cycles < *std::ranges::min_element(tried)) {
      best = std::move(plan);
      best.taken = tried.size();
    }
    tried.push_back(run.cycles);
  }
  best.tried = std::move(tried);
  notes = std::move(network.notes);
  return best;
}

SystemPlan channels_plan(const std::string& model, const CompileOptions& options,
                         const std::vector<VtaConfig>& cores, std::vector<std::string>& notes) {
  CompileOptions together = options;
  together.config = common_config(cores);
  together.slices = {cores, kernel_cycles};
  CompileResult compiled = compile_network(model, together, {}).compiled;
  SystemPlan plan{.split = "channels", .pipeline = {}, .programs = {}};
  for (Program& program : compiled.slices)
    plan.programs.push_back(std::make_shared<const Program>(std::move(program)));
  notes = std::move(compiled.notes);
  return plan;
}

piped::Plan whole_network(const std::string& model, const std::shared_ptr<const Program>& program) {
  piped::Plan plan;
  plan.model = model;
  plan.parts = {program};
  const auto name_of = [&](int64_t value) {
    return program->values[static_cast<size_t>(value)].name;
  };
  for (int64_t i = 0; i < std::ssize(program->inputs); ++i)
    plan.inputs.push_back({name_of(program->inputs[static_cast<size_t>(i)]),
                           piped::input_type(*program, i),
                           {{0, i}}});
  for (int64_t i = 0; i < std::ssize(program->outputs); ++i)
    plan.outputs.push_back({name_of(program->outputs[static_cast<size_t>(i)]),
                            piped::output_type(*program, i),
                            {0, i}});
  return plan;
}

SystemChoice quickest_plan(const std::string& model, const CompileOptions& options,
                           const std::vector<VtaConfig>& cores, SystemPlan batch, SystemWork work) {
  SystemChoice choice{.plan = std::move(batch), .candidates = {}, .notes = {}};
  if (cores.size() == 1)
    return choice;
  work.timing_only = true;
  choice.candidates.push_back(run_on_system(choice.plan, work));
  int64_t least = choice.candidates.front().cycles;
  const auto attempt = [&](const char* split, auto make) {
    try {
      std::vector<std::string> notes;
      SystemPlan plan = make(notes);
      choice.candidates.push_back(run_on_system(plan, work));
      if (choice.candidates.back().cycles < least) {
        least = choice.candidates.back().cycles;
        choice.plan = std::move(plan);
      }
    } catch (const UsageError& e) {
      choice.notes.push_back(fmt::format("no {}: {}", split, e.what()));
    } catch (const ConfigError& e) {
      choice.notes.push_back(fmt::format("no {}: {}", split, e.what()));
    }
  };
  attempt("pipeline", [&](std::vector<std::string>& notes) {
    return pipeline_plan(model, options, cores, work, notes);
  });
  attempt("channels", [&](std::vector<std::string>& notes) {
    return channels_plan(model, options, cores, notes);
  });
  return choice;
}

}  // namespace vta::workbench
