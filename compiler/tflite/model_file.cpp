#include "compiler/tflite/model_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "base/file_kind.h"
#include "base/plural.h"
#include "base/resource_policy.h"
#include "base/text_safety.h"
#include "compiler/graph/shape_util.h"
#include "compiler/tflite/builtin_names.h"
#include "compiler/tflite/schema_generated.h"

namespace vta::tflite_import {
namespace {

namespace file = tflite_file;

constexpr size_t kMostBytes = FLATBUFFERS_MAX_BUFFER_SIZE - 1;

[[noreturn]] void refuse(const std::string& origin, const std::string& why) {
  throw InputError(fmt::format("model '{}' {}", printable(origin), why));
}

std::vector<std::byte> read_bytes(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    refuse(path, "is a directory: expected a TensorFlow Lite file");
  std::ifstream in(path, std::ios::binary);
  if (!in)
    refuse(path, fmt::format("cannot be opened: {}", std::strerror(errno)));
  const uintmax_t size = std::filesystem::file_size(path, ignored);
  if (!ignored)
    resources().require_bytes(static_cast<int64_t>(size), fmt::format("model '{}'", path));
  std::vector<std::byte> bytes;
  std::array<char, 1 << 16> part{};
  while (in.read(part.data(), std::ssize(part)) || in.gcount() > 0) {
    const std::span got = std::as_bytes(std::span(part).first(static_cast<size_t>(in.gcount())));
    bytes.insert(bytes.end(), got.begin(), got.end());
    if (bytes.size() > kMostBytes)
      break;
  }
  return bytes;
}

void require_format(std::span<const std::byte> bytes, const std::string& origin) {
  if (bytes.size() > kMostBytes)
    refuse(origin, "has 2 GiB or more: the format's offsets end there");
  if (!is_tflite(bytes)) {
    const std::string kind = file_kind(bytes.first(std::min(bytes.size(), kFileKindBytes)));
    refuse(origin, kind.empty() ? "is not a TensorFlow Lite model: bytes 4 to 7 must be TFL3"
                                : "is not a TensorFlow Lite model: it " + kind);
  }
  constexpr int kMostNested = 16, kMostTables = 1 << 22;
  flatbuffers::Verifier verifier(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size(),
                                 kMostNested, kMostTables);
  if (!file::VerifyModelBuffer(verifier))
    refuse(origin, "is truncated or damaged: an offset or a length in it leads outside the file");
}

template <typename T>
int64_t count(const flatbuffers::Vector<T>* list) {
  return list == nullptr ? 0 : static_cast<int64_t>(list->size());
}

template <typename T>
std::vector<int64_t> integers(const flatbuffers::Vector<T>* list) {
  return list == nullptr ? std::vector<int64_t>()
                         : std::vector<int64_t>(list->begin(), list->end());
}

// Bytes of an element; 0: a type without a width of its own.
int64_t width_of(file::TensorType type) {
  using Type = file::TensorType;
  switch (type) {
    case Type::INT8:
    case Type::UINT8:
    case Type::BOOL:
      return 1;
    case Type::FLOAT16:
    case Type::INT16:
    case Type::UINT16:
      return 2;
    case Type::FLOAT32:
    case Type::INT32:
    case Type::UINT32:
      return 4;
    case Type::INT64:
    case Type::UINT64:
    case Type::FLOAT64:
    case Type::COMPLEX64:
      return 8;
    default:
      return 0;
  }
}

// Reads the tables of one model.
class Reader {
 public:
  Reader(const file::Model& model, const std::string& origin) : model_(model), origin_(origin) {}

  void read(ModelFile& out) {
    if (model_.version() != 3)
      fail("has version {}: supported is 3", model_.version());
    if (count(model_.subgraphs()) != 1)
      fail("has {}: must have 1", counted(count(model_.subgraphs()), "subgraph"));
    const file::SubGraph& graph = *model_.subgraphs()->Get(0);
    const int64_t tensors = count(graph.tensors()), operators = count(graph.operators());
    for (int64_t i = 0; i < tensors; ++i)
      out.tensors.push_back(tensor(i, *graph.tensors()->Get(static_cast<uint32_t>(i))));
    for (int64_t i = 0; i < operators; ++i)
      out.operators.push_back(
          read_operator(i, *graph.operators()->Get(static_cast<uint32_t>(i)), tensors));
    out.inputs = indexes(graph.inputs(), tensors, 0, "the list of inputs");
    out.outputs = indexes(graph.outputs(), tensors, 0, "the list of outputs");
  }

 private:
  template <typename... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    refuse(origin_, fmt::format(format, std::forward<Args>(args)...));
  }

  std::vector<int64_t> indexes(const flatbuffers::Vector<int32_t>* list, int64_t end, int64_t least,
                               const std::string& what) const {
    std::vector<int64_t> all = integers(list);
    for (const int64_t i : all)
      if (i < least || i >= end)
        fail("has tensor {} in {}: it has {}", i, what, counted(end, "tensor"));
    return all;
  }

  TensorInfo tensor(int64_t index, const file::TensorTable& table) const {
    TensorInfo t;
    t.index = index;
    t.name = printable(table.name() == nullptr ? "" : table.name()->str());
    t.type = static_cast<int>(table.type());
    t.shape = integers(table.shape());
    const std::string what = tensor_text(t);
    if (t.shape.size() > shapes::kMaxRank)
      fail("has {} of rank {}: tensors have at most {} axes", what, t.shape.size(),
           shapes::kMaxRank);
    for (const int64_t extent : t.shape)
      if (extent < 1 || extent > shapes::kMaxExtent)
        fail("has {} of shape {}: every extent must be in 1..{}", what, shape_text(t.shape),
             shapes::kMaxExtent);
    const std::optional<int64_t> elements = checked_product(t.shape);
    if (!elements || *elements > shapes::kMaxElements)
      fail("has {} of shape {}: at most {} elements are supported", what, shape_text(t.shape),
           shapes::kMaxElements);
    if (table.is_variable())
      fail("has {}, which keeps its value between runs: variables are not supported", what);
    if (table.sparsity() != nullptr)
      fail("has {}, which is sparse: must be dense", what);
    t.data = data(t, table);
    if (table.quantization() != nullptr)
      t.quantization = quantization(t, *table.quantization());
    return t;
  }

