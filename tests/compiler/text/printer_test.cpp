#include <gmock/gmock.h>

#include <random>

#include "base/error.h"
#include "compiler/text/text.h"
#include "tests/compiler/listing_files.h"
#include "tests/compiler/text/normalize_listing.h"

namespace vta {
namespace {

// What parse and print make of a listing, next to the listing itself.
void expect_round_trip(const std::string& text) {
  const std::string printed = print_graph(parse_graph(text, "listing"));
  EXPECT_EQ(normalize_listing(printed), normalize_listing(text));
  EXPECT_EQ(print_graph(parse_graph(printed, "printed")), printed);
}

TEST(Printer, OperandSubtreesComeBeforeAnyOperand) {
  Graph g;
  const NodeId x = g.add_input("x", {{4}, DType::F32});
  const NodeId a = g.add_call("nn.relu", {g.add_call("exp", {x})});
  const NodeId b = g.add_call("abs", {g.add_call("sqrt", {x})});
  g.set_outputs({g.add_call("add", {a, b})});
  EXPECT_EQ(print_graph(g),
            "def @main(%x: Tensor[(4), float32]) -> Tensor[(4), float32] {\n"
            "  %0 = exp(%x) /* ty=Tensor[(4), float32] */;\n"
            "  %1 = sqrt(%x) /* ty=Tensor[(4), float32] */;\n"
            "  %2 = nn.relu(%0) /* ty=Tensor[(4), float32] */;\n"
            "  %3 = abs(%1) /* ty=Tensor[(4), float32] */;\n"
            "  add(%2, %3) /* ty=Tensor[(4), float32] */\n"
            "}\n");
}

TEST(Printer, ConstantsAreNumberedWhenTheyAreReached) {
  const std::string text = R"(def @main(%x: Tensor[(4), float32]) -> Tensor[(4), float32] {
  %0 = add(%x, meta[relay.Constant][0] /* ty=Tensor[(4), float32] */) /* ty=Tensor[(4), float32] */;
  %1 = exp(%0) /* ty=Tensor[(4), float32] */;
  %2 = multiply(%0, meta[relay.Constant][2] /* ty=Tensor[(4), float32] */) /* ty=Tensor[(4), float32] */;
  %3 = subtract(%1, meta[relay.Constant][1] /* ty=Tensor[(4), float32] */) /* ty=Tensor[(4), float32] */;
  add(%3, %2) /* ty=Tensor[(4), float32] */
}
)";
  // Written in another order than Relay's: the first operand of the last add must come first.
  const std::string printed = print_graph(parse_graph(text, "x"));
  EXPECT_EQ(print_graph(parse_graph(printed, "x")), printed);
  EXPECT_THAT(printed, testing::HasSubstr("%2 = subtract(%1, meta[relay.Constant][1]"));
  EXPECT_THAT(printed, testing::HasSubstr("%3 = multiply(%0, meta[relay.Constant][2]"));
}

TEST(Printer, ScalarsPrintInline) {
  Graph g;
  const NodeId x = g.add_input("x", {{2}, DType::I32});
  const NodeId k = g.add_constant(Tensor::scalar<int32_t>(256));
  g.set_outputs({g.add_call("add", {x, k})});
  EXPECT_THAT(print_graph(g), testing::HasSubstr("  add(%x, 256 /* ty=int32 */) /* ty="));
}

TEST(Printer, AttributesKeepTheirOrderAndSpelling) {
  const std::string text =
      "def @main(%x: Tensor[(1, 1, 4, 4), float32]) {\n  %0 = nn.max_pool2d(%x, strides=[2, 2], "
      "pool_size=[1, 1], ceil_mode=True, layout=\"NCHW\");\n  clip(%0, a_max=0.0625f, "
      "a_min=-1e-20f)\n}\n";
  expect_round_trip(text);
}

TEST(Printer, TuplesFieldsAndSeveralOutputs) {
  expect_round_trip(R"(def @main(%x: Tensor[(1, 4), float32]) {
  %0 = split(%x, indices_or_sections=2, axis=1);
  %1 = %0.1;
  %2 = %0.0;
  %3 = concatenate((%1, %2), axis=1);
  (%3, %x)
})");
  expect_round_trip("def @main(%x: Tensor[(2), int8]) {\n  concatenate((%x,))\n}");
}

