#include <gmock/gmock.h>

#include <random>

#include "base/error.h"
#include "compiler/text/text.h"
#include "tests/compiler/error_text.h"
#include "tests/compiler/text/normalize_listing.h"

namespace vta {
namespace {

using testing::HasSubstr;

std::string parse_error(std::string_view text) {
  return error_text<InputError>([&] { parse_graph(text, "net.ir"); });
}

// A function of one float input %x of 4 elements with this body.
std::string with_body(std::string_view body) {
  return fmt::format("def @main(%x: Tensor[(4), float32]) {{\n{}\n}}\n", body);
}

TEST(Parser, ReadsCallsConstantsAndTypes) {
  const Graph g = parse_graph(R"(
def @main /* id=3 */(%data: Tensor[(1, 2, 4, 4), float32] /* ty=Tensor[(1, 2, 4, 4), float32] */) -> Tensor[(1, 3, 4, 4), float32] {
  %0 = nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(3, 2, 3, 3), float32] span=a/b.c:0:0 */, padding=[1, 1, 1, 1]) /* stem */ /* ty=Tensor[(1, 3, 4, 4), float32] */;
  add(%0, 0.5f /* ty=float32 */) /* ty=Tensor[(1, 3, 4, 4), float32] */
}
)",
                              "net.ir");
  ASSERT_EQ(g.outputs().size(), 1u);
  const Node& add = g.node(g.outputs()[0]);
  EXPECT_EQ(add.op, "add");
  const Node& conv = g.node(add.inputs[0]);
  EXPECT_EQ(conv.name, "stem");
  EXPECT_EQ(conv.attrs.get_ints("padding", {}), (IntList{1, 1, 1, 1}));
  EXPECT_EQ(g.type(conv.inputs[1]).shape, (Shape{3, 2, 3, 3}));
  EXPECT_FALSE(g.node(conv.inputs[1]).constant.valid());
  EXPECT_EQ(g.node(add.inputs[1]).constant.data<float>()[0], 0.5f);
}

TEST(Parser, ReadsEveryKindOfAttribute) {
  const Graph g = parse_graph(with_body(R"(
  %0 = reshape(%x, newshape=[1, 4]);
  %1 = nn.pad(%0, 0 /* ty=int32 */, pad_width=[[0, 1], [2, 0]], pad_mode="constant");
  %2 = mean(%1, axis=[0], keepdims=True, exclude=False);
  %3 = nn.softmax(%2, axis=-1);
  clip(%3, a_min=-127f, a_max=1e-05f)
)"),
                              "net.ir");
  const Node& clip = g.node(g.outputs()[0]);
  EXPECT_EQ(clip.attrs.get_double("a_min", 0), -127.0);
  EXPECT_EQ(clip.attrs.get_double("a_max", 0), 1e-5);
  const Node& softmax = g.node(clip.inputs[0]);
  EXPECT_EQ(softmax.attrs.get_int("axis", 0), -1);
  const Node& mean = g.node(softmax.inputs[0]);
  EXPECT_TRUE(mean.attrs.get_bool("keepdims", false));
  const Node& pad = g.node(mean.inputs[0]);
  EXPECT_EQ(pad.attrs.get_int_lists("pad_width"), (std::vector<IntList>{{0, 1}, {2, 0}}));
  EXPECT_EQ(pad.attrs.get_string("pad_mode", ""), "constant");
}

TEST(Parser, ScalarsTakeTheTypeOfTheirComment) {
  const Graph g = parse_graph(
      "def @main() { (1, 2 /* ty=int8 */, 3i64, True, 4f, -5 /* ty=float32 */) }", "net.ir");
  std::string types;
  for (NodeId id : g.outputs())
    types += type_text(g.type(id)) + " ";
  EXPECT_EQ(types, "int32 int8 int64 bool float32 float32 ");
}

