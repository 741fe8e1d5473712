#include "tests/linux/cores_board.h"

namespace vta::test {

CoresBoard::CoresBoard(uint64_t phys_addr, int64_t bytes_of_each, const AxiPace& pace)
    : system_(phys_addr, bytes_of_each, kCores),
      dram_(static_cast<int64_t>(phys_addr) + kCores * bytes_of_each),
      memory_(top_, dram_, {.bus_bytes = 8, .most_beats = 256}, pace, 1),
      pins_{{{top_.s0_axi_awvalid, top_.s0_axi_awready, top_.s0_axi_awaddr, top_.s0_axi_awprot,
              top_.s0_axi_wvalid, top_.s0_axi_wready, top_.s0_axi_wdata, top_.s0_axi_wstrb,
              top_.s0_axi_bvalid, top_.s0_axi_bready, top_.s0_axi_bresp, top_.s0_axi_arvalid,
              top_.s0_axi_arready, top_.s0_axi_araddr, top_.s0_axi_arprot, top_.s0_axi_rvalid,
              top_.s0_axi_rready, top_.s0_axi_rdata, top_.s0_axi_rresp},
             {top_.s1_axi_awvalid, top_.s1_axi_awready, top_.s1_axi_awaddr, top_.s1_axi_awprot,
              top_.s1_axi_wvalid, top_.s1_axi_wready, top_.s1_axi_wdata, top_.s1_axi_wstrb,
              top_.s1_axi_bvalid, top_.s1_axi_bready, top_.s1_axi_bresp, top_.s1_axi_arvalid,
              top_.s1_axi_arready, top_.s1_axi_araddr, top_.s1_axi_arprot, top_.s1_axi_rvalid,
              top_.s1_axi_rready, top_.s1_axi_rdata, top_.s1_axi_rresp}}} {
  for (size_t core = 0; core < kCores; ++core) {
    const board::DeviceFile file(system_.path("dev/udmabuf-vta" + std::to_string(core)), "");
    std::byte* const place = dram_.data() + phys_addr + core * static_cast<size_t>(bytes_of_each);
    void* const at = mmap(place, static_cast<size_t>(bytes_of_each), PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_FIXED, file.descriptor(), 0);
    EXPECT_NE(at, MAP_FAILED);
    hosts_.emplace_back(
        pins_[core], [this] { tick(); }, core + 1);
  }
  constexpr int kResetCycles = 4;
  top_.aresetn = 0;
  for (int k = 0; k < kResetCycles; ++k)
    tick();
  top_.aresetn = 1;
  tick();
}

void CoresBoard::tick() {
  top_.aclk = 0;
  memory_.drive();
  top_.eval();
  if (top_.aresetn)
    memory_.accept(cycles_);
  top_.aclk = 1;
  top_.eval();
  ++cycles_;
}

uint32_t CoresBoard::read32(int core, uint16_t offset) {
  const std::lock_guard lock(mutex_);
  return hosts_[static_cast<size_t>(core)].read_at(offset);
}

// A write that the hardware refuses would end a process on a board.
void CoresBoard::write32(int core, uint16_t offset, uint32_t value) {
  const std::lock_guard lock(mutex_);
  EXPECT_EQ(hosts_[static_cast<size_t>(core)].write_at(offset, value), kOkay)
      << "core " << core << ": " << std::hex << offset << " := " << value;
}

bool CoresBoard::wait_for_interrupt(int core, std::chrono::milliseconds most) {
  constexpr int64_t kCyclesBetweenLooks = 1000;
  bool& enabled = enabled_[static_cast<size_t>(core)];
  bool& awaited = awaited_[static_cast<size_t>(core)];
  if (turns_ != nullptr) {
    awaited = true;
    turns_->wait([this, core] { return raised(core); });
    awaited = false;
    return std::exchange(enabled, false);
  }
  const auto until = std::chrono::steady_clock::now() + most;
  do {
    const std::lock_guard lock(mutex_);
    for (int64_t k = 0; k < kCyclesBetweenLooks && !raised(core); ++k)
      tick();
    if (raised(core) && enabled) {
      enabled = false;
      return true;
    }
  } while (std::chrono::steady_clock::now() < until);
  return false;
}

void CoresBoard::run_through(int64_t edge) {
  const auto any = [&] {
    for (int core = 0; core < kCores; ++core)
      if (awaited_[static_cast<size_t>(core)] && raised(core))
        return true;
    return false;
  };
  while (cycles_ <= edge && !any())
    tick();
}

std::unique_ptr<DeviceLink> open_core(const std::shared_ptr<CoresBoard>& one, int core,
                                      const VtaConfig& program,
                                      const board::BoardOptions& options) {
  return std::make_unique<board::BoardLink>(
      std::make_unique<CoreWindow>(one, core),
      std::make_unique<board::UDmaBuf>(one->system().paths(),
                                       board::kBufferName + std::to_string(core)),
      program, options);
}

}  // namespace vta::test
