// The published rules of quantize_partition, one operator at a time, as listings before and after.
#include "compiler/passes/quantize_partition.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "tests/compiler/error_text.h"
#include "tests/compiler/listing_files.h"
#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

using testing::HasSubstr;

// A 1x1 convolution of four channels, the constant with that index.
std::string conv(const std::string& data, int constant = 0) {
  return "nn.conv2d(" + data + ", meta[relay.Constant][" + std::to_string(constant) +
         "] /* ty=Tensor[(4, 4, 1, 1), float32] */, channels=4, kernel_size=[1, 1])";
}
std::string cast_hint(const std::string& value) {
  return "annotation.cast_hint(" + value + ", dtype=\"int8\")";
}
std::string stop_fusion(const std::string& value) {
  return "annotation.stop_fusion(" + value + ")";
}
// The lines are %0, %1, ... and the last one the result.
std::string listing(const std::vector<std::string>& lines) {
  std::string text =
      "def @main(%x: Tensor[(1, 4, 6, 6), float32], %y: Tensor[(1, 4, 6, 6), float32]) {\n";
  for (size_t i = 0; i < lines.size(); ++i)
    text += i + 1 < lines.size() ? "  %" + std::to_string(i) + " = " + lines[i] + ";\n"
                                 : "  " + lines[i] + "\n";
  return text + "}";
}

Graph partitioned(const std::string& text, PassContext context = {}) {
  return run_on_text(text, {"quantize_partition"}, context);
}

void expect_partition(const std::vector<std::string>& before, const std::vector<std::string>& after,
                      const PassContext& context = {}) {
  expect_listing(partitioned(listing(before), context), listing(after));
}

TEST(QuantizePartition, ResidualBlock) {
  expect_listing(partitioned(data_file("quantize_partition_small_before.ir")),
                 data_file("quantize_partition_small_after.ir"));
}

TEST(QuantizePartition, PublishedListing) {
  VTA_GOLDEN_OR_SKIP(before, "quantize_partition_before.ir");
  VTA_GOLDEN_OR_SKIP(after, "quantize_partition_after.ir");
  expect_listing(partitioned(before), after);
}

TEST(QuantizePartition, ConvolutionCastsMarkedDataAndIsMarked) {
  expect_partition({conv("%x"), conv("%0", 1)},
                   {conv("%x"), cast_hint("%0"), stop_fusion("%1"), conv("%2", 1), cast_hint("%3"),
                    stop_fusion("%4")});
}

TEST(QuantizePartition, ClipReluAndMaxPoolPassTheMarkOn) {
  for (const std::string op : {"clip(%0, a_min=0f, a_max=6f)", "nn.relu(%0)",
                               "nn.max_pool2d(%0, pool_size=[2, 2], strides=[2, 2])"})
    expect_partition({conv("%x"), op}, {conv("%x"), op, cast_hint("%1"), stop_fusion("%2")});
}

TEST(QuantizePartition, AGraphWithoutMarksStays) {
  const std::vector<std::string> lines = {
      "nn.relu(%x)",          "add(%0, %y)",
      "multiply(%1, %0)",     "nn.max_pool2d(%2, pool_size=[2, 2], strides=[2, 2])",
      "nn.batch_flatten(%3)", "clip(%4, a_min=0f, a_max=6f)"};
  expect_partition(lines, lines);
}

TEST(QuantizePartition, MultiplyCastsAMarkedLeftOperandAndIsMarked) {
  expect_partition({conv("%x"), "multiply(%0, %y)"},
                   {conv("%x"), cast_hint("%0"), stop_fusion("%1"), "multiply(%2, %y)",
                    cast_hint("%3"), stop_fusion("%4")});
}

TEST(QuantizePartition, MultiplyTakesTheFactorOfAMarkedOperandAsItIs) {
  expect_partition({conv("%x"), conv("%y", 1), "multiply(%0, %1)"},
                   {conv("%x"), cast_hint("%0"), stop_fusion("%1"), conv("%y", 1),
                    "multiply(%2, %3)", cast_hint("%4"), stop_fusion("%5")});
}