TEST(Parser, OneConstantNumberIsOneNode) {
  const Graph g = parse_graph(with_body("  %0 = add(%x, meta[relay.Constant][0] "
                                        "/* ty=Tensor[(4), float32] */);\n"
                                        "  multiply(%0, meta[relay.Constant][0])"),
                              "net.ir");
  const Node& product = g.node(g.outputs()[0]);
  EXPECT_EQ(product.inputs[1], g.node(product.inputs[0]).inputs[1]);
}

TEST(Parser, ReadsNestedCallsTuplesAndFields) {
  const Graph g = parse_graph(with_body(R"(
  %0 = split(nn.relu(%x), indices_or_sections=2);
  %1 = (%0.1, %0.0);
  (concatenate(%1), concatenate((%0.0, %x), axis=0), %1.0)
)"),
                              "net.ir");
  ASSERT_EQ(g.outputs().size(), 3u);
  EXPECT_EQ(g.type(g.outputs()[0]).shape, Shape{4});
  EXPECT_EQ(g.type(g.outputs()[1]).shape, Shape{6});
  EXPECT_EQ(g.node(g.outputs()[2]).tuple_index, 1);
}

TEST(Parser, ChoosesAFunctionAndIgnoresACutOffOne) {
  const std::string text =
      with_body("nn.relu(%x)") + "\ndef @main(%y: Tensor[(2), int8]) {\n  %0 =";
  EXPECT_EQ(count_functions(text, "two.ir"), 2);
  EXPECT_EQ(parse_function(text, "two.ir", 0).node(0).name, "x");
  EXPECT_THAT(error_text<InputError>([&] { parse_function(text, "two.ir", 1); }),
              HasSubstr("two.ir:6:7: found end of text, expected an expression"));
  EXPECT_THAT(error_text<InputError>([&] { parse_function(text, "two.ir", 2); }),
              HasSubstr("there is no function 2: the text has 2"));
  EXPECT_THAT(error_text<InputError>([&] { parse_graph(text, "two.ir"); }),
              HasSubstr("two.ir:5:1: found 'def', expected one function only"));
}

TEST(Parser, TheLastOfAllFunctionsMayEndBehindAStatement) {
  const std::string text =
      with_body("nn.relu(%x)") + "\ndef @main(%y: Tensor[(2), float32]) {\n  %0 = nn.relu(%y);\n";
  const std::vector<Graph> all = parse_functions(text, "two.ir");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1].outputs(), std::vector<NodeId>{1});
  EXPECT_THAT(error_text<InputError>([&] { parse_functions(text + " %1 = nn.relu", "two.ir"); }),
              HasSubstr("found end of text"));
  EXPECT_THAT(error_text<InputError>([&] { parse_functions("def @main() {", "two.ir"); }),
              HasSubstr("found end of text"));
}

TEST(Parser, SkipsAVersionLine) {
  EXPECT_NO_THROW(parse_graph("#[version = \"0.0.5\"]\n" + with_body("%x"), "net.ir"));
}

TEST(Parser, LongChainsAreNoProblem) {
  std::string body;
  for (int i = 0; i < 5000; ++i)
    body += fmt::format("%{} = nn.relu({});\n", i, i == 0 ? "%x" : fmt::format("%{}", i - 1));
  const Graph g = parse_graph(with_body(body + "nn.relu(%4999)"), "net.ir");
  EXPECT_EQ(normalize_listing(print_graph(g)),
            normalize_listing(with_body(body + "nn.relu(%4999)")));
}

struct ErrorCase {
  const char* name;
  const char* body;
  const char* expected;
};

class ParserError : public testing::TestWithParam<ErrorCase> {};

TEST_P(ParserError, SaysWhereAndWhatIsExpected) {
  EXPECT_THAT(parse_error(with_body(GetParam().body)), HasSubstr(GetParam().expected));
}

