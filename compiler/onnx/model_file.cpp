#include "compiler/onnx/model_file.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

namespace vta::onnx_import {
namespace {

// Every ONNX file begins with the field ir_version (number 1, varint), in practice and in all
// exporters; a file that begins so but does not parse has been cut or damaged.
constexpr char kFirstByte = 0x08;

[[noreturn]] void refuse(const std::string& path, std::string_view why) {
  throw InputError(fmt::format("model '{}' {}", path, why));
}

char first_byte(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    refuse(path, "is a directory: expected an ONNX file");
  std::ifstream file(path, std::ios::binary);
  if (!file)
    refuse(path, fmt::format("cannot be opened: {}", std::strerror(errno)));
  char byte = 0;
  if (!file.get(byte))
    refuse(path, "is empty");
  return byte;
}

bool parse(const std::string& path, onnx::ModelProto& model) {
  std::ifstream file(path, std::ios::binary);
  google::protobuf::io::IstreamInputStream stream(&file, 1 << 20);
  google::protobuf::io::CodedInputStream coded(&stream);
  coded.SetTotalBytesLimit(std::numeric_limits<int>::max());  // weights exceed the default limit
  return model.ParseFromCodedStream(&coded) && coded.ConsumedEntireMessage();
}

template <typename T, typename Values>
Tensor from_values(const Shape& shape, const Values& values, const std::string& name) {
  Tensor t = Tensor::zeros(dtype_of<T>(), shape);
  if (static_cast<int64_t>(values.size()) != t.size())
    throw InputError(fmt::format("tensor '{}' of shape {} has {} values", name, shape_text(shape),
                                 values.size()));
  auto out = t.mutable_data<T>();
  for (int i = 0; i < values.size(); ++i)
    out[static_cast<size_t>(i)] = static_cast<T>(values.Get(i));
  return t;
}

Tensor from_raw(DType dtype, const Shape& shape, const std::string& raw, const std::string& name) {
  Tensor t = Tensor::zeros(dtype, shape);
  if (static_cast<int64_t>(raw.size()) != t.size_bytes())
    throw InputError(fmt::format("tensor '{}' of shape {} has {} bytes, expected {}", name,
                                 shape_text(shape), raw.size(), t.size_bytes()));
  std::memcpy(t.mutable_bytes().data(), raw.data(), raw.size());
  return t;
}

Tensor from_double(const Shape& shape, const onnx::TensorProto& proto) {
  if (!proto.has_raw_data())
    return from_values<float>(shape, proto.double_data(), proto.name());
  Tensor t = Tensor::zeros(DType::F32, shape);
  if (static_cast<int64_t>(proto.raw_data().size()) != t.size() * 8)
    throw InputError(fmt::format("tensor '{}' of shape {} has {} bytes, expected {}", proto.name(),
                                 shape_text(shape), proto.raw_data().size(), t.size() * 8));
  auto out = t.mutable_data<float>();
  for (size_t i = 0; i < out.size(); ++i) {
    double value = 0;
    std::memcpy(&value, proto.raw_data().data() + i * sizeof value, sizeof value);
    out[i] = static_cast<float>(value);
  }
  return t;
}

Shape shape_of(const onnx::TensorProto& proto) {
  constexpr int64_t kMaxElements = int64_t{1} << 33;
  Shape shape(proto.dims().begin(), proto.dims().end());
  int64_t elements = 1;
  for (int64_t d : shape) {
    if (d < 0 || (d > 0 && elements > kMaxElements / d))
      throw InputError(
          fmt::format("tensor '{}' has the impossible shape {}", proto.name(), shape_text(shape)));
    elements *= d;
  }
  return shape;
}

}  // namespace

onnx::ModelProto read_model(const std::string& path) {
  const char first = first_byte(path);
  onnx::ModelProto model;
  const bool parsed = parse(path, model);
  if (!parsed && first == kFirstByte)
    refuse(path, "is truncated or damaged: it begins as an ONNX model but does not parse");
  if (!parsed || !model.has_ir_version())
    refuse(path, "is not an ONNX model");
  if (!model.has_graph())
    refuse(path, "has no graph: truncated, or not an ONNX model");
  return model;
}

DType to_dtype(int onnx_type, const std::string& what) {
  switch (onnx_type) {
    case onnx::TensorProto::FLOAT:
    case onnx::TensorProto::DOUBLE:
      return DType::F32;
    case onnx::TensorProto::INT8:
      return DType::I8;
    case onnx::TensorProto::UINT8:
      return DType::U8;
    case onnx::TensorProto::INT32:
      return DType::I32;
    case onnx::TensorProto::INT64:
      return DType::I64;
    case onnx::TensorProto::BOOL:
      return DType::Bool;
    default:
      break;
  }
  const bool known = onnx::TensorProto_DataType_IsValid(onnx_type);
  throw CompileError(fmt::format(
      "{} has element type {}: supported are FLOAT, DOUBLE, INT8, UINT8, INT32, INT64, BOOL", what,
      known ? onnx::TensorProto_DataType_Name(static_cast<onnx::TensorProto_DataType>(onnx_type))
            : std::to_string(onnx_type)));
}

Tensor to_tensor(const onnx::TensorProto& proto) {
  const DType dtype = to_dtype(proto.data_type(), fmt::format("tensor '{}'", proto.name()));
  if (proto.data_location() == onnx::TensorProto::EXTERNAL)
    throw CompileError(fmt::format(
        "tensor '{}' keeps its values in another file: only models in one file are supported",
        proto.name()));
  const Shape shape = shape_of(proto);
  if (proto.data_type() == onnx::TensorProto::DOUBLE)
    return from_double(shape, proto);
  if (proto.has_raw_data())
    return from_raw(dtype, shape, proto.raw_data(), proto.name());
  switch (dtype) {
    case DType::F32:
      return from_values<float>(shape, proto.float_data(), proto.name());
    case DType::I8:
      return from_values<int8_t>(shape, proto.int32_data(), proto.name());
    case DType::U8:
      return from_values<uint8_t>(shape, proto.int32_data(), proto.name());
    case DType::I32:
      return from_values<int32_t>(shape, proto.int32_data(), proto.name());
    case DType::I64:
      return from_values<int64_t>(shape, proto.int64_data(), proto.name());
    case DType::Bool:
      break;
  }
  return from_values<bool>(shape, proto.int32_data(), proto.name());
}

}  // namespace vta::onnx_import
