// An accelerator on a memory that answers when it likes: what a platform's bus does to it, without
// SystemC.
#pragma once

#include <algorithm>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "sim/csim/machine.h"
#include "sim/csim/staged_bytes.h"
#include "sim/device_memory.h"

namespace vta::test {

// How the memory takes a burst: `latency` cycles, which it tells `told` cycles after the grant.
struct LateAnswer {
  int64_t latency = 0, told = 0;
  bool refused = false;
};

class LateBench final : private csim::MemoryPort {
 public:
  using Answers = std::function<LateAnswer(int64_t number, const csim::Granted&)>;

  LateBench(const VtaConfig& config, const std::string& kernels, int64_t memory_bytes,
            Answers answers)
      : memory(memory_bytes),
        engine_(make_engine(kernels, config)),
        bytes_(*engine_),
        machine(config, *engine_, bytes_, *this, {memory_bytes}),
        answers_(std::move(answers)) {}

  void write(Register reg, uint64_t value) {
    machine.write_register_at(register_table()[static_cast<size_t>(reg)].offset, value);
  }

  // Launches, and goes from one thing that happens to the next, as time does. False: there was
  // none.
  bool run() {
    grants_ = 0;
    write(Register::Control, 1);
    for (int64_t now = 0;;) {
      deliver(now);
      if (machine.run_until(now))
        return true;
      const int64_t next = std::min(machine.next_cycle(), next_answer());
      if (next == csim::kNever)
        return false;
      now = std::max(now, next);
    }
  }

  DeviceMemory memory;

 private:
  struct Flight {
    csim::Granted burst;
    LateAnswer answer;
    std::vector<std::byte> fetched;
  };

  int64_t transfer(const csim::Granted& granted) override {
    Flight flight{granted, answers_(grants_++, granted), {}};
    const csim::Burst& burst = granted.request.burst;
    const auto place = memory.at(burst.address, burst.bytes);
    if (granted.master == TimedUnit::Fetch)
      flight.fetched.assign(place.begin(), place.end());
    else if (std::byte* payload = bytes_.payload(granted); granted.write())
      std::memcpy(place.data(), payload, place.size());
    else
      std::memcpy(payload, place.data(), place.size());
    under_way_[granted.write()].push_back(std::move(flight));
    return kUnanswered;
  }

  // An answer that comes before that of an earlier burst waits for it.
  int64_t next_answer() const {
    int64_t next = csim::kNever;
    for (const auto& kind : under_way_)
      if (!kind.empty())
        next = std::min(next, kind.front().burst.edge + kind.front().answer.told);
    return next;
  }
  void deliver(int64_t now) {
    for (auto& kind : under_way_)
      while (!kind.empty() && kind.front().burst.edge + kind.front().answer.told <= now) {
        const Flight flight = std::move(kind.front());
        kind.pop_front();
        if (!flight.answer.refused)
          bytes_.fetched(flight.fetched);
        else if (flight.burst.master == TimedUnit::Fetch)
          bytes_.fetch_refused();
        machine.answer(flight.burst.write(), flight.answer.latency, flight.answer.refused,
                       "refused");
      }
  }

  std::unique_ptr<Engine> engine_;
  csim::StagedBytes bytes_;

 public:
  csim::Machine machine;

 private:
  Answers answers_;
  int64_t grants_ = 0;
  std::array<std::deque<Flight>, 2> under_way_;
};

}  // namespace vta::test
