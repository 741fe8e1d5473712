// --quant auto of networks that have hardly a layer but the first and the last: they are not left
// in float for being worse than float.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/npy.h"
#include "compiler/compiler.h"
#include "runtime/work_share.h"
#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

std::vector<float> values(size_t count, uint64_t seed, float largest) {
  std::mt19937_64 random(seed);
  std::vector<float> all(count);
  for (float& v : all)
    v = largest * (static_cast<float>(random() % 2001) / 1000.0F - 1.0F);
  return all;
}

// y = x W^T + b, with a relu where it is not the last one.
void add_gemm(TestModel& m, int64_t in, int64_t out, const std::string& x, const std::string& y) {
  const auto seed = static_cast<uint64_t>(in * 131 + out);
  m.floats(y + "_w", {out, in}, values(static_cast<size_t>(in * out), seed, 0.3F));
  m.floats(y + "_b", {out}, values(static_cast<size_t>(out), seed + 1, 0.2F));
  m.node("Gemm", {x, y + "_w", y + "_b"}, y).attr("transB", 1);
}

TestModel one_dense_layer() {
  TestModel m;
  m.input("x", {1, 32});
  add_gemm(m, 32, 10, "x", "y");
  m.output("y");
  return m;
}

TestModel three_dense_layers() {
  TestModel m;
  m.input("x", {1, 32});
  add_gemm(m, 32, 48, "x", "a");
  m.node("Relu", {"a"}, "ra");
  add_gemm(m, 48, 24, "ra", "b");
  m.node("Relu", {"b"}, "rb");
  add_gemm(m, 24, 10, "rb", "y");
  m.output("y");
  return m;
}

TestModel first_convolution_and_classifier() {
  TestModel m;
  m.input("x", {1, 2, 8, 8});
  m.floats("w", {16, 2, 3, 3}, values(288, 5, 0.3F));
  m.node("Conv", {"x", "w"}, "c").node("Relu", {"c"}, "r");
  m.node("Flatten", {"r"}, "f");
  add_gemm(m, 576, 10, "f", "y");
  m.output("y");
  return m;
}

CompileResult compiled(const Graph& graph, std::vector<Tensor> samples) {
  CompileOptions options;
  options.config = named_config("default");
  options.recipe.set("quant", "auto");
  options.calibration = std::move(samples);
  return compile_graph(graph, options);
}

CompileResult compiled(const TestModel& m) {
  const Graph graph = m.import();
  const Shape shape = graph.type(graph.inputs().front()).shape;
  std::vector<Tensor> samples;
  for (uint64_t i = 0; i < 16; ++i)
    samples.push_back(Tensor::from_span<float>(
        shape, values(static_cast<size_t>(num_elements(shape)), 100 + i, 1)));
  return compiled(graph, samples);
}

void expect_all_on_the_accelerator(const CompileResult& r) {
  const WorkShare share = work_share(r.program);
  EXPECT_GT(share.network_macs, 0);
  EXPECT_EQ(share.device_macs, share.network_macs);
  EXPECT_THAT(r.notes, Contains(HasSubstr("no comparison: they are in int8")));
}

TEST(AllInt8Forms, ADenseLayerAloneIsInInt8) {
  expect_all_on_the_accelerator(compiled(one_dense_layer()));
}

TEST(AllInt8Forms, DenseLayersAreInInt8) {
  expect_all_on_the_accelerator(compiled(three_dense_layers()));
}

TEST(AllInt8Forms, AFirstConvolutionWithAClassifierIsInInt8) {
  expect_all_on_the_accelerator(compiled(first_convolution_and_classifier()));
}

TEST(AllInt8Forms, OfAFile) {
  const std::string folder = VTA_SOURCE_DIR "/tests/data/";
  const Graph graph = import_onnx(folder + "dense_layers.onnx", {});
  const Tensor rows = read_npy(folder + "dense_layers_calib.npy");
  const Shape shape = graph.type(graph.inputs().front()).shape;
  std::vector<Tensor> samples;
  const auto width = static_cast<size_t>(num_elements(shape));
  for (size_t i = 0; i < static_cast<size_t>(rows.size()) / width; ++i)
    samples.push_back(
        Tensor::from_span<float>(shape, rows.data<float>().subspan(i * width, width)));
  expect_all_on_the_accelerator(compiled(graph, samples));
}

}  // namespace
}  // namespace vta::testing