// The body begins on line 2.
INSTANTIATE_TEST_SUITE_P(
    Body, ParserError,
    testing::Values(
        ErrorCase{"UnknownVariable", "nn.relu(%7)",
                  "net.ir:2:9: found '%7', expected a variable defined above"},
        ErrorCase{"UnknownOperator", "nn.rleu(%x)", "net.ir:2:1: unknown operator 'nn.rleu'"},
        ErrorCase{"UnknownAttribute", "nn.relu(%x, alpha=1)",
                  "net.ir:2:1: nn.relu: unknown attribute 'alpha'"},
        ErrorCase{
            "ShapesDisagree",
            "%0 = nn.relu(%x);\n  add(%0, meta[relay.Constant][0] /* ty=Tensor[(3), float32] */)",
            "net.ir:3:3: add: shapes (4) and (3) do not broadcast"},
        ErrorCase{
            "TypeCommentDisagrees", "nn.relu(%x) /* ty=Tensor[(5), float32] */",
            "net.ir:2:13: the listing says type Tensor[(5), float32], inferred is Tensor[(4), "
            "float32]"},
        ErrorCase{"TypeCommentMalformed", "nn.relu(%x) /* ty=Tensor[(5, float32] */",
                  "net.ir:2:13: found type comment 'ty=Tensor[(5, float32]'"},
        ErrorCase{"ConstantWithoutType", "add(%x, meta[relay.Constant][3])",
                  "net.ir:2:9: constant 3 needs its type"},
        ErrorCase{"MissingSemicolon", "%0 = nn.relu(%x)\n%0",
                  "net.ir:3:1: found '%0', expected ';'"},
        ErrorCase{"MissingResult", "%0 = nn.relu(%x);",
                  "net.ir:3:1: found '}', expected the function's result"},
        ErrorCase{"Redefinition", "%0 = nn.relu(%x);\n%0 = nn.relu(%x);\n%0",
                  "net.ir:3:1: found '%0', expected another name"},
        ErrorCase{"UnclosedCall", "nn.relu(%x", "net.ir:3:1: found '}', expected ')'"},
        ErrorCase{"OperandAfterAttribute", "clip(a_min=0f, %x)",
                  "expected operands before attributes"},
        ErrorCase{"AttributeTwice", "clip(%x, a_min=0f, a_min=1f)", "expected each attribute once"},
        ErrorCase{"AttributeWithoutValue", "clip(%x, a_min=)",
                  "net.ir:2:16: found ')', expected an attribute value"},
        ErrorCase{"MixedList", "reshape(%x, newshape=[1, [2]])", "net.ir:2:22: found a mixed list"},
        ErrorCase{"ListOfStrings", "reshape(%x, newshape=[\"a\"])", "expected integers or lists"},
        ErrorCase{"MalformedNumber", "clip(%x, a_min=1x2, a_max=2f)",
                  "net.ir:2:16: found '1x2', expected an attribute value"},
        ErrorCase{"IntegerTooLarge", "clip(%x, a_min=99999999999999999999, a_max=2f)",
                  "found '99999999999999999999'"},
        ErrorCase{"ScalarOutOfRange", "add(%x, 300 /* ty=int8 */)",
                  "net.ir:2:9: value 300 does not fit type int8"},
        ErrorCase{"ScalarFloatAsInt", "add(%x, 3f /* ty=int32 */)",
                  "value 3f does not fit type int32"},
        ErrorCase{"TupleAsOperand", "nn.relu((%x, %x))",
                  "net.ir:2:9: '(' is a tuple, expected a tensor"},
        ErrorCase{"EmptyTuple", "()", "net.ir:2:1: found an empty tuple"},
        ErrorCase{"FieldOfTensor", "%x.0", "net.ir:2:1: field .0 of 'x', which has 1 result(s)"},
        ErrorCase{"FieldOutOfRange", "%0 = (%x, %x);\n%0.2",
                  "field .2 of '%0', which has 2 fields"},
        ErrorCase{"UnclosedString", "cast(%x, dtype=\"int8)",
                  "net.ir:2:16: found a string that does not end"},
        ErrorCase{"UnclosedComment",
                  "nn.relu(%x) /* ty=", "net.ir:2:13: found a comment that does not"},
        ErrorCase{"StrayCharacter", "nn.relu(%x) + 1", "net.ir:2:13: found '+'"},
        ErrorCase{"StrayByte", "nn.relu(%x) \x01", "net.ir:2:13: found character 0x01"},
        ErrorCase{"LonePercent", "nn.relu(% x)",
                  "net.ir:2:9: found '%', expected a name after it"}),
    [](const auto& c) { return std::string(c.param.name); });

