// A float model quantized as static quantizers do it, by the least and largest values of samples.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "compiler/interp/interpreter.h"
#include "compiler/onnx/import.h"
#include "compiler/onnx/model_file.h"
#include "tests/compiler/quantized/quantized_net.h"

namespace vta::testing {
namespace {

struct Range {
  double least = 0, most = 0;
};

std::vector<Range> ranges_of(onnx::ModelProto model, const std::vector<std::string>& names,
                             const std::vector<Tensor>& samples) {
  model.mutable_graph()->clear_output();
  for (const std::string& name : names)
    model.mutable_graph()->add_output()->set_name(name);
  const std::string bytes = model.SerializeAsString();
  const Graph graph = import_onnx(std::as_bytes(std::span(bytes)), "model", {});
  std::vector<Range> ranges(names.size());
  for (const Tensor& sample : samples) {
    const std::vector<Tensor> values = interpret(graph, std::span(&sample, 1));
    for (size_t i = 0; i < names.size(); ++i)
      for (const float v : values[i].data<float>()) {
        ranges[i].least = std::min(ranges[i].least, static_cast<double>(v));
        ranges[i].most = std::max(ranges[i].most, static_cast<double>(v));
      }
  }
  return ranges;
}

ValueForm form_of(const Range& range, Scales scales) {
  const double largest = std::max({-range.least, range.most, 1e-6});
  if (scales == Scales::PowersOfTwo)
    return {static_cast<float>(std::exp2(std::ceil(std::log2(largest / 127)))), 0, true};
  const auto scale = static_cast<float>(std::max(range.most - range.least, 1e-6) / 255);
  return {scale, static_cast<int>(std::lround(-range.least / static_cast<double>(scale))), false};
}

class ModelQuantizer {
 public:
  ModelQuantizer(const onnx::ModelProto& model, Scales scales) : model_(model), scales_(scales) {
    for (const onnx::TensorProto& t : model.graph().initializer())
      constants_[t.name()] = onnx_import::to_tensor(t);
  }

  QuantizedNet run(const std::vector<Tensor>& samples) {
    read_layers();
    const std::vector<Range> ranges = ranges_of(model_, names_, samples);
    QuantizedNet net{samples.front().shape(), {}, {}};
    Range input;
    for (const Tensor& sample : samples)
      for (const float v : sample.data<float>()) {
        input.least = std::min(input.least, static_cast<double>(v));
        input.most = std::max(input.most, static_cast<double>(v));
      }
    net.in = form_of(input, scales_);
    for (size_t i = 0; i < layers_.size(); ++i) {
      layers_[i].out = form_of(ranges[i], scales_);
      if (scales_ != Scales::PowersOfTwo)
        layers_[i].relu = false;
    }
    for (size_t i = 0; i < layers_.size(); ++i)
      if (!layers_[i].shape.empty()) {
        const size_t from = layers_[i].inputs[0];
        quantize_parameters(i, from == 0 ? net.in : layers_[from - 1].out);
      }
    net.layers = layers_;
    return net;
  }

 private:
  void read_layers() {
    value_[model_.graph().input(0).name()] = 0;
    for (const onnx::NodeProto& n : model_.graph().node()) {
      const std::string& op = n.op_type();
      if (op == "Flatten" || op == "Relu") {
        const size_t value = value_.at(n.input(0));
        value_[n.output(0)] = value;
        if (op == "Relu") {
          layers_[value - 1].relu = true;
          names_[value - 1] = n.output(0);
        }
        continue;
      }
      layers_.push_back(layer_of(n));
      float_parameters_.push_back(
          n.input_size() > 1 && op != "Add"
              ? std::vector<std::string>(n.input().begin() + 1, n.input().end())
              : std::vector<std::string>());
      names_.push_back(n.output(0));
      value_[n.output(0)] = layers_.size();
    }
  }

  QuantizedLayer layer_of(const onnx::NodeProto& n) {
    QuantizedLayer l;
    l.inputs = {value_.at(n.input(0))};
    if (n.op_type() == "Conv" || n.op_type() == "Gemm") {
      l.kind = n.op_type() == "Conv" ? Layer::Conv : Layer::Dense;
      l.shape = constants_.at(n.input(1)).shape();
      for (const onnx::AttributeProto& a : n.attribute()) {
        if (a.name() == "strides")
          l.stride = a.ints(0);
        if (a.name() == "pads")
          l.pads.assign(a.ints().begin(), a.ints().end());
      }
    } else if (n.op_type() == "Add") {
      l.kind = Layer::Add;
      l.inputs.push_back(value_.at(n.input(1)));
    } else {
      VTA_CHECK(n.op_type() == "GlobalAveragePool", "operator {}", n.op_type());
      l.kind = Layer::GlobalAverage;
    }
    return l;
  }

  void quantize_parameters(size_t i, const ValueForm& data) {
    QuantizedLayer& l = layers_[i];
    const auto weight = constants_.at(float_parameters_[i][0]).data<float>();
    const auto bias = constants_.at(float_parameters_[i][1]).data<float>();
    const auto channels = static_cast<size_t>(l.shape[0]);
    const size_t row = weight.size() / channels;
    l.weight_signed = scales_ != Scales::PerTensor;
    const size_t parts = scales_ == Scales::PerTensor ? 1 : channels;
    for (size_t p = 0; p < parts; ++p) {
      const auto values = weight.subspan(p * weight.size() / parts, weight.size() / parts);
      Range range;
      for (const float v : values) {
        range.least = std::min(range.least, static_cast<double>(v));
        range.most = std::max(range.most, static_cast<double>(v));
      }
      const double largest = std::max({-range.least, range.most, 1e-6});
      ValueForm form = form_of(range, scales_);
      if (scales_ == Scales::MinMax)
        form = {static_cast<float>(largest / 127), 0, true};
      l.weight_scale.push_back(form.scale);
      l.weight_zero = form.zero;
      const double low = form.is_signed ? -127 : 0;
      for (const float v : values)
        l.weight.push_back(static_cast<int>(
            std::clamp(std::nearbyint(static_cast<double>(v / form.scale)) + form.zero, low,
                       low + (form.is_signed ? 254 : 255))));
    }
    for (size_t c = 0; c < channels; ++c)
      l.bias.push_back(static_cast<int32_t>(
          std::lround(bias[c] / (data.scale * l.weight_scale[parts == 1 ? 0 : c]))));
    VTA_CHECK(l.weight.size() == row * channels, "{} weights", l.weight.size());
  }

  const onnx::ModelProto& model_;
  Scales scales_;
  std::map<std::string, Tensor> constants_;
  std::map<std::string, size_t> value_;
  std::vector<QuantizedLayer> layers_;
  std::vector<std::vector<std::string>> float_parameters_;
  std::vector<std::string> names_;  // what each layer makes
};

}  // namespace

QuantizedNet quantized_model(const onnx::ModelProto& model, const std::vector<Tensor>& samples,
                             Scales scales) {
  return ModelQuantizer(model, scales).run(samples);
}

}  // namespace vta::testing
