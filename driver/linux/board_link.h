// The link to an accelerator on a board: registers through a window, memory that both sides see.
#pragma once

#include <memory>
#include <string>

#include "driver/linux/board_memory.h"
#include "driver/linux/shell.h"
#include "link/device_link.h"

namespace vta::board {

struct BoardOptions {
  uint32_t watchdog = 1'000'000;  // cycles without progress on the bus that end a run; 0: none
  Milliseconds timeout{60'000};   // a launch that takes longer is aborted
  Milliseconds patience{1'000};   // for a stop or reset, which waits for answers of the memory
};

// A launch writes every register that it depends on, waits for the interrupt and reads the results.
// What hardware does not have:
// - Events of a run and elements of scratchpads: DeviceError.
// - A moment in the middle of a run: read-backs are taken at its end, and DeviceError refuses those
//   of memory that a later instruction writes.
// - Counters of kernels, instructions by opcode, tokens by queue: they follow from the stream where
//   it ran to its end (stream_account.h). After an error they are absent: no kernels, and
//   error_text says so.
// - Where each cycle went: no Timing; cycles are those of the register.
class BoardLink final : public DeviceLink {
 public:
  // Resets the device, whatever a user before left behind. DeviceError as Shell's functions.
  BoardLink(std::unique_ptr<RegisterWindow> window, std::unique_ptr<BoardMemory> memory,
            const VtaConfig& program, const BoardOptions& options);

  const LinkInfo& info() const override { return info_; }
  void write(uint64_t phys_addr, std::span<const std::byte> bytes) override;
  void read(uint64_t phys_addr, std::span<std::byte> bytes) override;
  void fill(uint64_t phys_addr, int64_t size_bytes, std::byte value) override;
  std::span<std::byte> view(uint64_t phys_addr, int64_t size_bytes) override;
  // Ends within timeout, or within max_cycles where the configuration has a clock: by abort, after
  // which the device takes launches again. Then the report has the error ABORTED, or has not ended.
  // DeviceError when even the abort does not end it.
  LaunchReport launch(const LaunchRequest& request, TraceSink* sink) override;
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first, int64_t count) override;

 private:
  std::vector<Insn> stream_of(const LaunchRequest& request);
  void program(const LaunchRequest& request);
  Milliseconds bound_of(const LaunchRequest& request) const;
  void abort();
  RunReport results();
  std::string error_text(const RunReport& report, const std::string& insn) const;
  void take_read_backs(const LaunchRequest& request, LaunchReport& report);
  void sync(const MemoryRange& range, void (BoardMemory::*how)(int64_t, int64_t));

  std::unique_ptr<RegisterWindow> window_;
  std::unique_ptr<BoardMemory> memory_;
  BoardOptions options_;
  Shell shell_;
  LinkInfo info_;
};

}  // namespace vta::board
