#include "sim/csim/core_model.h"

#include <algorithm>
#include <bit>

#include "hw/isa/insn.h"
#include "sim/csim/compute.h"
#include "sim/csim/load.h"
#include "sim/csim/store.h"

namespace vta::csim {
namespace {

constexpr size_t at(Unit unit) {
  return static_cast<size_t>(unit);
}
constexpr TimedUnit timed(Unit unit) {
  return static_cast<TimedUnit>(at(unit) + 1);
}
constexpr unsigned bit(Unit unit) {
  return 1u << at(unit);
}
int64_t first_edge(const Ring<Execution>& ring) {
  return ring.empty() ? kNever : ring.front().done;
}
int64_t first_edge(const Ring<Dispatch>& ring) {
  return ring.empty() ? kNever : ring.front().edge;
}

}  // namespace

CoreModel::CoreModel(const VtaConfig& config, MemoryPort& port, Effects& effects)
    : config_(config), port_(port), effects_(effects) {
  for (size_t type = 0; type < element_bytes_.size(); ++type)
    element_bytes_[type] = config.element_bytes(static_cast<MemoryType>(type));
}

void CoreModel::launch(const Launch& launch) {
  launch_ = launch;
  arbiter_.launch(launch.timing);
  fetch_.launch({launch.stream, launch.insn_address, launch.insn_count, launch.kernels},
                launch.timing);
  tokens_.launch();
  accounts_.launch(launch.kernels.size());
  for (size_t unit = 0; unit < units_.size(); ++unit) {
    queues_[unit].launch(config_.cmd_queue_depth);
    units_[unit] = {};
    units_[unit].cursor.launch(launch.kernels);
    retirements_[unit].clear();
  }
  dispatches_.clear();
  dirty_ = 0;
  fetch_dirty_ = true;
  next_report_ = kNever;
  last_activity_ = last_completion_ = bus_beats_ = 0;
  error_edge_ = kNever;
  error_insn_ = -1;
  settle();
}

bool CoreModel::run_until(int64_t until) {
  int64_t next = arbiter_.next_grant();
  for (; next <= std::min(until, error_edge_) && next != kNever; next = arbiter_.next_grant())
    grant(next);
  report_up_to(std::min(until, error_edge_));
  const bool all_granted = next == kNever || next > error_edge_;
  if (all_granted && end_edge() <= until)
    return true;
  report_progress(until);
  return false;
}

int64_t CoreModel::next_edge() {
  const int64_t grant = arbiter_.next_grant();
  const bool all_granted = grant == kNever || grant > error_edge_;
  return std::min(next_report_, all_granted ? end_edge() : grant);
}

void CoreModel::settle() {
  while (fetch_dirty_ || dirty_ != 0) {
    if (fetch_dirty_) {
      fetch_dirty_ = false;
      dirty_ |= fetch_.advance({arbiter_, queues_, accounts_, sink_ ? &dispatches_ : nullptr});
      next_report_ = std::min(next_report_, first_edge(dispatches_));
      continue;
    }
    const auto unit = static_cast<Unit>(std::countr_zero(dirty_));
    if (!start_next(unit))
      dirty_ &= ~bit(unit);
  }
}

// s = max(done_prev, d, needed tokens) + 1, once all of them are known.
bool CoreModel::start_next(Unit unit) {
  UnitTimes& times = units_[at(unit)];
  CommandQueue& queue = queues_[at(unit)];
  if (times.executing || queue.empty())
    return false;
  const Dispatched next = queue.front();
  const unsigned pops = launch_.stream->tags()[static_cast<size_t>(next.index)].pops;
  int64_t prev_token = 0;
  int64_t last_token = 0;
  for (unsigned left = pops; left != 0; left &= left - 1) {
    const int counter = std::countr_zero(left);
    if (!tokens_.known(counter))
      return false;
    last_token = std::max(last_token, tokens_.front(counter));
    if (counter == kPoppedTokens[at(unit)].prev)
      prev_token = tokens_.front(counter);
  }
  for (unsigned left = pops; left != 0; left &= left - 1)
    tokens_.pop(std::countr_zero(left));
  const int64_t visible = std::max(times.done, next.edge);
  const int64_t start = std::max(visible, last_token) + 1;
  times.now = {.unit = unit,
               .index = next.index,
               .dispatched = next.edge,
               .free = times.done,
               .visible = visible,
               .prev_token = std::max(visible, prev_token),
               .start = start};
  account_wait(times.now, times.cursor.at(next.index, insn(next.index)));
  queue.start_front(start);
  fetch_dirty_ = true;
  times.executing = true;
  execute(unit);
  return true;
}

// The idle cycles before a start. Without a visible instruction they belong to the kernel of the
// one before.
void CoreModel::account_wait(const Execution& next, int64_t kernel) {
  UnitTimes& times = units_[at(next.unit)];
  const TimedUnit unit = timed(next.unit);
  accounts_.add(unit, times.kernel, UnitState::None, next.visible - next.free);
  accounts_.add(unit, kernel, UnitState::TokenPrev, next.prev_token - next.visible);
  accounts_.add(unit, kernel, UnitState::TokenNext, next.start - 1 - next.prev_token);
  times.kernel = kernel;
}

void CoreModel::execute(Unit unit) {
  const Insn& n = insn(units_[at(unit)].now.index);
  switch (n.op()) {
    case Opcode::Load:
      return begin_transfer(unit, load_runs(n, launch_.bases.of(n.memory()), element_bytes(n)),
                            load_pads(n));
    case Opcode::Store:
      return begin_transfer(unit, store_runs(n, launch_.bases.out, element_bytes(n)), 0);
    case Opcode::Gemm:
    case Opcode::Alu:
      return compute_steps();
    case Opcode::Finish:
      return done_busy(unit, finish_done(units_[at(unit)].now.start));
  }
}

void CoreModel::begin_transfer(Unit unit, const Runs& runs, int64_t pads) {
  UnitTimes& times = units_[at(unit)];
  times.transfer.begin(runs, launch_.timing, times.now.start, pads);
  if (times.transfer.more())
    arbiter_.request(timed(unit), times.now.start + 1, times.transfer.next());
  else
    finish_transfer(unit);
}

void CoreModel::compute_steps() {
  UnitTimes& times = units_[at(Unit::Compute)];
  const Insn& n = insn(times.now.index);
  if (const auto step = effects_.index_fault(n)) {
    error_edge_ = fault_edge(n, times.now.start, *step, config_);
    error_insn_ = times.now.index;
    return;
  }
  done_busy(Unit::Compute, steps_done(n, times.now.start, config_));
}

void CoreModel::done_busy(Unit unit, int64_t edge) {
  StateCycles states{};
  states[static_cast<size_t>(UnitState::Busy)] = edge - units_[at(unit)].now.start + 1;
  account(unit, states);
  done(unit, edge);
}

// What the head's execution took.
void CoreModel::account(Unit unit, const StateCycles& states) {
  UnitTimes& times = units_[at(unit)];
  times.now.states = states;
  add_cycles(accounts_.row(timed(unit), times.kernel), states);
}

// The head's last effect is at `edge`.
void CoreModel::done(Unit unit, int64_t edge) {
  UnitTimes& times = units_[at(unit)];
  times.executing = false;
  times.done = times.now.done = edge;
  dirty_ |= bit(unit);
  for (unsigned left = launch_.stream->tags()[static_cast<size_t>(times.now.index)].pushes;
       left != 0; left &= left - 1) {
    const int counter = std::countr_zero(left);
    tokens_.push(counter, edge);
    dirty_ |= bit(kPopper[static_cast<size_t>(counter)]);
  }
  retirements_[at(unit)].push(times.now);
  next_report_ = std::min(next_report_, edge);
  if (times.kernel != kNoKernel)
    accounts_.retired(times.kernel, edge);
  last_activity_ = std::max(last_activity_, edge);
}

void CoreModel::grant(int64_t edge) {
  report_up_to(edge);
  const TimedUnit master = arbiter_.winner(edge);
  const Request request = arbiter_.pending(master);
  const int64_t completion = port_.transfer(request.burst, master == TimedUnit::Store, edge);
  arbiter_.granted(master, edge, completion);
  bus_beats_ += request.burst.beats;
  last_completion_ = std::max(last_completion_, completion);
  if (sink_ != nullptr) [[unlikely]]
    report_burst(master, request, edge, completion);
  if (master == TimedUnit::Fetch) {
    fetch_.granted(request, edge, completion, arbiter_);
    fetch_dirty_ = true;
  } else {
    transfer_granted(static_cast<Unit>(static_cast<int>(master) - 1), request, edge, completion);
  }
  settle();
}

void CoreModel::transfer_granted(Unit unit, const Request& request, int64_t edge,
                                 int64_t completion) {
  Transfer& transfer = units_[at(unit)].transfer;
  if (unit == Unit::Store)
    transfer.write_granted(request.registered, edge, completion, request.burst.beats);
  else
    transfer.read_granted(request.registered, edge, completion, request.burst.beats);
  if (transfer.more())
    arbiter_.request(timed(unit), edge + 1, transfer.next());
  else
    finish_transfer(unit);
}

void CoreModel::finish_transfer(Unit unit) {
  const UnitTimes& times = units_[at(unit)];
  const Transfer& transfer = times.transfer;
  const Insn& n = insn(times.now.index);
  const int64_t edge = unit == Unit::Store ? store_done(times.now.start, transfer.last_completion())
                                           : load_done(times.now.start, transfer.beats(),
                                                       load_pads(n), transfer.last_completion());
  account(unit, transfer.states(times.now.start, edge));
  if (n.op() == Opcode::Load && n.memory() == MemoryType::Uop)
    effects_.load_uops(n);
  done(unit, edge);
}

// Merges the units' retirements, which are each in order.
void CoreModel::report_until(int64_t edge) {
  for (; first_edge(dispatches_) <= edge; dispatches_.pop())
    if (sink_ != nullptr)
      sink_->on_dispatch(dispatches_.front());
  Ring<Execution>* first = &earliest_retirement();
  for (; first_edge(*first) <= edge; first = &earliest_retirement()) {
    const Execution next = first->front();
    first->pop();
    effects_.retire(next, insn(next.index));
  }
  next_report_ = std::min(first_edge(dispatches_), first_edge(*first));
}

Ring<Execution>& CoreModel::earliest_retirement() {
  return *std::ranges::min_element(retirements_, {}, [](const auto& r) { return first_edge(r); });
}

// Beats: hw/rtl/memory/README.md, "Data".
void CoreModel::report_burst(TimedUnit master, const Request& request, int64_t edge,
                             int64_t completion) {
  const Burst& burst = request.burst;
  const bool write = master == TimedUnit::Store;
  const int64_t first = write ? edge + 2 : completion - burst.beats + 1;
  const int64_t fetched = static_cast<int64_t>(burst.address - launch_.insn_address) / kInsnBytes;
  sink_->on_burst({.master = master,
                   .insn = master == TimedUnit::Fetch
                               ? fetched
                               : units_[static_cast<size_t>(master) - 1].now.index,
                   .address = burst.address,
                   .bytes = burst.bytes,
                   .beats = burst.beats,
                   .requested = request.registered,
                   .granted = edge,
                   .first_beat = first,
                   .last_beat = first + burst.beats - 1,
                   .complete = completion});
}

void CoreModel::report_progress(int64_t until) {
  const auto& pending = retirements_[at(Unit::Compute)];
  if (pending.empty())
    return;
  const Execution& next = pending.front();
  const Insn& n = insn(next.index);
  if (n.op() != Opcode::Gemm && n.op() != Opcode::Alu)
    return;
  const int64_t start = next.done - (steps_done(n, 0, config_));
  if (until > start)
    effects_.progress(next.index, n, (until - start) / step_cycles(n, config_));
}

int64_t CoreModel::element_bytes(const Insn& insn) const {
  return element_bytes_[static_cast<size_t>(insn.memory_type)];
}

}  // namespace vta::csim
