#include "sim/cosim/system_run.h"

#include <algorithm>
#include <exception>
#include <limits>

#include "base/error.h"
#include "sim/cosim/random_source.h"

namespace vta::cosim {
namespace {

constexpr uint64_t kPart = uint64_t{1} << 33;
static_assert(kPart >= static_cast<uint64_t>(kMostMemory));

// One core's way through its launches, and through the runs that zero its scratchpads before those
// that are fresh.
class CoreScript {
 public:
  CoreScript(const SystemProgram& program, size_t core, System& system)
      : program_(program.cores[core]),
        zeroing_(zeroing_program(program_)),
        pause_(program.pauses[core]),
        at_(part_of_core(core)),
        device_(system.core(static_cast<int64_t>(core))),
        not_before_(program.begin[core]) {
    for (const LaunchRange& range : launches_of(program_)) {
      if (range.fresh && !steps_.empty())
        steps_.push_back({zeroing_, launches_of(zeroing_).front()});
      steps_.push_back({program_, range});
    }
  }
  ~CoreScript() { device_.set_trace_sink(nullptr); }
  CoreScript(const CoreScript&) = delete;
  CoreScript& operator=(const CoreScript&) = delete;

  bool launched() const { return trace_.has_value(); }
  bool ended() const { return next_ == steps_.size() && !launched(); }
  int64_t not_before() const { return not_before_; }

  void zero_scratchpads() {
    launch({zeroing_, launches_of(zeroing_).front()});
    if (!device_.advance(cycle_bound(zeroing_)))
      throw DeviceError("the run that zeroes the scratchpads did not end");
    end_launch();
  }
  // The core does not run, and there is a next one.
  void launch_next() { launch(steps_[next_++]); }
  // After the end of a launch.
  void take_outcome(int64_t now, RunResult& result) {
    const std::vector<int64_t> cycles = end_launch();
    not_before_ = now + pause_;
    if (&steps_[next_ - 1].program == &zeroing_)
      return;
    result.completion.insert(result.completion.end(), cycles.begin(), cycles.end());
    if (next_ < steps_.size())
      result.earlier.push_back(device_.report());
    else
      read_outcome(device_, result);
  }

 private:
  struct Step {
    const TestProgram& program;
    LaunchRange range;
  };

  void launch(const Step& step) {
    const TestProgram& p = step.program;
    if (step.range.fresh)
      place_program(p, device_.memory(), at_);
    const RefusedWindow window = p.refused;
    set_refused(window.empty() ? window : RefusedWindow{at_ + window.lo, at_ + window.hi}, device_);
    write_registers(p, step.range, device_, at_);
    device_.set_kernels(p.kernels);
    trace_.emplace(step.range.size());
    device_.set_trace_sink(&*trace_);
    device_.write_register(Register::Control, 1);
  }
  std::vector<int64_t> end_launch() {
    device_.set_trace_sink(nullptr);
    if (!trace_->failure().empty())
      throw DeviceError(trace_->failure());
    std::vector<int64_t> cycles = trace_->take();
    trace_.reset();
    return cycles;
  }

  const TestProgram& program_;
  TestProgram zeroing_;
  std::vector<Step> steps_;
  int64_t pause_;
  uint64_t at_;
  Device& device_;
  int64_t not_before_;
  size_t next_ = 0;
  std::optional<CompletionTrace> trace_;
};

// Time is the system's, as if it went on from launch to launch while no core runs.
class Scripts {
 public:
  Scripts(const SystemProgram& program, System& system, std::vector<RunResult>& results)
      : system_(system), results_(results) {
    for (size_t core = 0; core < program.cores.size(); ++core) {
      scripts_.push_back(std::make_unique<CoreScript>(program, core, system));
      bound_ += cycle_bound(program.cores[core]) * std::ssize(program.cores);
    }
  }

  void run() {
    for (const auto& script : scripts_)
      script->zero_scratchpads();
    while (CoreScript* first = earliest()) {
      if (!any_launched()) {
        base_ = first->not_before();
        first->launch_next();
      }
      launch_due();
      system_.run_through(until() - base_);
      take_outcomes();
      if (system_.now() > bound_)
        throw DeviceError(fmt::format("did not end within {} cycles", bound_));
    }
  }

