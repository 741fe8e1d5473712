#include "tests/compiler/transformers/transformer_net.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace vta::testing {
namespace {

using Ints = std::vector<int64_t>;
using Names = std::vector<std::string>;

constexpr BlockForm kForms[] = {
    {.name = "MatMul and Add, q, k, v apart"},
    {.name = "q, k, v as one", .fused_qkv = true},
    {.name = "Add of the bias first", .linear = LinearForm::AddMatMul},
    {.name = "Reshape, Gemm, Reshape", .linear = LinearForm::GemmReshape},
    {.name = "Gemm with alpha and beta", .linear = LinearForm::GemmFactors},
    {.name = "constant on the left", .linear = LinearForm::Left},
    {.name = "Einsum", .linear = LinearForm::Einsum},
    {.name = "1x1 Conv of one dimension", .linear = LinearForm::Conv1x1},
    {.name = "constants of rank 3", .linear = LinearForm::Batched, .batch = 2},
    {.name = "biases behind Reshape", .linear = LinearForm::BiasBehindReshape},
    {.name = "biases behind Transpose", .linear = LinearForm::BiasBehindTranspose},
    {.name = "weights through Transpose", .fused_qkv = true, .weight = WeightForm::Transpose},
    {.name = "weights through Cast", .weight = WeightForm::Cast},
    {.name = "weights through DequantizeLinear", .weight = WeightForm::Dequantize},
    {.name = "weights by Constant", .weight = WeightForm::Constant},
    {.name = "weights through Identity", .weight = WeightForm::Identity},
    {.name = "(T, C)", .rank = 2},
    {.name = "(B, windows, T, C)", .fused_qkv = true, .rank = 4, .batch = 2},
    {.name = "batch of 3", .batch = 3},
    {.name = "opset 11, norms decomposed", .opset = 11, .norm = NormForm::Decomposed},
    {.name = "opset 13, norms decomposed",
     .opset = 13,
     .fused_qkv = true,
     .norm = NormForm::Decomposed},
    {.name = "opset 20, Gelu",
     .opset = 20,
     .fused_qkv = true,
     .activation = Activation::GeluOperator},
    {.name = "Gelu by Tanh", .activation = Activation::GeluTanh},
    {.name = "x Sigmoid(1.702 x)", .activation = Activation::QuickGelu},
    {.name = "Relu, no norms", .norm = NormForm::None, .activation = Activation::Relu},
    {.name = "BERT of HuggingFace",
     .opset = 14,
     .norm = NormForm::Decomposed,
     .attention = AttentionStyle::Divided},
    {.name = "scales on queries and keys",
     .opset = 18,
     .attention = AttentionStyle::ScaledOperands},
    {.name = "ViT of timm", .fused_qkv = true, .attention = AttentionStyle::Timm, .batch = 2},
    {.name = "causal by a mask", .attention = AttentionStyle::Causal},
    {.name = "causal by Where", .attention = AttentionStyle::Hidden},
    {.name = "grouped queries, RMS norm, SiLU",
     .norm = NormForm::RmsDecomposed,
     .activation = Activation::Silu,
     .attention = AttentionStyle::Grouped},
    {.name = "opset 23, Attention and RMSNormalization",
     .opset = 23,
     .norm = NormForm::Rms,
     .attention = AttentionStyle::Operator},
    {.name = "com.microsoft.MultiHeadAttention", .attention = AttentionStyle::ContribHeads},
    {.name = "com.microsoft.Attention", .attention = AttentionStyle::Contrib},
    {.name = "QDQ", .activation = Activation::Relu, .quantized = true},
    {.name = "MatMulInteger", .activation = Activation::Relu, .dynamic = true},
};

class Writer {
 public:
  explicit Writer(int64_t opset) : opset_(opset) {
    model_.set_ir_version(8);
    model_.add_opset_import()->set_version(opset);
    auto& contrib = *model_.add_opset_import();
    contrib.set_domain("com.microsoft");
    contrib.set_version(1);
    graph().set_name("transformer");
  }

