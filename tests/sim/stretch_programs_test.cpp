// Runs by stretches (sim/csim/stretch.h) against runs whose memory gets every burst: random
// programs, configurations and memories.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "sim/csim/csim.h"
#include "tests/sim/csim_fixture.h"
#include "tests/sim/random_stream.h"

namespace vta::test {
namespace {

// All that a sink hears of bursts, beside the rest.
class Heard final : public Completions {
 public:
  using Burst = std::array<int64_t, 10>;
  void on_burst(const BurstTransfer& b) override {
    Completions::on_burst(b);
    bursts.push_back({static_cast<int64_t>(b.master), b.insn, static_cast<int64_t>(b.address),
                      b.bytes, b.beats, b.requested, b.granted, b.first_beat, b.last_beat,
                      b.complete});
  }
  std::vector<Burst> bursts;
};

struct StretchMemory {
  RandomMemory timing;
  RefusedWindow refused;
};

class StretchDevice {
 public:
  StretchDevice(const VtaConfig& config, bool every_burst, bool listens)
      : codec_(config),
        device_(make_csim(
            config, "reference",
            {.timing_only = true, .memory_bytes = int64_t{1} << 22, .every_burst = every_burst})),
        listens_(listens) {
    device_->write_register(Register::MemHi, Bench::kDataBytes);
  }

  // In slices of so many cycles.
  void run(const RandomStream& s, const StretchMemory& m, int64_t slice) {
    place(s);
    set(s, m.timing);
    dynamic_cast<RefusingDevice&>(*device_).refuse(m.refused);
    heard = {};
    device_->set_trace_sink(listens_ ? &heard : nullptr);
    device_->write_register(Register::Control, 1);
    while (!device_->advance(slice)) {
    }
  }
  const RunReport& report() const { return device_->report(); }

  Heard heard;

 private:
  void place(const RandomStream& s) {
    const auto bytes = static_cast<size_t>(codec_.uop_bytes());
    for (size_t k = 0; k < s.uops.size(); ++k) {
      const uint64_t word = codec_.encode_uop(s.uops[k]);
      std::memcpy(device_->memory().at(s.uop_base + k * bytes, static_cast<int64_t>(bytes)).data(),
                  &word, bytes);
    }
    for (size_t k = 0; k < s.insns.size(); ++k) {
      const InsnBits bits = codec_.encode(s.insns[k]);
      std::memcpy(device_->memory().at(Bench::kStreamAddr + s.address + 16 * k, 16).data(), &bits,
                  16);
    }
  }
  void set(const RandomStream& s, const RandomMemory& m) {
    const std::pair<Register, int64_t> values[] = {{Register::MemReadLatency, m.read_latency},
                                                   {Register::MemWriteLatency, m.write_latency},
                                                   {Register::MemGap, m.gap},
                                                   {Register::MemMaxOutstanding, m.max_outstanding},
                                                   {Register::MemBurstBeats, m.burst_beats},
                                                   {Register::InsnCount, std::ssize(s.insns)}};
    for (const auto& [reg, value] : values)
      device_->write_register(reg, static_cast<uint64_t>(value));
    device_->write_register(Register::UopBase, s.uop_base);
    device_->write_register(Register::InpBase, s.inp_base);
    device_->write_register(Register::WgtBase, s.wgt_base);
    device_->write_register(Register::AccBase, s.acc_base);
    device_->write_register(Register::OutBase, s.out_base);
    device_->write_register(Register::InsnAddr, Bench::kStreamAddr + s.address);
    device_->set_kernels(s.kernels);
  }

  InsnCodec codec_;
  std::unique_ptr<Device> device_;
  bool listens_;
};

void expect_same_report(const RunReport& a, const RunReport& b) {
  EXPECT_EQ(a.error, b.error);
  EXPECT_EQ(a.error_insn, b.error_insn);
  EXPECT_EQ(a.error_text, b.error_text);
  EXPECT_EQ(a.cycles, b.cycles);
  EXPECT_EQ(a.counters, b.counters);
  EXPECT_EQ(a.kernels, b.kernels);
  EXPECT_EQ(a.tokens_left, b.tokens_left);
  EXPECT_EQ(a.timing, b.timing);
}

// One configuration's devices, one program after the other.
class StretchComparison {
 public:
  explicit StretchComparison(const VtaConfig& config)
      : every_(config, true, true), stretches_(config, false, true), deaf_(config, false, false) {}

  void compare(const RandomStream& s, const StretchMemory& m, int64_t slice) {
    every_.run(s, m, int64_t{1} << 40);
    stretches_.run(s, m, slice);
    deaf_.run(s, m, int64_t{1} << 40);
    expect_same_report(every_.report(), stretches_.report());
    expect_same_report(every_.report(), deaf_.report());
    EXPECT_EQ(every_.heard.at, stretches_.heard.at);
    EXPECT_EQ(every_.heard.bursts, stretches_.heard.bursts);
    if (every_.report().error == IsaError::None) {
      EXPECT_EQ(stretches_.heard.states.until(*every_.report().cycles),
                every_.report().timing->units);
    }
  }
  size_t bursts() const { return every_.heard.bursts.size(); }
  bool refused() const { return every_.report().error == IsaError::BusError; }

 private:
  StretchDevice every_, stretches_, deaf_;
};

// Every third memory has room for few bursts, and STOREs take long; every seventh refuses some of
// the inputs and sums.
StretchMemory memory_of(StreamMaker& maker, uint64_t seed) {
  StretchMemory memory{maker.memory(), {}};
  if (seed % 3 == 0) {
    memory.timing.max_outstanding = 1 + static_cast<int64_t>(seed / 3 % 4);
    memory.timing.write_latency = 32 + static_cast<int64_t>(seed / 12 % 33);
  }
  if (seed % 7 == 0) {
    memory.refused.lo = kRegionBytes + seed * 8192 % (kRegionBytes / 2);
    memory.refused.hi = memory.refused.lo + 4096;
  }
  return memory;
}

int64_t stretch_programs() {
  const char* text = std::getenv("VTA_RANDOM_PROGRAMS");
  return text != nullptr ? std::atoll(text) : 600;
}

TEST(StretchPrograms, EqualRunsWhoseMemoryGetsEveryBurst) {
  constexpr uint64_t kPerConfig = 12;
  size_t bursts = 0, refused = 0;
  for (uint64_t seed = 0; std::cmp_less(seed, stretch_programs()) && !HasFailure();) {
    const VtaConfig config = random_config(seed + 7000);
    StretchComparison comparison(config);
    for (const uint64_t end = seed + kPerConfig; seed < end && !HasFailure(); ++seed) {
      SCOPED_TRACE(fmt::format("seed {}, configuration {}", seed, config.name()));
      StreamMaker maker(config, seed + 7000);
      const StretchMemory memory = memory_of(maker, seed);
      const int64_t slices[] = {1, 37, 1000, int64_t{1} << 30};
      comparison.compare(maker.stream(), memory, slices[seed % 4]);
      bursts += comparison.bursts();
      refused += comparison.refused();
    }
  }
  EXPECT_GT(refused, 0u);
  EXPECT_GT(bursts, 20u * static_cast<size_t>(stretch_programs()));
}

}  // namespace
}  // namespace vta::test
