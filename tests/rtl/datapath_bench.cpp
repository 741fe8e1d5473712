#include "tests/rtl/datapath_bench.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>

#include "tests/rtl/datapath_reference.h"

namespace vta {
namespace {

constexpr std::array<const char*, 3> kUnitNames{"load", "compute", "store"};
constexpr size_t kCompute = 1;

struct Flight {
  size_t unit = 0;
  uint64_t addr = 0;
  int64_t beats = 0;
  int64_t grant = 0;
  int64_t moved = 0;    // beats
  int64_t done_at = 0;  // write: chosen completion, 0: none yet
};

struct UnitBench {
  std::deque<size_t> queue;
  bool executing = false;
  size_t insn = 0;
  int64_t start = 0;
  size_t bursts_granted = 0;
  int64_t request_from = 0;  // first cycle in which the next request shows
  int64_t beats_moved = 0;
  int64_t pads_left = 0;
  int64_t last_completion = 0;
  int64_t bursts_complete = 0;
  std::optional<size_t> last_retired;
  bool retired_before = false;  // at the edge before this cycle
};

class Bench {
 public:
  Bench(DatapathModel& model, const VtaConfig& config, const DatapathProgram& program,
        const DatapathMemory& memory, std::mt19937_64& random)
      : model_(model),
        config_(config),
        codec_(config),
        program_(program),
        memory_(memory),
        random_(random),
        expected_(expect_run(config, program)),
        dram_(program.dram),
        done_(expected_.insns.size()) {
    for (size_t i = 0; i < expected_.insns.size(); ++i)
      units_[unit_index(i)].queue.push_back(i);
  }

  int64_t run() {
    launch();
    while (!over()) {
      ++now_;
      drive();
      out_ = model_.settle(in_);
      check_cycle();
      model_.edge();
      if (testing::Test::HasFailure() || now_ > 4'000'000) {
        ADD_FAILURE() << "stopped in cycle " << now_;
        return now_;
      }
    }
    if (!fault_at_)
      check_end();
    return now_;
  }

 private:
  size_t unit_index(size_t insn) const {
    return static_cast<size_t>(unit_of(program_.insns[insn]));
  }
  bool chance(uint64_t percent) { return random_() % 100 < percent; }

  void launch() {
    in_.uop_base = program_.bases.uop;
    in_.inp_base = program_.bases.inp;
    in_.wgt_base = program_.bases.wgt;
    in_.acc_base = program_.bases.acc;
    in_.out_base = program_.bases.out;
    in_.burst_beats = program_.burst_beats;
    in_.clear = true;
    model_.settle(in_);
    model_.edge();
    in_.clear = false;
  }

  bool over() const {
    if (fault_at_)
      return now_ > *fault_at_ + 8 && reads_.empty() && writes_.empty();
    return std::all_of(done_.begin(), done_.end(), [](bool d) { return d; });
  }

  // Inputs of cycle now_.
  void drive() {
    in_.halt = fault_at_.has_value();
    in_.grant = next_grant_;
    next_grant_ = {};
    drive_commands();
    drive_read_beat();
    drive_write();
  }

  void drive_commands() {
    for (size_t u = 0; u < 3; ++u) {
      UnitBench& unit = units_[u];
      in_.cmd_valid[u] = false;
      if (!unit.queue.empty()) {
        const size_t i = unit.queue.front();
        const auto& after = expected_.insns[i].after;
        // Once it shows, an instruction stays; only its tokens may still be missing.
        shown_[u] = shown_[u] || (chance(50) && std::all_of(after.begin(), after.end(),
                                                            [&](size_t j) { return done_[j]; }));
        in_.cmd_valid[u] = shown_[u];
        in_.insn[u] = codec_.encode(program_.insns[i]);
        in_.index[u] = static_cast<uint32_t>(i + 1000);
      }
      in_.token_prev[u] = u != 0 && chance(60);
      in_.token_next[u] = u != 2 && chance(60);
    }
  }