  onnx::GraphProto& graph() { return *model_.mutable_graph(); }
  onnx::ModelProto take() { return std::move(model_); }

  std::string input(const Ints& shape) {
    describe(*graph().add_input(), "x", shape);
    return "x";
  }
  void output(const std::string& value, const Ints& shape) {
    describe(*graph().add_output(), value, shape);
  }

  std::string fresh(const std::string& base) { return fmt::format("{}_{}", base, next_++); }

  onnx::NodeProto& add(const std::string& op, const Names& inputs) {
    auto& n = *graph().add_node();
    n.set_op_type(op);
    n.set_name(fresh(op));
    for (const std::string& name : inputs)
      n.add_input(name);
    n.add_output(n.name() + "_out");
    return n;
  }
  std::string node(const std::string& op, const Names& inputs) { return add(op, inputs).output(0); }
  std::string node(const std::string& op, const Names& inputs, const std::string& attr, Ints v) {
    auto& n = add(op, inputs);
    set(n, attr, v);
    return n.output(0);
  }
  std::string node(const std::string& op, const Names& inputs, const std::string& attr, int64_t v) {
    auto& n = add(op, inputs);
    set(n, attr, v);
    return n.output(0);
  }
  static void set(onnx::NodeProto& n, const std::string& name, const Ints& values) {
    auto& a = *n.add_attribute();
    a.set_name(name);
    a.set_type(onnx::AttributeProto::INTS);
    for (const int64_t v : values)
      a.add_ints(v);
  }
  static void set(onnx::NodeProto& n, const std::string& name, int64_t value) {
    auto& a = *n.add_attribute();
    a.set_name(name);
    a.set_type(onnx::AttributeProto::INT);
    a.set_i(value);
  }
  static void set(onnx::NodeProto& n, const std::string& name, float value) {
    auto& a = *n.add_attribute();
    a.set_name(name);
    a.set_type(onnx::AttributeProto::FLOAT);
    a.set_f(value);
  }

  onnx::TensorProto& tensor(const std::string& name, const Ints& shape, int type) {
    auto& t = *graph().add_initializer();
    t.set_name(name);
    t.set_data_type(type);
    for (const int64_t extent : shape)
      t.add_dims(extent);
    return t;
  }
  std::string number(float value) {
    const std::string name = fresh("number");
    tensor(name, {}, onnx::TensorProto::FLOAT).add_float_data(value);
    return name;
  }
  std::string ints(const Ints& values) {
    const std::string name = fresh("ints");
    auto& t = tensor(name, {std::ssize(values)}, onnx::TensorProto::INT64);
    for (const int64_t v : values)
      t.add_int64_data(v);
    return name;
  }
  // Even within -deviation..deviation, about.
  std::string random(const Ints& shape, double deviation) {
    const std::string name = fresh("w");
    auto& t = tensor(name, shape, onnx::TensorProto::FLOAT);
    int64_t count = 1;
    for (const int64_t extent : shape)
      count *= extent;
    for (int64_t i = 0; i < count; ++i)
      t.add_float_data(static_cast<float>((unit() * 2 - 1) * deviation));
    return name;
  }
  double unit() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state_ >> 40) / 0x1p24;
  }

  std::string reshape(const std::string& x, const Ints& shape) {
    return node("Reshape", {x, ints(shape)});
  }
  std::string transpose(const std::string& x, const Ints& perm) {
    return node("Transpose", {x}, "perm", perm);
  }
  int64_t opset() const { return opset_; }

 private:
  static void describe(onnx::ValueInfoProto& info, const std::string& name, const Ints& shape) {
    info.set_name(name);
    auto& type = *info.mutable_type()->mutable_tensor_type();
    type.set_elem_type(onnx::TensorProto::FLOAT);
    for (const int64_t extent : shape)
      type.mutable_shape()->add_dim()->set_dim_value(extent);
  }

  onnx::ModelProto model_;
  int64_t opset_;
  int64_t next_ = 0;
  uint64_t state_ = 12345;
};

