// Kernels of layer normalisation against the interpreter and, in cycles, the RTL; their bound.
#include <gtest/gtest.h>

#include <random>

#include "compiler/graph/layer_norm.h"
#include "compiler/interp/interpreter.h"
#include "compiler/kernels/kernels.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/codegen/kernel_fixture.h"
#include "tests/compiler/interp/layer_norm_reference.h"

namespace vta {
namespace {

using testing::compile_lowered;
using testing::lowered_kernel;
using testing::run_kernel;

struct Form {
  int64_t rows = 1, channels = 16, epsilon = 1, fraction = 5;
  bool rms = false;

  Attrs attrs() const {
    return {{"epsilon", epsilon}, {"result_fraction", fraction}, {"rms", int64_t{rms}}};
  }
  std::string text() const {
    return fmt::format("{} rows of {}, epsilon {}, fraction {}{}", rows, channels, epsilon,
                       fraction, rms ? ", rms" : "");
  }
  Kernel kernel(int64_t images = 1) const {
    Kernel k;
    k.kind = Kernel::Kind::LayerNorm;
    k.name = "layer_norm_0";
    k.layer_norm = layer_norm_of(attrs(), channels);
    ConvGeometry& g = k.conv;
    g.ic = g.oc = channels;
    g.n = images;
    g.iw = g.ow = rows / images;
    return k;
  }
  Tensor values(uint64_t seed) const {
    std::mt19937_64 random(seed);
    Tensor t = Tensor::zeros(DType::I8, {rows, channels});
    auto to = t.mutable_data<int8_t>().begin();
    for (int64_t r = 0; r < rows; ++r)
      to = std::ranges::copy(random_row(random, channels), to).out;
    return t;
  }
};

// (N, C) as pixels of images, (images, C, 1, N / images), as the accelerator has rows, and back.
Tensor pixels_of(const Tensor& rows, int64_t images = 1) {
  const int64_t pixels = rows.shape()[0] / images, channels = rows.shape()[1];
  return evaluate_op("transpose", {{"axes", IntList{0, 2, 1}}},
                     std::vector{rows.reshaped({images, pixels, channels})})
      .front()
      .reshaped({images, channels, 1, pixels});
}
Tensor rows_of(const Tensor& pixels) {
  const Shape& s = pixels.shape();
  return evaluate_op("transpose", {{"axes", IntList{0, 2, 1}}},
                     std::vector{pixels.reshaped({s[0], s[1], s[3]})})
      .front()
      .reshaped({s[0] * s[3], s[1]});
}

VtaConfig with_round(std::string_view name, int64_t overlap = 0) {
  VtaConfig config = named_config(name);
  config.isa_ext = 1;
  config.acc_overlap = overlap;
  return config;
}

void expect_interpreters(const Form& form, const VtaConfig& config, uint64_t seed,
                         const char* schedule = "fast") {
  SCOPED_TRACE(fmt::format("{} overlap {} seed {}", form.text(), config.acc_overlap, seed));
  const Tensor x = form.values(seed);
  const Tensor wanted = evaluate_op("qnn.layer_norm", form.attrs(), std::vector{x}).front();
  const int64_t images = config.batch();
  const auto run = run_kernel(form.kernel(images), {pixels_of(x, images)}, schedule, config);
  const Tensor got = rows_of(run.output);
  for (int64_t i = 0; i < wanted.size(); ++i)
    ASSERT_EQ(int{wanted.data<int8_t>()[static_cast<size_t>(i)]},
              int{got.data<int8_t>()[static_cast<size_t>(i)]})
        << "row " << i / form.channels << " channel " << i % form.channels;
  const Kernel kernel = form.kernel(images);
  const LeastWork least = kind_of(kernel).least_work(kernel, nullptr, config);
  EXPECT_LE(least.gemm_steps, run.stats.counters.gemm_counter);
  EXPECT_LE(least.imm_steps + least.vector_steps, run.stats.counters.alu_counter);
}

TEST(LayerNormKernel, OneBlock) {
  expect_interpreters({.rows = 16, .channels = 16}, with_round("default"), 1);
}

TEST(LayerNormKernel, BlocksThatAreNotFull) {
  for (const int64_t rows : {1, 5, 17, 33, 65})
    for (const bool rms : {false, true})
      expect_interpreters({.rows = rows, .channels = 48, .rms = rms}, with_round("default"), 2);
}

TEST(LayerNormKernel, ChannelsThatFillNoBlock) {
  for (const int64_t channels : {1, 5, 15, 17, 24, 33, 100})
    for (const int64_t rows : {1, 16, 37})
      for (const bool rms : {false, true})
        for (const int64_t overlap : {0, 1})
          expect_interpreters({.rows = rows, .channels = channels, .rms = rms},
                              with_round("default", overlap), 3);
}

TEST(LayerNormKernel, OtherMachines) {
  expect_interpreters({.rows = 40, .channels = 24}, with_round("1x8"), 4);
  expect_interpreters({.rows = 70, .channels = 96}, with_round("1x32"), 4);
  expect_interpreters({.rows = 70, .channels = 27}, with_round("1x8"), 4);
  expect_interpreters({.rows = 70, .channels = 100}, with_round("1x32"), 4);
  expect_interpreters({.rows = 20, .channels = 1024}, with_round("default"), 4);
  expect_interpreters({.rows = 3000, .channels = 16}, with_round("default"), 4);
  expect_interpreters({.rows = 40, .channels = 64}, with_round("default"), 4, "reference");
}

TEST(LayerNormKernel, ElementsOfSeveralRows) {
  for (const char* config : {"2x16", "4x16"})
    for (const int64_t rows : {4, 16, 44, 64})
      for (const int64_t channels : {3, 16, 37, 64})
        for (const bool rms : {false, true})
          for (const int64_t overlap : {0, 1})
            expect_interpreters({.rows = rows, .channels = channels, .rms = rms},
                                with_round(config, overlap), 6);
}

TEST(LayerNormKernel, EqualsTheInterpreterForRandomForms) {
  std::mt19937_64 random(11);
  const auto pick = [&](int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  };
  for (uint64_t i = 0; i < 60; ++i) {
    const int64_t rows = pick(0, 3) == 0 ? 16 * pick(1, 18) : pick(1, 300);
    const int64_t channels = pick(0, 1) == 0 ? 16 * pick(1, 40) : pick(1, 640);
    const Form form{rows, channels, pick(1, 65535), pick(0, 7), pick(0, 2) == 0};
    expect_interpreters(form, with_round("default", static_cast<int64_t>(i % 2)), i);
    if (HasFatalFailure())
      return;
  }
}

// csim and the RTL agree in every cycle and byte.
TEST(LayerNormKernel, TakesTheCyclesOfTheRtl) {
  struct Case {
    const char* config;
    int64_t overlap, channels;
  };
  for (const auto& [name, overlap, channels] : {Case{"default", 0, 48}, Case{"default", 1, 48},
                                                Case{"default", 0, 44}, Case{"2x16", 1, 44}}) {
    const Form form{.rows = 38, .channels = channels};
    const VtaConfig config = with_round(name, overlap);
    const Tensor input = pixels_of(form.values(3), config.batch());
    const Program program =
        compile_lowered(lowered_kernel(form.kernel(config.batch()), {input}), "fast", config);
    std::vector<uint64_t> cycles;
    std::vector<Tensor> results;
    for (const char* device : {"csim", "tsim"}) {
      Executor executor(program, make_device(device, config));
      executor.set_input(0, input);
      executor.run();
      cycles.push_back(static_cast<uint64_t>(executor.stats().timing->cycles));
      results.push_back(executor.output(0));
    }
    EXPECT_EQ(cycles[0], cycles[1]) << name << " overlap " << overlap << " channels " << channels;
    EXPECT_TRUE(std::ranges::equal(results[0].data<int8_t>(), results[1].data<int8_t>()));
  }
}

}  // namespace
}  // namespace vta
