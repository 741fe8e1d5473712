#include "compiler/onnx/model_file.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "base/file_kind.h"
#include "base/half.h"
#include "base/resource_policy.h"
#include "base/text_safety.h"
#include "compiler/graph/shape_util.h"

namespace vta::onnx_import {
namespace {

namespace io = google::protobuf::io;

// Every ONNX file begins with the field ir_version (number 1, varint), in practice and in all
// exporters; a file that begins so but does not parse has been cut or damaged.
constexpr std::byte kFirstByte{0x08};

[[noreturn]] void refuse(const std::string& path, std::string_view why) {
  throw InputError(fmt::format("model '{}' {}", printable(path), why));
}

void require_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    refuse(path, "is a directory: expected an ONNX file");
  if (!std::ifstream(path, std::ios::binary))
    refuse(path, fmt::format("cannot be opened: {}", std::strerror(errno)));
  const uintmax_t size = std::filesystem::file_size(path, ignored);
  if (!ignored)
    resources().require_bytes(static_cast<int64_t>(size), fmt::format("model '{}'", path));
}

// `beginning`: of the stream.
onnx::ModelProto parse(io::ZeroCopyInputStream& stream, std::span<const std::byte> beginning,
                       const std::string& origin) {
  const std::string kind = file_kind(beginning);
  if (beginning.empty())
    refuse(origin, kind);
  io::CodedInputStream coded(&stream);
  coded.SetTotalBytesLimit(std::numeric_limits<int>::max());  // weights exceed the default limit
  onnx::ModelProto model;
  const bool parsed = model.ParseFromCodedStream(&coded) && coded.ConsumedEntireMessage();
  if ((!parsed || !model.has_ir_version()) && !kind.empty())
    refuse(origin, "is not an ONNX model: it " + kind);
  if (!parsed && beginning.front() == kFirstByte)
    refuse(origin, "is truncated or damaged: it begins as an ONNX model but does not parse");
  if (!parsed || !model.has_ir_version())
    refuse(origin, "is not an ONNX model");
  if (!model.has_graph())
    refuse(origin, "has no graph: truncated, or not an ONNX model");
  return model;
}

// The values that a tensor must have, of a shape that can be; said before anything is allocated.
void require_values(const onnx::TensorProto& proto, const Shape& shape, int64_t have,
                    std::string_view what, int64_t each) {
  const std::optional<int64_t> wanted = checked_bytes(shape, each);
  if (!wanted || *wanted != have)
    throw InputError(fmt::format("tensor '{}' of shape {} has {} {}, expected {}", proto.name(),
                                 shape_text(shape), have, what,
                                 wanted ? fmt::format("{}", *wanted) : "2^63 or more"));
}

template <typename T, typename Values>
Tensor from_values(const onnx::TensorProto& proto, const Shape& shape, const Values& values) {
  require_values(proto, shape, values.size(), "values", 1);
  Tensor t = Tensor::zeros(dtype_of<T>(), shape);
  auto out = t.mutable_data<T>();
  for (int i = 0; i < values.size(); ++i)
    out[static_cast<size_t>(i)] = static_cast<T>(values.Get(i));
  return t;
}

Tensor from_raw(const onnx::TensorProto& proto, DType dtype, const Shape& shape) {
  const std::string& raw = proto.raw_data();
  require_values(proto, shape, std::ssize(raw), "bytes", dtype_bytes(dtype));
  return Tensor::from_bytes(dtype, shape, std::as_bytes(std::span(raw)));
}

// Raw values of another width, converted one by one.
template <typename To, typename Stored, typename Convert>
Tensor from_stored(const onnx::TensorProto& proto, const Shape& shape, Convert convert) {
  const std::string& raw = proto.raw_data();
  require_values(proto, shape, std::ssize(raw), "bytes", sizeof(Stored));
  Tensor t = Tensor::zeros(dtype_of<To>(), shape);
  auto out = t.mutable_data<To>();
  for (size_t i = 0; i < out.size(); ++i) {
    Stored value{};
    std::memcpy(&value, raw.data() + i * sizeof value, sizeof value);
    out[i] = convert(value);
  }
  return t;
}

Tensor from_double(const onnx::TensorProto& proto, const Shape& shape) {
  if (!proto.has_raw_data())
    return from_values<float>(proto, shape, proto.double_data());
  return from_stored<float, double>(proto, shape, [](double v) { return static_cast<float>(v); });
}

// The upper half of a float32.
float from_bfloat(uint16_t bits) {
  return std::bit_cast<float>(uint32_t{bits} << 16);
}

// Bits of 16, raw or one in each int32.
Tensor from_short_float(const onnx::TensorProto& proto, const Shape& shape,
                        float (*convert)(uint16_t)) {
  if (proto.has_raw_data())
    return from_stored<float, uint16_t>(proto, shape, convert);
  const auto& values = proto.int32_data();
  require_values(proto, shape, values.size(), "values", 1);
  Tensor t = Tensor::zeros(DType::F32, shape);
  auto out = t.mutable_data<float>();
  for (int i = 0; i < values.size(); ++i)
    out[static_cast<size_t>(i)] = convert(static_cast<uint16_t>(values.Get(i)));
  return t;
}

Shape shape_of(const onnx::TensorProto& proto) {
  if (proto.dims_size() > static_cast<int>(shapes::kMaxRank))
    throw InputError(fmt::format("tensor '{}' has rank {}: tensors have at most {} axes",
                                 proto.name(), proto.dims_size(), shapes::kMaxRank));
  Shape shape(proto.dims().begin(), proto.dims().end());
  if (!checked_product(shape))
    throw InputError(
        fmt::format("tensor '{}' has the impossible shape {}", proto.name(), shape_text(shape)));
  return shape;
}

Tensor read_values(const onnx::TensorProto& proto, DType dtype, const Shape& shape) {
  if (proto.data_type() == onnx::TensorProto::DOUBLE)
    return from_double(proto, shape);
  if (proto.data_type() == onnx::TensorProto::FLOAT16)
    return from_short_float(proto, shape, half_to_float);
  if (proto.data_type() == onnx::TensorProto::BFLOAT16)
    return from_short_float(proto, shape, from_bfloat);
  if (proto.has_raw_data())
    return from_raw(proto, dtype, shape);
  switch (dtype) {
    case DType::F32:
      return from_values<float>(proto, shape, proto.float_data());
    case DType::I8:
      return from_values<int8_t>(proto, shape, proto.int32_data());
    case DType::U8:
      return from_values<uint8_t>(proto, shape, proto.int32_data());
    case DType::I32:
      return from_values<int32_t>(proto, shape, proto.int32_data());
    case DType::I64:
      return from_values<int64_t>(proto, shape, proto.int64_data());
    case DType::Bool:
      break;
  }
  return from_values<bool>(proto, shape, proto.int32_data());
}

}  // namespace

