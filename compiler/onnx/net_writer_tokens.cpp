// Layers on tokens: (N, tokens, channels).
#include <cmath>

#include "base/error.h"
#include "compiler/onnx/net_attributes.h"
#include "compiler/onnx/net_writer.h"

namespace vta::onnx_import {
namespace {

// What an average over tokens leaves of the mean square of values, and GELU of that of its operand,
// roughly.
constexpr double kMixFactor = 0.2, kGeluFactor = 0.43;

}  // namespace

std::string NetWriter::number(const std::string& name, float value) {
  auto* t = model_.mutable_graph()->add_initializer();
  t->set_name(name);
  t->set_data_type(onnx::TensorProto::FLOAT);
  t->add_float_data(value);
  return name;
}

std::string NetWriter::integers(const std::string& name, const std::vector<int64_t>& values) {
  auto* t = model_.mutable_graph()->add_initializer();
  t->set_name(name);
  t->set_data_type(onnx::TensorProto::INT64);
  t->add_dims(std::ssize(values));
  for (const int64_t v : values)
    t->add_int64_data(v);
  return name;
}

NetTensor NetWriter::tokens(const std::string& name, const NetTensor& x) {
  const std::string flat =
      add_node("Reshape", name + ".flat", {x.name, integers(name + ".shape", {0, x.channels, -1})})
          .output(0);
  onnx::NodeProto& node = add_node("Transpose", name, {flat});
  set_ints(node, "perm", {0, 2, 1});
  return {node.output(0), x.channels, 0, x.mean_square, x.extent * x.extent};
}

NetTensor NetWriter::behind_first(const std::string& name, const NetTensor& x) {
  NetTensor y = x;
  y.name = add_node("Pad", name, {x.name, integers(name + ".pads", {0, 1, 0, 0, 0, 0})}).output(0);
  ++y.tokens;
  return y;
}

NetTensor NetWriter::add_places(const std::string& name, const NetTensor& x) {
  constexpr double kMeanSquare = 0.5;
  NetTensor y = x;
  y.name =
      add_node("Add", name,
               {x.name, normal_weight(name + ".value", {1, x.tokens, x.channels}, kMeanSquare)})
          .output(0);
  y.mean_square += kMeanSquare;
  return y;
}

NetTensor NetWriter::token(const std::string& name, const NetTensor& x, int64_t index) {
  auto* t = model_.mutable_graph()->add_initializer();
  t->set_name(name + ".index");
  t->set_data_type(onnx::TensorProto::INT64);
  t->add_int64_data(index);
  onnx::NodeProto& node = add_node("Gather", name, {x.name, t->name()});
  set_int(node, "axis", 1);
  return {node.output(0), x.channels, 0, x.mean_square};
}

NetTensor NetWriter::linear(const std::string& name, const NetTensor& x, int64_t units,
                            double gain) {
  const std::string weight = normal_weight(name + ".weight", {x.channels, units},
                                           gain / x.mean_square / static_cast<double>(x.channels));
  const std::string product = add_node("MatMul", name + ".product", {x.name, weight}).output(0);
  onnx::NodeProto& node =
      add_node("Add", name, {product, uniform_weight(name + ".bias", units, -0.1, 0.1)});
  params_ += units;
  macs_ += x.tokens * units * x.channels;
  ++layers_;
  return {node.output(0), units, 0, gain, x.tokens};
}

NetTensor NetWriter::layer_norm(const std::string& name, const NetTensor& x) {
  onnx::NodeProto& node = add_node("LayerNormalization", name,
                                   {x.name, uniform_weight(name + ".gamma", x.channels, 0.7, 1.3),
                                    uniform_weight(name + ".beta", x.channels, -0.3, 0.3)});
  set_int(node, "axis", -1);
  set_float(node, "epsilon", 1e-6f);
  model_.mutable_opset_import(0)->set_version(17);  // the first that has it
  params_ += 2 * x.channels;
  return {node.output(0), x.channels, 0, 1, x.tokens};
}

NetTensor NetWriter::attention(const std::string& name, const NetTensor& q, const NetTensor& k,
                               const NetTensor& v, int64_t heads) {
  const int64_t size = q.channels / heads;
  const auto turned = [&](const std::string& layer, const std::string& value,
                          const std::vector<int64_t>& axes) {
    onnx::NodeProto& node = add_node("Transpose", layer, {value});
    set_ints(node, "perm", axes);
    return node.output(0);
  };
  const std::string parts = integers(name + ".heads", {0, 0, heads, size});
  const auto by_head = [&](const std::string& layer, const NetTensor& x) {
    return turned(layer, add_node("Reshape", layer + ".heads", {x.name, parts}).output(0),
                  {0, 2, 1, 3});
  };
  const std::string keys = turned(name + ".keys", by_head(name + ".key", k), {0, 1, 3, 2});
  const std::string scale =
      number(name + ".scale", static_cast<float>(1 / std::sqrt(static_cast<double>(size))));
  const std::string queries =
      add_node("Mul", name + ".scaled", {by_head(name + ".query", q), scale}).output(0);
  const std::string scores = add_node("MatMul", name + ".scores", {queries, keys}).output(0);
  onnx::NodeProto& softmax = add_node("Softmax", name + ".softmax", {scores});
  set_int(softmax, "axis", -1);
  const std::string mixed =
      add_node("MatMul", name + ".mixed", {softmax.output(0), by_head(name + ".value", v)})
          .output(0);
  onnx::NodeProto& node = add_node("Reshape", name + ".joined",
                                   {turned(name + ".turned", mixed, {0, 2, 1, 3}),
                                    integers(name + ".shape", {0, 0, v.channels})});
  macs_ += q.tokens * k.tokens * (q.channels + v.channels);
  return {node.output(0), v.channels, 0, v.mean_square * kMixFactor, q.tokens};
}

NetTensor NetWriter::gelu(const std::string& name, const NetTensor& x) {
  const std::string root = number(name + ".root2", std::sqrt(2.0f));
  const std::string erf =
      add_node("Erf", name + ".erf", {add_node("Div", name + ".div", {x.name, root}).output(0)})
          .output(0);
  const std::string shifted =
      add_node("Add", name + ".shifted", {erf, number(name + ".one", 1)}).output(0);
  const std::string twice = add_node("Mul", name + ".twice", {x.name, shifted}).output(0);
  onnx::NodeProto& node = add_node("Mul", name, {twice, number(name + ".half", 0.5f)});
  return {node.output(0), x.channels, 0, x.mean_square * kGeluFactor, x.tokens};
}

}  // namespace vta::onnx_import