Ints with(Ints lead, std::initializer_list<int64_t> more) {
  lead.insert(lead.end(), more);
  return lead;
}

class BlockWriter {
 public:
  BlockWriter(Writer& w, const BlockForm& form, const BlockSize& size, Ints lead)
      : w_(w), form_(form), s_(size), lead_(std::move(lead)) {}

  std::string run(const std::string& x) {
    const std::string a = w_.node("Add", {x, attention(norm(x))});
    return w_.node("Add", {a, feed_forward(norm(a))});
  }

  std::string norm(const std::string& x) {
    if (form_.norm == NormForm::None)
      return x;
    const std::string gamma = w_.random({s_.width}, 1);
    if (form_.norm == NormForm::Rms)
      return w_.node("RMSNormalization", {x, gamma}, "axis", -1);
    if (form_.norm == NormForm::RmsDecomposed) {
      const std::string wide =
          w_.node("Add", {mean(w_.node("Pow", {x, w_.number(2)})), w_.number(1e-5F)});
      const std::string factor = w_.node("Reciprocal", {w_.node("Sqrt", {wide})});
      return w_.node("Mul", {gamma, w_.node("Mul", {x, factor})});
    }
    const std::string beta = w_.random({s_.width}, 0.2);
    if (form_.norm == NormForm::Operator)
      return w_.node("LayerNormalization", {x, gamma, beta}, "axis", -1);
    const std::string centred = w_.node("Sub", {x, mean(x)});
    const std::string square = w_.node("Pow", {centred, w_.number(2)});
    const std::string wide = w_.node("Add", {mean(square), w_.number(1e-5F)});
    const std::string unit = w_.node("Div", {centred, w_.node("Sqrt", {wide})});
    return w_.node("Add", {w_.node("Mul", {unit, gamma}), beta});
  }

 private:
  std::string mean(const std::string& x) {
    if (form_.opset >= 18)
      return w_.node("ReduceMean", {x, w_.ints({-1})});
    return w_.node("ReduceMean", {x}, "axes", Ints{-1});
  }

  // ---- linears

  std::string weight(int64_t in, int64_t out, bool by_output) {
    const double deviation = std::sqrt(3.0 / static_cast<double>(in));
    const Ints shape = by_output ? Ints{out, in} : Ints{in, out};
    switch (form_.weight) {
      case WeightForm::Plain:
        return w_.random(shape, deviation);
      case WeightForm::Transpose:
        return w_.transpose(w_.random({shape[1], shape[0]}, deviation), {1, 0});
      case WeightForm::Identity:
        return w_.node("Identity", {w_.random(shape, deviation)});
      case WeightForm::Cast: {
        auto& t = w_.tensor(w_.fresh("double"), shape, onnx::TensorProto::DOUBLE);
        for (int64_t i = 0; i < in * out; ++i)
          t.add_double_data((w_.unit() * 2 - 1) * deviation);
        return w_.node("Cast", {t.name()}, "to", int64_t{onnx::TensorProto::FLOAT});
      }
      case WeightForm::Constant: {
        w_.random(shape, deviation);
        auto& made = *w_.graph().mutable_initializer();
        auto& n = w_.add("Constant", {});
        auto& a = *n.add_attribute();
        a.set_name("value");
        a.set_type(onnx::AttributeProto::TENSOR);
        *a.mutable_t() = *made.rbegin();
        made.RemoveLast();
        return n.output(0);
      }
      case WeightForm::Dequantize: {
        auto& t = w_.tensor(w_.fresh("int8"), shape, onnx::TensorProto::INT8);
        for (int64_t i = 0; i < in * out; ++i)
          t.add_int32_data(static_cast<int>(w_.unit() * 254) - 127);
        return w_.node("DequantizeLinear",
                       {t.name(), w_.number(static_cast<float>(deviation / 127))});
      }
    }
    return {};
  }