  void drive_read_beat() {
    in_.beat.clear();
    in_.beat_for = {};
    if (reads_.empty())
      return;
    Flight& f = reads_.front();
    const int64_t earliest = f.grant + 3 + memory_.read_latency + f.moved;
    if (now_ < earliest || (memory_.stalls && chance(40)))
      return;
    const auto bus = config_.bus_bytes();
    const auto at = f.addr + static_cast<uint64_t>(f.moved * bus);
    in_.beat.assign(static_cast<size_t>(bus), std::byte{0});
    for (size_t k = 0; k < in_.beat.size(); ++k)
      in_.beat[k] = at + k < dram_.size() ? dram_[at + k] : std::byte{0xa5};
    in_.beat_for[f.unit] = true;
  }

  void drive_write() {
    in_.write_ready = !memory_.stalls || chance(60);
    in_.write_done = false;
    if (writes_.empty())
      return;
    Flight& f = writes_.front();
    if (!memory_.stalls)
      f.done_at = f.grant + 2 + memory_.write_latency + f.beats;
    else if (f.moved == f.beats && f.done_at == 0)
      f.done_at = now_ + static_cast<int64_t>(random_() % 8);
    in_.write_done = f.done_at != 0 && now_ >= f.done_at;
  }

  std::string where(size_t u) const {
    return "cycle " + std::to_string(now_) + ", " + kUnitNames[u] + ", instruction " +
           std::to_string(units_[u].insn);
  }

  void check_cycle() {
    for (size_t u = 0; u < 3; ++u) {
      if (u == kCompute && overlaps()) {
        check_overlapping();
        continue;
      }
      check_probe(u);
      check_request(u);
      move_beats(u);
      check_done(u);
      check_start(u);
    }
    if (!overlaps())
      check_index_error();
    take_write_beat();
    retire_bursts();
    grant();
  }

  bool tokens_there(size_t u, const Insn& n) const {
    return (n.pop_prev == 0 || in_.token_prev[u]) && (n.pop_next == 0 || in_.token_next[u]);
  }

  bool overlaps() const { return config_.acc_overlap != 0; }

  // Two instructions of compute at once: when they start and finish is for overlap_control_test and
  // co-simulation; here they retire in order, and the bursts are those of the last LOAD.
  void check_overlapping() {
    check_request(kCompute);
    move_beats(kCompute);
    check_overlapping_done();
    check_overlapping_error();
    if (!out_.start[kCompute])
      return;
    UnitBench& unit = units_[kCompute];
    ASSERT_TRUE(in_.cmd_valid[kCompute] && !in_.halt) << where(kCompute);
    const size_t i = unit.queue.front();
    const Insn& n = program_.insns[i];
    ASSERT_TRUE(tokens_there(kCompute, n)) << where(kCompute);
    unretired_.push_back(i);
    if (n.op() == Opcode::Gemm && n.reset == 0) {
      unit.queue.pop_front();
      shown_[kCompute] = false;
    } else {
      begin(kCompute);
    }
  }

  void check_overlapping_done() {
    const bool done = out_.done[kCompute];
    ASSERT_TRUE(!done || (!unretired_.empty() && !in_.halt)) << where(kCompute);
    const Insn* n = done ? &program_.insns[unretired_.front()] : nullptr;
    ASSERT_EQ(out_.push_prev[kCompute], done && n->push_prev != 0) << where(kCompute);
    ASSERT_EQ(out_.push_next[kCompute], done && n->push_next != 0) << where(kCompute);
    if (!done)
      return;
    ASSERT_FALSE(expected_.insns[unretired_.front()].bad_step) << where(kCompute);
    done_[unretired_.front()] = true;
    unretired_.pop_front();
  }

  void check_overlapping_error() {
    if (!out_.index_error)
      return;
    ASSERT_TRUE(!unretired_.empty() && expected_.insns[unretired_.front()].bad_step)
        << where(kCompute);
    ASSERT_EQ(out_.index_error_insn, unretired_.front() + 1000) << where(kCompute);
    fault_at_ = now_;
  }

