#include "workbench/system_run.h"

#include <algorithm>
#include <deque>
#include <map>

#include "base/elapsed.h"
#include "base/error.h"
#include "base/round.h"
#include "driver/driver.h"
#include "link/local_link.h"
#include "runtime/executor.h"
#include "sim/factory/system_factory.h"
#include "sim/system/turns.h"
#include "workbench/network.h"
#include "workbench/network_parts.h"

namespace vta::workbench {
namespace {

constexpr int64_t kPartMultiple = int64_t{1} << 20;  // bytes: where a core's memory may begin

// A part of the memory for each core, one behind the other.
std::vector<MemoryRange> memory_parts(const SystemPlan& plan) {
  std::vector<MemoryRange> parts;
  uint64_t at = 0;
  for (const auto& program : plan.programs) {
    const int64_t bytes = Driver::memory_for(program->config, program->arena_bytes);
    const uint64_t end = at + static_cast<uint64_t>(align_up(bytes, kPartMultiple));
    parts.push_back({at, end});
    at = end;
  }
  return parts;
}

// For the devices that compute no values: weights need not be copied there, once for each core.
std::vector<std::shared_ptr<const Program>> without_constants(
    const std::vector<std::shared_ptr<const Program>>& programs) {
  std::vector<std::shared_ptr<const Program>> out;
  for (const auto& program : programs) {
    const auto same = std::ranges::find(programs, program) - programs.begin();
    if (same < std::ssize(out)) {
      out.push_back(out[static_cast<size_t>(same)]);
      continue;
    }
    auto light = std::make_shared<Program>(*program);
    light->constants.clear();
    out.push_back(std::move(light));
  }
  return out;
}

// The host of one core.
class CoreHost {
 public:
  CoreHost(Turns& turns, int64_t core, std::shared_ptr<const Program> program,
           const MemoryRange& memory, const SystemWork& work)
      : timing_only_(work.timing_only),
        executor_(std::move(program), std::make_unique<LocalLink>(turns.device(core), memory)) {
    executor_.set_max_cycles(work.max_cycles);
    if (work.trace)
      executor_.trace(work.trace(static_cast<size_t>(core)));
  }

  std::vector<Tensor> run(const std::vector<Tensor>& inputs, SystemRun::Core& sums) {
    std::vector<Tensor> outputs;
    if (timing_only_) {
      executor_.run_launches_only();
    } else {
      for (size_t i = 0; i < inputs.size(); ++i)
        executor_.set_input(static_cast<int64_t>(i), inputs[i]);
      executor_.run();
      for (int64_t i = 0; i < std::ssize(executor_.program().outputs); ++i)
        outputs.push_back(executor_.output(i));
    }
    ++sums.images;
    sums.launches += executor_.stats().launches;
    for (const int64_t cycles : executor_.stats().launch_cycles)
      sums.busy += cycles;
    return outputs;
  }

 private:
  bool timing_only_;
  Executor executor_;
};

// All hosts of a run, and what they share.
class SystemHosts {
 public:
  SystemHosts(System& system, const SystemPlan& plan, const SystemWork& work)
      : plan_(plan), work_(work), turns_(system) {
    const std::vector<MemoryRange> memory = memory_parts(plan);
    const auto programs = work.timing_only ? without_constants(plan.programs) : plan.programs;
    for (size_t core = 0; core < programs.size(); ++core)
      hosts_.push_back(std::make_unique<CoreHost>(turns_, static_cast<int64_t>(core),
                                                  programs[core], memory[core], work));
    out_.split = plan.split;
    out_.cores.resize(plan.programs.size());
    out_.images.resize(static_cast<size_t>(work.images));
  }

  SystemRun run() {
    const Stopwatch watch;
    std::vector<std::function<void()>> acts;
    waiting_.resize(hosts_.size());
    pace_.resize(hosts_.size());
    const bool parts = plan_.split == "pipeline";
    for (size_t core = 0; core < hosts_.size(); ++core)
      acts.emplace_back([this, core, parts] { parts ? run_part(core) : run_images(core); });
    turns_.run(std::move(acts));
    out_.cycles = turns_.edges();
    out_.dram = turns_.dram_statistics();
    out_.seconds = watch.seconds();
    return std::move(out_);
  }

 private:
  // An image on its way, with all values that a later part reads or that is an output.
  struct Travelling {
    int64_t image = 0;
    std::map<std::pair<int64_t, int64_t>, Tensor> values;  // by part and output
  };

  std::vector<Tensor> inputs_of(int64_t image) const {
    return work_.timing_only ? std::vector<Tensor>{} : work_.input(image);
  }
  void finish(int64_t image, size_t core, std::vector<Tensor> outputs) {
    SystemRun::Image& times = out_.images[static_cast<size_t>(image)];
    times.core = static_cast<int64_t>(core);
    times.end = turns_.edges();
    if (!work_.timing_only)
      work_.output(image, std::move(outputs));
    work_.on_image();
  }

  void run_images(size_t core) {
    while (next_ < work_.images && !others_are_quicker(core)) {
      const int64_t image = next_++;
      pace_[core].begin = out_.images[static_cast<size_t>(image)].begin = turns_.edges();
      finish(image, core, hosts_[core]->run(inputs_of(image), out_.cores[core]));
      pace_[core].took = turns_.edges() - pace_[core].begin;
    }
    pace_[core].stopped = true;
  }

