// csim against the pages as a plain machine, on random programs, configurations and memories.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <cstring>

#include "hw/isa/disassembler.h"
#include "tests/sim/csim_fixture.h"
#include "tests/sim/cycle_model.h"
#include "tests/sim/random_stream.h"

namespace vta::test {
namespace {

constexpr int64_t kLongest = 400000;  // cycles; programs that take longer are not compared

// One device per configuration, one program after the other.
class Comparison {
 public:
  explicit Comparison(const VtaConfig& config) : bench_(config) {}

  void compare(const RandomStream& s, const RandomMemory& memory) {
    place(s);
    set(s, memory);
    Device& device = *bench_.device;
    const auto bytes = std::as_const(device).memory().at(TimedBench::kStreamAddr + s.address,
                                                         static_cast<int64_t>(s.insns.size()) * 16);
    CycleRun run;
    run.bases = {s.uop_base, s.inp_base, s.wgt_base, s.acc_base, s.out_base};
    DecodedStream stream;
    stream.update(bytes,
                  {device.config(), run.bases, {0, TimedBench::kDataBytes}, std::ssize(s.insns)},
                  bench_.codec);
    run.stream = &stream;
    run.insn_addr = TimedBench::kStreamAddr + s.address;
    run.insn_count = std::ssize(s.insns);
    run.read_latency = memory.read_latency;
    run.write_latency = memory.write_latency;
    run.gap = memory.gap;
    run.max_outstanding = memory.max_outstanding;
    run.burst_beats = memory.burst_beats;
    run.dram = device.memory().data();
    run.kernels = s.kernels;
    CycleModel model(device.config(), run);
    // Scratchpads keep their contents between launches; the model's begin at zero.
    clear_uops();
    const bool compared = model.run(kLongest);
    bench_.completions = {};
    device.write_register(Register::Control, 1);
    while (!device.advance(1000)) {
    }
    if (compared)
      expect_equal(model, device.report(), s);
    else
      EXPECT_GT(device.report().cycles.value(), kLongest);
  }

  std::array<int, 13> errors{};

 private:
  void place(const RandomStream& s) {
    Device& device = *bench_.device;
    const auto bytes = static_cast<size_t>(bench_.codec.uop_bytes());
    for (size_t k = 0; k < s.uops.size(); ++k) {
      const uint64_t word = bench_.codec.encode_uop(s.uops[k]);
      std::memcpy(device.memory().at(s.uop_base + k * bytes, static_cast<int64_t>(bytes)).data(),
                  &word, bytes);
    }
    for (size_t k = 0; k < s.insns.size(); ++k) {
      const InsnBits bits = bench_.codec.encode(s.insns[k]);
      std::memcpy(device.memory().at(TimedBench::kStreamAddr + s.address + 16 * k, 16).data(),
                  &bits, 16);
    }
  }

  void set(const RandomStream& s, const RandomMemory& memory) {
    Device& device = *bench_.device;
    const auto write = [&](Register reg, int64_t value) {
      device.write_register(reg, static_cast<uint64_t>(value));
    };
    device.write_register(Register::UopBase, s.uop_base);
    device.write_register(Register::InpBase, s.inp_base);
    device.write_register(Register::WgtBase, s.wgt_base);
    device.write_register(Register::AccBase, s.acc_base);
    device.write_register(Register::OutBase, s.out_base);
    write(Register::MemReadLatency, memory.read_latency);
    write(Register::MemWriteLatency, memory.write_latency);
    write(Register::MemGap, memory.gap);
    write(Register::MemMaxOutstanding, memory.max_outstanding);
    write(Register::MemBurstBeats, memory.burst_beats);
    device.write_register(Register::InsnAddr, TimedBench::kStreamAddr + s.address);
    device.write_register(Register::InsnCount, s.insns.size());
    device.set_kernels(s.kernels);
  }

