#include "compiler/onnx/builder.h"

#include <onnx/onnx_pb.h>

#include <algorithm>

#include "base/plural.h"
#include "base/resource_policy.h"
#include "base/text_safety.h"
#include "compiler/graph/op_table.h"
#include "compiler/interp/interpreter.h"

namespace vta::onnx_import {

bool Builder::folds(const std::vector<Value>& inputs) {
  return !inputs.empty() && std::ranges::all_of(inputs, &Value::is_constant);
}

std::vector<Tensor> Builder::computed(const std::string& op, const std::vector<Value>& inputs,
                                      const Attrs& attrs) {
  std::vector<Tensor> operands;
  std::vector<TensorType> operand_types;
  for (const Value& v : inputs) {
    operands.push_back(v.constant);
    operand_types.push_back(type(v));
  }
  count_computed(infer_types(op, operand_types, attrs));
  return evaluate_op(op, attrs, operands);
}

Value Builder::call(const std::string& op, const std::vector<Value>& inputs, const Attrs& attrs) {
  if (folds(inputs))
    return {-1, computed(op, inputs, attrs).front()};
  return call_unfolded(op, inputs, attrs);
}

std::vector<Value> Builder::call_fields(const std::string& op, const std::vector<Value>& inputs,
                                        const Attrs& attrs) {
  std::vector<Value> fields;
  if (folds(inputs)) {
    for (const Tensor& field : computed(op, inputs, attrs))
      fields.push_back({-1, field});
    return fields;
  }
  const NodeId tuple = call_unfolded(op, inputs, attrs).node;
  const auto count = std::ssize(graph_.node(tuple).types);
  for (int64_t i = 0; i < count; ++i)
    fields.push_back({graph_.add_tuple_get(tuple, i), {}});
  return fields;
}

Value Builder::call_unfolded(const std::string& op, const std::vector<Value>& inputs,
                             const Attrs& attrs) {
  std::vector<NodeId> operands;
  operands.reserve(inputs.size());
  for (const Value& v : inputs)
    operands.push_back(node_of(v));
  return {graph_.add_call(op, operands, attrs), {}};
}

Value Builder::first_field(const Value& tuple) {
  return tuple.is_constant() ? tuple : Value{graph_.add_tuple_get(tuple.node, 0), {}};
}

NodeId Builder::node_of(const Value& value) {
  if (value.sequence != nullptr)
    throw CompileError(fmt::format("is a sequence of {}: must be a tensor",
                                   counted(std::ssize(*value.sequence), "tensor")));
  if (!value.is_constant())
    return value.node;
  const std::pair<const void*, Shape> key{value.constant.bytes().data(), value.constant.shape()};
  const auto found = constants_.find(key);
  if (found != constants_.end())
    return found->second;
  const NodeId id = graph_.add_constant(value.constant);
  constants_.emplace(key, id);
  return id;
}

TensorType Builder::type(const Value& value) const {
  if (value.is_constant())
    return {value.constant.shape(), value.constant.dtype()};
  return graph_.type(value.node);
}

const Shape& Builder::shape(const Value& value) const {
  return value.is_constant() ? value.constant.shape() : graph_.type(value.node).shape;
}

std::optional<Shape> Builder::resolve_reshape(const Shape& old, Shape wanted) const {
  if (batch_override_ > 1 && !wanted.empty() && wanted[0] == 1 && !old.empty() &&
      old[0] == batch_override_)
    wanted[0] = batch_override_;
  const int64_t elements = num_elements(old);
  int64_t known = 1;
  int64_t* open = nullptr;
  for (int64_t& extent : wanted) {
    if (extent == -1 && open == nullptr) {
      open = &extent;
      continue;
    }
    if (extent < 0 || (extent > 0 && known > elements / extent))
      return std::nullopt;
    known *= extent;
  }
  if (open != nullptr) {
    if (known == 0 || elements % known != 0)
      return std::nullopt;
    *open = elements / known;
    known = elements;
  }
  return known == elements ? std::optional(wanted) : std::nullopt;
}

void Builder::count_computed(std::span<const TensorType> types) {
  for (const TensorType& type : types)
    computed_bytes_ += num_elements(type.shape) * dtype_bytes(type.dtype);
  const int64_t most = resources().policy().max_computed_constant_bytes();
  if (computed_bytes_ > most)
    throw ResourceError(fmt::format(
        "constants that the import computes take {} with this one's {}: the limit is {}, half of "
        "--max-memory",
        binary_bytes_text(computed_bytes_), type_text(types.front()), binary_bytes_text(most)));
}

void Builder::note_type(int onnx_type, const std::string& where) {
  constexpr int64_t kNamed = 3;
  if (onnx_type != onnx::TensorProto::DOUBLE && onnx_type != onnx::TensorProto::FLOAT16 &&
      onnx_type != onnx::TensorProto::BFLOAT16)
    return;
  Converted& converted = converted_[onnx_type];
  if (converted.count++ < kNamed)
    converted.places.push_back(where);
}

std::vector<std::string> Builder::notes() const {
  std::vector<std::string> notes = other_notes_;
  for (const auto& [type, converted] : converted_) {
    const int64_t more = converted.count - std::ssize(converted.places);
    notes.push_back(fmt::format(
        "{} becomes float32: {}{}",
        onnx::TensorProto_DataType_Name(static_cast<onnx::TensorProto_DataType>(type)),
        fmt::join(converted.places, ", "), more > 0 ? fmt::format(" and {} more", more) : ""));
  }
  return notes;
}

// Names of the file are bytes; from here on they are text.
void Builder::name(const Value& value, const std::string& given) {
  if (value.is_constant() || !graph_.node(value.node).name.empty())
    return;
  graph_.node(value.node).name = names_.make(printable(given));
}

}  // namespace vta::onnx_import
