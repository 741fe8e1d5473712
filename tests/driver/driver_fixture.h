// A driver over fsim in which streams are written as assembly text.
#pragma once

#include <gmock/gmock.h>

#include <cstring>
#include <string>

#include "base/error.h"
#include "driver/driver.h"
#include "hw/isa/assembler.h"
#include "sim/factory/device_factory.h"

namespace vta {

class DriverTest : public ::testing::Test {
 protected:
  static constexpr int64_t kMemoryBytes = 1 << 20;

  static std::unique_ptr<Device> make_fsim(const VtaConfig& config = {}) {
    return make_device("fsim", config, {.kernels = "reference", .memory_bytes = kMemoryBytes});
  }

  // Instructions as bytes at `phys_addr`, which must be allocated.
  static int64_t place(Driver& driver, uint64_t phys_addr, const std::string& assembly) {
    const InsnCodec codec(driver.config());
    const AssemblyUnit unit = assemble(assembly, "test", codec);
    const auto count = std::ssize(unit.insns);
    auto memory = driver.device().memory().at(phys_addr, count * 16);
    for (size_t i = 0; i < unit.insns.size(); ++i) {
      const InsnBits bits = codec.encode(unit.insns[i]);
      std::memcpy(memory.data() + i * 16, &bits, 16);
    }
    return count;
  }

  static RunReport run(Driver& driver, const std::string& assembly, DramBases bases = {}) {
    const DeviceBuffer insns = driver.alloc(1 << 14);
    LaunchRequest request;
    request.insn_addr = insns.phys_addr();
    request.insn_count = place(driver, insns.phys_addr(), assembly);
    request.bases = bases;
    return driver.launch(request);
  }

  Driver driver_{make_fsim()};
};

}  // namespace vta
