#include "sim/system/csim_system.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "base/ring.h"

namespace vta {
namespace {

using csim::kNever;

std::span<const VtaConfig> checked(std::span<const VtaConfig> cores) {
  check_cores(cores);
  return cores;
}

}  // namespace

class CsimSystem::Core final : public Device, public RefusingDevice, private csim::MemoryPort {
 public:
  Core(CsimSystem& system, size_t index, const VtaConfig& config, std::unique_ptr<Engine> engine,
       const CsimOptions& options)
      : system_(system),
        index_(index),
        config_(config),
        engine_(std::move(engine)),
        bytes_(*engine_, system.memory_),
        machine_(config, *engine_, bytes_, *this, {options.memory_bytes, options.timing_only}) {}

  std::string_view backend() const override { return "csim"; }
  const VtaConfig& config() const override { return config_; }
  bool computes_values() const override { return machine_.computes_values(); }
  DeviceMemory& memory() override { return system_.memory_; }
  const DeviceMemory& memory() const override { return system_.memory_; }
  void write_register(Register reg, uint64_t value) override;
  uint64_t read_register(Register reg) const override {
    return machine_.read_register_at(offset_of(reg));
  }
  bool advance(int64_t max_cycles) override;
  const RunReport& report() const override { return machine_.report(); }
  void set_kernels(std::vector<int64_t> first_insn) override {
    machine_.set_kernels(std::move(first_insn));
  }
  void set_trace_sink(TraceSink* sink) override { machine_.set_trace_sink(sink); }
  void refuse(const RefusedWindow& window) override { machine_.refuse(window); }
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first,
                                         int64_t count) const override {
    return engine_->state().read(type, first, count);
  }

  bool running() const { return machine_.running(); }
  bool run_to_next();
  // The system took its oldest burst of that kind `delay` edges after the grant; a DRAM will answer
  // it, or the memory takes the latency of the registers.
  void taken(bool write, int64_t delay) { delays_[write].push(delay); }
  void take_latency(bool write, int64_t delay) { answer_after(write, delay + latency_[write]); }
  // The DRAM's answer: cycles from the system's grant.
  void answer(bool write, int64_t latency) {
    const int64_t delay = delays_[write].front();
    delays_[write].pop();
    answer_after(write, delay + latency);
  }

 private:
  static int64_t offset_of(Register reg) {
    return register_table()[static_cast<size_t>(reg)].offset;
  }
  int64_t transfer(const csim::Granted& burst) override;
  DramStatistics statistics(int64_t edge) override;
  void answer_after(bool write, int64_t cycles) {
    machine_.answer(write, cycles, false, "");
    look_ahead();
  }
  void look_ahead() {
    const int64_t next = machine_.running() ? machine_.next_cycle() : kNever;
    system_.next_[index_] = next == kNever ? kNever : launched_ + next;
  }

  CsimSystem& system_;
  size_t index_;
  VtaConfig config_;
  std::unique_ptr<Engine> engine_;
  csim::DirectBytes bytes_;
  csim::Machine machine_;
  int64_t launched_ = 0;              // the system's edge that was edge 0 of its run
  std::array<int64_t, 2> latency_{};  // of the launch: reads, writes
  int64_t gap_ = 0;
  std::array<Ring<int64_t>, 2> delays_;  // of bursts that the DRAM has, reads and writes
};

void CsimSystem::Core::write_register(Register reg, uint64_t value) {
  if (machine_.running())
    return;
  machine_.check_register(reg, value);
  if (reg == Register::Control && value == 1) {
    const auto get = [&](Register which) { return static_cast<int64_t>(read_register(which)); };
    latency_ = {get(Register::MemReadLatency), get(Register::MemWriteLatency)};
    gap_ = get(Register::MemGap);
    system_.begin_launch();
    launched_ = system_.now_;
  }
  machine_.write_register_at(offset_of(reg), value);
  look_ahead();
  system_.end_write(register_table()[static_cast<size_t>(reg)].bits > 32 ? 2 : 1);
}