  void check_start(size_t u) {
    UnitBench& unit = units_[u];
    const bool can = !was_executing_[u] && in_.cmd_valid[u] && !in_.halt &&
                     tokens_there(u, program_.insns[unit.queue.front()]);
    ASSERT_EQ(out_.start[u], can) << where(u);
    was_executing_[u] = unit.executing;
    if (can)
      begin(u);
  }

  // The head starts at this cycle's edge.
  void begin(size_t u) {
    UnitBench& unit = units_[u];
    const size_t i = unit.queue.front();
    const std::optional<size_t> last = unit.last_retired;
    const bool retired = unit.retired_before;
    std::deque<size_t> rest = unit.queue;
    rest.pop_front();
    unit = {};
    unit.queue = rest;
    unit.last_retired = last;
    unit.retired_before = retired;
    unit.executing = true;
    unit.insn = i;
    unit.start = now_;
    unit.request_from = now_ + 2;
    unit.pads_left = expected_.insns[i].pads;
    shown_[u] = false;
    was_executing_[u] = true;
  }

  // What shows in this cycle against "the first request at s+1, further ones at the grant + 1".
  void check_request(size_t u) {
    const UnitBench& unit = units_[u];
    if (halted_for() > 1) {
      ASSERT_FALSE(out_.request[u].valid) << where(u);
      return;
    }
    if (in_.grant[u])
      return;  // the granted one still shows
    const auto& bursts = expected_.insns[unit.insn].bursts;
    const bool shows =
        unit.executing && now_ >= unit.request_from && unit.bursts_granted < bursts.size();
    ASSERT_EQ(out_.request[u].valid, shows) << where(u);
    if (shows) {
      ASSERT_EQ(out_.request[u].addr, bursts[unit.bursts_granted].addr) << where(u);
      ASSERT_EQ(out_.request[u].beats, bursts[unit.bursts_granted].beats) << where(u);
    }
  }

  int64_t halted_for() const { return fault_at_ ? now_ - *fault_at_ : 0; }

  // Beats and pads that are written at this cycle's edge.
  void move_beats(size_t u) {
    UnitBench& unit = units_[u];
    if (in_.beat_for[u]) {
      ++unit.beats_moved;
      unit.last_completion = now_;
      ++reads_.front().moved;
    } else if (unit.executing && unit.start < now_ && unit.pads_left > 0) {
      --unit.pads_left;
    }
  }

  bool finished_now(size_t u) const {
    const UnitBench& unit = units_[u];
    const ExpectedInsn& e = expected_.insns[unit.insn];
    const Insn& n = program_.insns[unit.insn];
    switch (n.op()) {
      case Opcode::Load:
        return unit.beats_moved == e.beats &&
               now_ == std::max(unit.start + e.beats + e.pads, unit.last_completion) + 1;
      case Opcode::Store:
        return unit.bursts_complete == static_cast<int64_t>(e.bursts.size()) &&
               now_ == std::max(unit.start, unit.last_completion) + 1;
      case Opcode::Gemm:
      case Opcode::Alu:
        return now_ == unit.start + e.work;
      case Opcode::Finish:
        return now_ == unit.start + 1;
    }
    return false;
  }

  void check_done(size_t u) {
    UnitBench& unit = units_[u];
    ASSERT_EQ(out_.executing[u], unit.executing) << where(u);
    ASSERT_EQ(out_.probe[u].retire, unit.retired_before) << where(u);
    if (unit.retired_before) {
      ASSERT_EQ(out_.probe[u].retire_index, *unit.last_retired + 1000) << where(u);
    }
    const bool finished = unit.executing && !in_.halt && finished_now(u);
    ASSERT_EQ(out_.done[u], finished) << where(u);
    unit.retired_before = finished;
    const Insn& n = program_.insns[unit.insn];
    ASSERT_EQ(out_.push_prev[u], finished && n.push_prev != 0) << where(u);
    ASSERT_EQ(out_.push_next[u], finished && n.push_next != 0) << where(u);
    was_executing_[u] = unit.executing;
    if (!finished)
      return;
    unit.executing = false;
    unit.last_retired = unit.insn;
    done_[unit.insn] = true;
  }

