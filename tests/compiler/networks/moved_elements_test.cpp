// Convolutions of one and three dimensions with what follows them: a bias of their own or by Add,
// batch norms, relus, clips and sums are computed with them, in one launch.
#include <algorithm>

#include "runtime/work_share.h"
#include "tests/compiler/networks/network_fixture.h"
#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta::testing {
namespace {

std::vector<float> numbers(int64_t count, float scale) {
  std::vector<float> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(static_cast<float>((i * 37 + 11) % 101 - 50) / 50 * scale);
  return values;
}

// Layers of `dims` dimensions, 12 channels each, named by what follows.
class ConvModel {
 public:
  explicit ConvModel(size_t dims) : dims_(dims) { model_.input("x", data_shape()); }

  std::vector<int64_t> data_shape() const {
    std::vector<int64_t> shape(dims_ + 2, 6);
    shape[0] = 1, shape[1] = kChannels;
    return shape;
  }

  std::string conv(const std::string& x, int64_t kernel, bool bias) {
    const std::string name = fresh();
    std::vector<int64_t> shape(dims_ + 2, kernel), pads(2 * dims_, kernel / 2);
    shape[0] = shape[1] = kChannels;
    int64_t count = 1;
    for (const int64_t extent : shape)
      count *= extent;
    model_.floats(name + "_w", shape, numbers(count, 0.2F));
    std::vector<std::string> inputs = {x, name + "_w"};
    if (bias) {
      model_.floats(name + "_b", {kChannels}, numbers(kChannels, 0.5F));
      inputs.push_back(name + "_b");
    }
    model_.node("Conv", inputs, name).attr_ints("pads", pads);
    return name;
  }
  std::string bias(const std::string& x) {
    const std::string name = fresh();
    std::vector<int64_t> shape(dims_ + 1, 1);
    shape[0] = kChannels;
    model_.floats(name + "_b", shape, numbers(kChannels, 0.5F));
    return made("Add", {name + "_b", x}, name);
  }
  std::string norm(const std::string& x) {
    const std::string name = fresh();
    std::vector<std::string> inputs = {x};
    for (const char* part : {"_g", "_b", "_m"}) {
      model_.floats(name + part, {kChannels}, numbers(kChannels, 0.7F));
      inputs.push_back(name + part);
    }
    model_.floats(name + "_v", {kChannels}, std::vector<float>(kChannels, 1.2F));
    inputs.push_back(name + "_v");
    return made("BatchNormalization", inputs, name);
  }
  std::string relu(const std::string& x) { return made("Relu", {x}, fresh()); }
  std::string sum(const std::string& x, const std::string& y) {
    return made("Add", {x, y}, fresh());
  }
  Graph graph(const std::string& output) { return model_.output(output).import(); }

 private:
  static constexpr int64_t kChannels = 12;
  std::string fresh() { return fmt::format("v{}", next_++); }
  std::string made(const std::string& op, const std::vector<std::string>& inputs,
                   const std::string& name) {
    model_.node(op, inputs, name);
    return name;
  }

  size_t dims_;
  TestModel model_;
  int next_ = 0;
};

NetworkRun run_layers_exact(const Graph& graph, const std::string& config) {
  CompileOptions options = all_on_device(named_config(config));
  options.recipe.set("all_int8", "true");
  const NetworkRun run = run_network(graph, options);
  expect_exact(run.report);
  EXPECT_EQ(run.host_macs, 0);
  return run;
}

std::vector<std::string> host_arithmetic(const Graph& graph) {
  CompileOptions options = all_on_device(named_config("default"));
  options.recipe.set("all_int8", "true");
  std::vector<std::string> ops;
  for (const HostOperator& host : work_share(compile_graph(graph, options).program).host)
    if (host.op == "nn.relu" || host.op == "add" || host.op == "nn.conv2d")
      ops.push_back(host.op);
  return ops;
}

TEST(MovedElements, AreComputedWithTheirConvolution) {
  for (const size_t dims : {size_t{1}, size_t{2}, size_t{3}})
    for (const int64_t kernel : {1, 3}) {
      SCOPED_TRACE(fmt::format("{} dimensions, kernel {}", dims, kernel));
      ConvModel m(dims);
      std::string x = m.relu(m.conv("x", kernel, true));
      x = m.relu(m.bias(m.conv(x, kernel, false)));
      x = m.relu(m.norm(m.conv(x, 1, false)));
      const Graph graph = m.graph(m.bias(m.conv(x, 1, true)));
      EXPECT_TRUE(host_arithmetic(graph).empty());
      for (const std::string config : {"default", "2x16"})
        run_layers_exact(graph, config);
      if (dims < 3) {  // volumes are cut into planes by the host
        EXPECT_EQ(run_layers_exact(graph, "default").stats.launches, 1);
      }
    }
}

TEST(MovedElements, SumsOfOneDimensionStayOnTheAccelerator) {
  ConvModel m(1);
  const std::string x = m.relu(m.conv("x", 3, true));
  const std::string y = m.sum(m.conv(m.relu(m.conv(x, 3, true)), 3, true), x);
  const Graph graph = m.graph(m.conv(m.relu(y), 1, false));
  EXPECT_TRUE(host_arithmetic(graph).empty());
  EXPECT_EQ(run_layers_exact(graph, "default").stats.launches, 1);
}

}  // namespace
}  // namespace vta::testing
