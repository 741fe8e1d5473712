#include "runtime/launches.h"

#include <gmock/gmock.h>

#include "runtime/executor.h"
#include "sim/factory/device_factory.h"
#include "tests/driver/test_link.h"
#include "tests/runtime/test_program.h"

namespace vta {
namespace {

using test::make_add_program;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::unique_ptr<DeviceLink> small_csim(const VtaConfig& config) {
  DeviceOptions options;
  options.memory_bytes = int64_t{1} << 24;
  return test::test_link(make_device("csim", config, options));
}

TEST(Launches, CountAndTakeWhatTheExecutorFinds) {
  const Program program = make_add_program(3, -5);
  Executor executor(program, small_csim(program.config));
  executor.set_input(0, Tensor::zeros(DType::I8, {1, 16, 1, 4}));
  executor.run();
  const RunStats stats = run_launches(program, small_csim(program.config));
  EXPECT_EQ(stats.counters, executor.stats().counters);
  EXPECT_EQ(stats.kernels, executor.stats().kernels);
  EXPECT_EQ(stats.timing, executor.stats().timing);
  EXPECT_EQ(stats.launches, executor.stats().launches);
  EXPECT_EQ(stats.kernels.size(), 2U);
}

TEST(Launches, ConstantsMayBeMissing) {
  Program program = make_add_program(3, -5);
  const RunStats whole = run_launches(program, small_csim(program.config));
  program.constants.clear();
  EXPECT_EQ(run_launches(program, small_csim(program.config)).timing, whole.timing);
}

TEST(Launches, AnErrorNamesKernelAndInstruction) {
  Program program = make_add_program(1, 2);
  program.insns[static_cast<size_t>(program.kernels[1].first_insn) * 16] |= std::byte{7};
  EXPECT_THAT([&] { run_launches(program, small_csim(program.config)); },
              ThrowsMessage<DeviceError>(AllOf(HasSubstr("OPCODE"), HasSubstr("(kernel "),
                                               HasSubstr(program.kernels[1].name))));
}

}  // namespace
}  // namespace vta