  void check_index_error() {
    const UnitBench& unit = units_[1];
    const ExpectedInsn& e = expected_.insns[unit.insn];
    const bool raised =
        unit.executing && e.bad_step && !fault_at_ && now_ == unit.start + *e.bad_step;
    ASSERT_EQ(out_.index_error, raised) << where(1);
    if (!raised)
      return;
    ASSERT_EQ(out_.index_error_insn, unit.insn + 1000) << where(1);
    fault_at_ = now_;
  }

  // core/README.md, "States of the units".
  UnitState expected_state(size_t u) const {
    const UnitBench& unit = units_[u];
    if (!unit.executing) {
      if (!in_.cmd_valid[u])
        return UnitState::None;
      const Insn& n = program_.insns[unit.queue.front()];
      if (n.pop_prev != 0 && !in_.token_prev[u])
        return UnitState::TokenPrev;
      return tokens_there(u, n) ? UnitState::Busy : UnitState::TokenNext;
    }
    if (in_.beat_for[u] || (u == 2 && store_beat_moves()))
      return UnitState::MemData;
    if (unit.pads_left > 0)
      return UnitState::Busy;
    const auto mine = [&](const Flight& f) { return f.unit == u && f.grant < now_; };
    if (std::any_of(reads_.begin(), reads_.end(), mine) ||
        std::any_of(writes_.begin(), writes_.end(), mine))
      return UnitState::MemLatency;
    return out_.request[u].valid && !in_.grant[u] ? UnitState::MemQueued : UnitState::Busy;
  }

  bool store_beat_moves() const {
    return std::any_of(writes_.begin(), writes_.end(), [&](const Flight& f) {
      return now_ >= f.grant + 2 && now_ < f.grant + 2 + f.beats;
    });
  }

  void check_probe(size_t u) {
    if (memory_.stalls || fault_at_)
      return;
    const UnitBench& unit = units_[u];
    ASSERT_EQ(unit_state_name(out_.probe[u].state), unit_state_name(expected_state(u))) << where(u);
    const bool waiting = !unit.executing && in_.cmd_valid[u];
    ASSERT_EQ(out_.probe[u].index_valid,
              unit.executing || waiting || unit.last_retired.has_value());
    if (unit.executing || unit.last_retired) {
      ASSERT_EQ(out_.probe[u].index, (waiting ? unit.queue.front() : unit.insn) + 1000) << where(u);
    }
  }

  void take_write_beat() {
    if (!memory_.stalls) {
      ASSERT_EQ(out_.write_valid, write_beat_due()) << where(2);
    }
    if (!out_.write_valid || !in_.write_ready)
      return;
    const auto at = std::find_if(writes_.begin(), writes_.end(),
                                 [](const Flight& f) { return f.moved < f.beats; });
    ASSERT_NE(at, writes_.end()) << where(2);
    const auto addr = at->addr + static_cast<uint64_t>(at->moved * config_.bus_bytes());
    for (size_t k = 0; k < out_.write_data.size(); ++k)
      if (out_.write_strb[k]) {
        ASSERT_LT(addr + k, dram_.size());
        dram_[addr + k] = out_.write_data[k];
      }
    ++at->moved;
    ASSERT_EQ(out_.write_last, at->moved == at->beats) << where(2);
  }

  bool write_beat_due() const {
    return std::any_of(writes_.begin(), writes_.end(),
                       [&](const Flight& f) {
                         return now_ >= f.grant + 3 && now_ < f.grant + 3 + f.beats;
                       }) ||
           (last_write_done_ && now_ < last_write_done_->grant + 3 + last_write_done_->beats);
  }

