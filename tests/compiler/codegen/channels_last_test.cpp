// One network in three spellings: channels first, channels last, and convolutions with channels
// first between transposes, as exporters write them. They become the same program.
#include <gmock/gmock.h>

#include <algorithm>

#include "compiler/compiler.h"
#include "compiler/interp/interpreter.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/checked_run.h"

namespace vta {
namespace {

enum class Spelling { First, Last, Sandwiched };

const IntList kToFirst = {0, 3, 1, 2}, kToLast = {0, 2, 3, 1};

Tensor turned(const Tensor& t, const IntList& axes) {
  return evaluate_op("transpose", {{"axes", axes}}, std::span(&t, 1)).front();
}

Tensor random_floats(std::mt19937_64& random, Shape shape) {
  Tensor t = Tensor::zeros(DType::F32, std::move(shape));
  for (float& v : t.mutable_data<float>())
    v = static_cast<float>(random() % 2001) / 4000.0F - 0.25F;
  return t;
}

class Network {
 public:
  explicit Network(Spelling spelling) : spelling_(spelling) {}

  Graph make() {
    NodeId x =
        graph_.add_input("data", {last() ? Shape{2, 9, 9, 8} : Shape{2, 8, 9, 9}, DType::F32});
    x = convolution(x, 8, 32, 3, 1);
    const NodeId shortcut = pooled(x);
    const NodeId a = convolution(shortcut, 32, 32, 3, 1);
    const NodeId sum = named(call("nn.relu", {call("add", {a, shortcut})}));
    const NodeId b = convolution(padded(sum), 32, 32, 3, 0);
    x = call("concatenate", {sum, named(b)}, {{"axis", last() ? 3 : 1}});
    x = convolution(named(x), 64, 48, 1, 0);
    x = call("nn.global_avg_pool2d", {first(x)}, layout());
    x = call("nn.batch_flatten", {x});
    x = call("nn.dense", {x, graph_.add_constant(random_floats(random_, {10, 48}))},
             {{"units", 10}});
    graph_.set_outputs({x});
    return std::move(graph_);
  }

  // In the network's spelling.
  Tensor data() const {
    std::mt19937_64 random(3);
    const Tensor t = random_floats(random, {2, 8, 9, 9});
    return last() ? turned(t, kToLast) : t;
  }

 private:
  bool last() const { return spelling_ != Spelling::First; }
  bool sandwiched() const { return spelling_ == Spelling::Sandwiched; }

  NodeId call(std::string_view op, std::vector<NodeId> inputs, Attrs attrs = {}) {
    return graph_.add_call(op, std::move(inputs), std::move(attrs));
  }
  NodeId named(NodeId id) {
    graph_.node(id).name = fmt::format("value{}", values_++);
    return id;
  }
  // Around calls that are written with channels first in the middle of others.
  NodeId first(NodeId x) { return sandwiched() ? call("transpose", {x}, {{"axes", kToFirst}}) : x; }
  NodeId back(NodeId x) { return sandwiched() ? call("transpose", {x}, {{"axes", kToLast}}) : x; }
  Attrs layout() const {
    return last() && !sandwiched() ? Attrs{{"layout", std::string("NHWC")}} : Attrs{};
  }

  NodeId convolution(NodeId x, int64_t ic, int64_t oc, int64_t kernel, int64_t pad) {
    Tensor weight = random_floats(random_, {oc, ic, kernel, kernel});
    const Tensor bias = random_floats(random_, {oc});
    Attrs attrs = {{"padding", IntList{pad, pad, pad, pad}},
                   {"channels", oc},
                   {"kernel_size", IntList{kernel, kernel}}};
    if (last() && !sandwiched()) {
      weight = turned(weight, {2, 3, 1, 0});
      attrs.set("data_layout", std::string("NHWC"));
      attrs.set("kernel_layout", std::string("HWIO"));
    }
    x = named(back(call("nn.conv2d", {first(x), graph_.add_constant(weight)}, attrs)));
    const NodeId constant = graph_.add_constant(last() ? bias : bias.reshaped({oc, 1, 1}));
    return named(call("nn.relu", {call("add", {x, constant})}));
  }

  NodeId pooled(NodeId x) {
    Attrs attrs = layout();
    attrs.set("pool_size", IntList{3, 3});
    attrs.set("strides", IntList{2, 2});
    attrs.set("padding", IntList{0, 0, 1, 1});
    return named(back(call("nn.max_pool2d", {first(x)}, attrs)));
  }

  // Uneven, as "same" padding of a stride of 2 is.
  NodeId padded(NodeId x) {
    std::vector<IntList> width = {{0, 0}, {0, 0}, {0, 2}, {1, 1}};
    if (last())
      width = {width[0], width[2], width[3], width[1]};
    const NodeId zero = graph_.add_constant(Tensor::scalar<float>(0));
    return call("nn.pad", {x, zero}, {{"pad_width", width}});
  }

  Spelling spelling_;
  std::mt19937_64 random_{5};
  Graph graph_;
  int values_ = 0;
};

struct Outcome {
  CompileResult compiled;
  Program program;
  Tensor output;
  Counters counters;
};

Outcome outcome(Spelling spelling, const CompileOptions& options) {
  Network network(spelling);
  Outcome o;
  o.compiled = compile_graph(network.make(), options);
  o.program = o.compiled.program;
  Executor executor(o.program, make_device("fsim", options.config));
  executor.set_input(0, network.data());
  testing::run_checked(executor);
  o.output = executor.output(0);
  o.counters = executor.stats().counters;
  return o;
}

TEST(ChannelsLast, TheSpellingsAreTheSameProgram) {
  for (const char* config : {"default", "1x32", "2x16"}) {
    SCOPED_TRACE(config);
    CompileOptions options;
    options.config = named_config(config);
    options.recipe.set("all_int8", "true");
    const Outcome first = outcome(Spelling::First, options);
    ASSERT_GE(first.program.kernels.size(), 7u);
    for (const Spelling spelling : {Spelling::Last, Spelling::Sandwiched}) {
      SCOPED_TRACE(spelling == Spelling::Last ? "last" : "sandwiched");
      const Outcome other = outcome(spelling, options);
      EXPECT_EQ(other.program.insns, first.program.insns);
      EXPECT_EQ(other.program.constants, first.program.constants);
      ASSERT_EQ(other.program.kernels.size(), first.program.kernels.size());
      for (size_t k = 0; k < first.program.kernels.size(); ++k)
        EXPECT_EQ(other.program.kernels[k].description, first.program.kernels[k].description);
      EXPECT_TRUE(std::ranges::equal(other.output.bytes(), first.output.bytes()));
      EXPECT_EQ(other.compiled.notes.size(), first.compiled.notes.size());
    }
  }
}

// With samples, too: scales are of values, not of their order.
TEST(ChannelsLast, CalibratedSpellingsAreTheSame) {
  const auto compiled = [](Spelling spelling) {
    Network network(spelling);
    CompileOptions options;
    options.config = named_config("default");
    options.recipe.set("quant", "percentile");
    options.calibration = {network.data()};
    return outcome(spelling, options);
  };
  const Outcome first = compiled(Spelling::First);
  for (const Spelling spelling : {Spelling::Last, Spelling::Sandwiched}) {
    const Outcome other = compiled(spelling);
    EXPECT_EQ(other.program.insns, first.program.insns);
    EXPECT_TRUE(std::ranges::equal(other.output.bytes(), first.output.bytes()));
  }
}

}  // namespace
}  // namespace vta
