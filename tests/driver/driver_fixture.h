// A driver over fsim, by the link of the test program, in which streams are written as assembly
// text.
#pragma once

#include <gmock/gmock.h>

#include <cstring>
#include <string>
#include <vector>

#include "base/error.h"
#include "driver/driver.h"
#include "hw/isa/assembler.h"
#include "sim/factory/device_factory.h"
#include "tests/driver/test_link.h"

namespace vta {

class DriverTest : public ::testing::Test {
 protected:
  static constexpr int64_t kMemoryBytes = 1 << 20;

  static std::unique_ptr<DeviceLink> make_fsim(const VtaConfig& config = {}) {
    return test::test_link(
        make_device("fsim", config, {.kernels = "reference", .memory_bytes = kMemoryBytes}));
  }

  // Instructions as bytes at `phys_addr`, which must be allocated.
  static int64_t place(Driver& driver, uint64_t phys_addr, const std::string& assembly) {
    const InsnCodec codec(driver.config());
    const AssemblyUnit unit = assemble(assembly, "test", codec);
    std::vector<InsnBits> bits;
    for (const Insn& insn : unit.insns)
      bits.push_back(codec.encode(insn));
    driver.link().write(phys_addr, std::as_bytes(std::span(bits)));
    return std::ssize(bits);
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
