// Whole networks through the driver of a board: outputs, bit by bit, counters and counters of
// kernels are those of fsim.
#include <algorithm>

#include "link/local_link.h"
#include "runtime/executor.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/networks/network_fixture.h"
#include "tests/linux/verilated_board.h"

namespace vta {
namespace {

struct NetworkResult {
  std::vector<Tensor> outputs;
  RunStats stats;
};

NetworkResult run_over(Program program, std::unique_ptr<DeviceLink> link) {
  Executor executor(std::move(program), std::move(link));
  const auto& inputs = executor.program().inputs;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ProgramValue& value = executor.program().values[static_cast<size_t>(inputs[i])];
    executor.set_input(static_cast<int64_t>(i), testing::random_tensor({value.shape, value.dtype}));
  }
  executor.run();
  NetworkResult result{{}, executor.stats()};
  for (size_t i = 0; i < executor.program().outputs.size(); ++i)
    result.outputs.push_back(executor.output(static_cast<int64_t>(i)));
  return result;
}

void expect_bit_equal(const std::string& network) {
  constexpr int64_t kMemoryBytes = int64_t{1} << 28;
  const Program program =
      compile_graph(testing::zoo_network(network), testing::options_for("default")).program;
  const NetworkResult want =
      run_over(program, std::make_unique<LocalLink>(
                            make_device("fsim", program.config, {.memory_bytes = kMemoryBytes})));
  const auto one = std::make_shared<test::VerilatedBoard<VAxi>>(0x10000000, kMemoryBytes);
  const NetworkResult got = run_over(program, test::open_board(one, program.config));
  EXPECT_GT(got.stats.counters.gemm_counter, 0);
  EXPECT_EQ(got.stats.counters, want.stats.counters);
  EXPECT_EQ(got.stats.kernels, want.stats.kernels);
  ASSERT_EQ(got.outputs.size(), want.outputs.size());
  for (size_t i = 0; i < got.outputs.size(); ++i)
    EXPECT_TRUE(std::ranges::equal(got.outputs[i].bytes(), want.outputs[i].bytes())) << i;
  ::testing::Test::RecordProperty("shell_cycles", std::to_string(one->bench().cycles()));
}

TEST(NetworkOnBoard, Resnet8IsBitEqualToFsim) {
  expect_bit_equal("resnet8_tiny");
}

TEST(NetworkOnBoard, Resnet18IsBitEqualToFsim) {
  expect_bit_equal("resnet18_v1");
}

}  // namespace
}  // namespace vta
