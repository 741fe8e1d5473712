#include "tests/fuzz/make_model.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <string_view>

#include "compiler/onnx/op_forms.h"

namespace vta::fuzz {
namespace {

using onnx_import::OpForm;

// What operand k of an operator is like; the last stands for all further ones.
//   x value computed before   v the same, or a constant that fits   w weights of a convolution
//   c a number per channel    m a matrix      s scale               z zero point
//   q weights in int8         Q matrix in int8                      i several integers
//   j an integer              f a number      S scales of Resize    o indices      b booleans
const std::map<std::string_view, std::string_view>& operands() {
  static const std::map<std::string_view, std::string_view> kOperands = {
      {"BatchNormalization", "xcccc"},
      {"CenterCropPad", "xi"},
      {"Clip", "xff"},
      {"ConcatFromSequence", "x"},
      {"ConstantOfShape", "i"},
      {"Conv", "xwc"},
      {"ConvInteger", "xqzz"},
      {"ConvTranspose", "xwc"},
      {"CumSum", "xj"},
      {"DequantizeLinear", "xsz"},
      {"Dropout", "xfb"},
      {"Expand", "xi"},
      {"Gather", "xo"},
      {"GatherElements", "xo"},
      {"GatherND", "xo"},
      {"Gemm", "xmc"},
      {"GroupNormalization", "xcc"},
      {"If", "b"},
      {"InstanceNormalization", "xcc"},
      {"LayerNormalization", "xcc"},
      {"MatMul", "xm"},
      {"MatMulInteger", "xQzz"},
      {"OneHot", "ojv"},
      {"PRelu", "xc"},
      {"Pad", "xifi"},
      {"QLinearConv", "xszqszszc"},
      {"QLinearMatMul", "xszQszsz"},
      {"QuantizeLinear", "xsz"},
      {"RMSNormalization", "xc"},
      {"Range", "jjj"},
      {"Reshape", "xi"},
      {"Resize", "xSSi"},
      {"Scatter", "xox"},
      {"ScatterElements", "xox"},
      {"ScatterND", "xox"},
      {"SequenceAt", "xj"},
      {"SequenceErase", "xj"},
      {"SequenceInsert", "xxj"},
      {"Slice", "xiiii"},
      {"Split", "xi"},
      {"SplitToSequence", "xi"},
      {"Squeeze", "xi"},
      {"Tile", "xi"},
      {"Trilu", "xj"},
      {"Unsqueeze", "xi"},
      {"Where", "bvv"},
      {"ReduceSum", "xi"},
      {"ReduceMean", "xi"},
      {"ReduceMax", "xi"},
      {"ReduceMin", "xi"},
      {"ReduceL1", "xi"},
      {"ReduceL2", "xi"},
      {"ReduceProd", "xi"},
      {"ReduceLogSum", "xi"},
      {"ReduceLogSumExp", "xi"},
      {"ReduceSumSquare", "xi"},
      {"TopK", "xi"}};
  return kOperands;
}

const std::map<std::string_view, std::vector<std::string>>& words() {
  static const std::map<std::string_view, std::vector<std::string>> kWords = {
      {"auto_pad", {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"}},
      {"mode", {"constant", "edge", "reflect", "wrap", "nearest", "linear", "cubic", "DCR", "CRD"}},
      {"approximate", {"none", "tanh"}},
      {"equation",
       {"ij,jk->ik", "bij->bji", "abcd->dcba", "...ij->...ji", "ii->i", "ij->", "bchw,kc->bkhw"}},
      {"reduction", {"none", "add", "mul"}},
      {"nearest_mode", {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}},
      {"coordinate_transformation_mode",
       {"half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel", "tf_crop_and_resize"}},
      {"keep_aspect_ratio_policy", {"stretch", "not_larger", "not_smaller"}},
      {"round_mode", {"up", "down", "nearest"}}};
  return kWords;
}

class ModelMaker {
 public:
  explicit ModelMaker(std::mt19937_64& random) : random_(random) {}

  MadeModel make() {
    begin();
    const auto forms = onnx_import::op_forms();
    const OpForm& first = forms[below(forms.size())];
    opset_ = chance(20) ? one_to(onnx_import::kLastOpset) : std::max<int64_t>(first.since, 1);
    // As new as the operator's form still is.
    while (opset_ < onnx_import::kLastOpset && !chance(4) &&
           onnx_import::op_form(first.op, opset_ + 1) == &first)
      ++opset_;
    model_.mutable_opset_import(0)->set_version(opset_);
    if (rank() == 4 && chance(3))
      add_convolution();
    node(first);
    for (size_t more = below(4); more > 0; --more)
      if (const OpForm* form = onnx_import::op_form(forms[below(forms.size())].op, opset_))
        node(*form);
    if (chance(8))
      add_convolution();
    results();
    MadeModel made;
    model_.SerializeToString(&made.bytes);
    made.shape = shape_;
    made.names = values_;
    return made;
  }

 private:
  size_t below(size_t end) { return end == 0 ? 0 : random_() % end; }
  int64_t one_to(int64_t most) {
    return 1 + static_cast<int64_t>(below(static_cast<size_t>(most)));
  }
  bool chance(size_t one_in) { return below(one_in) == 0; }
  template <typename T>
  const T& of(const std::vector<T>& all) {
    return all[below(all.size())];
  }
  size_t rank() const { return shape_.size(); }
  int64_t channels() const { return rank() > 1 ? shape_[1] : 1; }
  onnx::GraphProto& graph() { return *model_.mutable_graph(); }
  std::string fresh(const char* what) { return what + std::to_string(++made_); }

  void begin() {
    model_.set_ir_version(8);
    model_.add_opset_import()->set_version(13);
    graph().set_name("made");
    const std::vector<int64_t> channels = {1, 3, 4, 8, 16, 17};
    const std::vector<size_t> ranks = {4, 4, 4, 4, 3, 2, 1, 5, 0};
    const size_t rank = of(ranks);
    for (size_t i = 0; i < rank; ++i)
      shape_.push_back(i == 0 ? (chance(8) ? 2 : 1) : i == 1 ? of(channels) : one_to(8));
    if (chance(40) && rank > 0)
      shape_[below(rank)] = 0;
    auto& input = *graph().add_input();
    input.set_name("x");
    auto& type = *input.mutable_type()->mutable_tensor_type();
    type.set_elem_type(onnx::TensorProto::FLOAT);
    type.mutable_shape();
    for (const int64_t extent : shape_)
      type.mutable_shape()->add_dim()->set_dim_value(extent);
    values_ = {"x"};
  }

  // Values in -4 to 3, of any type: as bytes.
  std::string constant(int type, const std::vector<int64_t>& shape, bool positive = false) {
    auto& tensor = *graph().add_initializer();
    tensor.set_name(fresh("c"));
    tensor.set_data_type(type);
    int64_t count = 1;
    for (const int64_t extent : shape) {
      tensor.add_dims(extent);
      count *= extent;
    }
    for (int64_t i = 0; i < count; ++i) {
      const int value = static_cast<int>(below(8)) - (positive ? -1 : 4);
      if (type == onnx::TensorProto::FLOAT)
        tensor.add_float_data(static_cast<float>(value) / 8);
      else if (type == onnx::TensorProto::INT64)
        tensor.add_int64_data(value);
      else
        tensor.add_int32_data(type == onnx::TensorProto::INT8 || type == onnx::TensorProto::INT32
                                  ? value
                                  : std::abs(value));
    }
    return tensor.name();
  }
  std::string integers(size_t count, bool positive) {
    return constant(onnx::TensorProto::INT64, {static_cast<int64_t>(count)}, positive);
  }

  std::string operand(char kind) {
    constexpr int kFloat = onnx::TensorProto::FLOAT;
    const int64_t last = rank() > 0 ? shape_.back() : 1,
                  out = of(std::vector<int64_t>{1, 4, 16, 17});
    std::vector<int64_t> weight = {out, channels()};
    for (size_t i = 2; i < rank(); ++i)
      weight.push_back(one_to(3));
    switch (kind) {
      case 'v':
        return chance(2)   ? value()
               : chance(2) ? constant(kFloat, shape_)
                           : constant(kFloat, chance(2) ? std::vector<int64_t>{}
                                                        : std::vector<int64_t>{last});
      case 'w':
        return constant(kFloat, weight);
      case 'c':
        return constant(kFloat, {chance(3) ? out : channels()}, true);
      case 'm':
        return chance(4) ? value() : constant(kFloat, {last, out});
      case 's':
        return constant(
            kFloat, chance(4) ? std::vector<int64_t>{channels()} : std::vector<int64_t>{}, true);
      case 'z':
        return constant(chance(2) ? onnx::TensorProto::INT8 : onnx::TensorProto::UINT8, {});
      case 'q':
        return constant(onnx::TensorProto::INT8, weight);
      case 'Q':
        return constant(onnx::TensorProto::INT8, {last, out});
      case 'i':
        return integers(chance(4) ? below(6) : rank(), chance(2));
      case 'j':
        return constant(onnx::TensorProto::INT64,
                        chance(2) ? std::vector<int64_t>{} : std::vector<int64_t>{1}, chance(2));
      case 'f':
        return constant(kFloat, {});
      case 'S':
        return constant(kFloat, {static_cast<int64_t>(chance(4) ? 0 : rank())}, true);
      case 'o':
        return constant(onnx::TensorProto::INT64,
                        chance(2) ? shape_ : std::vector<int64_t>{one_to(3)});
      case 'b':
        return constant(onnx::TensorProto::BOOL, chance(2) ? shape_ : std::vector<int64_t>{});
      default:
        return value();
    }
  }

  // One computed before, mostly the last; seldom one that nobody computes.
  std::string value() { return chance(200) ? "nobody" : chance(4) ? of(values_) : values_.back(); }

  void attribute(onnx::NodeProto& node, const std::string& name) {
    auto& a = *node.add_attribute();
    a.set_name(name);
    const auto ints = [&](size_t count, int64_t least, int64_t most) {
      a.set_type(onnx::AttributeProto::INTS);
      for (size_t i = 0; i < count; ++i)
        a.add_ints(least + static_cast<int64_t>(below(static_cast<size_t>(most - least + 1))));
    };
    const size_t space = rank() > 2 ? rank() - 2 : 1;
    if (const auto word = words().find(name); word != words().end()) {
      a.set_type(onnx::AttributeProto::STRING);
      a.set_s(of(word->second));
    } else if (name == "then_branch" || name == "else_branch") {
      branch(a);
    } else if (name == "kernel_shape" || name == "strides" || name == "dilations") {
      ints(chance(20) ? below(5) : space, chance(20) ? 0 : 1, 3);
    } else if (name == "pads" || name == "output_padding") {
      ints(chance(20)                                  ? below(9)
           : name == "pads" && node.op_type() == "Pad" ? 2 * rank()
                                                       : 2 * space,
           0, 2);
    } else if (name == "perm") {
      ints(0, 0, 1);
      for (size_t i = rank(); i > 0; --i)
        a.add_ints(static_cast<int64_t>(i) - 1);
    } else if (name == "axes" || name == "split" || name == "starts" || name == "ends" ||
               name == "output_shape" || name == "value_ints") {
      ints(below(4) + 1, -1, 3);
    } else if (name == "value") {
      a.set_type(onnx::AttributeProto::TENSOR);
      a.mutable_t()->set_data_type(onnx::TensorProto::FLOAT);
      a.mutable_t()->add_dims(1);
      a.mutable_t()->add_float_data(0.5F);
    } else if (is_real(name)) {
      a.set_type(onnx::AttributeProto::FLOAT);
      a.set_f(of(std::vector<float>{0, 0.25F, 1, -1, 1e-5F, 1e30F}));
    } else {
      a.set_type(onnx::AttributeProto::INT);
      a.set_i(of(std::vector<int64_t>{0, 1, 2, 3, -1, 7, 10, int64_t{1} << 40}));
      if (name == "axis" || name == "to" || name == "group" || chance(2))
        a.set_i(one_to(name == "to" ? 11 : 3) - (name == "axis" ? 1 : 0));
    }
    if (chance(100))  // another type than the standard's
      a.set_type(onnx::AttributeProto::STRING);
  }
  static bool is_real(std::string_view name) {
    constexpr std::array<std::string_view, 13> kReal = {
        "alpha",      "beta",  "gamma", "epsilon", "momentum",      "lambd",
        "bias",       "ratio", "min",   "max",     "cubic_coeff_a", "extrapolation_value",
        "value_float"};
    return std::ranges::find(kReal, name) != kReal.end();
  }
  void branch(onnx::AttributeProto& a) {
    a.set_type(onnx::AttributeProto::GRAPH);
    auto& node = *a.mutable_g()->add_node();
    node.set_op_type(chance(2) ? "Relu" : "Identity");
    node.add_input(value());
    node.add_output(fresh("inner"));
    a.mutable_g()->add_output()->set_name(node.output(0));
  }

  void node(const OpForm& form) {
    auto& node = *graph().add_node();
    node.set_op_type(std::string(form.op));
    node.set_name(fresh("n"));
    const auto found = operands().find(form.op);
    const std::string_view kinds = found == operands().end() ? "xv" : found->second;
    int64_t count = form.min_inputs;
    const int64_t most =
        form.max_inputs == onnx_import::kAny ? form.min_inputs + 2 : form.max_inputs;
    if (most > count)
      count += static_cast<int64_t>(below(static_cast<size_t>(most - count) + 1));
    if (chance(40))
      count += chance(2) ? 1 : -1;
    for (int64_t k = 0; k < count; ++k) {
      const bool left_out = k >= form.min_inputs && k + 1 < count && chance(3);
      node.add_input(left_out ? ""
                              : operand(kinds[std::min(static_cast<size_t>(k), kinds.size() - 1)]));
    }
    for (const std::string_view name : form.attrs)
      if (!chance(3))
        attribute(node, std::string(name));
    const int64_t results = form.max_outputs == onnx_import::kAny
                                ? one_to(4)
                                : one_to(std::max(form.max_outputs, 1)) + (chance(40) ? 1 : 0);
    for (int64_t k = 0; k < results; ++k) {
      const bool unnamed = k > 0 && chance(4);
      node.add_output(unnamed ? "" : fresh("v"));
      if (!unnamed)
        values_.push_back(node.output(static_cast<int>(k)));
    }
    if (results > 1 && !chance(3))  // what follows takes the first
      values_.push_back(node.output(0));
  }

  void add_convolution() {
    auto& node = *graph().add_node();
    node.set_op_type("Conv");
    node.set_name(fresh("conv"));
    node.add_input(values_.back());
    node.add_input(constant(onnx::TensorProto::FLOAT, {16, channels(), 1, 1}));
    node.add_output(fresh("v"));
    values_.push_back(node.output(0));
  }

  void results() {
    for (size_t count = 1 + (chance(3) ? below(3) : 0); count > 0; --count) {
      const size_t kind = below(30);
      const bool has_constant = kind == 0 && graph().initializer_size() > 0;
      graph().add_output()->set_name(has_constant ? graph().initializer(0).name()
                                     : kind < 6   ? of(values_)
                                                  : values_.back());
    }
    if (chance(50))
      graph().clear_output();
  }

  std::mt19937_64& random_;
  onnx::ModelProto model_;
  std::vector<int64_t> shape_;  // of the input, and mostly of what follows
  std::vector<std::string> values_;
  int64_t opset_ = 13, made_ = 0;
};

}  // namespace

MadeModel make_model(std::mt19937_64& random) {
  return ModelMaker(random).make();
}

}  // namespace vta::fuzz