TEST(QuantizePartition, MultiplyOfAPlainValueByAMarkedFactorIsPlain) {
  expect_partition({conv("%y"), "multiply(%x, %0)"},
                   {conv("%y"), cast_hint("%0"), stop_fusion("%1"), "multiply(%x, %2)"});
}

TEST(QuantizePartition, GlobalAveragePoolCastsAMarkedOperandAndIsPlain) {
  expect_partition({conv("%x"), "nn.global_avg_pool2d(%0)"},
                   {conv("%x"), cast_hint("%0"), stop_fusion("%1"), "nn.global_avg_pool2d(%2)"});
}

TEST(QuantizePartition, GlobalAveragePoolCastsAnUnmarkedOperandToo) {
  expect_partition({"nn.relu(%x)", "nn.global_avg_pool2d(%0)"},
                   {"nn.relu(%x)", cast_hint("%0"), stop_fusion("%1"), "nn.global_avg_pool2d(%2)"});
  expect_partition({"nn.global_avg_pool2d(%x)"},
                   {cast_hint("%x"), stop_fusion("%0"), "nn.global_avg_pool2d(%1)"});
}

TEST(QuantizePartition, AddOfTwoMarkedValuesCastsBothAndIsMarked) {
  expect_partition({conv("%x"), conv("%y", 1), "add(%0, %1)"},
                   {conv("%x"), cast_hint("%0"), conv("%y", 1), cast_hint("%2"), stop_fusion("%1"),
                    stop_fusion("%3"), "add(%4, %5)", cast_hint("%6"), stop_fusion("%7")});
}

TEST(QuantizePartition, AddOfAPlainValueCastsTheMarkedOneAndIsPlain) {
  expect_partition({conv("%x"), "add(%0, %y)"},
                   {conv("%x"), cast_hint("%0"), stop_fusion("%1"), "add(%2, %y)"});
  expect_partition({conv("%x"), "add(%y, %0)"},
                   {conv("%x"), cast_hint("%0"), stop_fusion("%1"), "add(%y, %2)"});
}

TEST(QuantizePartition, AddOfAConstantOnTheRightCastsNothingAndPassesTheMarkOn) {
  const std::string right = "add(%0, meta[relay.Constant][1] /* ty=Tensor[(4, 1, 1), float32] */)";
  expect_partition({conv("%x"), right}, {conv("%x"), right, cast_hint("%1"), stop_fusion("%2")});
  const std::string plain = "add(%x, meta[relay.Constant][0] /* ty=Tensor[(4, 1, 1), float32] */)";
  expect_partition({plain}, {plain});
}

TEST(QuantizePartition, AddOfAConstantOnTheLeftCastsTheMarkedOneAndIsPlain) {
  const auto left = [](const std::string& constant, const std::string& value) {
    return "add(meta[relay.Constant][" + constant + "] /* ty=Tensor[(4, 1, 1), float32] */, " +
           value + ")";
  };
  expect_partition(
      {conv("%x"), left("1", "%0"), "nn.relu(%1)"},
      {conv("%x"), cast_hint("%0"), stop_fusion("%1"), left("1", "%2"), "nn.relu(%3)"});
  expect_partition({left("0", "%x")}, {left("0", "%x")});
}

TEST(QuantizePartition, DenseAndBiasAddHaveNoRow) {
  const std::string bias = "nn.bias_add(%0, meta[relay.Constant][1] /* ty=Tensor[(4), float32] */)";
  std::string after = bias;
  after.replace(after.find("%0"), 2, "%2");
  expect_partition({conv("%x"), bias}, {conv("%x"), cast_hint("%0"), stop_fusion("%1"), after});
  const std::string dense =
      "nn.dense(%1, meta[relay.Constant][1] /* ty=Tensor[(3, 144), float32] */)";
  std::string cast_dense = dense;
  cast_dense.replace(cast_dense.find("%1"), 2, "%3");
  expect_partition({conv("%x"), "nn.batch_flatten(%0)", dense, "nn.relu(%2)"},
                   {conv("%x"), cast_hint("%0"), stop_fusion("%1"), "nn.batch_flatten(%2)",
                    cast_dense, "nn.relu(%4)"});
}