TEST(Printer, NamesAreCommentsUnlessTurnedOff) {
  Graph g;
  const NodeId x = g.add_input("x", {{4}, DType::F32});
  const NodeId relu = g.add_call("nn.relu", {x});
  g.node(relu).name = "layer1/relu */ x";
  g.set_outputs({relu});
  EXPECT_THAT(print_graph(g), testing::HasSubstr("nn.relu(%x) /* layer1/relu * / x */ /* ty="));
  EXPECT_THAT(print_graph(g, {.comments = false}), testing::Not(testing::HasSubstr("layer1")));
  EXPECT_NO_THROW(parse_graph(print_graph(g), "printed"));
}

TEST(Printer, ANameThatLooksLikeATypeIsNoType) {
  Graph g;
  const NodeId relu = g.add_call("nn.relu", {g.add_input("x", {{4}, DType::F32})});
  g.node(relu).name = "ty=int8";
  g.set_outputs({relu});
  EXPECT_EQ(parse_graph(print_graph(g), "printed").node(1).name, "name ty=int8");
}

TEST(Printer, SpacesAroundANameAreNotPartOfIt) {
  for (const char* name : {" stem", "stem \n", "\x01stem", "   ", " ty=int8"}) {
    Graph g;
    const NodeId y = g.add_call("nn.relu", {g.add_input("x", {{4}, DType::F32})});
    g.node(y).name = name;
    g.set_outputs({y});
    const std::string printed = print_graph(g);
    EXPECT_EQ(print_graph(parse_graph(printed, "printed")), printed);
  }
}

TEST(Printer, InputNamesBecomeDistinctWords) {
  Graph g;
  const NodeId a = g.add_input("in.1", {{1}, DType::F32});
  const NodeId b = g.add_input("in/1", {{1}, DType::F32});
  const NodeId c = g.add_input("0", {{1}, DType::F32});
  g.set_outputs({g.add_call("add", {g.add_call("add", {a, b}), c})});
  const std::string printed = print_graph(g);
  EXPECT_THAT(printed, testing::HasSubstr("(%in_1: Tensor[(1), float32], %in_1_: "));
  EXPECT_THAT(printed, testing::HasSubstr("%v0: "));
  EXPECT_EQ(print_graph(parse_graph(printed, "printed")), printed);
}

TEST(Printer, InfinityAndLargeNumbersSurvive) {
  Graph g;
  std::vector<NodeId> outputs;
  for (float v : {1e20f, -1e-20f, 0.1f, -0.0f, INFINITY, -INFINITY})
    outputs.push_back(g.add_constant(Tensor::scalar(v)));
  g.set_outputs(outputs);
  const std::string printed = print_graph(g);
  const Graph back = parse_graph(printed, "printed");
  for (size_t i = 0; i < outputs.size(); ++i)
    EXPECT_EQ(back.node(back.outputs()[i]).constant.data<float>()[0],
              g.node(outputs[i]).constant.data<float>()[0]);
  EXPECT_EQ(print_graph(back), printed);
}

TEST(Printer, DeadNodesDoNotPrint) {
  Graph g;
  const NodeId x = g.add_input("x", {{4}, DType::F32});
  g.add_call("exp", {x});
  g.set_outputs({g.add_call("nn.relu", {x})});
  EXPECT_THAT(print_graph(g), testing::Not(testing::HasSubstr("exp")));
}

TEST(Normalize, DropsEverythingButMeaning) {
  EXPECT_EQ(
      normalize_listing("def @main /* id=1 */(%x: int8 /* ty=int8 */) -> int8 {\n"
                        "  add(%x,   meta[relay.Constant][0] /* ty=int8 span=a:0 */) /* n */ "
                        "/* ty=int8 */\n}"),
      normalize_listing("def @main(%x: int8) { add(%x, meta[relay.Constant][0] /* ty=int8 */) }"));
  EXPECT_NE(normalize_listing("add(%x, 1 /* ty=int8 */)"),
            normalize_listing("add(%x, 1 /* ty=int32 */)"));
  EXPECT_NE(normalize_listing("clip(%x, a_min=1f)"), normalize_listing("clip(%x, a_min=2f)"));
}

