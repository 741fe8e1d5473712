#include "sim/cosim/generator.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "config/config_keys.h"
#include "config/memory_preset.h"
#include "hw/isa/insn.h"
#include "sim/cosim/faults.h"
#include "sim/cosim/layer_maker.h"
#include "sim/cosim/memory_layout.h"
#include "sim/cosim/overlap_maker.h"
#include "sim/cosim/refusal_maker.h"
#include "sim/cosim/stream_maker.h"
#include "sim/semantics/execute.h"

namespace vta::cosim {
namespace {

constexpr int64_t kOrdinary = 480;    // instructions
constexpr int64_t kDrainRoom = 1000;  // instructions that tokens and earlier launches may add

constexpr uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;  // of 2^64

struct ErrorShare {
  IsaError error;
  uint64_t slots;
};
// More for those that have more places where they may be: fields, operands, masters.
constexpr std::array<ErrorShare, 12> kErrors = {{{IsaError::Opcode, 1},
                                                 {IsaError::MemoryType, 1},
                                                 {IsaError::TokenBits, 1},
                                                 {IsaError::Field, 1},
                                                 {IsaError::UopRange, 2},
                                                 {IsaError::SramRange, 5},
                                                 {IsaError::DramRange, 1},
                                                 {IsaError::IndexRange, 8},
                                                 {IsaError::Deadlock, 1},
                                                 {IsaError::NoFinish, 1},
                                                 {IsaError::FinishNotLast, 1},
                                                 {IsaError::BusError, 8}}};
constexpr uint64_t kErrorSlots = 31, kRacySlots = 8, kOverlapErrorSlots = 12, kSlots = 100;

IsaError error_of(uint64_t slot) {
  for (const ErrorShare& share : kErrors) {
    if (slot < share.slots)
      return share.error;
    slot -= share.slots;
  }
  return IsaError::None;
}

class Generator {
 public:
  Generator(const VtaConfig& config, MemoryChoice memory, uint64_t seed, int64_t index)
      : random_(mix(seed, static_cast<uint64_t>(index) + 1)) {
    program_.config = config;
    choose_kind(seed, static_cast<uint64_t>(index));
    choose_size();
    set_memory(memory);
    set_places();
  }

  TestProgram run() {
    make_uops();
    StreamMaker stream(program_, layout_.stores, random_);
    const bool refused = program_.expected_error == IsaError::BusError;
    if (!program_.racy && random_.chance(refused ? 40 : 12))
      earlier_launches(stream);
    make_launch(stream, count_, program_.expected_error, {flood_, fills_queue_, long_insn_});
    set_kernels();
    if (refused)
      refuse_a_burst(program_, random_);
    else if (program_.expected_error == IsaError::None && random_.chance(10))
      refuse_beside_bursts(program_, random_);
    if (program_.racy)
      remove_tokens(program_, random_);
    VTA_CHECK(program_.insn_addr + 16 * program_.insns.size() <= layout_.stream.hi,
              "{} instructions do not fit their place in memory", program_.insns.size());
    return std::move(program_);
  }

