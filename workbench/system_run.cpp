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

namespace vta::workbench {
namespace {

constexpr int64_t kPartMultiple = int64_t{1} << 20;  // bytes: where a core's memory may begin

// A part of the memory for each core, one behind the other; all of it for cores that compute
// together, whose programs lie apart in it.
std::vector<MemoryRange> memory_parts(const SystemPlan& plan) {
  if (plan.split == "channels") {
    const Program& first = *plan.programs.front();
    const int64_t bytes = Driver::memory_for(first.config, first.arena_bytes);
    return std::vector<MemoryRange>(plan.programs.size(),
                                    {0, static_cast<uint64_t>(align_up(bytes, kPartMultiple))});
  }
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

// Hosts of cores that compute together wait here for all of them.
class Barrier {
 public:
  Barrier(Turns& turns, size_t hosts, int64_t latency)
      : turns_(turns), hosts_(static_cast<int64_t>(hosts)), latency_(latency) {}

  // All launch when all are here, but for the first time only so many cycles later; and all are
  // done when all are here again.
  void before_launch() {
    const bool first = times_ == 0;
    meet();
    if (!first)
      turns_.wait([] { return false; }, latency_);
  }
  void behind_launch() { meet(); }

  // So far with that latency.
  int64_t count() const { return std::max<int64_t>(times_ / 2 - 1, 0); }

 private:
  void meet() {
    const int64_t now = times_;
    if (++here_ == hosts_) {
      here_ = 0;
      ++times_;
    }
    turns_.wait([this, now] { return times_ != now; });
  }

  Turns& turns_;
  int64_t hosts_, latency_;
  int64_t here_ = 0, times_ = 0;
};

// The host of one core.
class CoreHost {
 public:
  // `owner`: the one that has loaded the memory which this one shares; nullptr: its memory is its
  // own.
  CoreHost(Turns& turns, int64_t core, std::shared_ptr<const Program> program,
           const MemoryRange& memory, const SystemWork& work, const CoreHost* owner)
      : launches_only_(work.timing_only || owner != nullptr) {
    auto link = std::make_unique<LocalLink>(turns.device(core), memory);
    executor_ = owner == nullptr ? std::make_unique<Executor>(std::move(program), std::move(link))
                                 : std::make_unique<Executor>(std::move(program), std::move(link),
                                                              *owner->executor_);
    executor_->set_max_cycles(work.max_cycles);
    if (work.trace)
      executor_->trace(work.trace(static_cast<size_t>(core)));
  }

  void meet_at(Barrier& barrier) {
    executor_->around_launches(
        [&barrier](bool done) { done ? barrier.behind_launch() : barrier.before_launch(); });
  }

  std::vector<Tensor> run(const std::vector<Tensor>& inputs, SystemRun::Core& sums) {
    std::vector<Tensor> outputs;
    if (launches_only_) {
      executor_->run_launches_only();
    } else {
      for (size_t i = 0; i < inputs.size(); ++i)
        executor_->set_input(static_cast<int64_t>(i), inputs[i]);
      executor_->run();
      for (int64_t i = 0; i < std::ssize(executor_->program().outputs); ++i)
        outputs.push_back(executor_->output(i));
    }
    ++sums.images;
    sums.launches += executor_->stats().launches;
    for (const int64_t cycles : executor_->stats().launch_cycles)
      sums.busy += cycles;
    return outputs;
  }

 private:
  bool launches_only_;
  std::unique_ptr<Executor> executor_;
};

// All hosts of a run, and what they share.
class SystemHosts {
 public:
  SystemHosts(System& system, const SystemPlan& plan, const SystemWork& work)
      : plan_(plan), work_(work), turns_(system) {
    const std::vector<MemoryRange> memory = memory_parts(plan);
    const auto programs = work.timing_only ? without_constants(plan.programs) : plan.programs;
    const bool together = plan.split == "channels";
    for (size_t core = 0; core < programs.size(); ++core)
      hosts_.push_back(std::make_unique<CoreHost>(
          turns_, static_cast<int64_t>(core), programs[core], memory[core], work,
          together && core > 0 ? hosts_.front().get() : nullptr));
    if (together)
      barrier_.emplace(turns_, hosts_.size(), work.barrier);
    out_.split = plan.split;
    out_.cores.resize(plan.programs.size());
    out_.images.resize(static_cast<size_t>(work.images));
  }

  SystemRun run() {
    const Stopwatch watch;
    std::vector<std::function<void()>> acts;
    waiting_.resize(hosts_.size());
    pace_.resize(hosts_.size());
    const auto act = barrier_                    ? &SystemHosts::run_slices
                     : plan_.split == "pipeline" ? &SystemHosts::run_part
                                                 : &SystemHosts::run_images;
    for (size_t core = 0; core < hosts_.size(); ++core)
      acts.emplace_back([this, core, act] { (this->*act)(core); });
    turns_.run(std::move(acts));
    out_.cycles = turns_.edges();
    out_.dram = turns_.dram_statistics();
    if (barrier_) {
      out_.barriers = barrier_->count();
      out_.barrier = work_.barrier;
    }
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

  // The first core's host does all that is not a launch.
  void run_slices(size_t core) {
    hosts_[core]->meet_at(*barrier_);
    for (int64_t image = 0; image < work_.images; ++image) {
      if (core > 0) {
        hosts_[core]->run({}, out_.cores[core]);
        continue;
      }
      out_.images[static_cast<size_t>(image)].begin = turns_.edges();
      finish(image, core, hosts_[core]->run(inputs_of(image), out_.cores[core]));
    }
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
  std::optional<Barrier> barrier_;  // of cores that compute together
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

}  // namespace vta::workbench
