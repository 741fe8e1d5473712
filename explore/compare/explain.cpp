// A state of compute tells what it waited for; what the unit it waited for did differently is told
// beside it, in counters (bytes, steps) and in that unit's own states. Those stand beside the
// change as facts: that they moved together does not prove that one caused the other.
#include "explore/compare/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/number_text.h"
#include "base/percent.h"
#include "explore/record/lost_cycles.h"

namespace vta::explore {
namespace {

using Evidence = std::vector<std::string>;

int64_t magnitude(int64_t value) {
  return value < 0 ? -value : value;
}

std::string more(int64_t change) {
  return change > 0 ? "more" : "fewer";
}

const char* cycles_word(int64_t change) {
  return magnitude(change) == 1 ? "cycle" : "cycles";
}

std::string longer(int64_t change) {
  return fmt::format("{} {} {}", thousands(magnitude(change)), cycles_word(change), more(change));
}

void add_bytes(Evidence& out, const LayerDifference& d, int64_t Counters::*member,
               std::string_view what) {
  const int64_t change = d.b.counters.*member - d.a.counters.*member;
  if (change != 0)
    out.push_back(fmt::format("moved {} {} of {}", bytes_text(magnitude(change)),
                              change > 0 ? "more" : "less", what));
}

void add_steps(Evidence& out, std::string_view what, int64_t change) {
  if (change != 0)
    out.push_back(fmt::format("{} {} {}", thousands(magnitude(change)), more(change), what));
}

// The state of a unit that is waited for which changed most the way compute's waiting did. What it
// waits for itself is no reason: lost_cycles.cpp.
void add_state(Evidence& out, const LayerDifference& d, TimedUnit unit, int64_t direction) {
  struct Phrase {
    UnitState state;
    const char* words;
  };
  static constexpr Phrase kPhrases[] = {
      {UnitState::Busy, "was busy (pads) for {}"},
      {UnitState::MemQueued, "waited {} for the memory port"},
      {UnitState::MemLatency, "waited {} for the memory's latency"},
      {UnitState::MemData, "moved data for {}"},
  };
  const StateCycles states = d.states(unit);
  const Phrase* best = nullptr;
  int64_t most = 0;
  for (const Phrase& phrase : kPhrases) {
    const int64_t change = states[static_cast<size_t>(phrase.state)];
    if ((change > 0) == (direction > 0) && magnitude(change) > most) {
      most = magnitude(change);
      best = &phrase;
    }
  }
  if (best != nullptr)
    out.push_back(
        fmt::format(fmt::runtime(best->words), longer(states[static_cast<size_t>(best->state)])));
}

void add_setting(Evidence& out, const RunDifference& runs, std::string_view what,
                 int64_t VtaConfig::*member) {
  const int64_t a = runs.a.config.*member, b = runs.b.config.*member;
  if (a != b)
    out.push_back(fmt::format("{} is {} instead of {}", what, b, a));
}

// Only where it can have helped: a wider bus for less waiting, a narrower one for more.
void add_bus(Evidence& out, const RunDifference& runs, int64_t direction) {
  const int64_t wider = runs.b.config.log_bus_width - runs.a.config.log_bus_width;
  if (wider != 0 && (wider > 0) == (direction < 0))
    out.push_back(fmt::format("the bus is {} instead of {} bytes wide", runs.b.config.bus_bytes(),
                              runs.a.config.bus_bytes()));
}

// "load moved 1.2 MB more weights and waited 300 cycles more for the memory port"
Evidence of_unit(std::string_view unit, const Evidence& did) {
  if (did.empty())
    return {};
  return {fmt::format("{} {}", unit, fmt::join(did, " and "))};
}

// All of `change`: steps that the counters count; those that they do not, resets and the second
// cycle of an ALU step with two operands behind one read port; and what instructions take beside
// their steps.
Evidence busy_evidence(const RunDifference& runs, const LayerDifference& d, int64_t change) {
  Evidence out;
  const int64_t gemm = d.b.counters.gemm_counter - d.a.counters.gemm_counter;
  const int64_t alu = d.b.counters.alu_counter - d.a.counters.alu_counter;
  add_steps(out, "GEMM steps", gemm);
  add_steps(out, "ALU steps", alu);
  add_setting(out, runs, "ACC_READ_PORTS", &VtaConfig::acc_read_ports);
  add_setting(out, runs, "GEMM_PIPELINE", &VtaConfig::gemm_pipeline);
  add_setting(out, runs, "ACC_OVERLAP", &VtaConfig::acc_overlap);
  const int64_t rest = d.b.bound_compute - d.a.bound_compute - gemm - alu;
  if (rest != 0)
    out.push_back(fmt::format("{} for resets and second reads", longer(rest)));
  const bool overlap = runs.a.config.acc_overlap != 0 || runs.b.config.acc_overlap != 0;
  if (const int64_t beside = change - gemm - alu - rest; beside != 0)
    out.push_back(fmt::format("{} to fill and drain {}", longer(beside),
                              overlap ? "pipelines that overlap" : "the pipeline"));
  return out;
}

Evidence load_evidence(const RunDifference& runs, const LayerDifference& d, int64_t direction) {
  Evidence did;
  add_bytes(did, d, &Counters::wgt_load_nbytes, "weights");
  add_bytes(did, d, &Counters::inp_load_nbytes, "inputs");
  add_state(did, d, TimedUnit::Load, direction);
  Evidence out = of_unit("load", did);
  add_bus(out, runs, direction);
  return out;
}

Evidence store_evidence(const RunDifference& runs, const LayerDifference& d, int64_t direction) {
  Evidence did;
  add_bytes(did, d, &Counters::out_store_nbytes, "outputs");
  add_state(did, d, TimedUnit::Store, direction);
  Evidence out = of_unit("store", did);
  add_bus(out, runs, direction);
  return out;
}

Evidence own_load_evidence(const RunDifference& runs, const LayerDifference& d, int64_t direction) {
  Evidence did;
  add_bytes(did, d, &Counters::acc_load_nbytes, "accumulators");
  add_bytes(did, d, &Counters::uop_load_nbytes, "micro-ops");
  Evidence out = of_unit("compute", did);
  add_bus(out, runs, direction);
  return out;
}

// Whoever moved data longer kept the port.
Evidence port_evidence(const RunDifference& runs, const LayerDifference& d, int64_t direction) {
  Evidence out;
  for (const TimedUnit unit : {TimedUnit::Fetch, TimedUnit::Load, TimedUnit::Store}) {
    const int64_t change = d.states(unit)[static_cast<size_t>(UnitState::MemData)];
    if (change != 0 && (change > 0) == (direction > 0))
      out.push_back(fmt::format("{} moved data for {}", timed_unit_name(unit), longer(change)));
  }
  add_bus(out, runs, direction);
  return out;
}

Evidence latency_evidence(const RunDifference& runs, const LayerDifference& d, int64_t direction) {
  Evidence out;
  add_setting(out, runs, "the read latency", &VtaConfig::mem_read_latency);
  add_setting(out, runs, "the gap between bursts", &VtaConfig::mem_gap);
  add_setting(out, runs, "the longest burst", &VtaConfig::mem_burst_beats);
  add_setting(out, runs, "the number of bursts in flight", &VtaConfig::mem_max_outstanding);
  Evidence bytes = own_load_evidence(runs, d, direction);
  out.insert(out.end(), bytes.begin(), bytes.end());
  return out;
}

Evidence fetch_evidence(const LayerDifference& d, int64_t direction) {
  Evidence out, did;
  add_steps(out, "instructions", d.b.insns - d.a.insns);
  add_state(did, d, TimedUnit::Fetch, direction);
  for (std::string& text : of_unit("fetch", did))
    out.push_back(std::move(text));
  return out;
}

Evidence evidence(const RunDifference& runs, const LayerDifference& d, UnitState state,
                  int64_t change) {
  switch (state) {
    case UnitState::Busy:
      return busy_evidence(runs, d, change);
    case UnitState::TokenPrev:
      return load_evidence(runs, d, change);
    case UnitState::TokenNext:
      return store_evidence(runs, d, change);
    case UnitState::MemQueued:
      return port_evidence(runs, d, change);
    case UnitState::MemLatency:
      return latency_evidence(runs, d, change);
    case UnitState::MemData:
      return own_load_evidence(runs, d, change);
    case UnitState::None:
      return fetch_evidence(d, change);
    case UnitState::Slot:
      return {};
  }
  return {};
}

std::string words(UnitState state, int64_t change) {
  const std::string by = longer(change);
  switch (state) {
    case UnitState::Busy:
      return fmt::format("compute worked {}", by);
    case UnitState::TokenPrev:
      return fmt::format("compute waited {} for load", by);
    case UnitState::TokenNext:
      return fmt::format("compute waited {} for store", by);
    case UnitState::MemQueued:
      return fmt::format("compute's own loads waited {} for the memory port", by);
    case UnitState::MemLatency:
      return fmt::format("compute's own loads waited {} for the memory's latency", by);
    case UnitState::MemData:
      return fmt::format("compute's own loads moved data for {}", by);
    case UnitState::Slot:
      return fmt::format("compute waited {} for a slot", by);
    case UnitState::None:
      return fmt::format("compute had no instruction for {}", by);
  }
  return {};
}

std::string tiles_text(const LayerDifference& d) {
  const std::string &a = d.a.description.tiles, &b = d.b.description.tiles;
  return a == b ? "" : fmt::format("{} instead of {}; ", b, a);
}

}  // namespace

std::string percent_text(int64_t a, int64_t b) {
  return a == 0 ? "" : fmt::format("{:+.1f} %", percent_of(b - a, a));
}

std::vector<Cause> causes(const RunDifference& runs, const LayerDifference& difference) {
  const StateCycles states = difference.states(TimedUnit::Compute);
  std::vector<Cause> out;
  for (int s = 0; s < kNumUnitStates; ++s) {
    const auto state = static_cast<UnitState>(s);
    const int64_t change = states[static_cast<size_t>(s)];
    if (change != 0)
      out.push_back(
          {unit_state_name(state), change, words(state, change),
           fmt::format("{}", fmt::join(evidence(runs, difference, state, change), ", "))});
  }
  if (const int64_t change = difference.overlap(); change != 0)
    out.push_back(
        {kOverlap, change,
         fmt::format("{} at its ends, where its stores overlap with another layer's computing",
                     longer(change)),
         ""});
  std::ranges::stable_sort(out, [](const Cause& x, const Cause& y) {
    return magnitude(x.cycles) > magnitude(y.cycles);
  });
  return out;
}

std::string explain(const RunDifference& runs, const LayerDifference& difference) {
  constexpr size_t kMostCauses = 3;
  constexpr int64_t kTenthsTold = 9;
  const std::vector<Cause> all = causes(runs, difference);
  if (all.empty())
    return "no change";
  const std::string percent = percent_text(difference.a.timing.cycles, difference.b.timing.cycles);
  std::string out =
      fmt::format("{} {}{}: ", signed_text(difference.cycles()), cycles_word(difference.cycles()),
                  percent.empty() ? "" : fmt::format(" ({})", percent));
  out += tiles_text(difference);
  int64_t whole = 0, told = 0, rest = difference.cycles();
  for (const Cause& cause : all)
    whole += magnitude(cause.cycles);
  for (size_t i = 0; i < all.size() && i < kMostCauses && told * 10 < whole * kTenthsTold; ++i) {
    const Cause& cause = all[i];
    out += fmt::format("{}{}{}", i == 0 ? "" : "; ", cause.text,
                       cause.evidence.empty() ? "" : fmt::format(" ({})", cause.evidence));
    told += magnitude(cause.cycles);
    rest -= cause.cycles;
  }
  if (told != whole)
    out += fmt::format("; all else: {} {}", signed_text(rest), cycles_word(rest));
  return out;
}

}  // namespace vta::explore