onnx::ModelProto read_model(const std::string& path) {
  require_file(path);
  std::ifstream file(path, std::ios::binary);
  std::array<std::byte, kFileKindBytes> beginning{};
  file.read(reinterpret_cast<char*>(beginning.data()), std::ssize(beginning));
  const auto got = static_cast<size_t>(file.gcount());
  file.clear();
  io::ArrayInputStream read(beginning.data(), static_cast<int>(got));
  io::IstreamInputStream unread(&file, 1 << 20);  // a pipe cannot be read from its beginning again
  std::array<io::ZeroCopyInputStream*, 2> both = {&read, &unread};
  io::ConcatenatingInputStream stream(both.data(), static_cast<int>(both.size()));
  return parse(stream, std::span(beginning).first(got), path);
}

onnx::ModelProto parse_model(std::span<const std::byte> bytes, const std::string& origin) {
  if (std::ssize(bytes) > std::numeric_limits<int>::max())
    refuse(origin, "has 2 GiB or more: the format ends there");
  io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
  return parse(stream, bytes.first(std::min(bytes.size(), kFileKindBytes)), origin);
}

DType to_dtype(int onnx_type, const std::string& what) {
  switch (onnx_type) {
    case onnx::TensorProto::FLOAT:
    case onnx::TensorProto::DOUBLE:
    case onnx::TensorProto::FLOAT16:
    case onnx::TensorProto::BFLOAT16:
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
      "{} has element type {}: supported are FLOAT, DOUBLE, FLOAT16, BFLOAT16, INT8, UINT8, INT32, "
      "INT64, BOOL",
      what,
      known ? onnx::TensorProto_DataType_Name(static_cast<onnx::TensorProto_DataType>(onnx_type))
            : std::to_string(onnx_type)));
}

namespace {

// By the file's type; `read` makes them of a shape that can be.
template <typename Read>
Tensor values_of(const onnx::TensorProto& proto, const Read& read) {
  if (proto.data_location() == onnx::TensorProto::EXTERNAL)
    throw CompileError(fmt::format(
        "tensor '{}' keeps its values in another file: a model that is read without its folder "
        "must be one file",
        proto.name()));
  const Shape shape = shape_of(proto);
  try {
    return read(shape);
  } catch (const ResourceError& e) {
    throw ResourceError(fmt::format("tensor '{}': {}", proto.name(), e.what()));
  }
}

bool lies_as_tensors_do(const onnx::TensorProto& proto, DType dtype) {
  const auto type = proto.data_type();
  return proto.has_raw_data() && dtype != DType::Bool && type != onnx::TensorProto::DOUBLE &&
         type != onnx::TensorProto::FLOAT16 && type != onnx::TensorProto::BFLOAT16;
}

}  // namespace

Tensor to_tensor(const onnx::TensorProto& proto) {
  const DType dtype = to_dtype(proto.data_type(), fmt::format("tensor '{}'", proto.name()));
  return values_of(proto, [&](const Shape& shape) { return read_values(proto, dtype, shape); });
}

Tensor take_tensor(onnx::TensorProto& proto) {
  const DType dtype = to_dtype(proto.data_type(), fmt::format("tensor '{}'", proto.name()));
  const Tensor tensor = values_of(proto, [&](const Shape& shape) {
    if (!lies_as_tensors_do(proto, dtype))
      return read_values(proto, dtype, shape);
    require_values(proto, shape, std::ssize(proto.raw_data()), "bytes", dtype_bytes(dtype));
    const std::shared_ptr<std::string> raw(proto.release_raw_data());
    return Tensor::over({shape, dtype}, raw->data(), raw);
  });
  delete proto.release_raw_data();  // clear_raw_data() would keep the memory
  return tensor;
}

Tensor short_tensor(const onnx::TensorProto& proto) {
  return values_of(proto, [&](const Shape& shape) {
    if (!proto.has_raw_data())
      return from_values<int32_t>(proto, shape, proto.int32_data());
    return proto.data_type() == onnx::TensorProto::INT16
               ? from_stored<int32_t, int16_t>(proto, shape, [](int16_t v) { return int32_t{v}; })
               : from_stored<int32_t, uint16_t>(proto, shape,
                                                [](uint16_t v) { return int32_t{v}; });
  });
}

}  // namespace vta::onnx_import
