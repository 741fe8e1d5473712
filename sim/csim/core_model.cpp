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
    : config_(config), port_(port), effects_(effects), overlap_(config) {
  for (size_t type = 0; type < element_bytes_.size(); ++type)
    element_bytes_[type] = config.element_bytes(static_cast<MemoryType>(type));
}

void CoreModel::launch(const Launch& launch) {
  launch_ = launch;
  arbiter_.launch(launch.timing);
  fixed_latencies_ = port_.has_fixed_latencies();
  stretches_ = fixed_latencies_ && launch.refused.empty();
  burst_rules_ = {BurstRule(launch.timing, false), BurstRule(launch.timing, true)};
  fetch_.launch({launch.stream, launch.insn_address, launch.insn_count, launch.kernels},
                launch.timing);
  overlap_.launch();
  tokens_.launch();
  accounts_.launch(launch.kernels.size());
  for (size_t unit = 0; unit < units_.size(); ++unit) {
    queues_[unit].launch(config_.cmd_queue_depth);
    units_[unit] = {};
    units_[unit].window.launch(overlaps(static_cast<Unit>(unit)) ? Window::kMost : 1);
    units_[unit].cursor.launch(launch.kernels);
    retirements_[unit].clear();
  }
  dispatches_.clear();
  dirty_ = 0;
  fetch_dirty_ = true;
  next_report_ = kNever;
  last_activity_ = last_completion_ = bus_beats_ = 0;
  error_ = {};
  for (Ring<Granted>& kind : unanswered_)
    kind.clear();
  settle();
}

// Answers that the memory has by then come first: a request may follow from them.
int64_t CoreModel::next_grant(int64_t until) {
  int64_t next = arbiter_.next_grant();
  while (unanswered()) {
    const int64_t after = until == kNever ? kNever : until + 1;
    const auto given = port_.answer_before(next > error_.edge ? after : std::min(next, after));
    if (!given)
      break;
    answer(given->write, given->latency, false);
    next = arbiter_.next_grant();
  }
  return next;
}

// Grants first, reports after them: a retirement is reported once every grant up to its edge is
// known, because an earlier grant may still move bytes that a trace sink reads at that edge.
bool CoreModel::run_until(int64_t until) {
  int64_t next = next_grant(until);
  for (; next <= std::min(until, error_.edge) && next != kNever; next = next_grant(until)) {
    const TimedUnit master = arbiter_.winner(next);
    if (begins_stretch(master))
      go_alone(master, next, std::min(until, error_.edge));
    else
      grant(master, next);
  }
  report_up_to(std::min(until, error_.edge));
  if (all_granted(next) && !unanswered() && end_edge() <= until)
    return true;
  report_progress(until);
  return false;
}

int64_t CoreModel::next_edge() {
  const int64_t grant = arbiter_.next_grant();
  const int64_t report = next_report_ > error_.edge ? kNever : next_report_;
  if (!all_granted(grant))
    return std::min(report, grant);
  const int64_t end = unanswered() && !port_.is_alone() ? kNever : end_edge();
  return std::min(report, end);
}

// A dispatch can let a unit start, and a start makes room in a queue, which can let fetch dispatch
// again: both take turns until neither changes anything. Starts alone never depend on the order of
// the units, since tokens carry edges, not the present.
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

