// ResNet-18 v1's cycles under the schedule `fast`, by memory: csim's, which are the RTL's.
#include <numeric>

#include "config/memory_preset.h"
#include "runtime/bound.h"
#include "runtime/executor.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/networks/network_fixture.h"

namespace vta {
namespace {

struct Cycles {
  int64_t all = 0, convolutions = 0, adds = 0;
  int64_t bound = 0;
};

// Every number of a timing that is a sum is checked to be one.
void expect_sums(const Timing& t) {
  int64_t kernels = t.outside.cycles;
  UnitCycles units = t.outside.units;
  for (const KernelTiming& k : t.kernels) {
    kernels += k.cycles;
    add_cycles(units, k.units);
  }
  EXPECT_EQ(kernels, t.cycles);
  EXPECT_EQ(units, t.units);
  for (const StateCycles& states : t.units)
    EXPECT_EQ(std::accumulate(states.begin(), states.end(), int64_t{0}), t.cycles);
}

Cycles cycles_of(const Graph& graph, const std::string& memory,
                 const std::string& config_name = "default") {
  CompileOptions options = testing::options_for(config_name);
  options.config = apply_memory(options.config, memory);
  Program program = compile_graph(graph, options).program;
  DeviceOptions device;
  device.timing_only = true;
  const VtaConfig config = program.config;
  Executor executor(std::move(program), make_device("csim", config, device));
  const ProgramValue& input =
      executor.program().values[static_cast<size_t>(executor.program().inputs.front())];
  executor.set_input(0, Tensor::zeros(input.dtype, input.shape));
  executor.run();
  const Timing& t = *executor.stats().timing;
  expect_sums(t);
  Cycles cycles;
  cycles.all = t.cycles;
  cycles.bound = network_bound(executor.program())->cycles;
  for (size_t k = 0; k < t.kernels.size(); ++k) {
    const bool add = executor.program().kernels[k].kind == "alu";
    (add ? cycles.adds : cycles.convolutions) += t.kernels[k].cycles;
  }
  ::testing::Test::RecordProperty("cycles_" + memory, std::to_string(cycles.all));
  return cycles;
}

TEST(Resnet18Cycles, TheConvolutionsStayNearTheSerialComputeBound) {
  const Graph graph = testing::zoo_network("resnet18_v1");
  const Cycles ideal = cycles_of(graph, "ideal8");
  EXPECT_GE(ideal.convolutions, 6575328);  // useful steps of GEMM and four of ALU per vector
  EXPECT_LE(ideal.convolutions, 6710000);
  EXPECT_EQ(ideal.adds, 0);
  // Double buffering hides most of a latency.
  EXPECT_LE(cycles_of(graph, "delay16").all, ideal.all * 102 / 100);
}

// Most layers of it are bound by the bus, of whose cycles gaps between bursts are 0.4 %.
TEST(Resnet18Cycles, BlocksOf64StayNearTheBoundOfTheBus) {
  const Graph graph = testing::zoo_network("resnet18_v1");
  const Cycles c = cycles_of(graph, "ddr,bus=16", "1x64");
  EXPECT_EQ(c.bound, 996'611);  // loads ahead allowed for: the rooflines sum to 1,025,483
  EXPECT_LE(c.all, 1'108'000);
}

// By hand: the taps of 19 convolutions that meet the image, a step for each vector of 8 sums, and
// four for each of 105,056 vectors of the convolutions: bias, shift, MAX, MIN.
TEST(Resnet18Cycles, TheBoundIsOfTheLayersAndNotOfTheirSchedule) {
  const Graph graph = testing::zoo_network("resnet18_v1");
  for (const char* schedule : {"fast", "reference"}) {
    const Program program = compile_graph(graph, testing::options_for("default", schedule)).program;
    LeastWork sum;
    for (const ProgramKernel& k : program.kernels) {
      sum.gemm_steps += k.least_work->gemm_steps;
      sum.imm_steps += k.least_work->imm_steps;
      sum.vector_steps += k.least_work->vector_steps;
    }
    EXPECT_EQ(sum.gemm_steps, 6'108'064 + 47'040) << schedule;
    EXPECT_EQ(sum.vector_steps, 105'056) << schedule;
    EXPECT_EQ(sum.imm_steps, 3 * 105'056) << schedule;
    EXPECT_EQ(network_bound(program)->compute, 6'575'328) << schedule;
    EXPECT_EQ(useful_macs(program), 6'108'064 * 256) << schedule;
  }
}

// Its kernels are short, so that borders are much of them: with the tiles that are best alone they
// take 46,419 cycles at ideal8, and 47,143 where tiles of ACC are packed.
TEST(Resnet8Cycles, ShortKernelsWaitLittleForEachOther) {
  const Graph graph = testing::zoo_network("resnet8_tiny");
  EXPECT_LE(cycles_of(graph, "ideal8").all, 45'000);
  EXPECT_LE(cycles_of(graph, "ddr,bus=16", "1x32").all, 39'200);
  EXPECT_LE(cycles_of(graph, "ddr,bus=16", "4x16").all, 52'100);
}

}  // namespace
}  // namespace vta