TEST(QuantizePartition, EveryUseIsCastAfresh) {
  expect_partition({conv("%x"), "tanh(%0)", "sigmoid(%0)", "subtract(%1, %2)"},
                   {conv("%x"), cast_hint("%0"), stop_fusion("%1"), cast_hint("%0"),
                    stop_fusion("%3"), "tanh(%2)", "sigmoid(%4)", "subtract(%5, %6)"});
}

TEST(PartitionRules, HasTheSevenPublishedRows) {
  const PartitionRules rules;
  std::vector<std::string> ops;
  for (const PartitionRow& row : rules.rows())
    ops.push_back(row.op);
  EXPECT_THAT(ops, testing::ElementsAre("nn.conv2d", "clip", "nn.relu", "nn.max_pool2d", "add",
                                        "multiply", "nn.global_avg_pool2d"));
}

TEST(PartitionRules, ARowOfOnesOwnHoldsInItsTableOnly) {
  PassContext own;
  own.partition_rules.add("nn.leaky_relu", partition_rule::pass_on, 10);
  const std::vector<std::string> before = {conv("%x"), "nn.leaky_relu(%0, alpha=0.1f)"};
  expect_partition(before, {before[0], before[1], cast_hint("%1"), stop_fusion("%2")}, own);
  expect_partition(
      before, {before[0], cast_hint("%0"), stop_fusion("%1"), "nn.leaky_relu(%2, alpha=0.1f)"});
}

TEST(PartitionRules, ARuleSeesTheCallAndItsOperands) {
  PassContext own;
  own.partition_rules.add(
      "subtract",
      [](const Node& call, std::span<PartitionOperand> operands) {
        EXPECT_EQ(call.op, "subtract");
        EXPECT_EQ(operands.size(), 2u);
        EXPECT_TRUE(operands[0].marked && !operands[0].constant && !operands[0].cast);
        EXPECT_TRUE(!operands[1].marked && operands[1].constant && !operands[1].cast);
        return true;
      },
      0);
  const std::string subtract =
      "subtract(%0, meta[relay.Constant][1] /* ty=Tensor[(4, 1, 1), float32] */)";
  expect_partition({conv("%x"), subtract},
                   {conv("%x"), subtract, cast_hint("%1"), stop_fusion("%2")}, own);
}

TEST(PartitionRules, TheHighestLevelHoldsInWhateverOrder) {
  const std::vector<std::string> before = {conv("%x"), "nn.relu(%0)"};
  const std::vector<std::string> cast = {conv("%x"), cast_hint("%0"), stop_fusion("%1"),
                                         "nn.relu(%2)"};
  const std::vector<std::string> passed = {conv("%x"), "nn.relu(%0)", cast_hint("%1"),
                                           stop_fusion("%2")};
  PassContext higher, lower, both;
  higher.partition_rules.add("nn.relu", partition_rule::absent, 11);
  expect_partition(before, cast, higher);
  lower.partition_rules.add("nn.relu", partition_rule::absent, 9);
  expect_partition(before, passed, lower);
  both.partition_rules.add("nn.relu", partition_rule::absent, 12);
  both.partition_rules.add("nn.relu", partition_rule::pass_on, 11);
  expect_partition(before, cast, both);
}

TEST(PartitionRules, MistakesAreNamed) {
  PartitionRules rules;
  EXPECT_THAT(error_text<UsageError>([&] { rules.add("add", partition_rule::absent, 10); }),
              HasSubstr("'add' has a rule of level 10 already: a higher level replaces it"));
  EXPECT_THAT(error_text<UsageError>([&] { rules.add("tanh", {}, 10); }),
              HasSubstr("the rule for 'tanh' is empty"));
  EXPECT_THAT(error_text<CompileError>([&] { rules.add("my.op", partition_rule::absent, 10); }),
              HasSubstr("unknown operator 'my.op'"));
}

TEST(PartitionRules, AMarkIsOfASingleValue) {
  PassContext own;
  own.partition_rules.add("split", partition_rule::compute, 10);
  EXPECT_THAT(error_text<UsageError>([&] {
                partitioned(listing({"split(%x, indices_or_sections=2, axis=1)", "%0.0"}), own);
              }),
              HasSubstr("the rule for 'split' marks 2 results"));
}

}  // namespace
}  // namespace vta