 private:
  // One step of SplitMix64: neighbours end up far apart.
  static uint64_t mix(uint64_t seed, uint64_t index) {
    uint64_t z = seed * 0xd1342543de82ef95 + index * kGoldenRatio;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  // Multiples of the golden ratio spread evenly over [0, 2^64), whatever stride the indices have.
  void choose_kind(uint64_t seed, uint64_t index) {
    const uint64_t place = mix(seed, 0) + index * kGoldenRatio;
    const uint64_t slot = place / (~uint64_t{0} / kSlots + 1);
    program_.expected_error = error_of(slot);
    program_.racy = slot >= kErrorSlots && slot < kErrorSlots + kRacySlots;
    // With two pipes more of them, for either may find one while the other works.
    if (program_.config.acc_overlap != 0 && slot >= kSlots - kOverlapErrorSlots)
      program_.expected_error = IsaError::IndexRange;
  }

  // How long the program is, and what it does out of the ordinary.
  void choose_size() {
    const int64_t deep = program_.config.cmd_queue_depth;
    long_insn_ = makes_long_insns(program_.config) && random_.below(60) == 0;
    fills_queue_ = deep > 64 && random_.chance(4);
    flood_ = random_.chance(4) ? random_.between(256, 420) : 0;
    const int64_t kind = random_.below(1000);
    count_ = kind < 8    ? random_.between(10000, 29000)
             : kind < 34 ? random_.between(kOrdinary, 4000)
                         : random_.between(kLeastInsns, kOrdinary);
    if (random_.chance(25))
      program_.slice = random_.pick({1, 7, 64, 1000, 4099, 65537});
    if (random_.chance(35))
      program_.unused_bits = random_.word() | 1;
    layers_ = random_.chance(40) ? random_.between(10, 60) : 0;
    if (program_.config.acc_overlap != 0)
      halves_ = random_.chance(70) ? random_.between(20, 90) : 0;
  }
  // Much to fetch, or a queue that must be filled while something else goes on: not on a memory of
  // a thousand cycles a burst.
  bool needs_speed() const { return count_ > kOrdinary || fills_queue_ || flood_ > 0; }

  void set_memory(MemoryChoice choice) {
    VtaConfig& c = program_.config;
    if (choice == MemoryChoice::Fixed)
      return;
    if (choice == MemoryChoice::Mixed && random_.chance(50)) {
      const auto presets = memory_presets();
      const MemoryPreset& preset = presets[static_cast<size_t>(random_.below(std::ssize(presets)))];
      c.mem_read_latency = preset.read_latency;
      c.mem_write_latency = preset.write_latency;
      c.mem_gap = preset.gap;
      c.mem_max_outstanding = 16;
      c.mem_burst_beats = preset.longest_bursts ? longest_burst(c) : 16;
      return;
    }
    random_memory();
    if (needs_speed()) {
      c.mem_read_latency = std::min<int64_t>(c.mem_read_latency, 40);
      c.mem_write_latency = std::min<int64_t>(c.mem_write_latency, 40);
      c.mem_gap = std::min<int64_t>(c.mem_gap, 3);
      c.mem_burst_beats = std::max<int64_t>(c.mem_burst_beats, 8);
      c.mem_max_outstanding = std::max<int64_t>(c.mem_max_outstanding, 2);
    }
  }

  void random_memory() {
    VtaConfig& c = program_.config;
    const auto latency = [&] { return random_.chance(3) ? 1023 : random_.skewed(0, 70); };
    c.mem_read_latency = latency();
    c.mem_write_latency = latency();
    c.mem_gap = random_.chance(2) ? 255 : random_.skewed(0, 9);
    c.mem_max_outstanding = random_.chance(60)   ? random_.between(1, 4)
                            : random_.chance(15) ? 64
                                                 : random_.between(1, 64);
    do {
      c.mem_burst_beats = int64_t{1} << random_.below(9);
    } while (c.mem_burst_beats > longest_burst(c));
  }

  // Cycles that a byte costs at worst bound what may be moved.
  Budget budget() {
    const VtaConfig& c = program_.config;
    const int64_t burst_cycles =
        c.mem_burst_beats + c.mem_gap +
        std::max(c.mem_read_latency, c.mem_write_latency) / c.mem_max_outstanding;
    const int64_t affordable = 120000 * c.mem_burst_beats * c.bus_bytes() / burst_cycles;
    const int64_t largest =
        std::max(c.element_bytes(MemoryType::Wgt), c.element_bytes(MemoryType::Acc));
    Budget b;
    b.bytes = std::max(std::min<int64_t>(affordable, 100000), 16 * largest);
    b.bytes = random_.between(b.bytes / 4, b.bytes);
    b.pads = random_.between(500, 8000);
    b.steps = random_.between(1000, 20000);
    return b;
  }

  uint64_t base(MemoryType type, uint64_t limit) {
    const auto bytes = static_cast<uint64_t>(program_.config.element_bytes(type));
    if (random_.chance(20))
      return 0;
    return static_cast<uint64_t>(random_.below(static_cast<int64_t>(limit / bytes) + 1)) * bytes;
  }

  void set_places() {
    TestProgram& p = program_;
    const int64_t more = kDrainRoom + 4 * flood_ + (fills_queue_ ? p.config.cmd_queue_depth : 0);
    layout_ = random_layout(16 * (count_ + more) + static_cast<int64_t>(kPage), random_);
    const MemoryLayout& at = layout_;
    const auto uop_bytes = static_cast<uint64_t>(p.config.element_bytes(MemoryType::Uop));
    p.memory_bytes = at.memory_bytes;
    p.window = {random_.chance(30) ? 0 : at.lowest(),
                random_.chance(50) ? static_cast<uint64_t>(at.memory_bytes) : at.highest()};
    p.uop_addr = at.uops.lo + static_cast<uint64_t>(random_.below(64)) * uop_bytes;
    p.insn_addr = at.stream.lo + (random_.chance(30) ? 0 : 16 * random_.word() % kPage);
    p.insn_addr -= p.insn_addr % 16;
    const uint64_t data = std::min(at.data.lo, at.stores.lo);
    p.bases = {base(MemoryType::Uop, at.uops.lo), base(MemoryType::Inp, data),
               base(MemoryType::Wgt, data), base(MemoryType::Acc, data),
               base(MemoryType::Out, at.stores.lo)};
    for (const DramWindow& area : {at.data, at.stores})
      p.regions.push_back({area.lo, static_cast<int64_t>(area.hi - area.lo), random_.word() >> 1});
  }

  // Runs of words of one sort, so that LOADs of neighbours get micro-ops that belong together.
  void make_uops() {
    const VtaConfig& c = program_.config;
    const std::array<int64_t, 3> depths = {c.depth(MemoryType::Acc), c.depth(MemoryType::Inp),
                                           c.depth(MemoryType::Wgt)};
    const InsnCodec codec(c);
    const int64_t count = random_.between(16, 300);
    while (std::ssize(program_.uops) < count) {
      const int64_t sort = random_.below(10);
      if (sort >= 6) {
        kernel_uops(depths, sort);
        continue;
      }
      Uop uop{random_.below(depths[0]), random_.below(depths[1]), random_.below(depths[2])};
      for (int64_t i = random_.between(1, 12); i > 0; --i) {
        switch (sort) {
          case 0:  // the same again
            break;
          case 1:  // neighbours
            uop = {(uop.dst + 1) % depths[0], (uop.src + 1) % depths[1], (uop.wgt + 1) % depths[2]};
            break;
          case 2:  // near the beginning
            uop = {random_.below(std::min<int64_t>(depths[0], 12)),
                   random_.below(std::min<int64_t>(depths[1], 12)),
                   random_.below(std::min<int64_t>(depths[2], 12))};
            break;
          case 3:  // the last of each, or an input that just is not there
            uop = {depths[0] - 1, depths[1] - 1, depths[2] - 1};
            if (random_.chance(60) && depths[0] != depths[1])
              uop.src = std::min(depths[0], depths[1]);
            break;
          case 4:  // any word
            for (const PlacedUopField& field : codec.uop_fields())
              uop.*field.member = random_.field(field.width, false);
            break;
          default:
            uop = {random_.below(depths[0]), random_.below(depths[1]), random_.below(depths[2])};
        }
        program_.uops.push_back(uop);
      }
    }
  }

  // As kernels have them: positions of equal weights, sums into one row, both, or an operand near
  // the row that it is added to.
  void kernel_uops(const std::array<int64_t, 3>& depths, int64_t sort) {
    const int64_t positions = sort == 6 ? 1 : random_.between(1, 4);
    const int64_t sums = sort == 7 ? 1 : random_.between(1, 6);
    const int64_t dst_step = random_.between(0, 2), src_step = random_.between(0, 3);
    const Uop first{random_.below(depths[0]), random_.below(depths[1]), random_.below(depths[2])};
    for (int64_t p = 0; p < positions; ++p)
      for (int64_t k = 0; k < sums; ++k) {
        Uop uop{(first.dst + p * dst_step) % depths[0], (first.src + p * src_step + k) % depths[1],
                (first.wgt + k) % depths[2]};
        if (sort == 9)
          uop.src = (uop.dst + random_.below(24)) % std::min(depths[0], depths[1]);
        program_.uops.push_back(uop);
      }
  }

  // Launches before the last one: ended by an error, or as they should, with or without tokens
  // left.
  void earlier_launches(StreamMaker& stream) {
    for (int64_t left = random_.between(1, 3); left > 0; --left) {
      IsaError error = IsaError::None;
      if (random_.chance(50))
        error = kErrors[static_cast<size_t>(random_.below(std::ssize(kErrors) - 1))].error;
      make_launch(stream, random_.between(3, 60), error, {});
      const bool refused = program_.expected_error == IsaError::BusError;  // here, too, perhaps
      const bool fresh = error != IsaError::None || refused || random_.chance(20);
      program_.relaunches.push_back({std::ssize(program_.insns), fresh});
      stream.relaunch(fresh);
    }
  }

  // What a launch does beside random instructions; `flood`: tokens, 0 for none.
  struct Extras {
    int64_t flood = 0;
    bool fill_queue = false, long_insn = false;
  };

  void make_launch(StreamMaker& stream, int64_t count, IsaError error, const Extras& extras) {
    const int64_t first = std::ssize(program_.insns);
    InsnMaker maker(program_, {layout_.data, layout_.stores}, budget(), random_);
    LayerMaker layers(program_.config, maker, random_);
    OverlapMaker halves(program_.config, maker, random_);
    work_percent_ = std::clamp<int64_t>(93 * kOrdinary / count, 2, 93);
    const bool index_error = error == IsaError::IndexRange;
    const auto somewhere = [&](bool wanted) { return wanted ? random_.below(count * 3 / 4) : -1; };
    int64_t error_at = somewhere(index_error), flood_at = somewhere(extras.flood > 0),
            fill_at = somewhere(extras.fill_queue), long_at = somewhere(extras.long_insn);
    bool more = true;
    const auto reached = [&](int64_t& at) {  // once; what was not reached comes at the end
      const bool now = at >= 0 && (!more || stream.size() - first >= at);
      at = now ? -1 : at;
      return now;
    };
    while (more) {
      more = stream.size() - first + stream.tokens_waiting() + 1 < count;
      if (reached(error_at))
        emit_past_depth(stream, maker, halves);
      if (reached(flood_at))
        stream.flood(extras.flood);
      if (reached(fill_at))
        fill_queue(stream, maker);
      if (reached(long_at))
        long_insn(stream, maker);
      if (halves_ == 0 || !emit_half(stream, halves))
        emit_one(stream, maker, layers);
    }
    end_launch(stream, first, error, extras);
  }

  void end_launch(StreamMaker& stream, int64_t first, IsaError error, const Extras& extras) {
    std::array<bool, 4> leave{};
    const bool leftover = error == IsaError::None && random_.chance(extras.flood > 0 ? 45 : 15);
    if (leftover)
      for (bool& queue : leave)
        queue = random_.chance(50);
    if (leftover && extras.flood > 0)
      stream.flood(extras.flood);
    stream.drain(leave);
    stream.finish(leftover && random_.chance(50));
    if (error != IsaError::None && error != IsaError::IndexRange && error != IsaError::BusError)
      add_error(error, first, program_, random_);
  }

  // Something for compute in one half of ACC; false: not this time.
  bool emit_half(StreamMaker& stream, OverlapMaker& halves) {
    if (!random_.chance(halves_))
      return false;
    const auto insn = halves.next(stream.uops());
    if (insn)
      stream.emit(*insn);
    return insn.has_value();
  }

  void emit_past_depth(StreamMaker& stream, InsnMaker& maker, OverlapMaker& halves) {
    if (halves_ > 0 && random_.chance(60)) {
      for (int64_t before = random_.between(1, 5); before > 0; --before)
        emit_half(stream, halves);
      if (const auto insn = halves.past_operands(stream.uops()))
        return stream.emit(*insn);
    }
    stream.emit(maker.past_depth(stream.uops()));
  }

  // One unit waits for a long instruction of another, and more follow than its queue holds.
  void fill_queue(StreamMaker& stream, InsnMaker& maker) {
    const Unit waiting = random_.chance(50) ? Unit::Load : Unit::Store;
    const int64_t depth = program_.config.cmd_queue_depth;
    if (auto n = maker.gemm(stream.uops())) {
      const int64_t uops = n->uop_end - n->uop_bgn;
      n->dst_out = n->src_out = n->wgt_out = 0;
      n->iter_out = std::min(kMaxIterations, 1 + 8 * depth / (uops * n->iter_in));
      stream.emit(*n);
      stream.wait_for(waiting, Unit::Compute);
    }
    for (int64_t k = depth + random_.between(2, 40); k > 0; --k)
      stream.emit(stream.nop(waiting));
  }

  // More steps than simulators do between two looks at the clock.
  void long_insn(StreamMaker& stream, InsnMaker& maker) {
    auto n = random_.chance(50) ? maker.gemm(stream.uops()) : maker.alu(stream.uops());
    if (!n)
      return;
    const int64_t uops = n->uop_end - n->uop_bgn;
    constexpr int64_t kSteps = kSliceSteps * 5 / 4;
    n->dst_out = n->src_out = n->wgt_out = 0;
    if (uops * n->iter_in * kMaxIterations < kSteps) {
      n->dst_in = n->src_in = n->wgt_in = 0;
      n->iter_in = kSteps / (uops * kMaxIterations) + 1;
    }
    n->iter_out = std::min(kMaxIterations, 1 + kSteps / (uops * n->iter_in));
    stream.emit(*n);
  }

  // One unit is favoured for a while, so that queues fill and run empty.
  void emit_one(StreamMaker& stream, InsnMaker& maker, LayerMaker& layers) {
    if (phase_left_-- <= 0) {
      phase_left_ = random_.between(3, 30);
      phase_ = random_.below(6);
    }
    const int64_t unit = phase_ < 3 && random_.chance(75) ? phase_ : random_.below(3);
    if (!random_.chance(work_percent_))
      return stream.emit(stream.nop(static_cast<Unit>(unit)));
    if (unit == 1 && maker.left().bytes > 0 && random_.chance(layers_)) {
      for (const Insn& insn : layers.layer(stream.uops()))
        stream.emit(insn);
      return;
    }
    const bool rich = maker.left().bytes > 0;
    if (unit == 0 && rich)
      return stream.emit(maker.transfer(random_.chance(60) ? MemoryType::Inp : MemoryType::Wgt));
    if (unit == 2 && rich)
      return stream.emit(maker.transfer(MemoryType::Out));
    if (unit == 1 && maker.left().steps > 0 && random_.chance(60)) {
      const auto steps = random_.chance(6)    ? maker.to_last_element(stream.uops())
                         : random_.chance(50) ? maker.gemm(stream.uops())
                                              : maker.alu(stream.uops());
      if (steps)
        return stream.emit(*steps);
    }
    if (unit == 1 && rich)
      return stream.emit(maker.transfer(static_cast<MemoryType>(random_.pick({0, 0, 3, 5}))));
    stream.emit(stream.nop(static_cast<Unit>(unit)));
  }

  // Ascending first instructions; some kernels are empty, some programs have none.
  void set_kernels() {
    for (int64_t k = random_.below(5); k > 0; --k)
      program_.kernels.push_back(random_.below(std::ssize(program_.insns)));
    std::sort(program_.kernels.begin(), program_.kernels.end());
  }

  RandomSource random_;
  TestProgram program_;
  MemoryLayout layout_;
  int64_t count_ = 0;   // instructions, about
  int64_t flood_ = 0;   // tokens that wait at once
  int64_t layers_ = 0;  // percent of what compute gets
  int64_t halves_ = 0;  // percent of all that is for two halves of ACC
  bool fills_queue_ = false, long_insn_ = false;
  int64_t work_percent_ = 93;
  int64_t phase_ = 0, phase_left_ = 0;
};

}  // namespace

bool makes_long_insns(const VtaConfig& config) {
  return config.macs() <= 512;
}

TestProgram generate_program(const VtaConfig& config, MemoryChoice memory, uint64_t seed,
                             int64_t index) {
  return Generator(config, memory, seed, index).run();
}

}  // namespace vta::cosim
