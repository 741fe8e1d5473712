// The way of a burst through the model: granted, issued, answered, used.
#include <algorithm>
#include <tuple>

#include "sim/csim/core_model.h"
#include "sim/csim/load.h"
#include "sim/csim/store.h"

namespace vta::csim {

// Beats: hw/rtl/memory/README.md, "Data".
void CoreModel::report_burst(const Granted& granted, int64_t completion) {
  const Burst& burst = granted.request.burst;
  const int64_t first = granted.write() ? granted.edge + 2 : completion - burst.beats + 1;
  sink_->on_burst({.master = granted.master,
                   .insn = granted.insn,
                   .address = burst.address,
                   .bytes = burst.bytes,
                   .beats = burst.beats,
                   .requested = granted.request.registered,
                   .granted = granted.edge,
                   .first_beat = first,
                   .last_beat = first + burst.beats - 1,
                   .complete = completion});
}

inline Granted CoreModel::take_grant(TimedUnit master, int64_t edge) {
  Granted burst{master, arbiter_.pending(master), edge};
  if (master == TimedUnit::Fetch) {
    burst.insn = fetch_.first_insn(burst.request);
    burst.last = fetch_.last_burst();
  } else {
    const UnitTimes& times = units_[static_cast<size_t>(master) - 1];
    burst.insn = times.moving->execution.index;
    burst.last = !times.transfer.more();
  }
  arbiter_.granted(master, edge);
  return burst;
}

inline int64_t CoreModel::issue(const Granted& burst) {
  if (!fixed_latencies_)
    return port_.transfer(burst);
  return burst.write() ? launch_.timing.write_latency : launch_.timing.read_latency;
}

inline void CoreModel::request_next(const Granted& burst) {
  if (burst.master == TimedUnit::Fetch) {
    fetch_.granted(burst.edge, arbiter_);
    fetch_dirty_ = true;
  } else if (!burst.last) {
    arbiter_.request(burst.master, burst.edge + 1,
                     units_[static_cast<size_t>(burst.master) - 1].transfer.next());
  }
}

inline int64_t CoreModel::complete(const Granted& burst, int64_t latency) {
  const int64_t completion = arbiter_.answered(burst, latency);
  last_completion_ = std::max(last_completion_, completion);
  if (sink_ != nullptr) [[unlikely]]
    report_burst(burst, completion);
  return completion;
}

// Its master has all of it at `completion`.
inline void CoreModel::arrive(const Granted& burst, int64_t completion) {
  if (burst.master == TimedUnit::Fetch) {
    fetch_.arrived(burst, completion);
    fetch_dirty_ = true;
    return;
  }
  account(burst, completion);
  if (burst.last)
    finish_transfer(static_cast<Unit>(static_cast<int>(burst.master) - 1));
}

// To the LOAD or STORE that it is of.
inline void CoreModel::account(const Granted& burst, int64_t completion) {
  Transfer& transfer = units_[static_cast<size_t>(burst.master) - 1].transfer;
  const Request& request = burst.request;
  if (burst.write())
    transfer.write_granted(request.registered, burst.edge, completion, request.burst.beats);
  else
    transfer.read_granted(request.registered, burst.edge, completion, request.burst.beats);
}

void CoreModel::grant(TimedUnit master, int64_t edge) {
  report_up_to(edge);
  const Granted burst = take_grant(master, edge);
  bus_beats_ += burst.request.burst.beats;
  const int64_t latency = issue(burst);
  request_next(burst);
  if (latency == MemoryPort::kUnanswered)
    unanswered_[burst.write()].push(burst);
  else if (const int64_t completion = complete(burst, latency); is_refused(burst.request.burst))
    refuse(burst, completion, first_refused(burst.request.burst));
  else
    arrive(burst, completion);
  settle();
}

// Nothing settles, so nothing else is known before its end.
void CoreModel::go_alone(TimedUnit master, int64_t edge, int64_t until) {
  UnitTimes& times = units_[static_cast<size_t>(master) - 1];
  Stretch stretch(burst_rules_[master == TimedUnit::Store], arbiter_, master, times.transfer);
  const int64_t alone_until = std::min(until, arbiter_.first_other(master));
  if (sink_ == nullptr)
    stretch.run(edge, alone_until, [](const Request&, int64_t, int64_t) {});
  else
    stretch.run(edge, alone_until, [&](const Request& request, int64_t granted, int64_t complete) {
      report_up_to(granted);
      report_burst({master, request, granted, times.moving->execution.index}, complete);
    });
  bus_beats_ += stretch.beats();
  last_completion_ = std::max(last_completion_, stretch.last_completion());
}

void CoreModel::answer(bool write, int64_t latency, bool refused) {
  const Granted burst = unanswered_[write].front();
  unanswered_[write].pop();
  const int64_t completion = complete(burst, latency);
  if (refused)
    refuse(burst, completion, 0);
  else if (is_refused(burst.request.burst))
    refuse(burst, completion, first_refused(burst.request.burst));
  else
    arrive(burst, completion);
  settle();
}

bool CoreModel::is_refused(const Burst& burst) const {
  return launch_.refused.meets(burst.address, burst.address + static_cast<uint64_t>(burst.bytes));
}

int64_t CoreModel::first_refused(const Burst& burst) const {
  const int log_bus = launch_.timing.log_bus;
  const uint64_t first = std::max(burst.address, launch_.refused.lo);
  return static_cast<int64_t>((first >> log_bus) - (burst.address >> log_bus));
}

// A read from this beat on, or the write as a whole.
void CoreModel::refuse(const Granted& burst, int64_t completion, int64_t beat) {
  if (burst.write())
    return raise({completion, Cause::Write, burst.insn});
  const bool fetched = burst.master == TimedUnit::Fetch;
  if (fetched)
    fetch_.refused();
  raise({completion - burst.request.burst.beats + 1 + beat, Cause::Read,
         fetched ? kNextDispatched : burst.insn});
}

void CoreModel::raise(const RunError& error) {
  if (std::tie(error.edge, error.cause) < std::tie(error_.edge, error_.cause))
    error_ = error;
}

void CoreModel::finish_transfer(Unit unit) {
  const UnitTimes& times = units_[static_cast<size_t>(unit)];
  const Transfer& transfer = times.transfer;
  Execution& e = times.moving->execution;
  const Insn& n = insn(e.index);
  const int64_t edge = unit == Unit::Store ? store_done(e.start, transfer.last_completion())
                                           : load_done(e.start, transfer.beats(), load_pads(n),
                                                       transfer.last_completion());
  e.states = transfer.states();
  if (n.op() == Opcode::Load && n.memory() == MemoryType::Uop && !is_nop(n))
    load_uops(e.index, n);
  finish(e, edge);
}

}  // namespace vta::csim
