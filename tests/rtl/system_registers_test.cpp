// vta_system_registers: which core a word goes to and comes from, what is refused, and the gaps
// that the arbiter sees, with cores that refuse at random.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "VSystemRegisters3.h"
#include "hw/isa/registers.h"
#include "wide.h"

namespace vta {
namespace {

constexpr int64_t kCoresBehindThePort = 3;

TEST(SystemRegisters, AWordIsOfOneCore_AndTheArbiterSeesItsGap) {
  const int64_t gap_offset = register_table()[static_cast<size_t>(Register::MemGap)].offset;
  std::mt19937_64 random(3);
  const auto below = [&](uint64_t bound) { return static_cast<int64_t>(random() % bound); };
  VSystemRegisters3 model;
  model.rst = 1;
  clock_edge(model);
  model.rst = 0;
  std::array<int64_t, kCoresBehindThePort> gaps{1, 1, 1};  // the default of the instruction set
  int64_t changes = 0;
  for (int k = 0; k < 20000; ++k) {
    const int64_t core = below(5), shown = below(5), value = below(256);
    const bool writes = below(2) == 0, is_gap = below(2) == 0;
    const int64_t refusing = below(8);
    std::array<uint32_t, kCoresBehindThePort> held;
    for (size_t c = 0; c < held.size(); ++c) {
      held[c] = static_cast<uint32_t>(random());
      model.core_rdata[c] = held[c];
    }
    model.reg_we = writes;
    model.reg_core = static_cast<uint8_t>(core);
    model.reg_addr = static_cast<uint16_t>(is_gap ? gap_offset : 4 * below(1024));
    model.reg_wdata = static_cast<uint32_t>(value);
    model.reg_rcore = static_cast<uint8_t>(shown);
    model.core_refused = static_cast<uint8_t>(refusing);
    model.eval();
    const bool there = core < kCoresBehindThePort;
    const bool refused = there && (refusing >> core & 1) != 0;
    ASSERT_EQ(model.core_we, writes && there ? 1 << core : 0);
    ASSERT_EQ(model.reg_refused, writes && (!there || refused));
    ASSERT_EQ(model.reg_rdata, shown < kCoresBehindThePort ? held[static_cast<size_t>(shown)] : 0U);
    for (int64_t c = 0; c < kCoresBehindThePort; ++c)
      ASSERT_EQ(model.gap >> (8 * c) & 0xff, gaps[static_cast<size_t>(c)]) << "core " << c;
    clock_edge(model);
    if (writes && there && !refused && model.reg_addr == gap_offset) {
      changes += gaps[static_cast<size_t>(core)] != value;
      gaps[static_cast<size_t>(core)] = value;
    }
  }
  EXPECT_GT(changes, 1000);
}

}  // namespace
}  // namespace vta