 private:
  int64_t now() const { return base_ + system_.now(); }
  bool any_launched() const {
    return std::ranges::any_of(scripts_, [](const auto& script) { return script->launched(); });
  }
  // Of the scripts that have not ended, one that is running first.
  CoreScript* earliest() const {
    CoreScript* first = nullptr;
    for (const auto& script : scripts_)
      if (!script->ended() && (first == nullptr || begin_of(*script) < begin_of(*first)))
        first = script.get();
    return first;
  }
  static int64_t begin_of(const CoreScript& script) {
    return script.launched() ? std::numeric_limits<int64_t>::min() : script.not_before();
  }
  void launch_due() {
    for (const auto& script : scripts_) {
      if (script->launched() || script->ended() || script->not_before() > now())
        continue;
      script->launch_next();
      take_outcomes();
      if (!any_launched())
        return;
    }
  }
  // Through which edge no core has to be launched.
  int64_t until() const {
    int64_t edge = now() + bound_;
    for (const auto& script : scripts_)
      if (!script->launched() && !script->ended())
        edge = std::min(edge, script->not_before() - 1);
    return std::max(edge, now());
  }
  void take_outcomes() {
    for (size_t core = 0; core < scripts_.size(); ++core)
      if (scripts_[core]->launched() && !system_.running(static_cast<int64_t>(core)))
        scripts_[core]->take_outcome(now(), results_[core]);
  }

  System& system_;
  std::vector<RunResult>& results_;
  std::vector<std::unique_ptr<CoreScript>> scripts_;
  int64_t bound_ = 10'000;
  int64_t base_ = 0;
};

// The part of a memory that a core has, as if it were the whole.
void read_part(const DeviceMemory& memory, std::span<const ByteRange> touched, size_t core,
               const TestProgram& program, RunResult& result) {
  const uint64_t begin = part_of_core(core);
  const uint64_t end = begin + static_cast<uint64_t>(program.memory_bytes);
  result.dram = memory.at(begin, program.memory_bytes);
  for (const ByteRange& range : touched)
    if (range.begin < end && range.end > begin)
      result.touched.push_back(
          {std::max(range.begin, begin) - begin, std::min(range.end, end) - begin});
}

}  // namespace

std::vector<VtaConfig> SystemProgram::configs() const {
  std::vector<VtaConfig> configs;
  for (const TestProgram& program : cores)
    configs.push_back(program.config);
  return configs;
}

SystemProgram generate_system_program(std::span<const VtaConfig> cores, MemoryChoice memory,
                                      uint64_t seed, int64_t index) {
  SystemProgram program;
  RandomSource random(seed ^ (static_cast<uint64_t>(index) << 20));
  for (size_t core = 0; core < cores.size(); ++core) {
    program.cores.push_back(generate_program(
        cores[core], memory, seed, index * std::ssize(cores) + std::ssize(program.cores)));
    program.begin.push_back(random.chance(50) ? random.below(200) : random.below(5'000));
    program.pauses.push_back(random.below(500));
  }
  return program;
}

uint64_t part_of_core(size_t core) {
  return core * kPart;
}

int64_t system_memory_bytes(size_t cores) {
  return static_cast<int64_t>(part_of_core(cores));
}

std::vector<RunResult> run_system_program(const SystemProgram& program, System& system) {
  std::vector<RunResult> results(program.cores.size());
  for (RunResult& result : results)
    result.backend = system.backend();
  try {
    Scripts(program, system, results).run();
    const DeviceMemory& memory = system.core(0).memory();
    const std::vector<ByteRange> touched =
        touched_bytes(memory, system_memory_bytes(program.cores.size()));
    for (size_t core = 0; core < results.size(); ++core)
      read_part(memory, touched, core, program.cores[core], results[core]);
  } catch (const std::exception& e) {
    for (RunResult& result : results)
      result.failure = e.what();
  }
  return results;
}

std::optional<SystemDifference> find_system_difference(
    const SystemProgram& program, std::span<const std::vector<RunResult>> results) {
  for (size_t core = 0; core < program.cores.size(); ++core) {
    const TestProgram& p = program.cores[core];
    std::vector<RunResult> of_core;
    for (const std::vector<RunResult>& of_backend : results)
      of_core.push_back(of_backend[core]);
    const auto difference = find_difference(
        {p.config, p.insns, p.bases, p.racy, launches_of(p), p.refused, p.insn_addr}, of_core);
    if (difference)
      return SystemDifference{static_cast<int64_t>(core), *difference};
  }
  return std::nullopt;
}

}  // namespace vta::cosim
