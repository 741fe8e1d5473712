#include "explore/diff/network_tensors.h"

#include <algorithm>
#include <cctype>

#include "compiler/interp/interpreter.h"
#include "compiler/passes/pass_util.h"
#include "compiler/tflite/model_file.h"

namespace vta::explore {
namespace {

// Sums in int32 are inside of layers, and integers of other types are places and shapes.
bool has_values(DType dtype) {
  return dtype == DType::F32 || dtype == DType::I8 || dtype == DType::U8;
}

double number_in(const Tensor& t) {
  switch (t.dtype()) {
    case DType::F32:
      return static_cast<double>(t.data<float>().front());
    case DType::I8:
      return t.data<int8_t>().front();
    case DType::U8:
      return t.data<uint8_t>().front();
    default:
      return t.data<int32_t>().front();
  }
}

std::optional<RealUnit> unit_of(const Graph& graph, NodeId scale_id, NodeId zero_id) {
  const Tensor* scale = constant_value(graph, scale_id);
  const Tensor* zero = constant_value(graph, zero_id);
  if (scale == nullptr || zero == nullptr || scale->size() != 1 || zero->size() != 1)
    return std::nullopt;
  return RealUnit{{number_in(*scale)}, {-number_in(*zero) * number_in(*scale)}};
}

void add_name(NetworkTensors& network, const std::string& name, size_t tensor) {
  if (name.empty())
    return;
  network.by_name.try_emplace(name, tensor);
  network.by_name.try_emplace(file_name_of(name), tensor);
}

}  // namespace

Tensor NetworkTensors::in_file_form(size_t tensor, const Tensor& value) const {
  const NetworkTensor& t = tensors[tensor];
  if (!t.channels_last)
    return value.reshaped(t.type.shape);
  return evaluate_op("transpose", {{"axes", IntList{0, 2, 3, 1}}}, {{value}}).front();
}

std::string NetworkTensors::maker(size_t tensor) const {
  const NetworkTensor& t = tensors[tensor];
  if (t.op.empty())
    return "an input of the network";
  if (t.file_nodes.empty())
    return t.op;
  const std::string& node = t.file_nodes.front();
  const auto op = ops.find(node);
  return fmt::format("{} {}", op == ops.end() ? t.op : op->second, node);
}

std::string NetworkTensors::text(size_t tensor) const {
  return fmt::format("{} ({})", tensors[tensor].name, maker(tensor));
}

NetworkTensors network_tensors(const Graph& quantized, const std::string& model,
                               const std::vector<FileOperator>& operators) {
  NetworkTensors network{.model = model};
  for (const FileOperator& op : operators)
    network.ops.try_emplace(op.name, op.op);
  for (NodeId id = 0; id < quantized.size(); ++id) {
    const Node& n = quantized.node(id);
    if (n.kind == NodeKind::Constant || n.constant_expr || n.types.size() != 1)
      continue;
    NetworkTensor t{.name = n.name,
                    .op = n.kind == NodeKind::Input ? "" : n.op,
                    .file_nodes = n.onnx_nodes,
                    .operands = {},
                    .type = n.type()};
    t.compared = !n.name.empty() && has_values(n.type().dtype);
    for (const NodeId in : n.inputs) {
      const auto operand = network.by_node.find(in);
      if (operand == network.by_node.end())
        continue;
      t.operands.push_back(operand->second);
      t.depth = std::max(t.depth, network.tensors[operand->second].depth);
    }
    t.depth += n.kind == NodeKind::Call ? 1 : 0;
    network.by_node[id] = network.tensors.size();
    add_name(network, n.name, network.tensors.size());
    network.tensors.push_back(std::move(t));
  }
  for (size_t i = 0; i < quantized.outputs().size(); ++i)
    if (const auto at = network.by_node.find(quantized.outputs()[i]); at != network.by_node.end()) {
      add_name(network, quantized.output_name(i), at->second);
      NetworkTensor& output = network.tensors[at->second];
      output.compared = has_values(output.type.dtype);
      if (output.name.empty())
        output.name = quantized.output_name(i);
    }
  return network;
}

void add_tflite_names(NetworkTensors& network, const std::string& path) {
  const tflite_import::ModelFile file = tflite_import::read_model(path);
  for (NetworkTensor& t : network.tensors)
    t.compared = t.compared && t.op.empty();
  const auto is_input = [&](int64_t index) {
    return std::ranges::find(file.inputs, index) != file.inputs.end();
  };
  for (const tflite_import::TensorInfo& info : file.tensors) {
    const std::string number = fmt::format("{}", info.index), named = "t" + number;
    // The network's own input has the file's order, the value behind it has the graph's.
    auto found = network.by_name.find(is_input(info.index) ? info.name : named);
    if (found == network.by_name.end())
      found = network.by_name.find(named);
    if (found == network.by_name.end())
      continue;
    const size_t place = found->second;
    NetworkTensor& t = network.tensors[place];
    t.compared = has_values(t.type.dtype);
    if (!t.op.empty() && t.type.shape.size() == 4) {
      const Shape& s = t.type.shape;
      t.type.shape = {s[0], s[2], s[3], s[1]};
      t.channels_last = true;
    }
    const tflite_import::Quantization& q = info.quantization;
    if (t.type.dtype == DType::I8 && q.scales.size() == 1) {
      const double scale = static_cast<double>(q.scales.front());
      t.unit = RealUnit{{scale}, {-static_cast<double>(q.zeros.front()) * scale}};
    }
    network.by_name[named] = place;
    network.by_name[number] = place;
    add_name(network, info.name, place);
    // The import calls operators by their tensor: "t22"; the file calls them as the tensor.
    if (const auto op = network.ops.find(named); op != network.ops.end())
      network.ops.try_emplace(info.name.empty() ? named : info.name, op->second);
  }
}

void add_units_of(NetworkTensors& network, const Graph& quantized) {
  for (const auto& [id, place] : network.by_node) {
    const Node& n = quantized.node(id);
    std::optional<RealUnit>& unit = network.tensors[place].unit;
    if (unit || network.tensors[place].type.dtype == DType::F32)
      continue;
    if (n.op == "qnn.quantize")
      unit = unit_of(quantized, n.inputs[1], n.inputs[2]);
    else if (n.op == "qnn.requantize")
      unit = unit_of(quantized, n.inputs[1], n.inputs[0]);
  }
}

void add_units_of_model(NetworkTensors& network, const Graph& model) {
  constexpr double kMiddle = 128;
  for (NodeId id = 0; id < model.size(); ++id) {
    const Node& n = model.node(id);
    const auto at = network.by_name.find(n.name);
    if (!is_call(model, id, "qnn.quantize") || at == network.by_name.end())
      continue;
    NetworkTensor& tensor = network.tensors[at->second];
    if (tensor.unit || (tensor.type.dtype != DType::I8 && tensor.type.dtype != DType::U8))
      continue;
    tensor.unit = unit_of(model, n.inputs[1], n.inputs[2]);
    if (tensor.unit && n.type().dtype == DType::U8 && tensor.type.dtype == DType::I8)
      tensor.unit->offset.front() += kMiddle * tensor.unit->scale.front();
  }
}

std::string file_name_of(const std::string& tensor) {
  std::string name;
  for (const char c : tensor) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-';
    if (plain || !name.empty())
      name += plain ? c : '_';
  }
  return name;
}

}  // namespace vta::explore
