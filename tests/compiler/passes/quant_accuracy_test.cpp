// Accuracy of a trained network in integers: digits_resnet8 on its 200 test images.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/npy.h"
#include "compiler/interp/interpreter.h"
#include "compiler/onnx/import.h"
#include "compiler/passes/pass.h"

namespace vta {
namespace {

// x = (u8 - 128) / 64, NHWC to NCHW.
Tensor digits_input(const Tensor& images) {
  const Shape& s = images.shape();
  Tensor x = Tensor::zeros(DType::F32, {s[0], s[3], s[1], s[2]});
  const auto in = images.data<uint8_t>();
  auto out = x.mutable_data<float>();
  const auto c_size = static_cast<size_t>(s[3]), plane = static_cast<size_t>(s[1] * s[2]);
  for (size_t n = 0; n < static_cast<size_t>(s[0]); ++n)
    for (size_t c = 0; c < c_size; ++c)
      for (size_t i = 0; i < plane; ++i)
        out[(n * c_size + c) * plane + i] =
            (static_cast<float>(in[(n * plane + i) * c_size + c]) - 128.0F) / 64.0F;
  return x;
}

struct Accuracy {
  double float_top1 = 0, int8_top1 = 0, agreement = 0, sqnr = 0;
};

size_t argmax(std::span<const float> row) {
  return static_cast<size_t>(std::max_element(row.begin(), row.end()) - row.begin());
}

Graph float_graph(int64_t batch) {
  Graph graph = import_onnx(VTA_SOURCE_DIR "/tests/data/digits_resnet8.onnx", {.batch = batch});
  PassContext context;
  PipelineOptions options;
  options.skip = {"quantize", "partition", "pack_layout"};
  return run_passes(std::move(graph), pipeline(), context, options);
}

Accuracy evaluate(const QuantOptions& quant) {
  const Tensor x = digits_input(read_npy(VTA_SOURCE_DIR "/tests/data/digits_test_200_u8.npy"));
  const Tensor labels = read_npy(VTA_SOURCE_DIR "/tests/data/digits_test_200_labels.npy");
  const Graph real = float_graph(x.shape()[0]);
  PassContext context;
  context.quant = quant;
  context.quant.calibration = {
      digits_input(read_npy(VTA_SOURCE_DIR "/tests/data/digits_calib_64_u8.npy"))};
  const Graph q = find_pass("quantize").run(real, context);
  const Tensor a = interpret(real, std::span(&x, 1)).front();
  const Tensor b = interpret(q, std::span(&x, 1)).front();
  Accuracy result;
  double signal = 0, noise = 0;
  const auto rows = static_cast<size_t>(a.shape()[0]), classes = static_cast<size_t>(a.shape()[1]);
  for (size_t n = 0; n < rows; ++n) {
    const auto ra = a.data<float>().subspan(n * classes, classes);
    const auto rb = b.data<float>().subspan(n * classes, classes);
    for (size_t i = 0; i < classes; ++i) {
      signal += std::pow(static_cast<double>(ra[i]), 2);
      noise += std::pow(static_cast<double>(ra[i]) - static_cast<double>(rb[i]), 2);
    }
    const auto label = static_cast<size_t>(labels.data<int64_t>()[n]);
    result.float_top1 += argmax(ra) == label;
    result.int8_top1 += argmax(rb) == label;
    result.agreement += argmax(ra) == argmax(rb);
  }
  const double percent = 100.0 / static_cast<double>(rows);
  result.float_top1 *= percent, result.int8_top1 *= percent, result.agreement *= percent;
  result.sqnr = 10 * std::log10(signal / noise);
  return result;
}

QuantOptions options(QuantMode mode) {
  QuantOptions o;
  o.mode = mode;
  return o;
}

TEST(Accuracy, PercentileKeepsDigitsWithinHalfAPointAndTwentyFourDecibels) {
  const Accuracy a = evaluate(options(QuantMode::Percentile));
  EXPECT_GE(a.float_top1, 98.0);
  EXPECT_GE(a.int8_top1, a.float_top1 - 0.5);
  EXPECT_GE(a.sqnr, 24.0);
  EXPECT_GE(a.agreement, 99.0);
}

}  // namespace
}  // namespace vta
