// The ONNX files of quantized networks.
#include <fmt/format.h>

#include "tests/compiler/quantized/quantized_net.h"

namespace vta::testing {
namespace {

using Names = std::vector<std::string>;

class Writer {
 public:
  Writer(const QuantizedNet& net, Form form) : net_(net), form_(form) {}

  onnx::ModelProto run() {
    model_.set_ir_version(8);
    model_.add_opset_import()->set_version(14);
    auto& other = *model_.add_opset_import();
    other.set_domain("com.microsoft");
    other.set_version(1);
    graph().set_name("quantized");
    describe(*graph().add_input(), "x", net_.input);
    constants_of("v0", net_.in);
    node("QuantizeLinear", with_form("x", "v0"), "v0_q");
    for (size_t i = 0; i < net_.layers.size(); ++i)
      layer(net_.layers[i], fmt::format("v{}", i + 1));
    const std::string last = fmt::format("v{}", net_.layers.size());
    node("DequantizeLinear", with_form(last + "_q", last), "y");
    graph().add_output()->set_name("y");
    return std::move(model_);
  }

 private:
  onnx::GraphProto& graph() { return *model_.mutable_graph(); }

  static void describe(onnx::ValueInfoProto& info, const std::string& name, const Shape& shape) {
    info.set_name(name);
    auto& type = *info.mutable_type()->mutable_tensor_type();
    type.set_elem_type(onnx::TensorProto::FLOAT);
    for (const int64_t extent : shape)
      type.mutable_shape()->add_dim()->set_dim_value(extent);
  }

  onnx::NodeProto& node(const std::string& op, const Names& inputs, const std::string& output) {
    auto& n = *graph().add_node();
    n.set_op_type(op);
    n.set_name(output + "_node");
    for (const std::string& name : inputs)
      n.add_input(name);
    n.add_output(output);
    return n;
  }
  onnx::NodeProto& other_node(const std::string& op, const Names& inputs,
                              const std::string& output) {
    auto& n = node(op, inputs, output);
    n.set_domain("com.microsoft");
    return n;
  }
  static void attr(onnx::NodeProto& n, const std::string& name, int64_t value) {
    auto& a = *n.add_attribute();
    a.set_name(name);
    a.set_type(onnx::AttributeProto::INT);
    a.set_i(value);
  }
  static void attr(onnx::NodeProto& n, const std::string& name,
                   const std::vector<int64_t>& values) {
    auto& a = *n.add_attribute();
    a.set_name(name);
    a.set_type(onnx::AttributeProto::INTS);
    for (const int64_t v : values)
      a.add_ints(v);
  }

  onnx::TensorProto& tensor(const std::string& name, const Shape& shape, int type) {
    auto& t = *graph().add_initializer();
    t.set_name(name);
    t.set_data_type(type);
    for (const int64_t extent : shape)
      t.add_dims(extent);
    return t;
  }
  static int byte_type(bool is_signed) {
    return is_signed ? onnx::TensorProto::INT8 : onnx::TensorProto::UINT8;
  }
  void constants_of(const std::string& name, const ValueForm& form) {
    tensor(name + "_s", {}, onnx::TensorProto::FLOAT).add_float_data(form.scale);
    tensor(name + "_z", {}, byte_type(form.is_signed)).add_int32_data(form.zero);
  }
  static Names with_form(const std::string& value, const std::string& name) {
    return {value, name + "_s", name + "_z"};
  }

  // Weights, their scale and zero point, and the bias at the product of the scales.
  void parameters(const QuantizedLayer& l, const std::string& name) {
    auto& w = tensor(name + "_w", l.shape, byte_type(l.weight_signed));
    for (const int v : l.weight)
      w.add_int32_data(v);
    const bool one = l.weight_scale.size() == 1;
    const Shape shape = one ? Shape{} : Shape{std::ssize(l.weight_scale)};
    auto& scale = tensor(name + "_w_s", shape, onnx::TensorProto::FLOAT);
    auto& zero = tensor(name + "_w_z", shape, byte_type(l.weight_signed));
    auto& of_bias = tensor(name + "_b_s", shape, onnx::TensorProto::FLOAT);
    const float data_scale = l.inputs[0] == 0 ? net_.in.scale : form_of(l.inputs[0]).scale;
    for (const float s : l.weight_scale) {
      scale.add_float_data(s);
      zero.add_int32_data(l.weight_zero);
      of_bias.add_float_data(data_scale * s);
    }
    if (!l.float_bias.empty()) {
      auto& real = tensor(name + "_b_real", {std::ssize(l.float_bias)}, onnx::TensorProto::FLOAT);
      for (const float v : l.float_bias)
        real.add_float_data(v);
    }
    if (l.bias.empty())
      return;
    auto& b = tensor(name + "_b", {std::ssize(l.bias)}, onnx::TensorProto::INT32);
    for (const int32_t v : l.bias)
      b.add_int32_data(v);
  }
  ValueForm form_of(size_t value) const {
    if (value == 0)
      return net_.in;
    const QuantizedLayer& l = net_.layers[value - 1];
    return l.kind == Layer::MaxPool ? form_of(l.inputs[0]) : l.out;
  }