  std::string bias(const Ints& shape) { return w_.random(shape, 0.3); }

  Ints data_shape(int64_t channels) const { return with(lead_, {s_.tokens, channels}); }
  int64_t rows() const {
    int64_t rows = s_.tokens;
    for (const int64_t extent : lead_)
      rows *= extent;
    return rows;
  }

  std::string offered(const std::string& x) {
    if (!form_.quantized)
      return x;
    auto& zero = w_.tensor(w_.fresh("zero"), {}, onnx::TensorProto::INT8);
    zero.add_int32_data(0);
    const std::string scale = w_.number(0.03F), z = zero.name();
    return w_.node("DequantizeLinear", {w_.node("QuantizeLinear", {x, scale, z}), scale, z});
  }

  std::string linear(const std::string& data, int64_t in, int64_t out, bool biased = true) {
    const std::string x = offered(data);
    if (form_.dynamic)
      return added(integer_product(x, in, out), biased ? bias({out}) : "");
    switch (form_.linear) {
      case LinearForm::GemmReshape:
      case LinearForm::GemmFactors: {
        Names operands = {w_.reshape(x, {-1, in}), weight(in, out, true)};
        if (biased)
          operands.push_back(bias({out}));
        auto& gemm = w_.add("Gemm", operands);
        Writer::set(gemm, "transB", int64_t{1});
        if (form_.linear == LinearForm::GemmFactors) {
          Writer::set(gemm, "alpha", 0.5F);
          Writer::set(gemm, "beta", 2.0F);
        }
        return w_.reshape(gemm.output(0), data_shape(out));
      }
      case LinearForm::Left: {
        const std::string product = w_.node("MatMul", {weight(in, out, true), swapped(x)});
        return swapped(added(product, biased ? bias({out, 1}) : ""));
      }
      case LinearForm::Einsum: {
        auto& n = w_.add("Einsum", {x, weight(in, out, true)});
        auto& a = *n.add_attribute();
        a.set_name("equation");
        a.set_type(onnx::AttributeProto::STRING);
        a.set_s("...c,oc->...o");
        return added(n.output(0), biased ? bias({out}) : "");
      }
      case LinearForm::Conv1x1: {
        const std::string flat = weight(in, out, true);
        Names operands = {swapped(x), w_.reshape(flat, {out, in, 1})};
        if (biased)
          operands.push_back(bias({out}));
        return swapped(w_.node("Conv", operands));
      }
      case LinearForm::Batched: {
        const std::string flat = weight(in, out, false);
        return added(w_.node("MatMul", {x, w_.reshape(flat, {1, in, out})}),
                     biased ? bias({1, 1, out}) : "");
      }
      case LinearForm::AddMatMul:
        return w_.node("Add", {bias({out}), w_.node("MatMul", {x, weight(in, out, false)})});
      case LinearForm::MatMulAdd:
      case LinearForm::BiasBehindReshape:
      case LinearForm::BiasBehindTranspose:
        break;
    }
    return added(w_.node("MatMul", {x, weight(in, out, false)}), biased ? bias({out}) : "");
  }

  std::string added(const std::string& product, const std::string& bias) {
    return bias.empty() ? product : w_.node("Add", {product, bias});
  }

  std::string integer_product(const std::string& x, int64_t in, int64_t out) {
    auto& quantize = w_.add("DynamicQuantizeLinear", {x});
    const std::string name = quantize.name();
    quantize.add_output(name + "_scale");
    quantize.add_output(name + "_zero");
    auto& t = w_.tensor(w_.fresh("int8"), {in, out}, onnx::TensorProto::INT8);
    for (int64_t i = 0; i < in * out; ++i)
      t.add_int32_data(static_cast<int>(w_.unit() * 254) - 127);
    auto& zero = w_.tensor(w_.fresh("zero"), {}, onnx::TensorProto::INT8);
    zero.add_int32_data(0);
    const std::string sums =
        w_.node("MatMulInteger", {name + "_out", t.name(), name + "_zero", zero.name()});
    const std::string real = w_.node("Cast", {sums}, "to", int64_t{onnx::TensorProto::FLOAT});
    const auto scale = static_cast<float>(std::sqrt(3.0 / static_cast<double>(in)) / 127);
    return w_.node("Mul", {real, w_.node("Mul", {name + "_scale", w_.number(scale)})});
  }

