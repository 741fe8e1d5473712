// The network of a published listing (ResNet-50 with channels last, batch 32, as exported from
// another framework: shortcuts through 1x1 maxima, a mean, a classifier that is a convolution) and
// the same network with channels first: they become the same program.
#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <regex>

#include "compiler/compiler.h"
#include "compiler/interp/interpreter.h"
#include "compiler/text/text.h"
#include "explore/record/timed_run.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/checked_run.h"
#include "tests/compiler/listing_files.h"

namespace vta {
namespace {

const IntList kToFirst = {0, 3, 1, 2}, kToLast = {0, 2, 3, 1};

Tensor turned(const Tensor& t, const IntList& axes) {
  return evaluate_op("transpose", {{"axes", axes}}, std::span(&t, 1)).front();
}

class ResNet50 {
 public:
  // Square images; `values`: with constants, which are the same ones in both orders of channels.
  ResNet50(bool channels_last, int64_t images, int64_t extent, bool values)
      : last_(channels_last), values_(values), images_(images), extent_(extent) {}

  Graph make() {
    NodeId x = graph_.add_input("data", {image_shape(), DType::F32});
    std::vector<IntList> width = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
    width[last_ ? 3 : 1] = {0, 1};
    x = call("nn.pad", {x, graph_.add_constant(Tensor::scalar<int32_t>(0))},
             {{"pad_width", width}});
    x = relu(biased(convolution(x, {4, 64, 7, 2, 3}), 64));
    x = maximum(x, 3, {0, 0, 1, 1});
    int64_t channels = 64, stage = 0;
    for (const int units : {3, 4, 6, 3}) {
      const int64_t width_here = int64_t{64} << stage;
      for (int unit = 1; unit <= units; ++unit) {
        x = bottleneck(x, channels, width_here, unit == units && stage < 3 ? 2 : 1);
        channels = width_here * 4;
      }
      ++stage;
    }
    x = call("mean", {x}, {{"axis", last_ ? IntList{1, 2} : IntList{2, 3}}, {"keepdims", true}});
    graph_.set_outputs({biased(convolution(x, {2048, 1000}), 1000)});
    for (NodeId id = 0; id < graph_.size(); ++id)
      if (graph_.node(id).kind == NodeKind::Call)
        graph_.node(id).name = fmt::format("value{}", id);
    return std::move(graph_);
  }

  // The same images in the network's order.
  Tensor images() const {
    std::mt19937_64 random(3);
    const Tensor first = random_floats(random, {images_, 3, extent_, extent_});
    return last_ ? turned(first, kToLast) : first;
  }

 private:
  struct Layer {
    int64_t in = 0, out = 0, kernel = 1, stride = 1, pad = 0;
  };

  static Tensor random_floats(std::mt19937_64& random, Shape shape, float scale = 1) {
    Tensor t = Tensor::zeros(DType::F32, std::move(shape));
    for (float& v : t.mutable_data<float>())
      v = (static_cast<float>(random() % 2001) / 1000.0F - 1) * scale;
    return t;
  }

  Shape image_shape() const {
    return last_ ? Shape{images_, extent_, extent_, 3} : Shape{images_, 3, extent_, extent_};
  }
  NodeId call(std::string_view op, std::vector<NodeId> inputs, Attrs attrs = {}) {
    return graph_.add_call(op, std::move(inputs), std::move(attrs));
  }
  NodeId relu(NodeId x) { return call("nn.relu", {x}); }

  NodeId biased(NodeId x, int64_t channels) {
    const Shape shape = last_ ? Shape{channels} : Shape{channels, 1, 1};
    return call("add", {x, values_ ? graph_.add_constant(random_floats(random_, shape, 0.1F))
                                   : graph_.add_constant_type({shape, DType::F32})});
  }

  NodeId convolution(NodeId x, const Layer& l) {
    Attrs attrs;  // in the order in which the listing has them
    if (l.stride != 1)
      attrs.set("strides", IntList{l.stride, l.stride});
    attrs.set("padding", IntList{l.pad, l.pad, l.pad, l.pad});
    attrs.set("channels", l.out);
    attrs.set("kernel_size", IntList{l.kernel, l.kernel});
    if (last_) {
      attrs.set("data_layout", std::string("NHWC"));
      attrs.set("kernel_layout", std::string("HWIO"));
    }
    return call("nn.conv2d", {x, weight(l)}, attrs);
  }

