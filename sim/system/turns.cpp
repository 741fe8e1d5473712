#include "sim/system/turns.h"

#include <algorithm>
#include <thread>

#include "base/error.h"
#include "base/interruption.h"
#include "sim/refused_window.h"

namespace vta {
namespace {

thread_local size_t this_host = 0;

}  // namespace

class Turns::TurnDevice final : public Device, public RefusingDevice {
 public:
  TurnDevice(Turns& turns, int64_t core)
      : turns_(turns), index_(core), core_(turns.system_.core(core)) {}

  std::string_view backend() const override { return core_.backend(); }
  const VtaConfig& config() const override { return core_.config(); }
  bool computes_values() const override { return core_.computes_values(); }
  DeviceMemory& memory() override { return core_.memory(); }
  const DeviceMemory& memory() const override { return std::as_const(core_).memory(); }
  void write_register(Register reg, uint64_t value) override {
    if (reg == Register::Control && value == 1)
      turns_.begin_launch();
    core_.write_register(reg, value);
  }
  uint64_t read_register(Register reg) const override { return core_.read_register(reg); }
  bool advance(int64_t max_cycles) override {
    turns_.wait([this] { return !turns_.system_.running(index_); }, max_cycles);
    return !turns_.system_.running(index_);
  }
  const RunReport& report() const override { return core_.report(); }
  void set_kernels(std::vector<int64_t> first_insn) override {
    core_.set_kernels(std::move(first_insn));
  }
  void set_trace_sink(TraceSink* sink) override { core_.set_trace_sink(sink); }
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first,
                                         int64_t count) const override {
    return core_.read_scratchpad(type, first, count);
  }
  void refuse(const RefusedWindow& window) override {
    dynamic_cast<RefusingDevice&>(core_).refuse(window);
  }

 private:
  Turns& turns_;
  int64_t index_;
  Device& core_;
};

std::unique_ptr<Device> Turns::device(int64_t core) {
  return std::make_unique<TurnDevice>(*this, core);
}

// Where no core runs, the launch is the system's edge 0 again.
void Turns::begin_launch() {
  if (any_running())
    return;
  take_statistics();
  before_ += system_.now();
  counts_ = true;
}

// Of a system in which no core runs any more.
void Turns::take_statistics() {
  if (!counts_ || any_running())
    return;
  counts_ = false;
  for (const DramField& field : kDramFields)
    dram_.*field.member += system_.dram_statistics().*field.member;
}

bool Turns::any_running() const {
  for (int64_t core = 0; core < system_.num_cores(); ++core)
    if (system_.running(core))
      return true;
  return false;
}

void Turns::run(std::vector<std::function<void()>> hosts) {
  hosts_.clear();
  for (std::function<void()>& act : hosts)
    hosts_.push_back({std::move(act), [] { return true; }});
  failure_ = nullptr;
  std::vector<std::thread> threads;
  for (size_t host = 0; host < hosts_.size(); ++host)
    threads.emplace_back([this, host, scope = scoped_interruption()] {
      const InterruptionScope joined(scope);
      this_host = host;
      std::unique_lock lock(mutex_);
      try {
        take_turn(lock, host);
        lock.unlock();
        hosts_[host].act();
        lock.lock();
      } catch (const Ended&) {
        if (!lock.owns_lock())
          lock.lock();
      } catch (...) {
        if (!lock.owns_lock())
          lock.lock();
        if (!failure_)
          failure_ = std::current_exception();
      }
      hosts_[host].ended = true;
      turn_ = kNobody;
      turned_.notify_all();
    });
  try {
    while (give_turns()) {
      go_on();
      check_interruption();
    }
  } catch (...) {
    failure_ = std::current_exception();
  }
  for (size_t host = 0; host < threads.size(); ++host) {
    while (!hosts_[host].ended)
      give_turn(host);  // to an exception
    threads[host].join();
  }
  take_statistics();
  if (failure_)
    std::rethrow_exception(failure_);
}

// To every host that is ready, until none is. Whether any waits then.
bool Turns::give_turns() {
  bool any_waits = true;
  for (bool any = true; any;) {
    any = any_waits = false;
    for (size_t host = 0; host < hosts_.size() && !failure_; ++host) {
      Host& my = hosts_[host];
      if (my.ended)
        continue;
      any_waits = true;
      if (!my.ready() && edges() < my.until)
        continue;
      give_turn(host);
      any = true;
    }
  }
  return any_waits && !failure_;
}

void Turns::give_turn(size_t host) {
  std::unique_lock lock(mutex_);
  turn_ = host;
  turned_.notify_all();
  turned_.wait(lock, [this] { return turn_ == kNobody; });
}

void Turns::take_turn(std::unique_lock<std::mutex>& lock, size_t host) {
  turned_.wait(lock, [this, host] { return turn_ == host; });
  if (failure_)
    throw Ended{};
}

void Turns::wait(const std::function<bool()>& ready, int64_t edges_from_now) {
  Host& my = hosts_[this_host];
  my.ready = ready;
  my.until = edges_from_now > kForEver - edges() ? kForEver : edges() + edges_from_now;
  if (my.ready() || edges() >= my.until)
    return;
  std::unique_lock lock(mutex_);
  turn_ = kNobody;
  turned_.notify_all();
  take_turn(lock, this_host);
}

// Every host waits for the system.
void Turns::go_on() {
  int64_t until = kForEver;
  for (const Host& host : hosts_)
    if (!host.ended)
      until = std::min(until, host.until);
  if (!any_running()) {  // until the first of those that wait for time alone
    VTA_CHECK(until != kForEver, "every host waits, and no core runs");
    before_ += until - edges();
    return;
  }
  system_.run_through(until == kForEver ? kForEver : until - before_ - 1);
}

}  // namespace vta
