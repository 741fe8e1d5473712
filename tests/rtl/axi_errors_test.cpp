// What the memory refuses ends a run with BUS_ERROR of the right instruction, on both channels.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <vector>

#include "sim/cosim/generator.h"
#include "tests/rtl/axi_programs.h"
#include "tests/rtl/axi_run.h"

namespace vta {
namespace {

using cosim::TestProgram;

template <typename Top>
class AxiErrors : public ::testing::Test {
 protected:
  // The instruction that is blamed for a refusal of the program above.
  static int64_t refused_insn(AxiPace pace, uint64_t seed) {
    pace.data_from = kFirstLoad;
    AxiRun<Top> run(reads_beside_writes(), pace, seed);
    EXPECT_TRUE(run.launch_and_finish());
    EXPECT_EQ(run.error(), IsaError::BusError);
    EXPECT_EQ(run.status(), kStatusDone | kStatusError);
    EXPECT_EQ(run.bench().read64(Register::TokensLeft), 0u);
    EXPECT_TRUE(run.memory().idle());
    return run.bench().read(Register::ErrorInsn);
  }
};
using BothFormsOfErrors = ::testing::Types<VAxi, VAxi3>;
TYPED_TEST_SUITE(AxiErrors, BothFormsOfErrors);

TYPED_TEST(AxiErrors, ARefusedReadIsABusErrorOfItsLoadWhateverWritesAnswer) {
  std::mt19937_64 random(31);
  for (int64_t burst = 0; burst < 30; ++burst) {
    AxiPace pace = random_pace(random);
    pace.refused_read = burst;
    const int64_t insn = this->refused_insn(pace, random());
    ASSERT_TRUE(insn == 0 || insn == 2) << "burst " << burst << ": instruction " << insn;
  }
}

TYPED_TEST(AxiErrors, ARefusedWriteIsABusErrorOfItsStore) {
  std::mt19937_64 random(32);
  for (int64_t burst = 0; burst < 40; burst += 3) {
    AxiPace pace = random_pace(random);
    pace.refused_write = burst;
    ASSERT_EQ(this->refused_insn(pace, random()), 1) << "burst " << burst;
  }
}

// The first refusal decides. The core sees a refused read when it is written, a cycle after a
// write's answer that came with it; at one edge the read comes first.
int64_t blamed_for(const std::vector<AxiRefusal>& refusals) {
  const auto raised = [](const AxiRefusal& r) {
    return 2 * (r.cycle + (r.write ? 0 : 1)) + r.write;
  };
  return insn_of(std::ranges::min_element(refusals, {}, raised)->address);
}

TYPED_TEST(AxiErrors, RefusalsOnBothChannelsAtOnceBlameTheFirst) {
  constexpr uint64_t kSeed = 33;
  std::mt19937_64 random(kSeed);
  std::array<int, 3> blamed{};
  int both = 0;
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE(fmt::format("round {} of seed {}", round, kSeed));
    AxiPace pace = random_pace(random);
    pace.data_from = kFirstLoad;
    pace.refused_read = static_cast<int64_t>(random() % 20);
    pace.refused_write = static_cast<int64_t>(random() % 20);
    AxiRun<TypeParam> run(reads_beside_writes(), pace, random());
    ASSERT_TRUE(run.launch_and_finish());
    ASSERT_EQ(run.error(), IsaError::BusError);
    const auto& refusals = run.memory().refusals();
    ASSERT_FALSE(refusals.empty());
    const uint32_t insn = run.bench().read(Register::ErrorInsn);
    ASSERT_EQ(insn, blamed_for(refusals));
    ++blamed[insn];
    both += std::ranges::any_of(refusals, &AxiRefusal::write) &&
            !std::ranges::all_of(refusals, &AxiRefusal::write);
  }
  EXPECT_THAT(blamed, testing::Each(testing::Gt(0)));
  EXPECT_GT(both, 5) << "refusals on both channels in one run";
}

TYPED_TEST(AxiErrors, EveryReadRefusedEndsTheRun) {
  AxiRun<TypeParam> run(reads_beside_writes(), {.refused_reads = 100}, 1);
  ASSERT_TRUE(run.launch_and_finish());
  EXPECT_EQ(run.error(), IsaError::BusError);
  EXPECT_EQ(run.bench().read(Register::ErrorInsn), 0u);
}

// The first program of a seed that ends well by itself and stores something.
TestProgram storing_program(uint64_t seed) {
  for (int64_t index = 0;; ++index) {
    TestProgram p =
        generate_program(named_config("default"), cosim::MemoryChoice::Fixed, seed, index);
    const bool stores = std::ranges::any_of(
        p.insns, [](const Insn& n) { return n.op() == Opcode::Store && !is_nop(n); });
    if (stores && p.expected_error == IsaError::None && p.relaunches.empty() && !p.racy &&
        p.memory_bytes == int64_t{1} << 20)
      return p;
  }
}

TYPED_TEST(AxiErrors, EveryWriteRefusedBlamesAStore) {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    const TestProgram program = storing_program(seed);
    AxiRun<TypeParam> run(program, {.refused_writes = 100}, seed);
    ASSERT_TRUE(run.launch_and_finish());
    EXPECT_EQ(run.error(), IsaError::BusError);
    const uint64_t blamed = run.bench().read(Register::ErrorInsn);
    ASSERT_LT(blamed, program.insns.size());
    EXPECT_EQ(program.insns[blamed].op(), Opcode::Store);
  }
}

TYPED_TEST(AxiErrors, ARefusalNowAndThenEndsTheRun) {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    AxiRun<TypeParam> run(storing_program(seed), {.refused_reads = 1, .refused_writes = 20}, seed);
    ASSERT_TRUE(run.launch_and_finish());
    EXPECT_EQ(run.status() & kStatusDone, kStatusDone);
    EXPECT_EQ(run.error(), run.memory().refusals().empty() ? IsaError::None : IsaError::BusError);
  }
}

// The next run after an error is as the first.
TYPED_TEST(AxiErrors, ARunAfterARefusalIsAsAnyOther) {
  AxiRun<TypeParam> run(reads_beside_writes(), {.refused_writes = 100}, 5);
  ASSERT_TRUE(run.launch_and_finish());
  ASSERT_EQ(run.error(), IsaError::BusError);
  run.memory().set_pace({});
  ASSERT_TRUE((run.launch(), run.finish()));
  EXPECT_EQ(run.error(), IsaError::None);
  EXPECT_EQ(run.bench().read64(Register::OutStoreNbytes), 40u * 16);
}

}  // namespace
}  // namespace vta