  // Zeros for every micro-op, from a part of memory that is never written.
  void clear_uops() {
    Device& device = *bench_.device;
    const VtaConfig& c = device.config();
    const uint64_t at = TimedBench::kStreamAddr + (uint64_t{1} << 20);
    const int64_t depth = c.depth(MemoryType::Uop);
    std::vector<Insn> insns;
    for (int64_t first = 0; first < depth; first += 1024)
      insns.push_back(load(MemoryType::Uop, first, 0, 1, std::min<int64_t>(1024, depth - first)));
    insns.push_back(finish());
    for (size_t k = 0; k < insns.size(); ++k) {
      const InsnBits bits = bench_.codec.encode(insns[k]);
      std::memcpy(device.memory().at(at + 16 * k, 16).data(), &bits, 16);
    }
    const uint64_t base = device.read_register(Register::UopBase);
    const uint64_t stream = device.read_register(Register::InsnAddr);
    const uint64_t count = device.read_register(Register::InsnCount);
    device.set_trace_sink(nullptr);
    device.write_register(Register::UopBase, 3 * kRegionBytes);
    device.write_register(Register::InsnAddr, at);
    device.write_register(Register::InsnCount, insns.size());
    device.write_register(Register::Control, 1);
    while (!device.advance(int64_t{1} << 40)) {
    }
    ASSERT_EQ(device.report().error, IsaError::None) << device.report().error_text;
    device.set_trace_sink(&bench_.completions);
    device.write_register(Register::UopBase, base);
    device.write_register(Register::InsnAddr, stream);
    device.write_register(Register::InsnCount, count);
  }

  void expect_equal(const CycleModel& model, const RunReport& report, const RandomStream& s) {
    ++errors[static_cast<size_t>(report.error)];
    EXPECT_EQ(report.error, model.error) << report.error_text;
    EXPECT_EQ(report.error_insn, model.error_insn);
    EXPECT_EQ(report.cycles.value(), model.end) << report.error_text;
    for (const auto& [index, edge] : model.completions)
      if (const auto found = bench_.completions.at.find(index);
          found == bench_.completions.at.end() || found->second != edge) {
        ADD_FAILURE() << "instruction " << index << " done at " << edge << ", csim says "
                      << (found == bench_.completions.at.end() ? -1 : found->second) << ": "
                      << disassemble(s.insns[static_cast<size_t>(index)]);
        return;
      }
    EXPECT_EQ(bench_.completions.at.size(), model.completions.size());
    const std::array<int64_t, 4> none{};
    EXPECT_EQ(report.tokens_left, stops_at_once(report.error) ? none : model.tokens);
    if (report.error != IsaError::None)
      return;
    const Timing& timing = report.timing.value();
    EXPECT_EQ(timing.bus_beats, model.timing.bus_beats);
    for (size_t unit = 0; unit < kNumTimedUnits; ++unit) {
      const auto name = timed_unit_name(static_cast<TimedUnit>(unit));
      EXPECT_EQ(timing.units[unit], model.timing.units[unit]) << name;
      EXPECT_EQ(timing.outside.units[unit], model.timing.outside.units[unit]) << name;
    }
    EXPECT_EQ(timing, model.timing);
    EXPECT_EQ(bench_.completions.states.until(timing.cycles), model.timing.units)
        << "from the events";
    EXPECT_EQ(bench_.completions.states.beats(), model.timing.bus_beats);
  }

  TimedBench bench_;
};

int64_t programs() {
  const char* text = std::getenv("VTA_RANDOM_PROGRAMS");
  return text != nullptr ? std::atoll(text) : 400;
}

TEST(CsimRandom, EqualsThePagesCycleByCycle) {
  std::array<int, 13> errors{};
  constexpr int64_t kPerConfig = 10;
  for (int64_t k = 0; k < programs() && !HasFailure(); k += kPerConfig) {
    const auto seed = static_cast<uint64_t>(k);
    Comparison comparison(random_config(seed));
    for (uint64_t program = seed; program < seed + kPerConfig && !HasFailure(); ++program) {
      const VtaConfig config = random_config(seed);
      SCOPED_TRACE(fmt::format("seed {}, configuration {}", program, config.name()));
      StreamMaker maker(config, program);
      const RandomMemory memory = maker.memory();
      comparison.compare(maker.stream(), memory);
    }
    for (size_t code = 0; code < errors.size(); ++code)
      errors[code] += comparison.errors[code];
  }
  // BUS_ERROR alone cannot come.
  for (size_t code = 0; code < 12; ++code)
    EXPECT_GT(errors[code], 0) << "no program ended with " << code;
  RecordProperty("clean", errors[0]);
}

}  // namespace
}  // namespace vta::test
