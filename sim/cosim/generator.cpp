#include "sim/cosim/generator.h"

#include <algorithm>
#include <array>

#include "config/memory_preset.h"
#include "sim/cosim/faults.h"
#include "sim/cosim/insn_maker.h"
#include "sim/cosim/stream_maker.h"

namespace vta::cosim {
namespace {

// Places in device memory: micro-ops, stream, data that is only read, data that is stored to.
constexpr uint64_t kUopArea = 0x1000, kStreamArea = 0x10000;
constexpr DramWindow kData{0x20000, 0x60000};
constexpr DramWindow kStores{0x80000, 0x90000};
constexpr uint64_t kMemoryBytes = 0x100000;
constexpr uint64_t kPage = 0x1000;

constexpr uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;  // of 2^64

class Generator {
 public:
  Generator(const VtaConfig& config, MemoryChoice memory, uint64_t seed, int64_t index)
      : random_(mix(seed, static_cast<uint64_t>(index) + 1)) {
    program_.config = config;
    set_memory(memory);
    choose_kind(seed, static_cast<uint64_t>(index));
  }

  TestProgram run() {
    set_places();
    make_uops();
    make_stream();
    set_kernels();
    if (program_.expected_error != IsaError::None &&
        program_.expected_error != IsaError::IndexRange)
      add_error(program_.expected_error, program_, random_);
    if (program_.racy)
      remove_tokens(program_, random_);
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
    constexpr std::array<IsaError, 11> kErrors = {
        IsaError::Opcode,   IsaError::MemoryType, IsaError::TokenBits,    IsaError::Field,
        IsaError::UopRange, IsaError::SramRange,  IsaError::DramRange,    IsaError::IndexRange,
        IsaError::Deadlock, IsaError::NoFinish,   IsaError::FinishNotLast};
    constexpr uint64_t kSlots = 66;  // 11 of them for errors
    const uint64_t place = mix(seed, 0) + index * kGoldenRatio;
    const uint64_t slot = place / (~uint64_t{0} / kSlots + 1);
    if (slot < kErrors.size())
      program_.expected_error = kErrors[slot];
    program_.racy = slot >= kErrors.size() && slot < kErrors.size() + 7;
  }

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
      c.mem_max_outstanding = c.mem_burst_beats = 16;
      return;
    }
    const auto latency = [&] { return random_.chance(3) ? 1023 : random_.skewed(0, 70); };
    c.mem_read_latency = latency();
    c.mem_write_latency = latency();
    c.mem_gap = random_.chance(2) ? 255 : random_.skewed(0, 9);
    c.mem_max_outstanding = random_.chance(60) ? random_.between(1, 4) : random_.between(1, 64);
    const int64_t most = std::min<int64_t>(256, 4096 / c.bus_bytes());
    do {
      c.mem_burst_beats = int64_t{1} << random_.below(9);
    } while (c.mem_burst_beats > most);
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
    b.bytes = std::clamp<int64_t>(affordable, 16 * largest, 100000);
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
    const auto uop_bytes = static_cast<uint64_t>(p.config.element_bytes(MemoryType::Uop));
    p.memory_bytes = kMemoryBytes;
    p.window = {random_.chance(30) ? 0 : kUopArea, random_.chance(50) ? kMemoryBytes : kStores.hi};
    p.uop_addr = kUopArea + static_cast<uint64_t>(random_.below(64)) * uop_bytes;
    p.insn_addr = kStreamArea + (random_.chance(30) ? 0 : 16 * random_.word() % kPage);
    p.insn_addr -= p.insn_addr % 16;
    p.bases = {base(MemoryType::Uop, kUopArea), base(MemoryType::Inp, kData.lo),
               base(MemoryType::Wgt, kData.lo), base(MemoryType::Acc, kData.lo),
               base(MemoryType::Out, kStores.lo)};
    for (const DramWindow& area : {kData, kStores})
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
      const int64_t sort = random_.below(6);
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
          case 3:  // the last of each
            uop = {depths[0] - 1, depths[1] - 1, depths[2] - 1};
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

  void make_stream() {
    const int64_t count = random_.between(kLeastInsns, kMostInsns - 20);
    StreamMaker stream(program_, kStores, random_);
    InsnMaker maker(program_, {kData, kStores}, budget(), random_);
    const bool index_error = program_.expected_error == IsaError::IndexRange;
    const int64_t error_at = index_error ? random_.below(count * 3 / 4) : -1;
    bool error_made = false;
    while (stream.size() + stream.tokens_waiting() + 1 < count) {
      if (index_error && !error_made && stream.size() >= error_at) {
        stream.emit(maker.past_depth(stream.uops()));
        error_made = true;
      }
      emit_one(stream, maker);
    }
    std::array<bool, 4> leave{};
    const bool leftover = program_.expected_error == IsaError::None && random_.chance(15);
    if (leftover)
      for (bool& queue : leave)
        queue = random_.chance(50);
    stream.drain(leave);
    stream.finish(leftover && random_.chance(50));
  }

  // One unit is favoured for a while, so that queues fill and run empty.
  void emit_one(StreamMaker& stream, InsnMaker& maker) {
    if (phase_left_-- <= 0) {
      phase_left_ = random_.between(3, 30);
      phase_ = random_.below(6);
    }
    const int64_t unit = phase_ < 3 && random_.chance(75) ? phase_ : random_.below(3);
    if (random_.chance(7))
      return stream.emit(stream.nop(static_cast<Unit>(unit)));
    const bool rich = maker.left().bytes > 0;
    if (unit == 0 && rich)
      return stream.emit(maker.transfer(random_.chance(60) ? MemoryType::Inp : MemoryType::Wgt));
    if (unit == 2 && rich)
      return stream.emit(maker.transfer(MemoryType::Out));
    if (unit == 1 && maker.left().steps > 0 && random_.chance(60)) {
      const auto steps = random_.chance(50) ? maker.gemm(stream.uops()) : maker.alu(stream.uops());
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
  int64_t phase_ = 0, phase_left_ = 0;
};

}  // namespace

TestProgram generate_program(const VtaConfig& config, MemoryChoice memory, uint64_t seed,
                             int64_t index) {
  return Generator(config, memory, seed, index).run();
}

}  // namespace vta::cosim