TEST(ParserError, HeaderMistakes) {
  EXPECT_THAT(parse_error(""), HasSubstr("net.ir:1:1: found end of text, expected 'def'"));
  EXPECT_THAT(parse_error("def main() {}"),
              HasSubstr("net.ir:1:5: found 'main', expected a function"));
  EXPECT_THAT(parse_error("def @main(%x: Tensor[(4), float33]) { %x }"),
              HasSubstr("net.ir:1:27: unknown element type 'float33'"));
  EXPECT_THAT(parse_error("def @main(%x: Tensor[(0), float32]) { %x }"), HasSubstr("has extent 0"));
  EXPECT_THAT(parse_error("def @main(%x: int8, %x: int8) { %x }"),
              HasSubstr("net.ir:1:21: found '%x'"));
  EXPECT_THAT(parse_error("def @main(%x: int8) -> int32 { %x }"),
              HasSubstr("net.ir:1:21: the listing says type int32, inferred is int8"));
  EXPECT_THAT(parse_error("def @main(%x: int8) { %x } x"),
              HasSubstr("expected 'def' or end of text"));
}

TEST(ParserError, DeepNestingIsRefusedNotOverflowed) {
  const std::string nested = std::string(100000, '(') + "%x";
  EXPECT_THAT(parse_error(with_body(nested)), HasSubstr("nested deeper than 100"));
  const std::string list = "reshape(%x, newshape=" + std::string(100000, '[');
  EXPECT_THAT(parse_error(with_body(list)), HasSubstr("nested deeper than 100"));
}

// Every prefix of a good listing is refused with a place, never accepted and never a crash.
TEST(ParserError, EveryTruncationIsReported) {
  const std::string text =
      "def @main(%x: Tensor[(4), float32]) -> Tensor[(4), float32] {\n"
      "  %0 = add(%x, meta[relay.Constant][0] /* ty=Tensor[(4), float32] */) /* a */;\n"
      "  clip(%0, a_min=-1f, a_max=1f) /* ty=Tensor[(4), float32] */\n}";
  EXPECT_NO_THROW(parse_graph(text, "net.ir"));
  for (size_t length = 0; length < text.size(); ++length)
    EXPECT_THAT(parse_error(text.substr(0, length)), HasSubstr("net.ir:")) << "at " << length;
}

// A listing with a few characters changed parses or is refused; nothing else may happen.
TEST(ParserError, RandomDamageIsReportedOrHarmless) {
  const std::string good =
      "def @main(%x: Tensor[(1, 4, 6, 6), float32]) {\n"
      "  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(4, 4, 3, 3), float32] */, "
      "strides=[1, 1], padding=[1, 1, 1, 1], groups=1, data_layout=\"NCHW\");\n"
      "  %1 = split(%0, indices_or_sections=2, axis=1);\n  %2 = (%1.0, %1.1);\n"
      "  %3 = concatenate(%2, axis=1);\n  %4 = strided_slice(%3, begin=[0, 1], end=[1, 3]);\n"
      "  clip(%4, a_min=-1f, a_max=1e-05f)\n}";
  constexpr std::string_view kLetters = "%@()[]{},;:=./*\"-0123456789abcfxNHWC \n";
  int refused = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    std::mt19937_64 random(seed);
    std::string text = good;
    for (uint64_t i = 0; i <= random() % 3; ++i)
      text[random() % text.size()] = kLetters[random() % kLetters.size()];
    try {
      const Graph g = parse_graph(text, "net.ir");
      ASSERT_EQ(print_graph(parse_graph(print_graph(g), "again")), print_graph(g)) << seed;
    } catch (const InputError& e) {
      ++refused;
      ASSERT_THAT(e.what(), HasSubstr("net.ir:")) << "seed " << seed;
    }
  }
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace vta