  static void window(const QuantizedLayer& l, onnx::NodeProto& n) {
    attr(n, "strides", std::vector<int64_t>{l.stride, l.stride});
    attr(n, "pads", l.pads);
    attr(n, "group", l.groups);
  }

  void layer(const QuantizedLayer& l, const std::string& name) {
    Names in;
    for (const size_t i : l.inputs)
      in.push_back(fmt::format("v{}", i));
    ValueForm out = l.kind == Layer::MaxPool ? form_of(l.inputs[0]) : l.out;
    constants_of(name, out);
    if (l.kind == Layer::Conv || l.kind == Layer::Dense)
      parameters(l, name);
    if (l.kind == Layer::MaxPool && form_ == Form::QLinear)
      return pool("MaxPool", in[0] + "_q", name + "_q");
    if (form_ == Form::Qdq)
      return qdq(l, in, name);
    qlinear(l, in, name);
  }

  void pool(const std::string& op, const std::string& in, const std::string& out) {
    auto& n = node(op, {in}, out);
    attr(n, "kernel_shape", std::vector<int64_t>{2, 2});
    attr(n, "strides", std::vector<int64_t>{2, 2});
  }

  // A conversion of its own for every reader, as quantizers write them.
  std::string real(const std::string& value) {
    const std::string name = fmt::format("{}_real{}", value, reads_++);
    node("DequantizeLinear", with_form(value + "_q", value), name);
    return name;
  }
  std::string real_part(const std::string& name, const std::string& scale, bool zero) {
    Names in = {name, scale};
    if (zero)
      in.push_back(name + "_z");
    auto& n = node("DequantizeLinear", in, name + "_real");
    attr(n, "axis", 0);
    return name + "_real";
  }

  void qdq(const QuantizedLayer& l, const Names& in, const std::string& name) {
    Names operands;
    for (const std::string& value : in)
      operands.push_back(real(value));
    std::string result = name + "_f";
    if (l.kind == Layer::Conv || l.kind == Layer::Dense) {
      operands.push_back(real_part(name + "_w", name + "_w_s", true));
      if (!l.bias.empty())
        operands.push_back(real_part(name + "_b", name + "_b_s", false));
      if (!l.float_bias.empty())
        operands.push_back(name + "_b_real");
    }
    if (l.kind == Layer::Conv) {
      window(l, node("Conv", operands, result));
    } else if (l.kind == Layer::Dense) {
      node("Flatten", {operands[0]}, name + "_flat");
      operands[0] = name + "_flat";
      attr(node("Gemm", operands, result), "transB", 1);
    } else if (l.kind == Layer::Add || l.kind == Layer::Multiply) {
      node(l.kind == Layer::Add ? "Add" : "Mul", operands, result);
    } else if (l.kind == Layer::GlobalAverage) {
      node("GlobalAveragePool", operands, result);
    } else if (l.kind == Layer::Concat) {
      attr(node("Concat", operands, result), "axis", 1);
    } else {
      pool("MaxPool", operands[0], result);
    }
    if (l.relu && l.most > 0) {
      tensor(name + "_least", {}, onnx::TensorProto::FLOAT).add_float_data(0);
      tensor(name + "_most", {}, onnx::TensorProto::FLOAT).add_float_data(l.most);
      node("Clip", {result, name + "_least", name + "_most"}, name + "_relu");
      result = name + "_relu";
    } else if (l.relu) {
      node("Relu", {result}, name + "_relu");
      result = name + "_relu";
    }
    node("QuantizeLinear", with_form(result, name), name + "_q");
  }

  static void append(Names& to, const Names& more) {
    to.insert(to.end(), more.begin(), more.end());
  }

  void qlinear(const QuantizedLayer& l, const Names& in, const std::string& name) {
    const Names out = {name + "_s", name + "_z"};
    const std::string result = l.relu ? name + "_before" : name + "_q";
    Names operands;
    if (l.kind == Layer::Concat)
      append(operands, out);
    for (const std::string& value : in)
      append(operands, with_form(value + "_q", value));
    if (l.kind == Layer::Conv) {
      append(operands, with_form(name + "_w", name + "_w"));
      append(operands, out);
      if (!l.bias.empty())
        operands.push_back(name + "_b");
      window(l, node("QLinearConv", operands, result));
    } else if (l.kind == Layer::Dense) {
      node("Flatten", {operands[0]}, name + "_flat");
      operands[0] = name + "_flat";
      append(operands, with_form(name + "_w", name + "_w"));
      operands.push_back(l.bias.empty() ? "" : name + "_b");
      append(operands, out);
      attr(other_node("QGemm", operands, result), "transB", 1);
    } else if (l.kind == Layer::Concat) {
      attr(other_node("QLinearConcat", operands, result), "axis", 1);
    } else {
      append(operands, out);
      other_node(l.kind == Layer::Add        ? "QLinearAdd"
                 : l.kind == Layer::Multiply ? "QLinearMul"
                                             : "QLinearGlobalAveragePool",
                 operands, result);
    }
    if (l.relu)  // of int8 values with zero point 0
      node("Relu", {result}, name + "_q");
  }

  const QuantizedNet& net_;
  Form form_;
  int reads_ = 0;
  onnx::ModelProto model_;
};

}  // namespace

onnx::ModelProto written(const QuantizedNet& net, Form form) {
  return Writer(net, form).run();
}

}  // namespace vta::testing
