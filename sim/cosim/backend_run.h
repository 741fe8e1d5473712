// One program on one device, with all results for the comparison.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "sim/cosim/test_program.h"
#include "sim/device.h"
#include "sim/touched_bytes.h"

namespace vta::cosim {

inline constexpr std::array<MemoryType, 4> kScratchpads = {MemoryType::Uop, MemoryType::Inp,
                                                           MemoryType::Wgt, MemoryType::Acc};

inline constexpr int64_t kNotRetired = -2;
inline constexpr int64_t kLeastMemory = 4096;  // bytes of a device that runs test programs

struct RunResult {
  std::string backend;
  std::string failure;             // it threw, or did not end in time: nothing below is valid
  std::vector<RunReport> earlier;  // of the launches before the last one
  RunReport report;
  std::vector<int64_t> completion;  // by instruction: cycle, -1 without time, or kNotRetired
  std::array<uint64_t, kNumRegisters> registers{};
  std::array<std::vector<std::byte>, kScratchpads.size()> scratchpads;
  std::span<const std::byte> dram;  // the device's memory: valid until its next run
  std::vector<ByteRange> touched;   // of dram: all else is zero

  bool timed() const { return report.cycles.has_value(); }
};

// Cycles after which a run that has not ended hangs: several times the worst of any backend.
int64_t cycle_bound(const TestProgram& program);

// Collects completions, also of launches made by other code.
class CompletionTrace final : public TraceSink {
 public:
  explicit CompletionTrace(int64_t insn_count)
      : cycles_(static_cast<size_t>(insn_count), kNotRetired) {}
  void on_retire(Unit unit, int64_t index, const Insn& insn, int64_t cycle) override;
  // A fault of the events themselves: an index outside the stream, or a repeated one.
  const std::string& failure() const { return failure_; }
  std::vector<int64_t> take() { return std::move(cycles_); }

 private:
  std::vector<int64_t> cycles_;
  std::string failure_;
};

// Report, registers and scratchpads of a device whose run ended.
void read_outcome(const Device& device, RunResult& result);
// These, and the first `memory_bytes` of its DRAM.
void read_result(const Device& device, int64_t memory_bytes, RunResult& result);

// The parts of run_program(): a program that zeroes all scratchpads; the registers of a launch, of
// a program that is placed at `at`; the window that the device's memory refuses.
TestProgram zeroing_program(const TestProgram& like);
void write_registers(const TestProgram& program, const LaunchRange& range, Device& device,
                     uint64_t at = 0);
void set_refused(const RefusedWindow& window, Device& device);

// Zeroes the scratchpads by a run of its own before every fresh launch, so that nothing of an
// earlier program is seen; registers, scratchpads and DRAM are those after the last launch. Never
// throws: an error becomes the result's failure.
RunResult run_program(const TestProgram& program, Device& device);

}  // namespace vta::cosim
