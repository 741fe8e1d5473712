#include "tests/sim/cycle_model.h"

#include <algorithm>

#include "sim/semantics/execute.h"

namespace vta::test {
namespace {

constexpr size_t kFetch = 0;
constexpr size_t kStore = 3;

// Token counters in the order of RunReport::tokens_left.
struct Sides {
  int pop_prev, pop_next, push_prev, push_next;
};
constexpr std::array<Sides, 3> kSides = {{{-1, 1, -1, 0}, {0, 3, 1, 2}, {2, -1, 3, -1}}};

}  // namespace

CycleModel::CycleModel(const VtaConfig& config, const CycleRun& run)
    : config_(config), run_(run), state_(config) {
  timing.kernels.resize(run.kernels.size());
  masters_[kFetch].may_request = true;
  fault_ = run_.insn_count == 0;  // NO_FINISH, at edge 0
}

bool CycleModel::run(int64_t limit) {
  for (t_ = 1; t_ <= limit; ++t_) {
    const Decision d = decide();
    account(d);
    if (quiet(d)) {
      end_run();
      return true;
    }
    apply(d);
  }
  return false;
}

// Beats of reads follow each other, writes are acknowledged one after the other.
int64_t CycleModel::completion_of_grant(const Burst& b) {
  const bool write = b.master == kStore;
  const int64_t usual = write ? run_.write_latency : run_.read_latency;
  const int64_t latency = run_.latency ? run_.latency(grants_) : usual;
  ++grants_;
  const int64_t own = b.granted + 2 + b.beats + latency;
  if (write)
    return last_write_ = std::max(own, last_write_ + 1);
  return last_read_ = std::max(own, last_read_ + b.beats);
}

bool CycleModel::moves_beat(const Burst& b) const {
  const int64_t first = b.master == kStore ? b.granted + 2 : completion(b) - b.beats + 1;
  return first <= t_ && t_ < first + b.beats;
}

int64_t CycleModel::steps_interval(const Insn& n) const {
  return n.op() == Opcode::Alu && n.use_imm == 0 && config_.acc_read_ports == 1 ? 2 : 1;
}

// Registers between the operands and the sum; a step that clears has no product to wait for.
int64_t CycleModel::dot_product(const Insn& n) const {
  const bool sums = n.op() == Opcode::Gemm && n.reset == 0;
  return sums ? config_.gemm_pipeline : 0;
}

// ---- what the next edge does

CycleModel::Decision CycleModel::decide() const {
  Decision d;
  for (size_t unit = 0; unit < 3; ++unit)
    for (const Burst& b : bursts_)
      if (b.master == unit + 1) {
        d.units[unit].beat |= moves_beat(b);
        d.units[unit].in_flight |= in_flight(b);
      }
  for (const Burst& b : bursts_)
    if (b.master == kFetch) {
      d.fetch_beat |= moves_beat(b);
      d.fetch_in_flight |= in_flight(b);
    }
  if (halted_)
    return d;
  for (size_t unit = 0; unit < 3; ++unit) {
    decide_unit(unit, d.units[unit]);
    const Master& m = masters_[unit + 1];
    d.request[unit + 1] = m.may_request && !m.to_request.empty();
  }
  if (overlaps(1)) {
    if (overlap_.pipe_g.executing)
      decide_end(overlap_.pipe_g, d.pipe_g);
    d.units[1].looked_at = !queues_[1].empty() && may_look();
  }
  decide_fetch(d);
  d.grant = decide_grant();
  return d;
}

void CycleModel::decide_unit(size_t unit, UnitDecision& d) const {
  if (units_[unit].executing)
    decide_end(units_[unit], d);
  const bool free = overlaps(unit) ? pipes_let_start() : !units_[unit].executing;
  d.start = free && !queues_[unit].empty() && missing_token(unit) == 0;
}

void CycleModel::decide_end(const UnitRegisters& u, UnitDecision& d) const {
  const Insn& n = insn(u.insn);
  switch (n.op()) {
    case Opcode::Load:
      d.pad = !d.beat && u.pads_left > 0;
      d.done = u.beats_left == 0 && u.pads_left == 0;
      return;
    case Opcode::Store:
      d.done = u.bursts_left == 0;
      return;
    case Opcode::Gemm:
    case Opcode::Alu:
      d.index_error = index_error(u);
      d.done = !u.stuck && u.count == steps_interval(n) * step_count(n) + 6 + dot_product(n);
      return;
    case Opcode::Finish:
      d.done = true;
      return;
  }
}

int CycleModel::missing_token(size_t unit) const {
  const Insn& n = insn(queues_[unit].front());
  const auto missing = [&](int64_t wanted, int counter) {
    return wanted != 0 && counter >= 0 && tokens[static_cast<size_t>(counter)] == 0;
  };
  if (missing(n.pop_prev, kSides[unit].pop_prev))
    return 1;
  return missing(n.pop_next, kSides[unit].pop_next) ? 2 : 0;
}

// Whether the step whose indices are checked in this cycle leaves a scratchpad.
bool CycleModel::index_error(const UnitRegisters& u) const {
  const Insn& n = insn(u.insn);
  const int64_t interval = steps_interval(n);
  const int64_t step = (u.count - 3) / interval;
  if (u.stuck || u.count < 3 || (u.count - 3) % interval != 0 || step >= step_count(n))
    return false;
  const int64_t uops = n.uop_end - n.uop_bgn;
  const UopEntry& uop = state_.uop[static_cast<size_t>(n.uop_bgn + step % uops)];
  const int64_t i = step / uops % n.iter_in;
  const int64_t o = step / uops / n.iter_in;
  const bool gemm = n.op() == Opcode::Gemm;
  const bool reads = gemm ? n.reset == 0 : n.use_imm == 0;
  const auto past = [&](uint32_t first, int64_t out, int64_t in, int64_t depth) {
    return first + o * out + i * in >= depth;
  };
  return past(uop.dst, n.dst_out, n.dst_in, state_.acc_depth) ||
         (reads &&
          past(uop.src, n.src_out, n.src_in, gemm ? state_.inp_depth : state_.acc_depth)) ||
         (reads && gemm && past(uop.wgt, n.wgt_out, n.wgt_in, state_.wgt_depth));
}

void CycleModel::decide_fetch(Decision& d) const {
  const Master& m = masters_[kFetch];
  if (fault_)
    return;
  d.request[kFetch] = m.may_request && (!m.to_request.empty() || next_group_fits());
  if (stage_b_) {
    d.fault = run_.stream->fault() && *stage_b_ == run_.stream->fault_index();
    if (!d.fault) {
      const auto& queue = queues_[run_.stream->tags()[static_cast<size_t>(*stage_b_)].unit];
      d.dispatch = std::ssize(queue) < config_.cmd_queue_depth;
      d.slot = !d.dispatch;
    }
  }
  d.b_moves = stage_a_ && (!stage_b_ || d.dispatch);
  d.reads = read_ < in_buffer_ && (!stage_a_ || d.b_moves);
  d.decoding = !stage_b_ && (stage_a_ || read_ < in_buffer_);
}

// Whether there is another group, and its buffer is free.
bool CycleModel::next_group_fits() const {
  const size_t groups = group_ends_.size();
  if (groups > 0 && group_ends_.back() == run_.insn_count)
    return false;
  return groups < 2 || dispatched_ >= group_ends_[groups - 2];
}

std::optional<size_t> CycleModel::decide_grant() const {
  const auto flying =
      std::count_if(bursts_.begin(), bursts_.end(), [&](const Burst& b) { return in_flight(b); });
  if (bus_wait_ > 0 || flying >= run_.max_outstanding)
    return std::nullopt;
  for (size_t k = 1; k <= 4; ++k)
    if (masters_[(last_winner_ + k) % 4].request)
      return (last_winner_ + k) % 4;
  return std::nullopt;
}

bool CycleModel::quiet(const Decision& d) const {
  bool moves = d.fetch_in_flight;
  for (const UnitDecision& u : d.units)
    moves = moves || u.in_flight;
  if (halted_)
    return !moves;
  for (size_t unit = 0; unit < 3; ++unit)
    moves = moves || d.units[unit].start || executed(unit) >= 0;
  if (overlaps(1))
    moves = moves || (!queues_[1].empty() && missing_token(1) == 0);
  for (size_t m = 0; m < 4; ++m)
    moves = moves || d.request[m] || masters_[m].request;
  return !(moves || d.dispatch || d.fault || d.decoding);
}

// ---- the edge

void CycleModel::apply(const Decision& d) {
  if (halted_)
    return;
  for (UnitRegisters& u : units_)
    ++u.count;
  ++overlap_.pipe_g.count;
  for (size_t m = 0; m < 4; ++m)
    if (m != kFetch && d.request[m]) {
      masters_[m].request = masters_[m].to_request.front();
      masters_[m].to_request.pop_front();
      masters_[m].may_request = false;
    }
  apply_bursts(d);
  apply_fetch(d);
  for (size_t unit = 0; unit < 3; ++unit)
    apply_unit(unit, d);
}

// Completions, then the grant. A request that is registered at this edge is not granted at it.
void CycleModel::apply_bursts(const Decision& d) {
  for (const Burst& b : bursts_) {
    if (b.master == kFetch && completion(b) == t_ && b.arrived_insns > 0)
      in_buffer_ = b.arrived_insns;
    if (b.master == kStore && completion(b) == t_)
      --units_[2].bursts_left;
  }
  std::erase_if(bursts_, [&](const Burst& b) { return completion(b) <= t_; });
  bus_wait_ = std::max<int64_t>(0, bus_wait_ - 1);
  if (!d.grant)
    return;
  Master& m = masters_[*d.grant];
  Burst granted = *m.request;
  granted.granted = t_;
  granted.completion = completion_of_grant(granted);
  bursts_.push_back(granted);
  timing.bus_beats += granted.beats;
  bus_wait_ = granted.beats + run_.gap - 1;
  last_winner_ = *d.grant;
  m.request.reset();
  m.may_request = true;
}

void CycleModel::apply_fetch(const Decision& d) {
  Master& m = masters_[kFetch];
  if (d.request[kFetch]) {
    if (m.to_request.empty()) {
      const int64_t begin = group_ends_.empty() ? 0 : group_ends_.back();
      const auto size = static_cast<uint64_t>(
          std::clamp<int64_t>(run_.burst_beats * config_.bus_bytes(), 16, 256));
      const uint64_t address = run_.insn_addr + static_cast<uint64_t>(begin) * 16;
      const auto room = static_cast<int64_t>(size - address % size) / 16;
      const int64_t end_of_group = std::min(run_.insn_count, begin + room);
      group_ends_.push_back(end_of_group);
      cut(kFetch, address, (end_of_group - begin) * 16, end_of_group);
    }
    m.request = m.to_request.front();
    m.to_request.pop_front();
    m.may_request = false;
  }
  if (d.dispatch) {
    const int64_t index = *stage_b_;
    queues_[run_.stream->tags()[static_cast<size_t>(index)].unit].push_back(index);
    ++dispatched_;
    last_dispatched_ = index;
    stage_b_.reset();
    if (run_.stream->fault().error == IsaError::NoFinish && index == run_.insn_count - 1)
      fault_ = true;
  }
  if (d.b_moves) {
    stage_b_ = stage_a_;
    stage_a_.reset();
  }
  if (d.reads)
    stage_a_ = read_++;
  if (d.fault)
    fault_ = true;
}

void CycleModel::apply_unit(size_t unit, const Decision& decision) {
  const UnitDecision& d = decision.units[unit];
  UnitRegisters& u = units_[unit];
  if (d.beat)
    --u.beats_left;
  if (d.pad)
    --u.pads_left;
  if (overlaps(unit)) {
    apply_pipes(decision);
  } else if (d.index_error) {
    halt(u.insn);
  } else if (d.done) {
    finish(u);
    retire(unit, u.insn);
  }
  if (d.start)
    start(unit);
}

void CycleModel::halt(int64_t index) {
  halted_ = true;
  error = IsaError::IndexRange;
  error_insn = index;
  for (Master& m : masters_)
    m.request.reset();
}

void CycleModel::start(size_t unit) {
  const int64_t index = queues_[unit].front();
  queues_[unit].pop_front();
  const Insn& n = insn(index);
  UnitRegisters& u = overlaps(unit) ? pipe_of(index) : units_[unit];
  u.executing = true;
  u.insn = index;
  u.count = 1;
  u.beats_left = u.pads_left = u.bursts_left = 0;
  if (overlaps(unit))
    overlap_.started.push_back({.insn = index});
  if (loads_uops(index))
    overlap_.scanned.reset();
  const auto pop = [&](int64_t wanted, int counter) {
    if (wanted != 0 && counter >= 0)
      --tokens[static_cast<size_t>(counter)];
  };
  pop(n.pop_prev, kSides[unit].pop_prev);
  pop(n.pop_next, kSides[unit].pop_next);
  if (!is_transfer(n))
    return;
  const int64_t element = config_.element_bytes(n.memory());
  const uint64_t base = run_.bases.of(n.memory());
  const bool merged = n.x_pad_0 == 0 && n.x_pad_1 == 0 && (n.x_stride == n.x_size || n.y_size == 1);
  for (int64_t row = 0; row < (merged ? 1 : n.y_size); ++row)
    cut(unit + 1, base + static_cast<uint64_t>((n.dram_base + row * n.x_stride) * element),
        n.x_size * element * (merged ? n.y_size : 1), 0);
  for (const Burst& b : masters_[unit + 1].to_request)
    u.beats_left += b.beats;
  u.bursts_left = std::ssize(masters_[unit + 1].to_request);
  masters_[unit + 1].may_request = true;
  u.pads_left =
      (n.y_pad_0 + n.y_size + n.y_pad_1) * (n.x_pad_0 + n.x_size + n.x_pad_1) - n.y_size * n.x_size;
}

// Byte by byte over the words of the bus: slow, but plainly what the page says.
void CycleModel::cut(size_t master, uint64_t address, int64_t bytes, int64_t arrived_insns) {
  const auto bus = static_cast<uint64_t>(config_.bus_bytes());
  const uint64_t block = bus * static_cast<uint64_t>(run_.burst_beats);
  const uint64_t last = address + static_cast<uint64_t>(bytes);
  uint64_t word = ~uint64_t{0};
  for (uint64_t byte = address; byte < last; ++byte) {
    auto& list = masters_[master].to_request;
    if (byte == address || byte % block == 0)
      list.push_back({master, 0, 0, 0});
    if (byte / bus != word || list.back().beats == 0)
      ++list.back().beats;
    word = byte / bus;
  }
  if (bytes > 0)
    masters_[master].to_request.back().arrived_insns = arrived_insns;
}

void CycleModel::finish(UnitRegisters& u) {
  u.executing = false;
  if (loads_uops(u.insn))
    execute_load(insn(u.insn), run_.dram + run_.bases.uop, state_);
}

void CycleModel::retire(size_t unit, int64_t index) {
  const Insn& n = insn(index);
  const auto push = [&](int64_t wanted, int counter) {
    if (wanted != 0 && counter >= 0)
      ++tokens[static_cast<size_t>(counter)];
  };
  push(n.push_prev, kSides[unit].push_prev);
  push(n.push_next, kSides[unit].push_next);
  units_[unit].last_retired = index;
  completions[index] = t_;
}

// ---- states

void CycleModel::account(const Decision& d) {
  const int64_t count = run_.insn_count;
  add(kFetch, kernel_of(dispatched_ < count ? dispatched_ : last_dispatched_), fetch_state(d));
  for (size_t unit = 0; unit < 3; ++unit) {
    const int64_t owner = executed(unit) >= 0      ? executed(unit)
                          : !queues_[unit].empty() ? queues_[unit].front()
                                                   : units_[unit].last_retired;
    add(unit + 1, kernel_of(owner), unit_state(unit, d.units[unit]));
  }
}

// With ACC_OVERLAP 1 the oldest, which may have finished.
int64_t CycleModel::executed(size_t unit) const {
  if (overlaps(unit))
    return overlap_.started.empty() ? -1 : overlap_.started.front().insn;
  return units_[unit].executing ? units_[unit].insn : -1;
}

UnitState CycleModel::unit_state(size_t unit, const UnitDecision& d) const {
  if (const int64_t index = executed(unit); index >= 0) {
    const UnitRegisters& u = units_[unit];
    const bool transfers = is_transfer(insn(index)) && u.executing && u.insn == index;
    return transfers ? transfer_state(unit, d) : UnitState::Busy;
  }
  if (d.start)
    return UnitState::Busy;
  if (queues_[unit].empty())
    return UnitState::None;
  constexpr UnitState kMissing[] = {UnitState::Busy, UnitState::TokenPrev, UnitState::TokenNext};
  return kMissing[missing_token(unit)];
}

UnitState CycleModel::transfer_state(size_t unit, const UnitDecision& d) const {
  return d.beat                       ? UnitState::MemData
         : d.pad                      ? UnitState::Busy
         : d.in_flight                ? UnitState::MemLatency
         : masters_[unit + 1].request ? UnitState::MemQueued
                                      : UnitState::Busy;
}

UnitState CycleModel::fetch_state(const Decision& d) const {
  if (d.dispatch || d.fault)
    return UnitState::Busy;
  if (d.slot)
    return UnitState::Slot;
  if (d.decoding)
    return UnitState::Busy;
  return d.fetch_beat               ? UnitState::MemData
         : d.fetch_in_flight        ? UnitState::MemLatency
         : masters_[kFetch].request ? UnitState::MemQueued
         : d.request[kFetch]        ? UnitState::Busy
                                    : UnitState::None;
}

int64_t CycleModel::kernel_of(int64_t index) const {
  if (index < 0 || index >= std::ssize(run_.stream->insns()) || insn(index).op() == Opcode::Finish)
    return -1;
  return std::upper_bound(run_.kernels.begin(), run_.kernels.end(), index) - run_.kernels.begin() -
         1;
}

void CycleModel::add(size_t timed_unit, int64_t kernel, UnitState state) {
  const auto column = static_cast<size_t>(state);
  KernelTiming& owner = kernel < 0 ? timing.outside : timing.kernels[static_cast<size_t>(kernel)];
  ++timing.units[timed_unit][column];
  ++owner.units[timed_unit][column];
}

void CycleModel::end_run() {
  end = timing.cycles = t_;
  if (halted_)
    return;
  int64_t lowest = dispatched_;
  for (const auto& queue : queues_)
    if (!queue.empty())
      lowest = std::min(lowest, queue.front());
  if (fault_) {
    error = run_.stream->fault().error;
    error_insn = run_.stream->fault_index();
  } else if (lowest < run_.stream->limit()) {
    error = IsaError::Deadlock;
    error_insn = lowest;
  }
  int64_t before = 0;
  for (size_t k = 0; k < timing.kernels.size(); ++k) {
    int64_t last = before;
    for (const auto& [index, edge] : completions)
      if (kernel_of(index) == static_cast<int64_t>(k))
        last = std::max(last, edge);
    timing.kernels[k].cycles = last - before;
    before = last;
  }
  timing.outside.cycles = end - before;
}

}  // namespace vta::test
