// What cannot be on one DRAM is said when it is attached; nothing is simulated here.
#include <gmock/gmock.h>

#include "base/error.h"
#include "sim/system/shared_dram.h"

int sc_main(int, char**) {  // libsystemc refers to it
  return 0;
}

namespace vta::csim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

template <typename F>
void refused(F make, const ::testing::Matcher<std::string>& message) {
  EXPECT_THAT(make, ThrowsMessage<ConfigError>(message));
}

TEST(SharedDramRefuses, AnotherClock) {
  SharedDram dram("dram", "ddr3-1066");
  Accelerator first("first", VtaConfig{}, {10, sc_core::SC_NS});
  Accelerator second("second", VtaConfig{}, {12.5, sc_core::SC_NS});
  dram.attach(first);
  refused([&] { dram.attach(second); },
          HasSubstr("dram: second has a clock of 12500 ps, first one of 10 ns: accelerators on one "
                    "DRAM have one clock"));
}

TEST(SharedDramRefuses, OneMoreThanThereArePorts) {
  SharedDram dram("full", "ddr3-1066");
  std::vector<std::unique_ptr<Accelerator>> cores;
  const auto add = [&] {
    cores.push_back(std::make_unique<Accelerator>(fmt::format("core{}", cores.size()).c_str(),
                                                  VtaConfig{}, ClockPeriod(10, sc_core::SC_NS)));
    dram.attach(*cores.back());
  };
  for (size_t k = 0; k < SharedDram::kMostAccelerators; ++k)
    add();
  refused(add, HasSubstr("full: core8 is one too many: a DRAM has at most 8 accelerators"));
}

TEST(SharedDramRefuses, WhatIsNoDramAndNoMemory) {
  refused([] { SharedDram("none", "ddr9"); }, AllOf(HasSubstr("ddr9"), HasSubstr("ddr3-1066")));
  refused([] { SharedDram("empty", "ddr3-1066", 0); },
          HasSubstr("memory_bytes of 0: must be from 1 to 281474976710656 (2^48)"));
}

}  // namespace
}  // namespace vta::csim
