// A program on a core behind AXI, driven as a CPU would drive it.
#pragma once

#include <algorithm>

#include "VAxi.h"
#include "VAxi3.h"
#include "sim/cosim/test_program.h"
#include "tests/rtl/axi_bench.h"

namespace vta {

inline constexpr int64_t kMaxRunCycles = 4000000;

template <typename Top>
constexpr AxiForm kFormOf = {.bus_bytes = 8, .most_beats = 256};
template <>
inline constexpr AxiForm kFormOf<VAxi3> = {.bus_bytes = 8, .most_beats = 16};

template <typename Top>
class AxiRun {
 public:
  AxiRun(const cosim::TestProgram& program, const AxiPace& pace, uint64_t seed)
      : program_(program),
        dram_(program.memory_bytes),
        bench_(top_, dram_, kFormOf<Top>, pace, seed) {
    place_program(program_, dram_);
    write_settings();
  }

  void write_settings() {
    const cosim::TestProgram& p = program_;
    const auto burst = std::min<int64_t>(p.config.mem_burst_beats, kFormOf<Top>.most_beats);
    bench_.write(Register::InsnCount, static_cast<uint32_t>(p.insns.size()));
    bench_.write64(Register::InsnAddr, p.insn_addr);
    bench_.write64(Register::UopBase, p.bases.uop);
    bench_.write64(Register::InpBase, p.bases.inp);
    bench_.write64(Register::WgtBase, p.bases.wgt);
    bench_.write64(Register::AccBase, p.bases.acc);
    bench_.write64(Register::OutBase, p.bases.out);
    bench_.write64(Register::MemLo, p.window.lo);
    bench_.write64(Register::MemHi, std::min<uint64_t>(p.window.hi, 0xffffffff));
    bench_.write(Register::MemMaxOutstanding, static_cast<uint32_t>(p.config.mem_max_outstanding));
    bench_.write(Register::MemBurstBeats, static_cast<uint32_t>(burst));
  }

  void launch() { bench_.write(Register::Control, 1); }
  // To the interrupt; whether it came.
  bool finish() { return bench_.run(kMaxRunCycles); }
  bool launch_and_finish() {
    launch();
    return finish();
  }
  // Until launches are taken again.
  void drain() {
    constexpr int kMost = 50000;
    for (int k = 0; k < kMost && (status() & kStatusRefusing) != 0; ++k)
      bench_.tick();
  }

  // What was in memory before the first run.
  void place_again() { place_program(program_, dram_); }

  uint32_t status() { return bench_.read(Register::Status); }
  IsaError error() { return static_cast<IsaError>(bench_.read(Register::ErrorCode)); }
  AxiBench<Top>& bench() { return bench_; }
  AxiMemory<Top>& memory() { return bench_.memory(); }
  std::span<const std::byte> dram() { return dram_.at(0, dram_.size_bytes()); }

  // Some cycles, whatever happens.
  void wait(int64_t cycles) {
    for (int64_t k = 0; k < cycles; ++k)
      bench_.tick();
  }

 private:
  cosim::TestProgram program_;
  Top top_;
  DeviceMemory dram_;
  AxiBench<Top> bench_;
};

}  // namespace vta