  // Whether all images that are left come from the other cores before this one would have done the
  // next, if each takes as long as its last.
  bool others_are_quicker(size_t core) const {
    const int64_t left = work_.images - next_;
    if (pace_[core].took == 0 || left > kMostForeseen)
      return false;
    std::vector<int64_t> free, took;
    for (size_t other = 0; other < pace_.size(); ++other) {
      if (other == core || pace_[other].stopped)
        continue;
      if (pace_[other].took == 0)
        return false;
      free.push_back(pace_[other].begin + pace_[other].took);
      took.push_back(pace_[other].took);
    }
    if (free.empty())
      return false;
    int64_t done = 0;
    for (int64_t k = 0; k < left; ++k) {
      size_t first = 0;
      for (size_t i = 1; i < free.size(); ++i)
        if (free[i] + took[i] < free[first] + took[first])
          first = i;
      done = free[first] += took[first];
    }
    return done < turns_.edges() + pace_[core].took;
  }

  void run_part(size_t core) {
    const auto part = static_cast<int64_t>(core);
    for (int64_t image = 0; image < work_.images; ++image) {
      Travelling travelling{image, {}};
      if (core > 0) {
        turns_.wait([&] { return !waiting_[core].empty(); });
        travelling = std::move(waiting_[core].front());
        waiting_[core].pop_front();
      } else {
        out_.images[static_cast<size_t>(image)].begin = turns_.edges();
      }
      std::vector<Tensor> outputs =
          hosts_[core]->run(part_inputs(part, travelling), out_.cores[core]);
      for (size_t port = 0; port < outputs.size(); ++port)
        travelling.values[{part, static_cast<int64_t>(port)}] = std::move(outputs[port]);
      if (core + 1 == hosts_.size()) {
        finish(image, core, network_outputs(travelling));
        continue;
      }
      turns_.wait([&] { return std::ssize(waiting_[core + 1]) < work_.queue; });
      waiting_[core + 1].push_back(std::move(travelling));
    }
  }

  std::vector<Tensor> part_inputs(int64_t part, const Travelling& travelling) const {
    if (work_.timing_only)
      return {};
    const piped::Plan& plan = plan_.pipeline;
    std::vector<Tensor> inputs(plan.parts[static_cast<size_t>(part)]->inputs.size());
    const std::vector<Tensor> given = inputs_of(travelling.image);
    for (size_t i = 0; i < plan.inputs.size(); ++i)
      for (const piped::Port& to : plan.inputs[i].to)
        if (to.part == part)
          inputs[static_cast<size_t>(to.port)] = given[i];
    for (const piped::Plan::Link& link : plan.links)
      if (link.to.part == part)
        inputs[static_cast<size_t>(link.to.port)] =
            travelling.values.at({link.from.part, link.from.port});
    return inputs;
  }
  std::vector<Tensor> network_outputs(const Travelling& travelling) const {
    std::vector<Tensor> outputs;
    if (!work_.timing_only)
      for (const piped::Plan::Output& output : plan_.pipeline.outputs)
        outputs.push_back(travelling.values.at({output.from.part, output.from.port}));
    return outputs;
  }

  const SystemPlan& plan_;
  const SystemWork& work_;
  Turns turns_;
  std::vector<std::unique_ptr<CoreHost>> hosts_;
  SystemRun out_;
  static constexpr int64_t kMostForeseen = 100;  // images
  struct Pace {
    int64_t begin = 0, took = 0;  // of the present or last image; of the last one, 0: none
    bool stopped = false;
  };
  std::vector<Pace> pace_;                       // by core, of batches
  int64_t next_ = 0;                             // image
  std::vector<std::deque<Travelling>> waiting_;  // before each core
};

}  // namespace

std::optional<double> SystemRun::interval() const {
  if (images.size() < 2)
    return std::nullopt;
  std::vector<int64_t> ends;
  for (const Image& image : images)
    ends.push_back(image.end);
  const auto [first, last] = std::ranges::minmax(ends);
  return static_cast<double>(last - first) / static_cast<double>(images.size() - 1);
}

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
                         const std::vector<VtaConfig>& cores, std::vector<std::string>& notes) {
  QuantizedNetwork network = quantized_network(model, options);
  const std::vector<int64_t> part_of = balanced_parts(network, cores, false);
  SystemPlan plan{.split = "pipeline",
                  .pipeline = plan_of(network, split_graph(network.graph, part_of), cores),
                  .programs = {}};
  plan.programs = plan.pipeline.parts;
  notes = std::move(network.notes);
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

SystemRun run_on_system(const SystemPlan& plan, const SystemWork& work) {
  const uint64_t memory_bytes = memory_parts(plan).back().end;
  std::vector<VtaConfig> hardware;
  for (const auto& program : plan.programs)
    hardware.push_back(program->config);
  const std::unique_ptr<System> cores =
      make_system(work.backend, hardware,
                  {.kernels = work.kernels,
                   .memory_bytes = static_cast<int64_t>(memory_bytes),
                   .timing_only = work.timing_only});
  return SystemHosts(*cores, plan, work).run();
}

SystemChoice quickest_plan(const std::string& model, const CompileOptions& options,
                           const std::vector<VtaConfig>& cores, SystemPlan batch, SystemWork work) {
  SystemChoice choice{.plan = std::move(batch), .candidates = {}, .notes = {}};
  if (cores.size() == 1)
    return choice;
  work.timing_only = true;
  choice.candidates.push_back(run_on_system(choice.plan, work));
  try {
    std::vector<std::string> notes;
    SystemPlan pipeline = pipeline_plan(model, options, cores, notes);
    choice.candidates.push_back(run_on_system(pipeline, work));
    if (choice.candidates[1].cycles < choice.candidates[0].cycles)
      choice.plan = std::move(pipeline);
  } catch (const UsageError& e) {
    choice.notes.push_back(fmt::format("no pipeline: {}", e.what()));
  }
  return choice;
}

}  // namespace vta::workbench