  // The last two axes.
  std::string swapped(const std::string& x) {
    Ints perm;
    for (int64_t i = 0; i < std::ssize(lead_); ++i)
      perm.push_back(i);
    const auto n = std::ssize(lead_);
    return w_.transpose(x, with(perm, {n + 1, n}));
  }

  // ---- attention

  int64_t depth() const { return s_.width / s_.heads; }

  // (..., T, C) to (..., H, T, d).
  std::string heads(const std::string& x) {
    return by_head(w_.reshape(x, with(lead_, {s_.tokens, s_.heads, depth()})));
  }
  std::string by_head(const std::string& x) {
    Ints perm;
    for (int64_t i = 0; i < std::ssize(lead_); ++i)
      perm.push_back(i);
    const auto n = std::ssize(lead_);
    return w_.transpose(x, with(perm, {n + 1, n, n + 2}));
  }

  std::string projected(const std::string& x) {
    if (form_.linear == LinearForm::BiasBehindReshape) {
      const std::string y = linear(x, s_.width, s_.width, false);
      const std::string parts = w_.reshape(y, with(lead_, {s_.tokens, s_.heads, depth()}));
      return by_head(w_.node("Add", {parts, bias({s_.heads, depth()})}));
    }
    if (form_.linear == LinearForm::BiasBehindTranspose)
      return w_.node("Add",
                     {heads(linear(x, s_.width, s_.width, false)), bias({s_.heads, 1, depth()})});
    return heads(linear(x, s_.width, s_.width));
  }

  // Parts of one product, by Split.
  Names projected_as_one(const std::string& x) {
    const std::string all = linear(x, s_.width, 3 * s_.width);
    const Ints sizes(3, s_.width);
    auto& n = w_.add("Split", w_.opset() >= 13 ? Names{all, w_.ints(sizes)} : Names{all});
    if (w_.opset() < 13)
      Writer::set(n, "split", sizes);
    Writer::set(n, "axis", int64_t{-1});
    const std::string name = n.name();
    n.add_output(name + "_k");
    n.add_output(name + "_v");
    return {heads(name + "_out"), heads(name + "_k"), heads(name + "_v")};
  }

  std::string attention(const std::string& x) {
    switch (form_.attention) {
      case AttentionStyle::Timm:
        return timm_attention(x);
      case AttentionStyle::Operator:
      case AttentionStyle::ContribHeads:
        return attention_operator(x);
      case AttentionStyle::Contrib:
        return contrib_attention(x);
      default:
        break;
    }
    const Names qkv = form_.attention == AttentionStyle::Grouped
                          ? Names{projected(x), grouped(x), grouped(x)}
                      : form_.fused_qkv ? projected_as_one(x)
                                        : Names{projected(x), projected(x), projected(x)};
    return projected_back(head_products(qkv));
  }

  std::string projected_back(const std::string& heads_by_token) {
    return linear(w_.reshape(heads_by_token, data_shape(s_.width)), s_.width, s_.width);
  }

  double scale() const { return 1 / std::sqrt(static_cast<double>(depth())); }

  // (B, H, T, d) of three to (B, T, H, d).
  std::string head_products(Names qkv) {
    Ints perm;
    for (int64_t i = 0; i <= std::ssize(lead_); ++i)
      perm.push_back(i);
    const auto n = std::ssize(perm);
    const std::string keys = w_.transpose(qkv[1], with(perm, {n + 1, n}));
    const std::string weights =
        w_.node("Softmax", {scores(qkv[0], keys)}, "axis", w_.opset() >= 13 ? -1 : n + 1);
    return by_head(w_.node("MatMul", {weights, qkv[2]}));
  }