bool CsimSystem::Core::advance(int64_t max_cycles) {
  const int64_t cycles = std::clamp<int64_t>(max_cycles, 1, kNever - system_.now_);
  const int64_t last = system_.now_ + cycles - 1;
  while (machine_.running() && system_.now_ <= last)
    system_.run_through(last);
  return !machine_.running();
}

int64_t CsimSystem::Core::transfer(const csim::Granted& granted) {
  const csim::Burst& burst = granted.request.burst;
  const int64_t pause = system_.dram_ ? 1 : burst.beats + gap_;
  system_.arbiter_.offer(
      index_, {launched_ + granted.edge, burst.address, burst.beats, pause, granted.write()});
  return kUnanswered;
}

// Of several cores they belong to none.
DramStatistics CsimSystem::Core::statistics(int64_t edge) {
  const bool alone = system_.cores_.size() == 1;
  return alone && system_.dram_ ? system_.dram_->finish(launched_ + edge) : DramStatistics{};
}

bool CsimSystem::Core::run_to_next() {
  const bool ended = machine_.run_until(system_.next_[index_] - launched_);
  look_ahead();
  return ended;
}

CsimSystem::CsimSystem(std::span<const VtaConfig> cores, std::string_view kernels,
                       const CsimOptions& options)
    : memory_(options.memory_bytes), dram_(make_dram_memory(checked(cores))) {
  next_.fill(kNever);
  for (size_t k = 0; k < cores.size(); ++k)
    cores_.push_back(
        std::make_unique<Core>(*this, k, cores[k], make_engine(kernels, cores[k]), options));
  arbiter_.reset();
}

CsimSystem::~CsimSystem() = default;

Device& CsimSystem::core(int64_t index) {
  return *cores_.at(static_cast<size_t>(index));
}

bool CsimSystem::running(int64_t core) const {
  return cores_.at(static_cast<size_t>(core))->running();
}

bool CsimSystem::any_running() const {
  return std::ranges::any_of(cores_, [](const auto& core) { return core->running(); });
}

// Of a core that does not run.
void CsimSystem::begin_launch() {
  if (any_running())
    return;
  now_ = 0;
  arbiter_.reset();
  if (dram_)
    dram_->launch();
}

void CsimSystem::end_write(int64_t edges) {
  for (const int64_t last = now_ + edges - 1; any_running() && now_ <= last;)
    run_through(last);
}

size_t CsimSystem::earliest() const {
  return csim::first_least(next_);
}

// No core grants anything before `edge` that it has not granted yet, unless the DRAM answers
// before. So its answers up to the next burst that is taken come first: one of them may let a core
// grant what is taken earlier. False: nothing follows from what has been offered.
bool CsimSystem::let_memory_go_on(int64_t edge) {
  const int64_t next = arbiter_.next();
  if (dram_ && dram_->waits())
    if (const auto answer = dram_->answer_before(std::min(next, edge + 2))) {
      cores_[static_cast<size_t>(answer->port)]->answer(answer->write, answer->latency);
      return true;
    }
  if (next > edge + 1)
    return false;
  const csim::SystemArbiter::Taken taken = arbiter_.take();
  const csim::Offer& offer = taken.offer;
  Core& core = *cores_[taken.core];
  const int64_t delay = taken.edge - offer.granted;
  if (!dram_) {
    core.take_latency(offer.write, delay);
    return true;
  }
  core.taken(offer.write, delay);
  dram_->grant(
      {taken.edge, offer.address, offer.beats, offer.write, static_cast<int64_t>(taken.core)});
  return true;
}

// An end at an edge comes with all else at that edge.
void CsimSystem::run_through(int64_t edge) {
  if (!any_running())
    return;
  while (true) {
    const size_t core = earliest();
    const int64_t next = next_[core];
    if (let_memory_go_on(std::min({next, edge, kNever - 2})))
      continue;
    VTA_CHECK(next != kNever || edge != kNever, "every core waits for ever");
    if (next > edge)
      break;
    if (cores_[core]->run_to_next())
      edge = next;
  }
  now_ = edge + 1;
  if (dram_ && !any_running())
    statistics_ = dram_->finish(edge);
}

}  // namespace vta
