// Residual sums and their batch norms in integers: what is rounded, and what is not.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <random>

#include "compiler/interp/interpreter.h"
#include "compiler/passes/quantize.h"
#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

constexpr double kStep = 0.0625;  // of global scale 8

// Constants in order; all elements of one have the value, or its values in turn.
Graph with_constants(const std::string& text, const std::vector<std::vector<float>>& values) {
  const Graph typed = parse_graph(text, "test");
  GraphRewriter rewriter(typed);
  size_t next = 0;
  for (NodeId id = 0; id < typed.size(); ++id) {
    const Node& n = typed.node(id);
    if (n.kind != NodeKind::Constant) {
      rewriter.copy(id);
      continue;
    }
    Tensor t = Tensor::zeros(DType::F32, n.type().shape);
    const std::vector<float>& from = values.at(next++);
    const auto to = t.mutable_data<float>();
    for (size_t i = 0; i < to.size(); ++i)
      to[i] = from[i % from.size()];
    rewriter.map(id, rewriter.graph().add_constant(t));
  }
  return rewriter.finish();
}

std::string constant(int index, const std::string& shape) {
  return fmt::format("meta[relay.Constant][{}] /* ty=Tensor[({}), float32] */", index, shape);
}

Tensor random_map(const Shape& shape, float most, uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> value(-most, most);
  Tensor t = Tensor::zeros(DType::F32, shape);
  std::ranges::generate(t.mutable_data<float>(), [&] { return value(random); });
  return t;
}

PassContext everything(QuantMode mode, const Tensor& sample) {
  PassContext context;
  context.quant.skip_conv.clear();
  context.quant.mode = mode;
  context.quant.calibration = {sample};
  return context;
}

// ---- one rounding ----------------------------------------------------------------------------

struct SumCalls {
  NodeId sums = -1, shortcut = -1, result = -1;
  std::vector<int32_t> shifts;
};
SumCalls sum_calls(const Graph& q) {
  SumCalls calls;
  for (NodeId id = 0; id < q.size(); ++id) {
    const Node& n = q.node(id);
    if (n.op == "nn.conv2d")
      calls.sums = id;
    if (n.op == "right_shift")
      calls.shifts.push_back(q.node(n.inputs[1]).constant.data<int32_t>()[0]);
    if (n.op == "cast" && n.type().dtype == DType::I8)
      (calls.shortcut < 0 ? calls.shortcut : calls.result) = id;
  }
  return calls;
}

// (acc / 2^a + shortcut) / 2^b is rounded as one number, not first the one and then the other.
TEST(QuantizeSums, ASumBetweenTwoShiftsIsRoundedOnce) {
  for (uint32_t seed = 0; seed < 8; ++seed) {
    const Graph graph = with_constants(
        "def @main(%data: Tensor[(1, 2, 16, 16), float32]) -> Tensor[(1, 2, 16, 16), float32] {\n"
        "  %0 = nn.conv2d(%data, " +
            constant(0, "2, 2, 1, 1") +
            ", channels=2, kernel_size=[1, 1]);\n"
            "  add(%0, %data)\n}",
        {{3.1F, -1.7F, 2.3F, 4.9F}});
    const Tensor data = random_map({1, 2, 16, 16}, 1, seed);
    PassContext context = everything(QuantMode::Max, data);
    const Graph q = quantize(graph, context);
    const SumCalls calls = sum_calls(q);
    ASSERT_EQ(calls.shifts.size(), 2u) << print_graph(q);
    const int32_t first = calls.shifts[0], both = first + calls.shifts[1];
    std::map<NodeId, Tensor> values;
    interpret(q, std::span(&data, 1), {[&](NodeId id, const Tensor& v) { values[id] = v; }});
    const auto sums = values.at(calls.sums).data<int32_t>();
    const auto shortcut = values.at(calls.shortcut).data<int8_t>();
    const auto result = values.at(calls.result).data<int8_t>();
    for (size_t i = 0; i < result.size(); ++i) {
      const int32_t exact = sums[i] + (shortcut[i] << first);
      const int32_t rounded = (exact + (1 << (both - 1))) >> both;
      ASSERT_EQ(result[i], std::clamp(rounded, -127, 127)) << "seed " << seed << ", element " << i;
    }
  }
}

// ---- addends of batch norms ------------------------------------------------------------------

// A sum with its batch norm's remains, which are the first output; `reader` reads the sum itself.
Graph block(const std::string& reader, const std::vector<float>& reader_weight) {
  Graph graph = with_constants(
      "def @main(%data: Tensor[(1, 2, 32, 32), float32]) {\n"
      "  %0 = nn.conv2d(%data, " +
          constant(0, "2, 2, 1, 1") +
          ", channels=2, kernel_size=[1, 1]);\n"
          "  %1 = add(%0, %data);\n"
          "  %2 = add(%1, " +
          constant(1, "2, 1, 1") +
          ");\n"
          "  %3 = maximum(%2, " +
          constant(2, "2, 1, 1") +
          ");\n"
          "  %4 = minimum(%3, " +
          constant(3, "2, 1, 1") + ");\n  " + reader + "\n}",
      {{0.4F, 0.3F, -0.2F, 0.6F},
       {0.03F, -0.02F},  // 0.48 and -0.32 steps
       {-7},
       {7},
       reader_weight});
  NodeId norm = -1;
  for (NodeId id = 0; id < graph.size(); ++id)
    norm = graph.node(id).op == "minimum" ? id : norm;
  graph.set_outputs({norm, graph.outputs().front()});
  return graph;
}

