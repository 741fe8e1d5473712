// Networks of which each layer is divided over cores: random ones on cores of random buffers,
// beside one device and the interpreter.
#include <gtest/gtest.h>

#include "compiler/interp/interpreter.h"
#include "compiler/kernels/slice.h"
#include "link/device_link.h"
#include "tests/compiler/codegen/random_network.h"
#include "workbench/system_run.h"

namespace vta::workbench {
namespace {

using testing::Features;
using testing::pick;

Tensor random_input(std::mt19937_64& random, const Shape& shape) {
  Tensor t = Tensor::zeros(DType::F32, shape);
  for (float& v : t.mutable_data<float>())
    v = static_cast<float>(pick(random, -800, 800)) / 100.0F;
  return t;
}

// The same blocks and other buffers, bus and extensions, at least as large as those.
VtaConfig larger(VtaConfig config, std::mt19937_64& random) {
  for (int64_t VtaConfig::*size : {&VtaConfig::log_inp_buff_size, &VtaConfig::log_wgt_buff_size,
                                   &VtaConfig::log_acc_buff_size, &VtaConfig::log_uop_buff_size}) {
    VtaConfig more = config;
    more.*size += pick(random, 0, 2);
    try {
      more.validate();
      config = more;
    } catch (const ConfigError&) {  // too large for the instructions
    }
  }
  config.acc_overlap = pick(random, 0, config.acc_overlap);
  config.acc_read_ports = pick(random, 1, 2);
  config.isa_ext |= pick(random, 0, 1);
  return config;
}

// Channels of a layer that cores share differ in number; counts the layers that all cores have a
// part of.
void expect_slices_equal_the_whole(uint64_t seed, Features& features) {
  std::mt19937_64 random(seed);
  const VtaConfig least = testing::random_config(random);
  std::vector<VtaConfig> cores = {least};
  for (int64_t more = pick(random, 1, 7); more > 0; --more)
    cores.push_back(pick(random, 0, 1) == 0 ? least : larger(least, random));
  CompileOptions options;
  options.config = common_config(cores);
  options.recipe.set("schedule", pick(random, 0, 2) == 0 ? "reference" : "fast");
  options.recipe.set("dense_on_device", "true");
  options.slices.cores = cores;
  options.slices.kernel_cycles = [&random](const Program& program) {
    std::vector<int64_t> cycles(program.kernels.size());
    for (int64_t& one : cycles)
      one = pick(random, 1, 4);
    return cycles;
  };
  const Graph graph =
      testing::random_network(random, options.config, features, testing::Layers::PoolsAndJoins);
  CompileResult compiled = compile_graph(graph, options);
  SystemPlan plan{.split = "channels", .pipeline = {}, .programs = {}};
  for (Program& program : compiled.slices)
    plan.programs.push_back(std::make_shared<const Program>(std::move(program)));
  if (compiled.program.kernels.empty())
    return;
  for (const ProgramKernel& kernel : compiled.program.kernels)
    features["cores of a kernel: " +
             std::to_string(std::ranges::count_if(plan.programs, [&](const auto& program) {
               return std::ranges::find(program->kernels, kernel.name, &ProgramKernel::name) !=
                      program->kernels.end();
             }))] += 1;
  const Tensor input = random_input(random, graph.type(graph.inputs()[0]).shape);
  const std::vector<Tensor> inputs = {input};
  const std::vector<Tensor> expected = interpret(compiled.quantized, inputs);
  SystemWork work;
  work.max_cycles = kMaxCycles;
  work.images = 2;
  work.input = [&](int64_t) { return inputs; };
  work.output = [&](int64_t, std::vector<Tensor> outputs) {
    ASSERT_EQ(outputs.size(), expected.size());
    for (size_t i = 0; i < outputs.size(); ++i)
      EXPECT_TRUE(std::ranges::equal(outputs[i].bytes(), expected[i].bytes())) << "output " << i;
  };
  const SystemRun run = run_on_system(plan, work);
  const int64_t launches = std::ranges::count_if(
      plan.programs.front()->steps,
      [](const Step& step) { return std::holds_alternative<LaunchStep>(step); });
  EXPECT_EQ(run.barriers, 2 * launches - 1);
}

TEST(SystemSlices, RandomNetworksOnRandomCoresEqualTheInterpreter) {
  Features features;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    ASSERT_NO_FATAL_FAILURE(expect_slices_equal_the_whole(seed, features));
    ASSERT_FALSE(HasFailure());
  }
  for (const char* name :
       {"cores of a kernel: 2", "cores of a kernel: 3", "cores of a kernel: 5",
        "channels not divisible by the block", "batch not divisible by BATCH", "fused residual add",
        "dense", "depthwise", "groups", "max pool", "sum pool"})
    EXPECT_GE(features[name], 3) << name;
}

TEST(SystemSlices, CoresOfOtherBlocksAreRefused) {
  const auto refused = [](const char* other) {
    const std::vector<VtaConfig> cores = {named_config("default"), named_config(other)};
    try {
      common_config(cores);
    } catch (const ConfigError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_TRUE(refused("1x8").starts_with("BLOCK_IN of core 1 is 8, of core 0 16: "));
  EXPECT_TRUE(refused("1x16.32").starts_with("BLOCK_OUT of core 1 is 32, of core 0 16: "));
  EXPECT_TRUE(refused("2x16").starts_with("BATCH of core 1 is 2, of core 0 1: "));
  EXPECT_EQ(refused("pynq"), "");
}

TEST(SystemSlices, WhatAllCoresCanDoIsTheLeastOfEach) {
  VtaConfig a = named_config("default"), b = a;
  a.log_inp_buff_size -= 1;
  b.log_acc_buff_size -= 2;
  b.acc_overlap = 1;
  a.isa_ext = 3;
  b.isa_ext = 1;
  b.log_uop_width = 6;  // half as many in as many bytes
  const std::vector<VtaConfig> cores = {a, b};
  const VtaConfig common = common_config(cores);
  EXPECT_EQ(common.log_inp_buff_size, a.log_inp_buff_size);
  EXPECT_EQ(common.log_acc_buff_size, b.log_acc_buff_size);
  EXPECT_EQ(common.acc_overlap, 1);
  EXPECT_EQ(common.isa_ext, 1);
  EXPECT_EQ(common.log_uop_width, 5);
  EXPECT_EQ(common.depth(MemoryType::Uop), b.depth(MemoryType::Uop));
}

Kernel layer(int64_t ic, int64_t oc, int64_t groups) {
  Kernel kernel;
  kernel.conv = {.ic = ic, .oc = oc, .groups = groups};
  return kernel;
}

TEST(SystemSlices, BordersAreWholeGroupsOfChannels) {
  const VtaConfig config = named_config("default");
  using Borders = std::vector<int64_t>;
  EXPECT_EQ(slice_borders(layer(3, 17, 1), config), (Borders{0, 16, 17}));
  EXPECT_EQ(slice_borders(layer(64, 16, 1), config), (Borders{0, 16}));
  EXPECT_EQ(slice_borders(layer(40, 40, 40), config), (Borders{0, 16, 32, 40}));
  EXPECT_EQ(slice_borders(layer(40, 80, 40), config), (Borders{0, 32, 64, 80}));  // two each
  EXPECT_EQ(slice_borders(layer(48, 48, 2), config), (Borders{0, 48}));           // of 24 channels
  EXPECT_EQ(slice_borders(layer(64, 64, 2), config), (Borders{0, 32, 64}));
  EXPECT_EQ(slice_borders(layer(64, 64, 1), named_config("1x16.32")), (Borders{0, 32, 64}));
  Kernel attention = layer(64, 64, 1);
  attention.kind = Kernel::Kind::Attention;
  EXPECT_EQ(slice_borders(attention, config), (Borders{0, 64}));
}

TEST(SystemSlices, ASliceHasTheWeightsAndVectorsOfItsChannels) {
  Kernel kernel = layer(2, 32, 1);
  std::vector<int8_t> weights(64);
  for (size_t i = 0; i < weights.size(); ++i)
    weights[i] = static_cast<int8_t>(i);
  kernel.weight = Tensor::from_span<int8_t>({32, 2, 1, 1}, weights);
  std::vector<int32_t> biases(64);  // of two classes
  for (size_t i = 0; i < biases.size(); ++i)
    biases[i] = static_cast<int32_t>(i);
  kernel.steps.push_back({.operand = AluStep::Operand::Channel,
                          .channel = Tensor::from_span<int32_t>({2, 32}, biases),
                          .classes = 2});
  const Kernel slice = slice_of(kernel, {16, 32});
  EXPECT_EQ(slice.conv.oc, 16);
  EXPECT_EQ(slice.conv.ic, 2);
  EXPECT_EQ(slice.weight.data<int8_t>().front(), 32);
  EXPECT_EQ(slice.weight.shape(), (Shape{16, 2, 1, 1}));
  EXPECT_EQ(slice.steps[0].channel.data<int32_t>()[0], 16);
  EXPECT_EQ(slice.steps[0].channel.data<int32_t>()[16], 48);
  EXPECT_EQ(first_channel_read(kernel, 0, {16, 32}), 0);
  EXPECT_EQ(first_channel_read(kernel, 1, {16, 32}), 16);  // what is added
  EXPECT_EQ(first_channel_read(layer(40, 80, 40), 0, {32, 80}), 16);
}

}  // namespace
}  // namespace vta::workbench
