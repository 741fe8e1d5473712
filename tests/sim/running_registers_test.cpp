// What registers read and take while a launch is running (ISA section 9), in every backend.
#include <gtest/gtest.h>

#include <map>

#include "tests/sim/backend_bench.h"

namespace vta {
namespace {

using test::BackendBench;

// Leaves something in every register with a result: bytes of all kinds, steps, an error, tokens.
constexpr const char* kFirst =
    "load uop y_size=1 x_size=1\n"
    "load inp y_size=1 x_size=2 push_next\n"
    "load wgt y_size=1 x_size=1\n"
    "load acc y_size=1 x_size=3 push_next\n"
    "gemm uop_end=1 iter_out=2 iter_in=3\n"
    "alu add use_imm imm=1 uop_end=1 iter_out=1 iter_in=5\n"
    "store out y_size=1 x_size=2 pop_prev\n"
    "gemm pop_next\nfinish\n";
// More steps than any backend takes at once.
constexpr const char* kLong =
    "load uop y_size=1 x_size=1\n"
    "alu add use_imm imm=1 uop_end=1 iter_out=1100 iter_in=1100\nfinish\n";

class RunningRegisters : public ::testing::TestWithParam<std::string> {
 protected:
  using Values = std::map<Register, uint64_t>;

  Values read_all() const {
    Values values;
    for (const RegisterSpec& spec : register_table())
      values[spec.id] = bench_.device->read_register(spec.id);
    return values;
  }

  // Begins kLong where kFirst has run, and returns what registers must read meanwhile.
  Values begin() {
    bench_.run(kFirst);
    Values expected = read_all();
    EXPECT_EQ(expected[Register::Status], 7u);
    for (const Register reg : {Register::ErrorCode, Register::ErrorInsn, Register::InpLoadNbytes,
                               Register::WgtLoadNbytes, Register::AccLoadNbytes,
                               Register::UopLoadNbytes, Register::OutStoreNbytes,
                               Register::GemmCounter, Register::AluCounter, Register::TokensLeft})
      EXPECT_GT(expected[reg], 0u) << register_table()[static_cast<size_t>(reg)].name;
    bench_.device->write_register(Register::MemGap, 3);
    bench_.place(kLong);
    bench_.device->write_register(Register::Control, 1);
    expected[Register::MemGap] = 3;
    expected[Register::InsnCount] = 3;
    expected[Register::Status] = 0;
    return expected;
  }

  void end() {
    while (!bench_.device->advance(1 << 20)) {
    }
  }

  BackendBench bench_{GetParam(), named_config("default")};
};

TEST_P(RunningRegisters, ResultsAreThoseOfTheRunBefore) {
  const Values expected = begin();
  EXPECT_EQ(read_all(), expected) << "at once";
  ASSERT_FALSE(bench_.device->advance(1));
  EXPECT_EQ(read_all(), expected) << "after a cycle";
  ASSERT_FALSE(bench_.device->advance(1000));
  EXPECT_EQ(read_all(), expected) << "in the middle";
  end();
  EXPECT_EQ(bench_.device->read_register(Register::Status), 1u);
  EXPECT_EQ(bench_.device->read_register(Register::AluCounter), 1100u * 1100u);
  EXPECT_EQ(bench_.device->read_register(Register::GemmCounter), 0u);
}

TEST_P(RunningRegisters, WritesAreIgnored) {
  const Values expected = begin();
  ASSERT_FALSE(bench_.device->advance(1000));
  for (const RegisterSpec& spec : register_table())
    for (const uint64_t value : {0u, 1u, 64u, 16384u, 0xffffffffu})
      bench_.device->write_register(spec.id, value);
  EXPECT_EQ(read_all(), expected);
  end();
  const RunReport changed = bench_.device->report();
  bench_.device->write_register(Register::Control, 1);
  end();
  EXPECT_EQ(changed.counters, bench_.device->report().counters);
  EXPECT_EQ(changed.cycles, bench_.device->report().cycles);
}

// They are of the next launch; the one that runs has those that it began with.
TEST_P(RunningRegisters, KernelsSetDuringARunWaitForTheNext) {
  bench_.place(kLong);
  bench_.device->set_kernels({0, 1});
  bench_.device->write_register(Register::Control, 1);
  ASSERT_FALSE(bench_.device->advance(1));
  bench_.device->set_kernels({});
  end();
  ASSERT_EQ(bench_.device->report().kernels.size(), 2u);
  EXPECT_EQ(bench_.device->report().kernels[1].alu_counter, 1100 * 1100);
  bench_.device->write_register(Register::Control, 1);
  end();
  EXPECT_TRUE(bench_.device->report().kernels.empty());
}

INSTANTIATE_TEST_SUITE_P(Backends, RunningRegisters, testing::ValuesIn(backend_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace vta