// Mean of what the integers of output `index` are too large by, per channel, in steps; of the
// pixels [first, end) of rows and columns.
std::vector<double> mean_errors(const Graph& graph, const Graph& q, size_t index, int64_t first,
                                int64_t end) {
  std::vector<double> errors;
  int64_t pixels = 0;
  for (uint32_t seed = 0; seed < 4; ++seed) {
    const Tensor data = random_map({1, 2, 32, 32}, 2, seed);
    const Tensor exact = interpret(graph, std::span(&data, 1)).at(index);
    const Tensor found = interpret(q, std::span(&data, 1)).at(index);
    const Shape& shape = exact.shape();
    errors.resize(static_cast<size_t>(shape[1]));
    pixels += (end - first) * (end - first);
    for (int64_t c = 0; c < shape[1]; ++c)
      for (int64_t y = first; y < end; ++y)
        for (int64_t x = first; x < end; ++x) {
          const auto at = static_cast<size_t>((c * shape[2] + y) * shape[3] + x);
          errors[static_cast<size_t>(c)] +=
              static_cast<double>(found.data<float>()[at] - exact.data<float>()[at]) / kStep;
        }
  }
  for (double& e : errors)
    e /= static_cast<double>(pixels);
  return errors;
}

struct Reader {
  const char* name;
  std::string call;
  int64_t output = 32;  // rows and columns
  double most = 0.16;   // of the mean errors, in steps
};
std::ostream& operator<<(std::ostream& out, const Reader& r) {
  return out << r.name;
}

class RawReader : public testing::TestWithParam<Reader> {};

// Values of the sum are rounded, and differ; its batch norm's addends would be off in one
// direction.
TEST_P(RawReader, LosesNothingOfAddendsAndMeans) {
  const Graph graph = block(GetParam().call, {0.5F, -0.25F, 0.75F});
  for (const QuantMode mode : {QuantMode::Global, QuantMode::Percentile}) {
    PassContext context = everything(mode, random_map({1, 2, 32, 32}, 2, 9));
    const Graph q = quantize(graph, context);
    for (const double error : mean_errors(graph, q, 0, 0, 32))
      EXPECT_LT(std::abs(error), 0.06) << print_graph(q);
    for (const double error : mean_errors(graph, q, 1, 0, GetParam().output))
      EXPECT_LT(std::abs(error), GetParam().most) << print_graph(q);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, RawReader,
    testing::Values(Reader{"Dense", "nn.conv2d(%1, " + constant(4, "3, 2, 1, 1") +
                                        ", channels=3, kernel_size=[1, 1])"},
                    Reader{"Taps",
                           "nn.conv2d(%1, " + constant(4, "3, 2, 3, 3") +
                               ", channels=3, kernel_size=[3, 3])",
                           30, 0.3},
                    Reader{"Groups", "nn.conv2d(%1, " + constant(4, "4, 1, 1, 1") +
                                         ", channels=4, kernel_size=[1, 1], groups=2)"}),
    [](const auto& row) { return row.param.name; });

// An output in a corner has one tap: what is stored less would be missing of it alone.
TEST(QuantizeSums, AReaderWithPadsTakesTheSumAsItIs) {
  const Graph graph = block("nn.conv2d(%1, " + constant(4, "3, 2, 1, 1") +
                                ", padding=[1, 1, 1, 1], channels=3, kernel_size=[1, 1])",
                            {8});
  PassContext context = everything(QuantMode::Global, {});
  const Graph q = quantize(graph, context);
  for (const double error : mean_errors(graph, q, 1, 0, 1))  // zeros, of pads alone
    EXPECT_EQ(error, 0);
}

// ---- factors of batch norms ------------------------------------------------------------------

int first_weight_of_last(const Graph& q) {
  int first = 0;
  for (NodeId id = 0; id < q.size(); ++id)
    if (q.node(id).op == "nn.conv2d")
      first = q.node(q.node(id).inputs[1]).constant.data<int8_t>()[0];
  return first;
}

// One weight of 64 is 1.01, which 2^-6 covers; the others have less error at 2^-7.
TEST(QuantizeSums, WeightsBehindABatchNormMayClipAnOutlier) {
  std::vector<float> outlier(64, 0.0079F);
  outlier[0] = 1.01F;
  const std::string shape = "32, 2, 1, 1";
  const std::string call = ", channels=32, kernel_size=[1, 1])";
  for (const bool behind : {false, true}) {
    PassContext context = everything(QuantMode::Max, random_map({1, 2, 32, 32}, 2, 9));
    const std::string input = behind ? "%4" : "%1";
    const Graph q =
        quantize(block("nn.conv2d(" + input + ", " + constant(4, shape) + call, outlier), context);
    EXPECT_EQ(first_weight_of_last(q), behind ? 127 : 65) << print_graph(q);
  }
}

}  // namespace
}  // namespace vta