  std::string scores(const std::string& q, const std::string& keys) {
    const auto times = [&](const std::string& x, double by) {
      return w_.node("Mul", {x, w_.number(static_cast<float>(by))});
    };
    if (form_.attention == AttentionStyle::ScaledOperands)
      return w_.node("MatMul", {times(q, std::sqrt(scale())), times(keys, std::sqrt(scale()))});
    const std::string product = w_.node("MatMul", {q, keys});
    if (form_.attention == AttentionStyle::Divided) {
      const std::string by = w_.node("Div", {product, w_.number(static_cast<float>(1 / scale()))});
      return w_.node("Add", {by, w_.random({1, 1, 1, s_.tokens}, 0)});
    }
    const std::string scaled = times(product, scale());
    if (form_.attention == AttentionStyle::Causal)
      return w_.node("Add", {scaled, later_keys(false)});
    if (form_.attention == AttentionStyle::Hidden)
      return w_.node("Where", {later_keys(true), w_.number(-3.4028235e38F), scaled});
    return scaled;
  }

  // Of every query, as bools, or -inf to add.
  std::string later_keys(bool bools) {
    const std::string name = w_.fresh("later");
    auto& t = w_.tensor(name, {1, 1, s_.tokens, s_.tokens},
                        bools ? onnx::TensorProto::BOOL : onnx::TensorProto::FLOAT);
    for (int64_t i = 0; i < s_.tokens; ++i)
      for (int64_t j = 0; j < s_.tokens; ++j)
        if (bools)
          t.add_int32_data(j > i ? 1 : 0);
        else
          t.add_float_data(j > i ? -INFINITY : 0.0F);
    return name;
  }

  // Half as many heads, each twice.
  std::string grouped(const std::string& x) {
    const int64_t groups = s_.heads / 2, n = std::ssize(lead_);
    const std::string y = linear(x, s_.width, groups * depth());
    const std::string parts = by_head(w_.reshape(y, with(lead_, {s_.tokens, groups, depth()})));
    const std::string one = w_.node("Unsqueeze", {parts, w_.ints({n + 1})});
    const std::string twice =
        w_.node("Expand", {one, w_.ints(with(lead_, {groups, 2, s_.tokens, depth()}))});
    return w_.reshape(twice, with(lead_, {s_.heads, s_.tokens, depth()}));
  }

  std::string timm_attention(const std::string& x) {
    const std::string all = linear(x, s_.width, 3 * s_.width);
    const std::string parts = w_.transpose(
        w_.reshape(all, with(lead_, {s_.tokens, 3, s_.heads, depth()})), {2, 0, 3, 1, 4});
    Names qkv;
    for (const int64_t i : {0, 1, 2}) {
      const std::string index = w_.fresh("index");
      w_.tensor(index, {}, onnx::TensorProto::INT64).add_int64_data(i);
      qkv.push_back(w_.node("Gather", {parts, index}, "axis", 0));
    }
    return projected_back(head_products(qkv));
  }

  std::string attention_operator(const std::string& x) {
    const Names qkv = {linear(x, s_.width, s_.width), linear(x, s_.width, s_.width),
                       linear(x, s_.width, s_.width)};
    const bool contrib = form_.attention == AttentionStyle::ContribHeads;
    auto& n = w_.add(contrib ? "MultiHeadAttention" : "Attention", qkv);
    if (contrib) {
      n.set_domain("com.microsoft");
      Writer::set(n, "num_heads", s_.heads);
    } else {
      Writer::set(n, "q_num_heads", s_.heads);
      Writer::set(n, "kv_num_heads", s_.heads);
    }
    return linear(n.output(0), s_.width, s_.width);
  }

