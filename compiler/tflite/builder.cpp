#include "compiler/tflite/builder.h"

#include <algorithm>
#include <array>

#include "compiler/interp/interpreter.h"
#include "compiler/tflite/schema_generated.h"

namespace vta::tflite_import {
namespace {

using Type = tflite_file::TensorType;

const Shape kToGraph = {0, 3, 1, 2};
const Shape kToFile = {0, 2, 3, 1};

Shape taken(const Shape& list, const Shape& order) {
  if (list.size() != order.size())
    return list;
  Shape out;
  for (const int64_t i : order)
    out.push_back(list[static_cast<size_t>(i)]);
  return out;
}

// Whether the axes that are longer than 1 keep their order: then the bytes do.
bool keeps_order(const Shape& shape, const Shape& axes) {
  int64_t last = -1;
  for (const int64_t axis : axes) {
    if (shape[static_cast<size_t>(axis)] == 1)
      continue;
    if (axis < last)
      return false;
    last = axis;
  }
  return true;
}

}  // namespace

Shape to_graph(const Shape& in_file) {
  return taken(in_file, kToGraph);
}

Shape to_file(const Shape& in_graph) {
  return taken(in_graph, kToFile);
}

int64_t graph_axis(int64_t axis, int64_t rank) {
  return rank == 4 ? kToFile[static_cast<size_t>(axis)] : axis;
}

Shape Builder::shape(int64_t tensor) const {
  const TensorInfo& t = info(tensor);
  Shape shape = t.shape;
  if (batch_ != 1 && !t.is_constant() && !shape.empty() && shape.front() == 1)
    shape.front() = batch_;
  return shape;
}

DType Builder::dtype(int64_t tensor) const {
  const TensorInfo& t = info(tensor);
  switch (static_cast<Type>(t.type)) {
    case Type::FLOAT32:
      return DType::F32;
    case Type::INT8:
      return DType::I8;
    case Type::INT32:
      return DType::I32;
    case Type::INT64:
      return DType::I64;
    default:
      break;
  }
  throw CompileError(fmt::format("{} has type {}: supported are FLOAT32, INT8, INT32 and INT64",
                                 tensor_text(t), type_name(t.type)));
}

Tensor Builder::constant(int64_t tensor) const {
  const TensorInfo& t = info(tensor);
  if (!t.is_constant())
    throw CompileError(fmt::format("{} is computed: must be constant", tensor_text(t)));
  return Tensor::from_bytes(dtype(tensor), t.shape, t.data);
}

std::vector<int64_t> Builder::constant_integers(int64_t tensor) const {
  const Tensor t = constant(tensor);
  if (t.dtype() == DType::I32)
    return {t.data<int32_t>().begin(), t.data<int32_t>().end()};
  if (t.dtype() == DType::I64)
    return {t.data<int64_t>().begin(), t.data<int64_t>().end()};
  throw InputError(fmt::format("{} has type {}: must be INT32 or INT64", tensor_text(info(tensor)),
                               type_name(info(tensor).type)));
}

NodeId Builder::value(int64_t tensor) {
  NodeId& node = nodes_[static_cast<size_t>(tensor)];
  if (node >= 0)
    return node;
  if (!info(tensor).is_constant())
    throw InputError(
        fmt::format("reads {}, which is no constant, no input and no earlier "
                    "operator's output",
                    tensor_text(info(tensor))));
  Tensor t = constant(tensor);
  if (t.rank() == 4)
    t = evaluate_op("transpose", {{"axes", IntList(kToGraph)}}, std::array{t}).front();
  return node = graph_.add_constant(std::move(t));
}

NodeId Builder::of_rank(int64_t tensor, int64_t rank) {
  const NodeId node = value(tensor);
  Shape shape = to_file(graph_.type(node).shape);
  if (std::ssize(shape) >= rank)
    return node;
  shape.insert(shape.begin(), static_cast<size_t>(rank) - shape.size(), 1);
  return reshaped(node, shape);
}

void Builder::define(int64_t tensor, NodeId node) {
  const TensorInfo& t = info(tensor);
  if (t.is_constant() || is_defined(tensor))
    throw InputError(fmt::format("writes {}, which {}", tensor_text(t),
                                 t.is_constant() ? "is constant" : "has a value already"));
  const TensorType made = {to_file(graph_.type(node).shape), graph_.type(node).dtype};
  const TensorType wanted = {shape(tensor), dtype(tensor)};
  if (made != wanted)
    throw InputError(fmt::format("makes {} of its operands, and {} is {} in the file",
                                 type_text(made), tensor_text(t), type_text(wanted)));
  Node& n = graph_.node(node);
  if (n.kind == NodeKind::Call && n.name.empty())
    n.name = fmt::format("t{}", tensor);
  nodes_[static_cast<size_t>(tensor)] = node;
}

void Builder::define_input(int64_t tensor, const std::string& name) {
  const NodeId input = graph_.add_input(name, {shape(tensor), dtype(tensor)});
  define(tensor, to_graph_order(input));
}

NodeId Builder::permuted(NodeId value, const Shape& axes) {
  const Shape& shape = graph_.type(value).shape;
  if (shape.size() != axes.size())
    return value;
  if (keeps_order(shape, axes))
    return call("reshape", {value}, {{"newshape", IntList(taken(shape, axes))}});
  return call("transpose", {value}, {{"axes", IntList(axes)}});
}

NodeId Builder::to_file_order(NodeId value) {
  return permuted(value, kToFile);
}

NodeId Builder::to_graph_order(NodeId value) {
  return permuted(value, kToGraph);
}

NodeId Builder::reshaped(NodeId value, const Shape& shape) {
  const NodeId in_file = to_file_order(value);
  if (graph_.type(in_file).shape == shape)
    return to_graph_order(in_file);
  return to_graph_order(call("reshape", {in_file}, {{"newshape", IntList(shape)}}));
}

}  // namespace vta::tflite_import
