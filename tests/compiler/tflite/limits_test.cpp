// Ends of ranges: the least fraction, scales joined in float32 or not, slices to the first value.
#include <gmock/gmock.h>

#include <array>
#include <cmath>

#include "compiler/interp/interpreter.h"
#include "compiler/tflite/fractions.h"
#include "compiler/tflite/import.h"
#include "model_writer.h"

namespace vta::tflite_test {
namespace {

using testing::HasSubstr;
using tflite_import::fraction_of;
using Type = file::TensorType;

TEST(TfliteFraction, TheLeastShiftIs31ToTheRight) {
  EXPECT_EQ(fraction_of(0x1p-32).multiplier, 1 << 30);
  EXPECT_EQ(fraction_of(0x1p-32).shift, -31);
  EXPECT_EQ(fraction_of(0x1p-33).multiplier, 0);
  EXPECT_EQ(fraction_of(0x1p-33).shift, 0);
}

constexpr float kIn = 0.1F, kOut = 0.37F;

// The multipliers of a fully connected layer of 3 results with these scales of its weights.
std::vector<int32_t> multipliers(const Steps& weights) {
  ModelWriter m;
  const int32_t x = m.input({1, 4}, Type::INT8, one_scale(kIn, 0));
  const int32_t w = m.constant(Tensor::zeros(DType::I8, {3, 4}), weights);
  const int32_t y = m.value({1, 3}, Type::INT8, one_scale(kOut, 0));
  m.add(kFullyConnected, {x, w}, y, file::CreateFullyConnectedOptions(m.builder()));
  const Graph graph = import_tflite(m.finish({y}), "net", {});
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).op == "qnn.rescale") {
      const Tensor& t = graph.node(graph.node(id).inputs[1]).constant;
      return {t.data<int32_t>().begin(), t.data<int32_t>().end()};
    }
  return {};
}

int32_t nearest_multiplier(double factor) {
  int exponent = 0;
  return static_cast<int32_t>(std::llround(std::frexp(factor, &exponent) * 0x1p31));
}

TEST(TfliteProducts, OneScaleIsJoinedInFloat32AndSeveralAreNot) {
  const std::vector<float> scales = {0.003F, 0.0071F, 0.0123F};
  std::vector<int32_t> apart;
  bool differs = false;
  for (const float scale : scales) {
    apart.push_back(nearest_multiplier(static_cast<double>(kIn) * static_cast<double>(scale) /
                                       static_cast<double>(kOut)));
    const int32_t joined =
        nearest_multiplier(static_cast<double>(kIn * scale) / static_cast<double>(kOut));
    EXPECT_THAT(multipliers(one_scale(scale, 0)), testing::ElementsAre(joined));
    differs = differs || joined != apart.back();
  }
  EXPECT_TRUE(differs);
  EXPECT_EQ(multipliers({scales, {0, 0, 0}, 0}), apart);
}

TEST(TfliteProducts, ScalesAlongAnotherAxisAreRefused) {
  ModelWriter m;
  const int32_t x = m.input({1, 4, 4, 2}, Type::INT8, one_scale(0.5F, 3));
  const int32_t w = m.constant(Tensor::zeros(DType::I8, {2, 1, 1, 2}), {{1, 2}, {0, 0}, 3});
  const int32_t y = m.value({1, 4, 4, 2}, Type::INT8, one_scale(0.5F, 3));
  m.add(kConv, {x, w}, y, file::CreateConv2DOptions(m.builder(), file::Padding::VALID, 1, 1));
  std::string error;
  try {
    import_tflite(m.finish({y}), "net", {});
  } catch (const InputError& e) {
    error = e.what();
  }
  EXPECT_THAT(error, HasSubstr("has 2 scales along axis 3: must be 1, or 2 along axis 0"));
}

TEST(TfliteMoves, ASliceGoesBackToTheFirst) {
  const auto list = [](int32_t v) { return Tensor::from_span<int32_t>({1}, std::array{v}); };
  ModelWriter m;
  const int32_t x = m.input({4}, Type::FLOAT32);
  const int32_t begin = m.constant(list(3)), end = m.constant(list(-5)),
                strides = m.constant(list(-1));
  const int32_t y = m.value({4}, Type::FLOAT32);
  m.add(kStridedSlice, {x, begin, end, strides}, y, file::CreateStridedSliceOptions(m.builder()));
  const Graph graph = import_tflite(m.finish({y}), "net", {});
  const Tensor in = Tensor::from_span<float>({4}, std::array{0.0F, 1.0F, 2.0F, 3.0F});
  const Tensor out = interpret(graph, std::array{in}).front();
  EXPECT_THAT(out.data<float>(), testing::ElementsAre(3, 2, 1, 0));
}

}  // namespace
}  // namespace vta::tflite_test
