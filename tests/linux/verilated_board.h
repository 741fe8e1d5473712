// A board without a board: the Verilated AXI shell, whose memory is the file that the driver of
// u-dma-buf maps. Both sides see the same bytes, registers are those of the RTL, and its interrupt
// is handed out as UIO does it.
#pragma once

#include <sys/mman.h>

#include <memory>

#include "driver/linux/board_link.h"
#include "tests/linux/fake_system.h"
#include "tests/rtl/axi_run.h"

namespace vta::test {

inline constexpr AxiPace kFastMemory{100, 100, 100, 100, 100};
inline constexpr uint64_t kBoardAddr = 0x10000000;  // where a small board's buffer is
inline constexpr int64_t kBoardBytes = 1 << 20;

template <typename Top>
class VerilatedBoard {
 public:
  VerilatedBoard(uint64_t phys_addr, int64_t bytes, const AxiPace& pace = kFastMemory)
      : system_(phys_addr, bytes),
        dram_(static_cast<int64_t>(phys_addr) + bytes),
        bench_(top_, dram_, kFormOf<Top>, pace, 1) {
    const board::DeviceFile file(system_.path("dev/udmabuf-vta"), "");
    void* const at = mmap(dram_.data() + phys_addr, static_cast<size_t>(bytes),
                          PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file.descriptor(), 0);
    EXPECT_NE(at, MAP_FAILED);
  }

  FakeSystem& system() { return system_; }
  AxiBench<Top>& bench() { return bench_; }
  AxiMemory<Top>& memory() { return bench_.memory(); }

  // A write that the hardware refuses would end a process on a board.
  void write32(uint16_t offset, uint32_t value) {
    EXPECT_EQ(bench_.write_at(offset, value), kOkay) << std::hex << offset << " := " << value;
  }
  void enable_interrupt() { enabled_ = true; }
  bool wait_for_interrupt(std::chrono::milliseconds most) {
    constexpr int64_t kCyclesBetweenLooks = 1000;
    const auto until = std::chrono::steady_clock::now() + most;
    bool raised = enabled_ && bench_.run(kCyclesBetweenLooks);
    while (!raised && std::chrono::steady_clock::now() < until)
      raised = bench_.run(kCyclesBetweenLooks) && enabled_;
    if (raised)
      enabled_ = false;
    return raised;
  }

 private:
  FakeSystem system_;
  Top top_;
  DeviceMemory dram_;
  AxiBench<Top> bench_;
  bool enabled_ = false;
};

template <typename Top>
class VerilatedWindow final : public board::RegisterWindow {
 public:
  explicit VerilatedWindow(std::shared_ptr<VerilatedBoard<Top>> one) : board_(std::move(one)) {}
  uint32_t read32(uint16_t offset) override { return board_->bench().read_at(offset); }
  void write32(uint16_t offset, uint32_t value) override { board_->write32(offset, value); }
  void enable_interrupt() override { board_->enable_interrupt(); }
  bool wait_for_interrupt(std::chrono::milliseconds most) override {
    return board_->wait_for_interrupt(most);
  }

 private:
  std::shared_ptr<VerilatedBoard<Top>> board_;
};

// Waits as long as a loaded machine needs.
inline board::BoardOptions patient_options() {
  return {.timeout = board::Milliseconds(3'600'000), .patience = board::Milliseconds(600'000)};
}

template <typename Top>
std::unique_ptr<DeviceLink> open_board(const std::shared_ptr<VerilatedBoard<Top>>& one,
                                       const VtaConfig& program = {},
                                       const board::BoardOptions& options = patient_options()) {
  return std::make_unique<board::BoardLink>(
      std::make_unique<VerilatedWindow<Top>>(one),
      std::make_unique<board::UDmaBuf>(one->system().paths(), board::kBufferName), program,
      options);
}

}  // namespace vta::test