  std::string contrib_attention(const std::string& x) {
    auto& n = w_.add("Attention", {x, weight(s_.width, 3 * s_.width, false), bias({3 * s_.width})});
    n.set_domain("com.microsoft");
    Writer::set(n, "num_heads", s_.heads);
    return linear(n.output(0), s_.width, s_.width);
  }

  // ---- feed forward

  std::string times(const std::string& x, const std::string& y) { return w_.node("Mul", {x, y}); }

  std::string activated(const std::string& x) {
    switch (form_.activation) {
      case Activation::Relu:
        return w_.node("Relu", {x});
      case Activation::GeluOperator:
        return w_.node("Gelu", {x});
      case Activation::Silu:
        return times(x, w_.node("Sigmoid", {x}));
      case Activation::QuickGelu:
        return times(x, w_.node("Sigmoid", {times(x, w_.number(1.702F))}));
      case Activation::GeluErf: {
        const std::string e = w_.node("Erf", {w_.node("Div", {x, w_.number(1.41421356F)})});
        return times(times(x, w_.node("Add", {e, w_.number(1)})), w_.number(0.5F));
      }
      case Activation::GeluTanh: {
        const std::string cube = w_.node("Pow", {x, w_.number(3)});
        const std::string sum = w_.node("Add", {x, times(cube, w_.number(0.044715F))});
        const std::string t = w_.node("Tanh", {times(sum, w_.number(0.79788456F))});
        return times(times(x, w_.number(0.5F)), w_.node("Add", {t, w_.number(1)}));
      }
    }
    return {};
  }

  std::string feed_forward(const std::string& x) {
    return linear(activated(linear(x, s_.width, s_.hidden)), s_.hidden, s_.width);
  }

  Writer& w_;
  const BlockForm& form_;
  BlockSize s_;
  Ints lead_;  // axes before (T, C)
};

}  // namespace

std::span<const BlockForm> block_forms() {
  return kForms;
}

onnx::ModelProto transformer_block(const BlockForm& form, const BlockSize& size) {
  Writer w(form.opset);
  Ints lead;
  if (form.rank >= 3)
    lead.push_back(form.batch);
  if (form.rank == 4)
    lead.push_back(2);
  const Ints shape = with(lead, {size.tokens, size.width});
  w.output(BlockWriter(w, form, size, lead).run(w.input(shape)), shape);
  return w.take();
}

onnx::ModelProto vision_transformer(const VitSize& size) {
  Writer w(17);
  const int64_t tokens = size.tokens(), grid = size.image / size.patch;
  const std::string image = w.input({1, 3, size.image, size.image});
  const double deviation = std::sqrt(3.0 / static_cast<double>(3 * size.patch * size.patch));
  auto& patches =
      w.add("Conv", {image, w.random({size.width, 3, size.patch, size.patch}, deviation),
                     w.random({size.width}, 0.1)});
  Writer::set(patches, "strides", Ints{size.patch, size.patch});
  std::string x =
      w.transpose(w.reshape(patches.output(0), {1, size.width, grid * grid}), {0, 2, 1});
  x = w.node("Concat", {w.random({1, 1, size.width}, 1), x}, "axis", 1);
  x = w.node("Add", {x, w.random({1, tokens, size.width}, 0.5)});
  const BlockForm form = {.name = "", .fused_qkv = true};
  const BlockSize block = {tokens, size.width, size.heads, 4 * size.width};
  for (int64_t i = 0; i < size.layers; ++i)
    x = BlockWriter(w, form, block, {1}).run(x);
  x = BlockWriter(w, form, block, {1}).norm(x);
  const std::string first = w.fresh("first");
  w.tensor(first, {}, onnx::TensorProto::INT64).add_int64_data(0);
  x = w.node("Gather", {x, first}, "axis", 1);
  auto& head =
      w.add("Gemm", {x, w.random({size.classes, size.width}, 0.1), w.random({size.classes}, 0.1)});
  Writer::set(head, "transB", int64_t{1});
  w.output(head.output(0), {1, size.classes});
  return w.take();
}

}  // namespace vta::testing
