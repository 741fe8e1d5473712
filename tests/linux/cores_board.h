// A board of several cores without a board: the Verilated vta_board, each core with its window, its
// interrupt and its buffer as Linux has them, and one memory behind.
#pragma once

#include <sys/mman.h>

#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "VBoard2.h"
#include "base/error.h"
#include "driver/linux/board_link.h"
#include "sim/system/turns.h"
#include "tests/linux/fake_system.h"
#include "tests/linux/verilated_board.h"
#include "tests/rtl/axi_host.h"

namespace vta::test {

// The register port of a core by the names that a shell's has.
struct CorePins {
  CData &s_axi_awvalid, &s_axi_awready;
  SData& s_axi_awaddr;
  CData &s_axi_awprot, &s_axi_wvalid, &s_axi_wready;
  IData& s_axi_wdata;
  CData &s_axi_wstrb, &s_axi_bvalid, &s_axi_bready, &s_axi_bresp, &s_axi_arvalid, &s_axi_arready;
  SData& s_axi_araddr;
  CData &s_axi_arprot, &s_axi_rvalid, &s_axi_rready;
  IData& s_axi_rdata;
  CData& s_axi_rresp;
};

// Its hosts are in one thread, or each in its own: then one at a time touches the model. As a
// System it is for Turns alone: time goes on when all hosts wait, so that a run is the same every
// time.
class CoresBoard final : public System {
 public:
  static constexpr int kCores = 2;

  CoresBoard(uint64_t phys_addr, int64_t bytes_of_each, const AxiPace& pace = kFastMemory);

  const FakeSystem& system() const { return system_; }
  AxiMemory<VBoard2>& memory() { return memory_; }
  int64_t cycles() const { return cycles_; }
  void take_turns(Turns* turns) { turns_ = turns; }

  // For the window of a core.
  uint32_t read32(int core, uint16_t offset);
  void write32(int core, uint16_t offset, uint32_t value);
  void enable_interrupt(int core) { enabled_[static_cast<size_t>(core)] = true; }
  bool wait_for_interrupt(int core, std::chrono::milliseconds most);

  std::string_view backend() const override { return "board"; }
  int64_t num_cores() const override { return kCores; }
  Device& core(int64_t) override { throw DeviceError("a core of a board is behind its window"); }
  int64_t now() const override { return cycles_; }
  bool running(int64_t core) const override { return awaited_[static_cast<size_t>(core)]; }
  void run_through(int64_t edge) override;
  const DramStatistics& dram_statistics() const override { return none_; }

 private:
  bool raised(int core) const { return (top_.irq >> core & 1) != 0; }
  void tick();

  FakeSystem system_;
  VBoard2 top_;
  DeviceMemory dram_;
  AxiMemory<VBoard2> memory_;
  std::array<CorePins, kCores> pins_;
  std::vector<AxiHost<CorePins>> hosts_;
  std::array<bool, kCores> enabled_{}, awaited_{};
  int64_t cycles_ = 0;
  std::recursive_mutex mutex_;
  Turns* turns_ = nullptr;
  DramStatistics none_;
};

class CoreWindow final : public board::RegisterWindow {
 public:
  CoreWindow(std::shared_ptr<CoresBoard> one, int core) : board_(std::move(one)), core_(core) {}
  uint32_t read32(uint16_t offset) override { return board_->read32(core_, offset); }
  void write32(uint16_t offset, uint32_t value) override { board_->write32(core_, offset, value); }
  void enable_interrupt() override { board_->enable_interrupt(core_); }
  bool wait_for_interrupt(std::chrono::milliseconds most) override {
    return board_->wait_for_interrupt(core_, most);
  }

 private:
  std::shared_ptr<CoresBoard> board_;
  int core_;
};

std::unique_ptr<DeviceLink> open_core(const std::shared_ptr<CoresBoard>& one, int core,
                                      const VtaConfig& program = {},
                                      const board::BoardOptions& options = patient_options());

}  // namespace vta::test
