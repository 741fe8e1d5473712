// Small TensorFlow Lite files, written with the schema that the import reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/tensor.h"
#include "compiler/tflite/schema_generated.h"

namespace vta::tflite_test {

namespace file = tflite_file;

// Of a tensor: one scale and zero point, or one for each index of an axis.
struct Steps {
  std::vector<float> scales = {};
  std::vector<int64_t> zeros = {};
  int32_t axis = 0;
};

inline Steps one_scale(float scale, int64_t zero) {
  return {{scale}, {zero}};
}

// TFLite's numbers.
enum Code : int32_t {
  kAdd = 0,
  kAveragePool = 1,
  kConcatenation = 2,
  kConv = 3,
  kDepthwise = 4,
  kDequantize = 6,
  kFullyConnected = 9,
  kLogistic = 14,
  kMaxPool = 17,
  kMul = 18,
  kReshape = 22,
  kSoftmax = 25,
  kPad = 34,
  kMean = 40,
  kStridedSlice = 45,
  kResizeNearest = 97,
  kQuantize = 114,
};

class ModelWriter {
 public:
  // Each returns the tensor's number.
  int32_t value(const Shape& shape, file::TensorType type, const Steps& steps = {});
  int32_t constant(const Tensor& values, const Steps& steps = {});
  int32_t input(const Shape& shape, file::TensorType type, const Steps& steps = {});

  // Of a buffer's number, whatever that has.
  int32_t raw_tensor(const Shape& shape, file::TensorType type, uint32_t buffer) {
    return add_tensor(shape, type, buffer, {});
  }

  // `Options` is a table of the schema; make one with builder().
  template <typename Options>
  void add(int32_t code, const std::vector<int32_t>& inputs, int32_t output,
           flatbuffers::Offset<Options> options) {
    add_any(code, inputs, {output}, file::OptionsTraits<Options>::enum_value, options.Union());
  }
  void add_plain(int32_t code, const std::vector<int32_t>& inputs, int32_t output) {
    add_any(code, inputs, {output}, file::Options::NONE, 0);
  }
  void add_any(int32_t code, const std::vector<int32_t>& inputs,
               const std::vector<int32_t>& outputs, file::Options type,
               flatbuffers::Offset<void> options);

  flatbuffers::FlatBufferBuilder& builder() { return builder_; }
  std::vector<std::byte> finish(const std::vector<int32_t>& outputs);

  // What a faulty file has otherwise.
  uint32_t version = 3;
  int subgraphs = 1;

 private:
  int32_t add_tensor(const Shape& shape, file::TensorType type, uint32_t buffer,
                     const Steps& steps);

  flatbuffers::FlatBufferBuilder builder_;
  std::vector<flatbuffers::Offset<file::Buffer>> buffers_ = {file::CreateBuffer(builder_)};
  std::vector<flatbuffers::Offset<file::TensorTable>> tensors_;
  std::vector<flatbuffers::Offset<file::OperatorTable>> operators_;
  std::vector<flatbuffers::Offset<file::OperatorCode>> codes_;
  std::vector<int32_t> inputs_;
};

}  // namespace vta::tflite_test
