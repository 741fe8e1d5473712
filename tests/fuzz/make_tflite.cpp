// Writes small TensorFlow Lite files of every operator into a folder: make_tflite FOLDER.
#include <fstream>
#include <string>

#include "tests/compiler/tflite/model_writer.h"

namespace vta::tflite_test {
namespace {

using Type = file::TensorType;
using Bytes = std::vector<std::byte>;

const Steps kSteps = one_scale(0.5F, -3);
const Steps kProbability = one_scale(1.0F / 256, -128);

Tensor some(DType dtype, const Shape& shape) {
  Tensor t = Tensor::zeros(dtype, shape);
  for (size_t i = 0; i < t.mutable_bytes().size(); i += static_cast<size_t>(dtype_bytes(dtype)))
    t.mutable_bytes()[i] = static_cast<std::byte>(i * 37 % 127);
  return t;
}

Tensor list(const Shape& shape, std::initializer_list<int32_t> values) {
  return Tensor::from_span<int32_t>(shape, std::vector<int32_t>(values));
}

Bytes layers(Type type) {
  const DType dtype = type == Type::INT8 ? DType::I8 : DType::F32;
  const DType wide = type == Type::INT8 ? DType::I32 : DType::F32;
  ModelWriter m;
  auto& b = m.builder();
  const int32_t x = m.input({1, 6, 6, 2}, type, kSteps);
  const int32_t conv = m.value({1, 3, 3, 4}, type, kSteps);
  m.add(kConv,
        {x, m.constant(some(dtype, {4, 3, 3, 2}), {{0.1F, 0.2F, 0.3F, 0.4F}, {0, 0, 0, 0}, 0}),
         m.constant(some(wide, {4}))},
        conv, file::CreateConv2DOptions(b, file::Padding::SAME, 2, 2, file::Activation::RELU6));
  const int32_t depthwise = m.value({1, 3, 3, 4}, type, kSteps);
  m.add(kDepthwise,
        {conv, m.constant(some(dtype, {1, 3, 3, 4}), one_scale(0.1F, 0)),
         m.constant(some(wide, {4}))},
        depthwise, file::CreateDepthwiseConv2DOptions(b, file::Padding::SAME, 1, 1, 1));
  const int32_t sum = m.value({1, 3, 3, 4}, type, kSteps);
  m.add(kAdd, {conv, depthwise}, sum, file::CreateAddOptions(b));
  const int32_t product = m.value({1, 3, 3, 4}, type, kSteps);
  m.add(kMul, {sum, m.constant(some(dtype, {4}), kSteps)}, product, file::CreateMulOptions(b));
  const int32_t average = m.value({1, 2, 2, 4}, type, kSteps);
  m.add(kAveragePool, {product}, average,
        file::CreatePool2DOptions(b, file::Padding::SAME, 2, 2, 2, 2));
  const int32_t dense = m.value({1, 5}, type, kSteps);
  m.add(kFullyConnected, {average, m.constant(some(dtype, {5, 16}), one_scale(0.1F, 0)), -1}, dense,
        file::CreateFullyConnectedOptions(b));
  const int32_t y = m.value({1, 5}, type, kProbability), z = m.value({1, 5}, type, kProbability);
  m.add(kSoftmax, {dense}, y, file::CreateSoftmaxOptions(b, 1));
  m.add_plain(kLogistic, {dense}, z);
  return m.finish({y, z});
}

Bytes moves() {
  ModelWriter m;
  auto& b = m.builder();
  const int32_t x = m.input({1, 3, 3, 2}, Type::FLOAT32);
  const int32_t q = m.value({1, 3, 3, 2}, Type::INT8, kSteps);
  m.add_plain(kQuantize, {x}, q);
  const int32_t pad = m.value({1, 4, 5, 2}, Type::INT8, kSteps);
  m.add_plain(kPad, {q, m.constant(list({4, 2}, {0, 0, 1, 0, 1, 1, 0, 0}))}, pad);
  const int32_t slice = m.value({1, 2, 5, 2}, Type::INT8, kSteps);
  m.add(kStridedSlice,
        {pad, m.constant(list({4}, {0, 0, 0, 0})), m.constant(list({4}, {1, 4, 5, 2})),
         m.constant(list({4}, {1, 2, 1, 1}))},
        slice, file::CreateStridedSliceOptions(b, 4));
  const int32_t large = m.value({1, 4, 10, 2}, Type::INT8, kSteps);
  m.add(kResizeNearest, {slice, m.constant(list({2}, {4, 10}))}, large,
        file::CreateResizeNearestNeighborOptions(b, false, true));
  const int32_t most = m.value({1, 2, 5, 2}, Type::INT8, kSteps);
  m.add(kMaxPool, {large}, most, file::CreatePool2DOptions(b, file::Padding::VALID, 2, 2, 2, 2));
  const int32_t joined = m.value({1, 2, 5, 4}, Type::INT8, kSteps);
  m.add(kConcatenation, {slice, most}, joined, file::CreateConcatenationOptions(b, 3));
  const int32_t mean = m.value({1, 4}, Type::INT8, one_scale(0.25F, 2));
  m.add(kMean, {joined, m.constant(list({2}, {1, 2}))}, mean, file::CreateReducerOptions(b, false));
  const int32_t shaped = m.value({4, 1}, Type::INT8, one_scale(0.25F, 2));
  m.add(kReshape, {mean, m.constant(list({2}, {4, 1}))}, shaped, file::CreateReshapeOptions(b));
  const int32_t y = m.value({4, 1}, Type::FLOAT32);
  m.add_plain(kDequantize, {shaped}, y);
  return m.finish({y});
}

void write(const std::string& path, const Bytes& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
}

}  // namespace
}  // namespace vta::tflite_test

int main(int, char** argv) {
  using namespace vta::tflite_test;
  const std::string folder = argv[1];
  write(folder + "/layers_int8.tflite", layers(Type::INT8));
  write(folder + "/layers_float.tflite", layers(Type::FLOAT32));
  write(folder + "/moves.tflite", moves());
}