// s = max(what the unit waits for, needed tokens) + 1, once all of them are known.
bool CoreModel::start_next(Unit unit) {
  CommandQueue& queue = queues_[at(unit)];
  if (queue.empty())
    return false;
  const Dispatched next = queue.front();
  const int64_t clear = clear_edge(unit, next);
  if (clear == kNever)
    return false;
  const unsigned pops = launch_.stream->tags()[static_cast<size_t>(next.index)].pops;
  int64_t prev_token = 0;
  int64_t next_token = 0;
  for (unsigned left = pops; left != 0; left &= left - 1) {
    const int counter = std::countr_zero(left);
    if (!tokens_.known(counter))
      return false;
    (counter == kPoppedTokens[at(unit)].prev ? prev_token : next_token) = tokens_.front(counter);
  }
  // Only now, when all of them are known: a token that was popped cannot be put back.
  for (unsigned left = pops; left != 0; left &= left - 1)
    tokens_.pop(std::countr_zero(left));
  InFlight& started = units_[at(unit)].window.start();
  Execution& e = started.execution;
  e.unit = unit;
  e.index = next.index;
  e.dispatched = next.edge;
  e.prev_token = prev_token;
  e.next_token = next_token;
  e.start = std::max({clear, prev_token, next_token}) + 1;
  queue.start_front(e.start);
  fetch_dirty_ = true;
  execute(started);
  return true;
}

// The edge after which nothing but tokens keeps the queue's head from starting; kNever while that
// is not known.
int64_t CoreModel::clear_edge(Unit unit, const Dispatched& head) {
  const int64_t edge = std::max(units_[at(unit)].window.room_edge(), head.edge);
  if (!overlaps(unit) || edge == kNever)
    return edge;
  return std::max(edge, overlap_.clear_edge(insn(head.index), head.edge, effects_.uops()));
}

void CoreModel::execute(InFlight& started) {
  Execution& e = started.execution;
  const Insn& n = insn(e.index);
  if (overlaps(e.unit))
    overlap_.started(n, e.start);
  switch (n.op()) {
    case Opcode::Load:
      return begin_transfer(started, load_runs(n, launch_.bases.of(n.memory()), element_bytes(n)),
                            load_pads(n));
    case Opcode::Store:
      return begin_transfer(started, store_runs(n, launch_.bases.out, element_bytes(n)), 0);
    case Opcode::Gemm:
    case Opcode::Alu:
      return compute_steps(started);
    case Opcode::Finish:
      return finish(e, finish_done(e.start));
  }
}

// All that started before it has retired, or comes after an index error: GEMMs beside it know their
// last step when they start.
void CoreModel::begin_transfer(InFlight& started, const Runs& runs, int64_t pads) {
  const Execution& e = started.execution;
  UnitTimes& times = units_[at(e.unit)];
  times.moving = &started;
  times.transfer.begin(runs, launch_.timing, e.start, std::max(e.start, times.done), pads);
  if (times.transfer.more())
    arbiter_.request(timed(e.unit), e.start + 1, times.transfer.next());
  else
    finish_transfer(e.unit);
}

void CoreModel::compute_steps(InFlight& started) {
  Execution& e = started.execution;
  const Insn& n = insn(e.index);
  const auto step = effects_.index_fault(n);
  if (!step)
    return finish(e, steps_done(n, e.start, effects_.uops(), config_));
  started.index_fault = true;
  e.finish = fault_edge(n, e.start, *step, effects_.uops(), config_);
  retire_settled(e.unit);
}

// Its last effect is at `edge`.
void CoreModel::finish(Execution& e, int64_t edge) {
  e.finish = edge;
  if (overlaps(e.unit))
    overlap_.finished(insn(e.index), edge);
  dirty_ |= bit(e.unit);
  retire_settled(e.unit);
}

// In the order of starts. An index error is raised when all before it have retired.
void CoreModel::retire_settled(Unit unit) {
  UnitTimes& times = units_[at(unit)];
  while (!times.window.empty() && times.window.oldest().settled()) {
    InFlight& oldest = times.window.oldest();
    if (oldest.index_fault) {
      const int64_t edge = std::max(oldest.execution.finish, times.done + 1);
      return raise({edge, Cause::Index, oldest.execution.index});
    }
    retire(oldest.execution);
    times.window.retire_oldest();
  }
}

