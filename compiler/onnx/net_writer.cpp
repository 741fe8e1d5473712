#include "compiler/onnx/net_writer.h"

#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/output_file.h"
#include "compiler/onnx/metadata.h"
#include "compiler/onnx/net_attributes.h"

namespace vta::onnx_import {
namespace {

// What pools do to the mean square of values that a Relu has made, roughly.
constexpr double kMaxPoolFactor = 1.7, kMeanPoolFactor = 0.5;

void set_type(onnx::ValueInfoProto& info, const std::string& name,
              const std::vector<int64_t>& shape) {
  info.set_name(name);
  auto* type = info.mutable_type()->mutable_tensor_type();
  type->set_elem_type(onnx::TensorProto::FLOAT);
  type->mutable_shape()->add_dim()->set_dim_param("N");
  for (int64_t d : shape)
    type->mutable_shape()->add_dim()->set_dim_value(d);
}

int64_t outputs(int64_t extent, int64_t kernel, int64_t stride, int64_t pad, bool ceil = false) {
  return (extent + 2 * pad - kernel + (ceil ? stride - 1 : 0)) / stride + 1;
}

}  // namespace

NetWriter::NetWriter(const std::string& model, uint64_t seed, bool weights)
    : state_(seed), weights_(weights) {
  model_.set_ir_version(7);
  model_.set_producer_name("vta");
  auto* opset = model_.add_opset_import();
  opset->set_domain("");
  opset->set_version(13);
  model_.mutable_graph()->set_name(model);
}

// splitmix64: 64 good bits from a counter, the same on every machine.
uint64_t NetWriter::next_random() {
  uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

onnx::NodeProto& NetWriter::add_node(const std::string& op, const std::string& name,
                                     const std::vector<std::string>& inputs) {
  onnx::NodeProto& node = *model_.mutable_graph()->add_node();
  node.set_op_type(op);
  node.set_name(name);
  for (const std::string& input : inputs)
    node.add_input(input);
  node.add_output(name + ".out");
  return node;
}

std::span<float> NetWriter::add_tensor(const std::string& name, const std::vector<int64_t>& shape) {
  auto* tensor = model_.mutable_graph()->add_initializer();
  tensor->set_name(name);
  tensor->set_data_type(onnx::TensorProto::FLOAT);
  size_t count = 1;
  for (int64_t d : shape) {
    tensor->add_dims(d);
    count *= static_cast<size_t>(d);
  }
  if (!weights_)
    return {};
  std::string& raw = *tensor->mutable_raw_data();
  raw.resize(count * sizeof(float));
  return {reinterpret_cast<float*>(raw.data()), count};
}

// Bell-shaped: the sum of four uniform 16-bit values, which needs no function whose last bit
// differs between C libraries, as logarithm and cosine do.
std::string NetWriter::normal_weight(const std::string& name, const std::vector<int64_t>& shape,
                                     double mean_square) {
  constexpr double kSumDeviation = 65536 * 0.57735026918962576;  // sqrt(4 / 12)
  const auto scale = static_cast<float>(std::sqrt(mean_square) / kSumDeviation);
  for (float& v : add_tensor(name, shape)) {
    const uint64_t r = next_random();
    const auto sum =
        static_cast<int32_t>((r & 0xffff) + (r >> 16 & 0xffff) + (r >> 32 & 0xffff) + (r >> 48));
    v = static_cast<float>(sum - 2 * 65535) * scale;
  }
  int64_t count = 1;
  for (int64_t d : shape)
    count *= d;
  params_ += count;
  return name;
}

std::string NetWriter::uniform_weight(const std::string& name, int64_t count, double low,
                                      double high) {
  for (float& v : add_tensor(name, {count}))
    v = static_cast<float>(low + (high - low) * static_cast<double>(next_random() >> 40) / 0x1p24);
  return name;
}

NetTensor NetWriter::input(int64_t channels, int64_t extent) {
  set_type(*model_.mutable_graph()->add_input(), "data", {channels, extent, extent});
  return {"data", channels, extent, 1};
}

NetTensor NetWriter::conv(const std::string& name, const NetTensor& x, const ConvSpec& s) {
  const int64_t fan_in = x.channels / s.groups * s.kernel * s.kernel;
  std::vector<std::string> inputs = {
      x.name,
      normal_weight(name + ".weight", {s.channels, x.channels / s.groups, s.kernel, s.kernel},
                    s.gain / static_cast<double>(fan_in))};
  if (s.bias) {
    inputs.push_back(uniform_weight(name + ".bias", s.channels, -0.1, 0.1));
    params_ += s.channels;
  }
  onnx::NodeProto& node = add_node("Conv", name, inputs);
  set_ints(node, "kernel_shape", {s.kernel, s.kernel});
  set_ints(node, "strides", {s.stride, s.stride});
  set_ints(node, "pads", {s.pad, s.pad, s.pad, s.pad});
  set_int(node, "group", s.groups);
  const int64_t extent = outputs(x.extent, s.kernel, s.stride, s.pad);
  macs_ += s.channels * extent * extent * fan_in;
  ++layers_;
  return {node.output(0), s.channels, extent, x.mean_square * s.gain};
}

// Statistics are those of the operand, give or take; gamma spreads around mean_gamma.
NetTensor NetWriter::batch_norm(const std::string& name, const NetTensor& x, double mean_gamma) {
  const double deviation = std::sqrt(x.mean_square);
  const int64_t c = x.channels;
  const std::vector<std::string> inputs = {
      x.name, uniform_weight(name + ".gamma", c, 0.7 * mean_gamma, 1.3 * mean_gamma),
      uniform_weight(name + ".beta", c, -0.3 * mean_gamma, 0.3 * mean_gamma),
      uniform_weight(name + ".mean", c, -0.2 * deviation, 0.2 * deviation),
      uniform_weight(name + ".var", c, 0.8 * x.mean_square, 1.3 * x.mean_square)};
  params_ += 2 * c;
  onnx::NodeProto& node = add_node("BatchNormalization", name, inputs);
  set_float(node, "epsilon", 1e-5f);
  return {node.output(0), c, x.extent, mean_gamma * mean_gamma};
}

NetTensor NetWriter::relu(const std::string& name, const NetTensor& x) {
  return {add_node("Relu", name, {x.name}).output(0), x.channels, x.extent, x.mean_square / 2};
}

NetTensor NetWriter::relu6(const std::string& name, const NetTensor& x) {
  if (!std::exchange(has_relu6_bounds_, true))
    for (const auto& [bound, value] : {std::pair{"relu6.min", 0.0f}, {"relu6.max", 6.0f}}) {
      auto* t = model_.mutable_graph()->add_initializer();
      t->set_name(bound);
      t->set_data_type(onnx::TensorProto::FLOAT);
      t->add_float_data(value);
    }
  onnx::NodeProto& node = add_node("Clip", name, {x.name, "relu6.min", "relu6.max"});
  return {node.output(0), x.channels, x.extent, x.mean_square / 2};
}

NetTensor NetWriter::add(const std::string& name, const NetTensor& a, const NetTensor& b) {
  return {add_node("Add", name, {a.name, b.name}).output(0), a.channels, a.extent,
          a.mean_square + b.mean_square, a.tokens};
}

NetTensor NetWriter::concat(const std::string& name, const NetTensor& a, const NetTensor& b) {
  onnx::NodeProto& node = add_node("Concat", name, {a.name, b.name});
  set_int(node, "axis", 1);
  return {node.output(0), a.channels + b.channels, a.extent, (a.mean_square + b.mean_square) / 2};
}

NetTensor NetWriter::max_pool(const std::string& name, const NetTensor& x, int64_t kernel,
                              int64_t stride, int64_t pad, bool ceil) {
  onnx::NodeProto& node = add_node("MaxPool", name, {x.name});
  set_ints(node, "kernel_shape", {kernel, kernel});
  set_ints(node, "strides", {stride, stride});
  set_ints(node, "pads", {pad, pad, pad, pad});
  if (ceil)
    set_int(node, "ceil_mode", 1);
  return {node.output(0), x.channels, outputs(x.extent, kernel, stride, pad, ceil),
          x.mean_square * kMaxPoolFactor};
}

NetTensor NetWriter::global_average_pool(const std::string& name, const NetTensor& x) {
  return {add_node("GlobalAveragePool", name, {x.name}).output(0), x.channels, 1,
          x.mean_square * kMeanPoolFactor};
}

NetTensor NetWriter::flatten(const std::string& name, const NetTensor& x) {
  onnx::NodeProto& node = add_node("Flatten", name, {x.name});
  set_int(node, "axis", 1);
  return {node.output(0), x.channels * x.extent * x.extent, 0, x.mean_square};
}

NetTensor NetWriter::dense(const std::string& name, const NetTensor& x, int64_t units,
                           double gain) {
  const std::string weight =
      normal_weight(name + ".weight", {units, x.channels}, gain / static_cast<double>(x.channels));
  onnx::NodeProto& node =
      add_node("Gemm", name, {x.name, weight, uniform_weight(name + ".bias", units, -0.1, 0.1)});
  set_int(node, "transB", 1);
  params_ += units;
  macs_ += units * x.channels;
  ++layers_;
  return {node.output(0), units, 0, x.mean_square * gain};
}

void NetWriter::output(const NetTensor& x) {
  set_type(*model_.mutable_graph()->add_output(), x.name, {x.channels});
}

void NetWriter::preprocessing(const Preprocessing& how) {
  onnx::StringStringEntryProto* entry = model_.add_metadata_props();
  entry->set_key(kPreprocessingKey);
  entry->set_value(boost::json::serialize(preprocessing_json(how)));
}

void NetWriter::save(const std::string& path) const {
  VTA_CHECK(weights_, "a model without weights is not for saving");
  OutputFile file(path);
  model_.SerializeToOstream(&file.stream());
  file.commit();
}

}  // namespace vta::onnx_import