  std::span<const std::byte> data(const TensorInfo& t, const file::TensorTable& table) const {
    const std::string what = tensor_text(t);
    const int64_t buffers = count(model_.buffers());
    if (table.buffer() >= buffers && !(table.buffer() == 0 && buffers == 0))
      fail("has {} with buffer {}: it has {}", what, table.buffer(), counted(buffers, "buffer"));
    if (buffers == 0)
      return {};
    const file::Buffer& buffer = *model_.buffers()->Get(table.buffer());
    if (buffer.offset() > 1)
      fail("has {} with its bytes at offset {} behind the tables: must be in the buffer", what,
           buffer.offset());
    if (count(buffer.data()) == 0)
      return {};
    const int64_t width = width_of(table.type());
    const int64_t wanted = width * num_elements(t.shape);
    if (width != 0 && count(buffer.data()) != wanted)
      fail("has {} of shape {} and type {} with {} bytes: must be {}", what, shape_text(t.shape),
           type_name(t.type), count(buffer.data()), wanted);
    return std::as_bytes(std::span(buffer.data()->data(), buffer.data()->size()));
  }

  Quantization quantization(const TensorInfo& t, const file::Quantization& table) const {
    const std::string what = tensor_text(t);
    if (table.details_type() != 0)
      fail("has {} with a quantization of kind {}: supported are scales and zero points", what,
           table.details_type());
    Quantization q;
    if (table.scale() != nullptr)
      q.scales.assign(table.scale()->begin(), table.scale()->end());
    q.zeros = integers(table.zero_point());
    q.axis = table.dimension();
    const int64_t n = std::ssize(q.scales);
    if (n == 0)
      return {};
    if (n > 1) {
      const auto rank = std::ssize(t.shape);
      if (q.axis < 0 || q.axis >= rank)
        fail("has {} with scales along axis {}: it has {}", what, q.axis,
             counted(rank, "axis", "axes"));
      if (n != t.shape[static_cast<size_t>(q.axis)])
        fail("has {} of shape {} with {} scales along axis {}: must be 1 or {}", what,
             shape_text(t.shape), n, q.axis, t.shape[static_cast<size_t>(q.axis)]);
    }
    if (std::ssize(q.zeros) != n)
      fail("has {} with {} and {}: must be as many", what, counted(n, "scale"),
           counted(std::ssize(q.zeros), "zero point"));
    for (const float scale : q.scales)
      if (!std::isfinite(scale) || scale <= 0)
        fail("has {} with scale {}: must be finite and above 0", what, scale);
    check_zeros(t, q);
    return q;
  }

  void check_zeros(const TensorInfo& t, const Quantization& q) const {
    const bool is_byte = t.type == static_cast<int>(file::TensorType::INT8);
    const bool is_unsigned = t.type == static_cast<int>(file::TensorType::UINT8);
    const int64_t least = is_byte ? -128 : 0, most = is_byte ? 127 : is_unsigned ? 255 : 0;
    for (const int64_t zero : q.zeros)
      if (zero < least || zero > most)
        fail("has {} of type {} with zero point {}: must be {}", tensor_text(t), type_name(t.type),
             zero, least == most ? "0" : fmt::format("in {}..{}", least, most));
  }

  OperatorInfo read_operator(int64_t index, const file::OperatorTable& table,
                             int64_t tensors) const {
    OperatorInfo op;
    op.index = index;
    op.table = &table;
    const int64_t codes = count(model_.operator_codes());
    if (table.code() >= codes)
      fail("has operator {} with code {}: it has {}", index, table.code(),
           counted(codes, "operator code"));
    const file::OperatorCode& code = *model_.operator_codes()->Get(table.code());
    op.code = std::max<int64_t>(code.short_code(), code.builtin_code());
    op.name = builtin_name(op.code);
    if (op.code == kCustomOperator)
      op.name = fmt::format(
          "custom '{}'", printable(code.custom_name() == nullptr ? "" : code.custom_name()->str()));
    const std::string what = fmt::format("operator {} {}", index, op.name);
    op.inputs = indexes(table.inputs(), tensors, kLeftOut, "the inputs of " + what);
    op.outputs = indexes(table.outputs(), tensors, 0, "the outputs of " + what);
    return op;
  }

  const file::Model& model_;
  const std::string& origin_;
};

}  // namespace

std::string tensor_text(const TensorInfo& tensor) {
  return tensor.name.empty() ? fmt::format("tensor {}", tensor.index)
                             : fmt::format("tensor {} '{}'", tensor.index, tensor.name);
}

std::string type_name(int type) {
  const char* name = file::EnumNameTensorType(static_cast<file::TensorType>(type));
  return *name == '\0' ? fmt::format("number {}", type) : name;
}

ModelFile parse_model(std::vector<std::byte> bytes, const std::string& origin) {
  require_format(bytes, origin);
  ModelFile out;
  out.origin = origin;
  out.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  Reader(*file::GetModel(out.bytes->data()), origin).read(out);
  return out;
}

ModelFile read_model(const std::string& path) {
  return parse_model(read_bytes(path), path);
}

}  // namespace vta::tflite_import