  void retire_bursts() {
    if (!reads_.empty() && reads_.front().moved == reads_.front().beats)
      reads_.pop_front();
    if (in_.write_done) {
      units_[2].last_completion = now_;
      ++units_[2].bursts_complete;
      last_write_done_ = writes_.front();
      writes_.pop_front();
    }
  }

  void grant() {
    if (fault_at_ && now_ > *fault_at_)
      return;
    if (static_cast<int64_t>(reads_.size() + writes_.size()) >= memory_.max_outstanding)
      return;
    if (now_ < port_free_ || (memory_.stalls && chance(30)))
      return;
    std::vector<size_t> candidates;
    for (size_t u = 0; u < 3; ++u)
      if (out_.request[u].valid && !in_.grant[u])
        candidates.push_back(u);
    if (candidates.empty() || chance(20))
      return;
    const size_t u = candidates[random_() % candidates.size()];
    next_grant_[u] = true;
    Flight f;
    f.unit = u;
    f.addr = out_.request[u].addr;
    f.beats = out_.request[u].beats;
    f.grant = now_;
    (u == 2 ? writes_ : reads_).push_back(f);
    port_free_ = now_ + f.beats + memory_.gap;
    ++units_[u].bursts_granted;
    units_[u].request_from = now_ + 2;
  }

  void check_end() {
    EXPECT_TRUE(reads_.empty() && writes_.empty());
    in_ = {};
    const Counters got = model_.settle(in_).counters;
    Counters want = expected_.counters;
    want.acc_load_nbytes_vta = 0;
    want.insn_count = {};
    EXPECT_EQ(got.inp_load_nbytes, want.inp_load_nbytes);
    EXPECT_EQ(got.wgt_load_nbytes, want.wgt_load_nbytes);
    EXPECT_EQ(got.acc_load_nbytes, want.acc_load_nbytes);
    EXPECT_EQ(got.uop_load_nbytes, want.uop_load_nbytes);
    EXPECT_EQ(got.out_store_nbytes, want.out_store_nbytes);
    EXPECT_EQ(got.gemm_counter, want.gemm_counter);
    EXPECT_EQ(got.alu_counter, want.alu_counter);
    const auto differs = std::mismatch(dram_.begin(), dram_.end(), expected_.dram.begin());
    EXPECT_EQ(differs.first - dram_.begin(), static_cast<int64_t>(dram_.size()))
        << "first differing DRAM byte (OUT begins at " << program_.bases.out << ")";
  }

  DatapathModel& model_;
  const VtaConfig& config_;
  InsnCodec codec_;
  const DatapathProgram& program_;
  const DatapathMemory& memory_;
  std::mt19937_64& random_;
  ExpectedRun expected_;
  std::vector<std::byte> dram_;
  std::vector<bool> done_;
  std::array<UnitBench, 3> units_;
  std::array<bool, 3> shown_{}, was_executing_{}, next_grant_{};
  std::deque<Flight> reads_, writes_;
  std::optional<Flight> last_write_done_;
  std::deque<size_t> unretired_;  // of compute, where two execute at once
  std::optional<int64_t> fault_at_;
  int64_t now_ = 0;
  int64_t port_free_ = 0;
  DatapathInputs in_;
  DatapathOutputs out_;
};

}  // namespace

DatapathMemory random_datapath_memory(std::mt19937_64& random, bool stalls) {
  const auto below = [&](uint64_t n) { return static_cast<int64_t>(random() % n); };
  DatapathMemory m;
  m.stalls = stalls;
  m.read_latency = below(2) == 0 ? 0 : below(30);
  m.write_latency = below(2) == 0 ? 0 : below(12);
  m.gap = below(3);
  m.max_outstanding = below(2) == 0 ? 64 : 1 + below(8);
  return m;
}

int64_t run_datapath(DatapathModel& model, const VtaConfig& config, const DatapathProgram& program,
                     const DatapathMemory& memory, std::mt19937_64& random) {
  return Bench(model, config, program, memory, random).run();
}

}  // namespace vta
