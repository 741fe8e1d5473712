#include "evaluation/evaluation.h"

#include <gmock/gmock.h>

#include "base/npy.h"
#include "compiler/interp/interpreter.h"
#include "compiler/onnx/import.h"
#include "compiler/onnx/model_zoo.h"
#include "link/local_link.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/error_text.h"
#include "tests/evaluation/temporary_folder.h"

namespace vta {
namespace {

using testing::HasSubstr;

const std::string kData = std::string(VTA_SOURCE_DIR) + "/tests/data/";
const std::string kDigits = kData + "digits_resnet8.onnx";
const Preprocessing kDigitsPixels = {.pixel_scale = 1, .mean = {128}, .std = {64}};

CompileOptions options(int64_t batch = 1) {
  CompileOptions o;
  o.config = named_config("default");
  o.recipe.set("batch", std::to_string(batch));
  return o;
}

SampleSet digits(const FloatNetwork& network, int64_t count) {
  return read_sample_set(
      {{kData + "digits_test_200_u8.npy"}, kData + "digits_test_200_labels.npy", count},
      network.input_types(), kDigitsPixels, network.classes());
}

Evaluation evaluated(int64_t count, int64_t batch, int64_t threads, bool verify = false) {
  FloatNetwork network(kDigits, options(batch));
  const CompileResult compiled = compile_model(kDigits, options(batch));
  const VtaConfig& config = compiled.program.config;
  const auto open = [&] { return std::make_unique<LocalLink>(make_device("fsim", config)); };
  return evaluate(network, digits(network, count), compiled,
                  {.open_device = open, .threads = threads, .verify = verify});
}

TEST(FloatNetwork, AnswersManyAtOnceAsTheInterpreterDoesOne) {
  FloatNetwork network(kDigits, options());
  const SampleSet set = digits(network, 20);
  network.prepare(set.count, set.rows(0, 1));
  ASSERT_EQ(network.at_once(), 4);
  const std::vector<float> logits = network.logits(set.rows(0, 4));
  const Graph graph = import_onnx(kDigits);
  for (int64_t i : {0, 2, 3}) {
    const Tensor expected = interpret(graph, set.rows(i, 1)).front();
    for (size_t c = 0; c < 10; ++c)
      EXPECT_NEAR(logits[static_cast<size_t>(i) * 10 + c], expected.data<float>()[c], 1e-3);
  }
}

TEST(FloatNetwork, OfADeepNetworkOrAnOddBatchIsTheSame) {
  FloatNetwork network(kDigits, options(3));
  const SampleSet set = digits(network, 4);
  network.prepare(set.count, set.rows(0, 3));
  EXPECT_EQ(network.at_once(), 6);
  FloatNetwork one(kDigits, options());
  one.prepare(1, set.rows(0, 1));
  EXPECT_EQ(one.at_once(), 1);
  const std::vector<float> few = network.logits(set.rows(0, 6)),
                           single = one.logits(set.rows(3, 1));
  for (size_t c = 0; c < 10; ++c)
    EXPECT_NEAR(few[30 + c], single[c], 1e-3);
}

TEST(FloatNetwork, WhatHasNoRowOfLogitsPerImageIsRefused) {
  const TemporaryFolder folder;
  folder.write("net.onnx", "");
  EXPECT_THROW(FloatNetwork(folder.path("net.onnx"), options()), InputError);
}

TEST(FloatNetwork, WhoseOutputIsAConstantIsRefused) {
  EXPECT_THAT([] { FloatNetwork(kData + "constant_logits.onnx", options()); },
              testing::ThrowsMessage<InputError>(HasSubstr("does not depend on the images")));
}

TEST(Evaluation, DependsNotOnThreadsAndHardlyOnTheBatch) {
  const Evaluation one = evaluated(35, 1, 1), three = evaluated(35, 1, 3),
                   four = evaluated(35, 4, 2);
  EXPECT_EQ(one.float_logits, three.float_logits);
  EXPECT_EQ(one.int8_logits, three.int8_logits);
  EXPECT_EQ(one.scores.int8_answers, four.scores.int8_answers);
  EXPECT_GT(signal_to_noise(one.int8_logits, four.int8_logits), 80);  // float layers on the host
  EXPECT_EQ(three.threads, 3);
  EXPECT_EQ(one.scores.samples, 35);
  EXPECT_GE(one.scores.int8_top1, 97);
  EXPECT_EQ(one.int8_logits.size(), 350U);
  EXPECT_GT(one.stats.counters.gemm_counter, 0);
}

TEST(Evaluation, IsVerifiedOnRequest) {
  EXPECT_FALSE(evaluated(2, 1, 1).verified);
  const Evaluation e = evaluated(3, 1, 2, true);
  ASSERT_TRUE(e.verified);
  EXPECT_TRUE(e.verified->exact()) << e.verified->first_mismatch;
  EXPECT_GT(e.verified->elements, 0);
}

TEST(Evaluation, AnErrorInAThreadIsTheCallers) {
  FloatNetwork network(kDigits, options());
  const CompileResult compiled = compile_model(kDigits, options());
  const auto open = [&]() -> std::unique_ptr<DeviceLink> { throw DeviceError("no device here"); };
  EXPECT_THAT(error_text<DeviceError>([&] {
                evaluate(network, digits(network, 40), compiled,
                         {.open_device = open, .threads = 2});
              }),
              HasSubstr("no device here"));
}

}  // namespace
}  // namespace vta