void CoreModel::retire(Execution& e) {
  UnitTimes& times = units_[at(e.unit)];
  // Running maxima: each of the intervals begins where the one before it ends, so that the cycles
  // since the last retirement are counted once, whatever the order of dispatch and tokens was.
  e.free = times.done;
  e.visible = std::max(e.free, e.dispatched);
  e.prev_token = std::max(e.visible, e.prev_token);
  e.next_token = std::max(e.prev_token, e.next_token);
  times.done = e.done = std::max(e.finish, e.free + 1);
  account(e);
  dirty_ |= bit(e.unit);
  for (unsigned left = launch_.stream->tags()[static_cast<size_t>(e.index)].pushes; left != 0;
       left &= left - 1) {
    const int counter = std::countr_zero(left);
    tokens_.push(counter, e.done);
    dirty_ |= bit(kPopper[static_cast<size_t>(counter)]);
  }
  retirements_[at(e.unit)].push(e);
  next_report_ = std::min(next_report_, e.done);
  last_activity_ = std::max(last_activity_, e.done);
}

// The cycles since the retirement before. Without a visible instruction they belong to the kernel
// of the one before; those that are no waiting and no transfer are busy.
void CoreModel::account(Execution& e) {
  UnitTimes& times = units_[at(e.unit)];
  const TimedUnit unit = timed(e.unit);
  const auto state = [](StateCycles& states, UnitState s) -> int64_t& {
    return states[static_cast<size_t>(s)];
  };
  state(e.states, UnitState::Busy) = e.done - e.next_token - state(e.states, UnitState::MemQueued) -
                                     state(e.states, UnitState::MemLatency) -
                                     state(e.states, UnitState::MemData);
  // Before the kernel changes: these cycles still belong to the instruction before.
  accounts_.add(unit, times.kernel, UnitState::None, e.visible - e.free);
  times.kernel = times.cursor.at(e.index, insn(e.index));
  StateCycles& row = accounts_.row(unit, times.kernel);
  state(row, UnitState::TokenPrev) += e.prev_token - e.visible;
  state(row, UnitState::TokenNext) += e.next_token - e.prev_token;
  add_cycles(row, e.states);
  if (times.kernel != kNoKernel)
    accounts_.retired(times.kernel, e.done);
}

// What retires later and comes before it in the program needs micro-ops as they were. All of that
// has started, so nothing else that it needs can change any more.
void CoreModel::load_uops(int64_t index, const Insn& n) {
  const Ring<Execution>& before = retirements_[at(Unit::Compute)];
  for (size_t k = 0; k < before.size(); ++k)
    effects_.execute(before[k].index, insn(before[k].index));
  effects_.load_uops(index, n);
}

// Merges the units' retirements, which are each in order.
void CoreModel::report_until(int64_t edge) {
  // All dispatches first, so that a sink knows an instruction before it retires.
  for (; first_edge(dispatches_) <= edge; dispatches_.pop())
    if (sink_ != nullptr)
      sink_->on_dispatch(dispatches_.front());
  Ring<Execution>* first = &earliest_retirement();
  for (; first_edge(*first) <= edge; first = &earliest_retirement()) {
    const Execution& next = first->front();
    effects_.retire(next, insn(next.index));
    first->pop();
  }
  next_report_ = std::min(first_edge(dispatches_), first_edge(*first));
}

Ring<Execution>& CoreModel::earliest_retirement() {
  return *std::ranges::min_element(retirements_, {}, [](const auto& r) { return first_edge(r); });
}

void CoreModel::report_progress(int64_t until) {
  const auto& pending = retirements_[at(Unit::Compute)];
  if (pending.empty())
    return;
  const Execution& next = pending.front();
  const Insn& n = insn(next.index);
  if (n.op() != Opcode::Gemm && n.op() != Opcode::Alu)
    return;
  if (until > next.start)
    effects_.progress(next.index, n, (until - next.start) / step_cycles(n, config_.acc_read_ports));
}

int64_t CoreModel::element_bytes(const Insn& insn) const {
  return element_bytes_[static_cast<size_t>(insn.memory_type)];
}

}  // namespace vta::csim