  NodeId weight(const Layer& l) {
    const Shape oihw = {l.out, l.in, l.kernel, l.kernel}, hwio = {l.kernel, l.kernel, l.in, l.out};
    if (!values_)
      return graph_.add_constant_type({last_ ? hwio : oihw, DType::F32});
    const float scale = 2.4F / std::sqrt(static_cast<float>(l.in * l.kernel * l.kernel));
    const Tensor first = random_floats(random_, oihw, scale);
    return graph_.add_constant(last_ ? turned(first, {2, 3, 1, 0}) : first);
  }

  NodeId maximum(NodeId x, int64_t window, const IntList& pads) {
    Attrs attrs = {
        {"pool_size", IntList{window, window}}, {"strides", IntList{2, 2}}, {"padding", pads}};
    if (last_)
      attrs.set("layout", std::string("NHWC"));
    return call("nn.max_pool2d", {x}, attrs);
  }

  // In the listing's order: a wider shortcut before the branch, a strided one behind it.
  NodeId bottleneck(NodeId x, int64_t in, int64_t width, int64_t stride) {
    const int64_t out = width * 4;
    const NodeId wider = in == out ? -1 : convolution(x, {in, out});
    NodeId y = relu(biased(convolution(x, {in, width}), width));
    y = relu(biased(convolution(y, {width, width, 3, stride, 1}), width));
    y = convolution(y, {width, out});
    NodeId shortcut = wider >= 0 ? biased(wider, out) : x;
    if (stride != 1)
      shortcut = maximum(x, 1, {0, 0, 0, 0});
    y = biased(y, out);
    return relu(call("add", {shortcut, y}));
  }

  bool last_, values_;
  int64_t images_, extent_;
  std::mt19937_64 random_{5};
  Graph graph_;
};

CompileOptions default_options() {
  CompileOptions options;
  options.config = named_config("default");
  return options;
}

// Kernels, their geometry and tiles, instructions, weights as the accelerator reads them.
void expect_same_program(const Program& a, const Program& b) {
  ASSERT_EQ(a.kernels.size(), b.kernels.size());
  for (size_t k = 0; k < a.kernels.size(); ++k) {
    EXPECT_EQ(a.kernels[k].name, b.kernels[k].name);
    EXPECT_EQ(a.kernels[k].description, b.kernels[k].description) << a.kernels[k].name;
  }
  EXPECT_TRUE(a.insns == b.insns);
  EXPECT_TRUE(a.uops == b.uops);
  EXPECT_TRUE(a.constants == b.constants);
  EXPECT_EQ(a.device_macs, b.device_macs);
}

std::string without_numbers(const Graph& graph) {
  static const std::regex constant(R"(meta\[relay\.Constant\]\[\d+\])");
  return std::regex_replace(print_graph(graph, {.comments = false}), constant, "constant");
}

TEST(ChannelsLastResnet50, IsThePublishedListing) {
  VTA_GOLDEN_OR_SKIP(text, "quantize_partition_before.ir");
  EXPECT_EQ(without_numbers(ResNet50(true, 32, 224, false).make()),
            without_numbers(parse_graph(text, "listing")));
}

// At full size: the bytes that the accelerator gets are the same, so are cycles and values.
TEST(ChannelsLastResnet50, AtFullSizeBothOrdersAreOneProgram) {
  const auto compiled = [](bool last) {
    return compile_graph(ResNet50(last, 32, 224, true).make(), default_options()).program;
  };
  const Program last = compiled(true), first = compiled(false);
  EXPECT_EQ(last.kernels.size(), 53U);  // all but the first convolution
  expect_same_program(last, first);
}

// 32 images, run: the kernels without races, equal cycles and equal values.
TEST(ChannelsLastResnet50, SmallImagesHaveTheSameCyclesAndValues) {
  std::vector<Program> programs;
  std::vector<Tensor> outputs;
  std::vector<int64_t> cycles;
  for (const bool last : {true, false}) {
    ResNet50 network(last, 32, 32, true);
    programs.push_back(compile_graph(network.make(), default_options()).program);
    Executor executor(programs.back(), make_device("fsim", programs.back().config));
    executor.set_input(0, network.images());
    testing::run_checked(executor);
    outputs.push_back(last ? turned(executor.output(0), kToFirst) : executor.output(0));
    cycles.push_back(explore::timed_run(programs.back(), "csim").stats.timing->cycles);
  }
  expect_same_program(programs[0], programs[1]);
  EXPECT_EQ(cycles[0], cycles[1]);
  EXPECT_TRUE(std::ranges::equal(outputs[0].bytes(), outputs[1].bytes()));
  const auto values = outputs[0].data<float>();
  EXPECT_GT(*std::ranges::max_element(values), *std::ranges::min_element(values));
}

}  // namespace
}  // namespace vta
