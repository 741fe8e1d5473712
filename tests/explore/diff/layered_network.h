// A small integer network of eleven layers as a TensorFlow Lite file, right or with one wrong
// scale. One of them has a channel of one value.
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/compiler/tflite/model_writer.h"

namespace vta::tflite_test {

inline Tensor random_steps(const Shape& shape, uint64_t seed) {
  std::mt19937_64 random(seed);
  Tensor t = Tensor::zeros(DType::I8, shape);
  for (int8_t& v : t.mutable_data<int8_t>())
    v = static_cast<int8_t>(static_cast<int>(random() % 255) - 127);
  return t;
}

inline constexpr int kFaults = 10;  // layers that can have one

// Sums keep the range of what they are of. A wrong scale is one of the layer's weights, or, of a
// layer with an even number, that of its result.
class LayeredNetwork {
 public:
  // `fault`: the layer from 1 whose scale is wrong; 0: none.
  explicit LayeredNetwork(int fault) : fault_(fault) {
    const int32_t x = m_.input({1, 8, 8, 3}, file::TensorType::INT8, one_scale(0.05F, 3));
    const int32_t stem = conv(x, {1, 8, 8, 3}, 8, 3, 1);
    const int32_t deep = conv(stem, {1, 8, 8, 8}, 8, 3, 1, 2);
    const int32_t sum = add(stem, conv(deep, {1, 8, 8, 8}, 8, 1, 1), {1, 8, 8, 8});
    const int32_t half = conv(sum, {1, 8, 8, 8}, 16, 3, 2);
    const int32_t wide = depthwise(half, {1, 4, 4, 16});
    const int32_t last = add(half, conv(wide, {1, 4, 4, 16}, 16, 1, 1), {1, 4, 4, 16});
    const int32_t few = conv(last, {1, 4, 4, 16}, 8, 1, 1);
    const int32_t logits = dense(few, 128, 10);
    const int32_t y = result({1, 10}, 1.0F / 256, -128);
    m_.add(kSoftmax, {logits}, y, file::CreateSoftmaxOptions(m_.builder(), 1));
    bytes_ = m_.finish({y});
  }

  const std::vector<std::byte>& bytes() const { return bytes_; }
  // "t7": what layer 1, 2, ... makes.
  std::string layer(int number) const {
    return "t" + std::to_string(results_[static_cast<size_t>(number - 1)]);
  }

 private:
  bool is_faulty() const { return std::ssize(results_) + 1 == fault_; }

  // The result of the next layer.
  int32_t result(const Shape& shape, float scale, int64_t zero) {
    const bool wrong = is_faulty() && fault_ % 2 == 0;
    results_.push_back(
        m_.value(shape, file::TensorType::INT8, one_scale(wrong ? scale * 1.25F : scale, zero)));
    return results_.back();
  }

  // With a scale for each of so many channels along an axis.
  int32_t weights(const Shape& shape, int64_t products, int64_t channels, int32_t axis) {
    Steps steps{.axis = axis};
    for (int64_t c = 0; c < channels; ++c) {
      steps.scales.push_back(static_cast<float>((1 + 0.01 * static_cast<double>(c)) / 73 /
                                                std::sqrt(static_cast<double>(products))));
      steps.zeros.push_back(0);
    }
    if (is_faulty() && fault_ % 2 == 1)
      steps.scales.back() *= 1.2F;
    return m_.constant(random_steps(shape, 100 + results_.size()), steps);
  }

  // Output `low`, if any, is -128 whatever the data.
  int32_t conv(int32_t x, const Shape& in, int64_t outputs, int64_t kernel, int32_t stride,
               int64_t low = -1) {
    const int32_t w =
        weights({outputs, kernel, kernel, in[3]}, kernel * kernel * in[3], outputs, 0);
    Tensor bias = Tensor::zeros(DType::I32, {outputs});
    for (int64_t c = 0; c < outputs; ++c)
      bias.mutable_data<int32_t>()[static_cast<size_t>(c)] =
          static_cast<int32_t>(c == low ? -(1 << 29) : 100 * c - 300);
    const int32_t b = m_.constant(bias);
    const int32_t y = result({1, in[1] / stride, in[2] / stride, outputs}, 0.06F, -7);
    m_.add(kConv, {x, w, b}, y,
           file::CreateConv2DOptions(m_.builder(), file::Padding::SAME, stride, stride));
    return y;
  }
  int32_t depthwise(int32_t x, const Shape& in) {
    const int32_t w = weights({1, 3, 3, in[3]}, 9, in[3], 3);
    const int32_t y = result(in, 0.055F, 11);
    m_.add(kDepthwise, {x, w, -1}, y,
           file::CreateDepthwiseConv2DOptions(m_.builder(), file::Padding::SAME, 1, 1, 1));
    return y;
  }
  int32_t add(int32_t a, int32_t b, const Shape& shape) {
    const int32_t y = result(shape, 0.08F, 1);
    m_.add(kAdd, {a, b}, y, file::CreateAddOptions(m_.builder()));
    return y;
  }
  int32_t dense(int32_t x, int64_t inputs, int64_t outputs) {
    const int32_t w = weights({outputs, inputs}, inputs, 1, 0);
    const int32_t y = result({1, outputs}, 0.07F, 5);
    m_.add(kFullyConnected, {x, w, -1}, y, file::CreateFullyConnectedOptions(m_.builder()));
    return y;
  }

  ModelWriter m_;
  int fault_;
  std::vector<int32_t> results_;
  std::vector<std::byte> bytes_;
};

}  // namespace vta::tflite_test
