#include "model_writer.h"

#include <algorithm>

namespace vta::tflite_test {
namespace {

file::TensorType type_of(DType dtype) {
  switch (dtype) {
    case DType::F32:
      return file::TensorType::FLOAT32;
    case DType::I8:
      return file::TensorType::INT8;
    case DType::I32:
      return file::TensorType::INT32;
    default:
      return file::TensorType::INT64;
  }
}

}  // namespace

int32_t ModelWriter::add_tensor(const Shape& shape, file::TensorType type, uint32_t buffer,
                                const Steps& steps) {
  const std::vector<int32_t> extents(shape.begin(), shape.end());
  flatbuffers::Offset<file::Quantization> quantization = 0;
  if (!steps.scales.empty())
    quantization =
        file::CreateQuantizationDirect(builder_, &steps.scales, &steps.zeros, 0, steps.axis);
  const auto number = static_cast<int32_t>(tensors_.size());
  const std::string name = "value" + std::to_string(number);
  tensors_.push_back(
      file::CreateTensorTableDirect(builder_, &extents, type, buffer, name.c_str(), quantization));
  return number;
}

int32_t ModelWriter::value(const Shape& shape, file::TensorType type, const Steps& steps) {
  return add_tensor(shape, type, 0, steps);
}

int32_t ModelWriter::constant(const Tensor& values, const Steps& steps) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(values.bytes().data());
  builder_.ForceVectorAlignment(values.bytes().size(), sizeof(uint8_t), 16);
  const auto data = builder_.CreateVector(bytes, values.bytes().size());
  buffers_.push_back(file::CreateBuffer(builder_, data));
  return add_tensor(values.shape(), type_of(values.dtype()),
                    static_cast<uint32_t>(buffers_.size() - 1), steps);
}

int32_t ModelWriter::input(const Shape& shape, file::TensorType type, const Steps& steps) {
  inputs_.push_back(value(shape, type, steps));
  return inputs_.back();
}

void ModelWriter::add_any(int32_t code, const std::vector<int32_t>& inputs,
                          const std::vector<int32_t>& outputs, file::Options type,
                          flatbuffers::Offset<void> options) {
  codes_.push_back(
      file::CreateOperatorCode(builder_, static_cast<int8_t>(std::min(code, 127)), 0, 1, code));
  operators_.push_back(file::CreateOperatorTableDirect(
      builder_, static_cast<uint32_t>(codes_.size() - 1), &inputs, &outputs, type, options));
}

std::vector<std::byte> ModelWriter::finish(const std::vector<int32_t>& outputs) {
  const std::vector graphs(
      static_cast<size_t>(subgraphs),
      file::CreateSubGraphDirect(builder_, &tensors_, &inputs_, &outputs, &operators_));
  const auto graph_list = builder_.CreateVector(graphs);
  const auto code_list = builder_.CreateVector(codes_);
  const auto buffer_list = builder_.CreateVector(buffers_);
  builder_.Finish(file::CreateModel(builder_, version, code_list, graph_list, 0, buffer_list),
                  file::ModelIdentifier());
  const std::span written(builder_.GetBufferPointer(), builder_.GetSize());
  const auto bytes = std::as_bytes(written);
  return {bytes.begin(), bytes.end()};
}

}  // namespace vta::tflite_test