// Random graphs of element-wise calls, splits, joins and shared constants.
Graph random_graph(std::mt19937_64& random) {
  Graph g;
  const auto pick = [&](int64_t n) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(n));
  };
  std::vector<NodeId> values, constants;
  for (int64_t i = 0; i <= pick(3); ++i)
    values.push_back(g.add_input(fmt::format("in{}", i), {{2, 6}, DType::F32}));
  constants.push_back(g.add_constant_type({{6}, DType::F32}));
  constants.push_back(g.add_constant(Tensor::scalar(static_cast<float>(pick(1000)) / 16)));
  constants.push_back(g.add_constant_type({{2, 1}, DType::F32}));
  const auto any = [&] { return values[static_cast<size_t>(pick(std::ssize(values)))]; };
  constexpr const char* kUnary[] = {"nn.relu", "exp", "abs", "annotation.stop_fusion", "tanh"};
  constexpr const char* kBinary[] = {"add", "multiply", "maximum", "subtract"};
  for (int64_t i = 0; i < 5 + pick(40); ++i) {
    switch (pick(6)) {
      case 0:
        values.push_back(g.add_call(kUnary[pick(5)], {any()}));
        break;
      case 1:
        values.push_back(g.add_call(kBinary[pick(4)], {any(), any()}));
        break;
      case 2:
        values.push_back(
            g.add_call(kBinary[pick(4)],
                       {any(), constants[static_cast<size_t>(pick(std::ssize(constants)))]}));
        break;
      case 3:
        values.push_back(g.add_call("clip", {any()},
                                    {{"a_min", -0.5 * static_cast<double>(pick(9))},
                                     {"a_max", static_cast<double>(pick(9))}}));
        break;
      case 4: {
        const NodeId parts = g.add_call(
            "split", {any()}, {{"indices_or_sections", int64_t{2}}, {"axis", int64_t{1}}});
        const NodeId a = g.add_tuple_get(parts, pick(2)), b = g.add_tuple_get(parts, pick(2));
        values.push_back(g.add_call("concatenate", {a, b}, {{"axis", int64_t{1}}}));
        break;
      }
      default:
        values.push_back(g.add_call("nn.softmax", {any()}, {{"axis", pick(2)}}));
        g.node(values.back()).name = fmt::format("layer{}", i);
    }
  }
  g.set_outputs(pick(2) == 0 ? std::vector<NodeId>{values.back()}
                             : std::vector<NodeId>{values.back(), any()});
  return g;
}

TEST(Printer, RandomGraphsPrintParseAndPrintTheSame) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    std::mt19937_64 random(seed);
    const Graph g = random_graph(random);
    verify(g);
    const std::string printed = print_graph(g);
    const Graph back = parse_graph(printed, "printed");
    ASSERT_EQ(print_graph(back), printed) << "seed " << seed;
    ASSERT_EQ(back.outputs().size(), g.outputs().size()) << "seed " << seed;
  }
}

// The forms of the published listings in small: packed int8 layers and batch norms.
TEST(Listing, PackedInt8FixtureRoundTrips) {
  expect_round_trip(data_file("packed_int8_small.ir"));
}

TEST(Listing, BatchNormFixtureRoundTrips) {
  expect_round_trip(data_file("batch_norm_small.ir"));
}

class Published : public testing::TestWithParam<const char*> {};

TEST_P(Published, RoundTrips) {
  VTA_GOLDEN_OR_SKIP(text, GetParam());
  expect_round_trip(text);
}

INSTANTIATE_TEST_SUITE_P(Listings, Published,
                         testing::Values("resnet18_v1_packed_int8.ir",
                                         "quantize_partition_before.ir",
                                         "quantize_partition_after.ir"),
                         [](const auto& c) {
                           const std::string name = c.param;
                           return name.substr(0, name.find('.'));
                         });

// An excerpt: the second function is cut off after a statement; its last binding is its result.
TEST(PublishedExcerpt, BothFunctionsRoundTrip) {
  VTA_GOLDEN_OR_SKIP(text, "resnet50_v2_split_after_add0.ir");
  const size_t second = text.find("\ndef ") + 1;
  expect_round_trip(text.substr(0, second));
  std::string excerpt = text.substr(second);
  const size_t last = excerpt.rfind("  %");
  const size_t call = excerpt.find("= ", last) + 2;
  excerpt = excerpt.substr(0, last) + excerpt.substr(call, excerpt.rfind(';') - call) + "\n}";
  expect_round_trip(excerpt);
}

}  // namespace
}  // namespace vta
