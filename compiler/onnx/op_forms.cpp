#include "compiler/onnx/op_forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/error.h"
#include "base/plural.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

const std::vector<OpForm>& table() {
  static const std::vector<OpForm> kForms = {
      {"Abs", 6, 1, 1, 1, {}},
      {"Acos", 7, 1, 1, 1, {}},
      {"Acosh", 9, 1, 1, 1, {}},
      {"Add", 7, 2, 2, 1, {}},
      {"And", 7, 2, 2, 1, {}},
      {"ArgMax", 1, 1, 1, 1, {"axis", "keepdims"}},
      {"ArgMax", 12, 1, 1, 1, {"axis", "keepdims", "select_last_index"}},
      {"ArgMin", 1, 1, 1, 1, {"axis", "keepdims"}},
      {"ArgMin", 12, 1, 1, 1, {"axis", "keepdims", "select_last_index"}},
      {"Asin", 7, 1, 1, 1, {}},
      {"Asinh", 9, 1, 1, 1, {}},
      {"Atan", 7, 1, 1, 1, {}},
      {"Atanh", 9, 1, 1, 1, {}},
      {"AveragePool",
       7,
       1,
       1,
       1,
       {"auto_pad", "count_include_pad", "kernel_shape", "pads", "strides"}},
      {"AveragePool",
       10,
       1,
       1,
       1,
       {"auto_pad", "ceil_mode", "count_include_pad", "kernel_shape", "pads", "strides"}},
      {"AveragePool",
       19,
       1,
       1,
       1,
       {"auto_pad", "ceil_mode", "count_include_pad", "dilations", "kernel_shape", "pads",
        "strides"}},
      {"BatchNormalization", 7, 5, 5, 5, {"epsilon", "momentum", "spatial"}},
      {"BatchNormalization", 9, 5, 5, 5, {"epsilon", "momentum"}},
      {"BatchNormalization", 14, 5, 5, 3, {"epsilon", "momentum", "training_mode"}},
      {"Cast", 6, 1, 1, 1, {"to"}},
      {"Cast", 19, 1, 1, 1, {"saturate", "to"}},
      {"Cast", 24, 1, 1, 1, {"round_mode", "saturate", "to"}},
      {"CastLike", 15, 2, 2, 1, {}},
      {"CastLike", 19, 2, 2, 1, {"saturate"}},
      {"CastLike", 24, 2, 2, 1, {"round_mode", "saturate"}},
      {"Ceil", 6, 1, 1, 1, {}},
      {"Celu", 12, 1, 1, 1, {"alpha"}},
      {"CenterCropPad", 18, 2, 2, 1, {"axes"}},
      {"Clip", 6, 1, 1, 1, {"max", "min"}},
      {"Clip", 11, 1, 3, 1, {}},
      {"Concat", 4, 1, kAny, 1, {"axis"}},
      {"ConcatFromSequence", 11, 1, 1, 1, {"axis", "new_axis"}},
      {"Constant", 1, 0, 0, 1, {"value"}},
      {"Constant",
       12,
       0,
       0,
       1,
       {"value", "value_float", "value_floats", "value_int", "value_ints"}},
      {"ConstantOfShape", 9, 1, 1, 1, {"value"}},
      {"Conv", 1, 2, 3, 1, {"auto_pad", "dilations", "group", "kernel_shape", "pads", "strides"}},
      {"ConvInteger",
       10,
       2,
       4,
       1,
       {"auto_pad", "dilations", "group", "kernel_shape", "pads", "strides"}},
      {"ConvTranspose",
       1,
       2,
       3,
       1,
       {"auto_pad", "dilations", "group", "kernel_shape", "output_padding", "output_shape", "pads",
        "strides"}},
      {"Cos", 7, 1, 1, 1, {}},
      {"Cosh", 9, 1, 1, 1, {}},
      {"CumSum", 11, 2, 2, 1, {"exclusive", "reverse"}},
      {"DepthToSpace", 1, 1, 1, 1, {"blocksize"}},
      {"DepthToSpace", 11, 1, 1, 1, {"blocksize", "mode"}},
      {"DequantizeLinear", 10, 2, 3, 1, {}},
      {"DequantizeLinear", 13, 2, 3, 1, {"axis"}},
      {"DequantizeLinear", 21, 2, 3, 1, {"axis", "block_size"}},
      {"DequantizeLinear", 23, 2, 3, 1, {"axis", "block_size", "output_dtype"}},
      {"Div", 7, 2, 2, 1, {}},
      {"Dropout", 7, 1, 1, 2, {"ratio"}},
      {"Dropout", 12, 1, 3, 2, {"seed"}},
      {"DynamicQuantizeLinear", 11, 1, 1, 3, {}},
      {"Einsum", 12, 1, kAny, 1, {"equation"}},
      {"Elu", 6, 1, 1, 1, {"alpha"}},
      {"Equal", 7, 2, 2, 1, {}},
      {"Erf", 9, 1, 1, 1, {}},
      {"Exp", 6, 1, 1, 1, {}},
      {"Expand", 8, 2, 2, 1, {}},
      {"EyeLike", 9, 1, 1, 1, {"dtype", "k"}},
      {"Flatten", 1, 1, 1, 1, {"axis"}},
      {"Floor", 6, 1, 1, 1, {}},
      {"Gather", 1, 2, 2, 1, {"axis"}},
      {"GatherElements", 11, 2, 2, 1, {"axis"}},
      {"GatherND", 11, 2, 2, 1, {}},
      {"GatherND", 12, 2, 2, 1, {"batch_dims"}},
      {"Gelu", 20, 1, 1, 1, {"approximate"}},
      {"Gemm", 7, 3, 3, 1, {"alpha", "beta", "transA", "transB"}},
      {"Gemm", 11, 2, 3, 1, {"alpha", "beta", "transA", "transB"}},
      {"GlobalAveragePool", 1, 1, 1, 1, {}},
      {"GlobalLpPool", 2, 1, 1, 1, {"p"}},
      {"GlobalMaxPool", 1, 1, 1, 1, {}},
      {"Greater", 7, 2, 2, 1, {}},
      {"GreaterOrEqual", 12, 2, 2, 1, {}},
      {"GroupNormalization", 18, 3, 3, 1, {"epsilon", "num_groups"}},
      {"GroupNormalization", 21, 3, 3, 1, {"epsilon", "num_groups", "stash_type"}},
      {"HardSigmoid", 6, 1, 1, 1, {"alpha", "beta"}},
      {"HardSwish", 14, 1, 1, 1, {}},
      {"Hardmax", 1, 1, 1, 1, {"axis"}},
      {"Identity", 1, 1, 1, 1, {}},
      {"If", 1, 1, 1, kAny, {"else_branch", "then_branch"}},
      {"InstanceNormalization", 6, 3, 3, 1, {"epsilon"}},
      {"IsInf", 10, 1, 1, 1, {"detect_negative", "detect_positive"}},
      {"IsNaN", 9, 1, 1, 1, {}},
      {"LRN", 1, 1, 1, 1, {"alpha", "beta", "bias", "size"}},
      {"LayerNormalization", 17, 2, 3, 3, {"axis", "epsilon", "stash_type"}},
      {"LeakyRelu", 6, 1, 1, 1, {"alpha"}},
      {"Less", 7, 2, 2, 1, {}},
      {"LessOrEqual", 12, 2, 2, 1, {}},
      {"Log", 6, 1, 1, 1, {}},
      {"LogSoftmax", 1, 1, 1, 1, {"axis"}},
      {"LpNormalization", 1, 1, 1, 1, {"axis", "p"}},
      {"LpPool", 2, 1, 1, 1, {"auto_pad", "kernel_shape", "p", "pads", "strides"}},
      {"LpPool",
       18,
       1,
       1,
       1,
       {"auto_pad", "ceil_mode", "dilations", "kernel_shape", "p", "pads", "strides"}},
      {"MatMul", 1, 2, 2, 1, {}},
      {"MatMulInteger", 10, 2, 4, 1, {}},
      {"Max", 6, 1, kAny, 1, {}},
      {"MaxPool", 1, 1, 1, 1, {"auto_pad", "kernel_shape", "pads", "strides"}},
      {"MaxPool", 8, 1, 1, 2, {"auto_pad", "kernel_shape", "pads", "storage_order", "strides"}},
      {"MaxPool",
       10,
       1,
       1,
       2,
       {"auto_pad", "ceil_mode", "dilations", "kernel_shape", "pads", "storage_order", "strides"}},
      {"Mean", 6, 1, kAny, 1, {}},
      {"MeanVarianceNormalization", 9, 1, 1, 1, {"axes"}},
      {"Min", 6, 1, kAny, 1, {}},
      {"Mish", 18, 1, 1, 1, {}},
      {"Mod", 10, 2, 2, 1, {"fmod"}},
      {"Mul", 7, 2, 2, 1, {}},
      {"Neg", 6, 1, 1, 1, {}},
      {"Not", 1, 1, 1, 1, {}},
      {"OneHot", 9, 3, 3, 1, {"axis"}},
      {"Or", 7, 2, 2, 1, {}},
      {"PRelu", 7, 2, 2, 1, {}},
      {"Pad", 2, 1, 1, 1, {"mode", "pads", "value"}},
      {"Pad", 11, 2, 3, 1, {"mode"}},
      {"Pad", 18, 2, 4, 1, {"mode"}},
      {"Pow", 7, 2, 2, 1, {}},
      {"QLinearConv",
       10,
       8,
       9,
       1,
       {"auto_pad", "dilations", "group", "kernel_shape", "pads", "strides"}},
      {"QLinearMatMul", 10, 8, 8, 1, {}},
      {"QuantizeLinear", 10, 2, 3, 1, {}},
      {"QuantizeLinear", 13, 2, 3, 1, {"axis"}},
      {"QuantizeLinear", 19, 2, 3, 1, {"axis", "saturate"}},
      {"QuantizeLinear", 21, 2, 3, 1, {"axis", "block_size", "output_dtype", "saturate"}},
      {"QuantizeLinear",
       23,
       2,
       3,
       1,
       {"axis", "block_size", "output_dtype", "precision", "saturate"}},
      {"RMSNormalization", 23, 2, 2, 1, {"axis", "epsilon", "stash_type"}},
      {"Range", 11, 3, 3, 1, {}},
      {"Reciprocal", 6, 1, 1, 1, {}},
      {"ReduceL1", 1, 1, 1, 1, {"axes", "keepdims"}},
      {"ReduceL1", 18, 1, 2, 1, {"keepdims", "noop_with_empty_axes"}},
      {"ReduceL2", 1, 1, 1, 1, {"axes", "keepdims"}},
      {"ReduceL2", 18, 1, 2, 1, {"keepdims", "noop_with_empty_axes"}},
      {"ReduceLogSum", 1, 1, 1, 1, {"axes", "keepdims"}},
      {"ReduceLogSum", 18, 1, 2, 1, {"keepdims", "noop_with_empty_axes"}},
      {"ReduceLogSumExp", 1, 1, 1, 1, {"axes", "keepdims"}},
      {"ReduceLogSumExp", 18, 1, 2, 1, {"keepdims", "noop_with_empty_axes"}},
      {"ReduceMax", 1, 1, 1, 1, {"axes", "keepdims"}},
      {"ReduceMax", 18, 1, 2, 1, {"keepdims", "noop_with_empty_axes"}},
      {"ReduceMean", 1, 1, 1, 1, {"axes", "keepdims"}},
      {"ReduceMean", 18, 1, 2, 1, {"keepdims", "noop_with_empty_axes"}},
      {"ReduceMin", 1, 1, 1, 1, {"axes", "keepdims"}},
      {"ReduceMin", 18, 1, 2, 1, {"keepdims", "noop_with_empty_axes"}},
      {"ReduceProd", 1, 1, 1, 1, {"axes", "keepdims"}},
      {"ReduceProd", 18, 1, 2, 1, {"keepdims", "noop_with_empty_axes"}},
      {"ReduceSum", 1, 1, 1, 1, {"axes", "keepdims"}},
      {"ReduceSum", 13, 1, 2, 1, {"keepdims", "noop_with_empty_axes"}},
      {"ReduceSumSquare", 1, 1, 1, 1, {"axes", "keepdims"}},
      {"ReduceSumSquare", 18, 1, 2, 1, {"keepdims", "noop_with_empty_axes"}},
      {"Relu", 6, 1, 1, 1, {}},
      {"Reshape", 5, 2, 2, 1, {}},
      {"Reshape", 14, 2, 2, 1, {"allowzero"}},
      {"Resize", 10, 2, 2, 1, {"mode"}},
      {"Resize",
       11,
       1,
       4,
       1,
       {"coordinate_transformation_mode", "cubic_coeff_a", "exclude_outside", "extrapolation_value",
        "mode", "nearest_mode"}},
      {"Resize",
       18,
       1,
       4,
       1,
       {"antialias", "axes", "coordinate_transformation_mode", "cubic_coeff_a", "exclude_outside",
        "extrapolation_value", "keep_aspect_ratio_policy", "mode", "nearest_mode"}},
      {"Round", 11, 1, 1, 1, {}},
      {"Scatter", 9, 3, 3, 1, {"axis"}},
      {"Scatter", 11, 0, 0, kWithdrawn, {}},
      {"ScatterElements", 11, 3, 3, 1, {"axis"}},
      {"ScatterElements", 16, 3, 3, 1, {"axis", "reduction"}},
      {"ScatterND", 11, 3, 3, 1, {}},
      {"ScatterND", 16, 3, 3, 1, {"reduction"}},
      {"Selu", 6, 1, 1, 1, {"alpha", "gamma"}},
      {"SequenceAt", 11, 2, 2, 1, {}},
      {"SequenceConstruct", 11, 1, kAny, 1, {}},
      {"SequenceEmpty", 11, 0, 0, 1, {"dtype"}},
      {"SequenceErase", 11, 1, 2, 1, {}},
      {"SequenceInsert", 11, 2, 3, 1, {}},
      {"SequenceLength", 11, 1, 1, 1, {}},
      {"Shape", 1, 1, 1, 1, {}},
      {"Shape", 15, 1, 1, 1, {"end", "start"}},
      {"Shrink", 9, 1, 1, 1, {"bias", "lambd"}},
      {"Sigmoid", 6, 1, 1, 1, {}},
      {"Sign", 9, 1, 1, 1, {}},
      {"Sin", 7, 1, 1, 1, {}},
      {"Sinh", 9, 1, 1, 1, {}},
      {"Size", 1, 1, 1, 1, {}},
      {"Slice", 1, 1, 1, 1, {"axes", "ends", "starts"}},
      {"Slice", 10, 3, 5, 1, {}},
      {"Softmax", 1, 1, 1, 1, {"axis"}},
      {"Softplus", 1, 1, 1, 1, {}},
      {"Softsign", 1, 1, 1, 1, {}},
      {"SpaceToDepth", 1, 1, 1, 1, {"blocksize"}},
      {"Split", 2, 1, 1, kAny, {"axis", "split"}},
      {"Split", 13, 1, 2, kAny, {"axis"}},
      {"Split", 18, 1, 2, kAny, {"axis", "num_outputs"}},
      {"SplitToSequence", 11, 1, 2, 1, {"axis", "keepdims"}},
      {"Sqrt", 6, 1, 1, 1, {}},
      {"Squeeze", 1, 1, 1, 1, {"axes"}},
      {"Squeeze", 13, 1, 2, 1, {}},
      {"Sub", 7, 2, 2, 1, {}},
      {"Sum", 6, 1, kAny, 1, {}},
      {"Swish", 24, 1, 1, 1, {"alpha"}},
      {"Tan", 7, 1, 1, 1, {}},
      {"Tanh", 6, 1, 1, 1, {}},
      {"ThresholdedRelu", 10, 1, 1, 1, {"alpha"}},
      {"Tile", 6, 2, 2, 1, {}},
      {"Transpose", 1, 1, 1, 1, {"perm"}},
      {"Trilu", 14, 1, 2, 1, {"upper"}},
      {"Unsqueeze", 1, 1, 1, 1, {"axes"}},
      {"Unsqueeze", 13, 2, 2, 1, {}},
      {"Upsample", 7, 1, 1, 1, {"mode", "scales"}},
      {"Upsample", 9, 2, 2, 1, {"mode"}},
      {"Upsample", 10, 0, 0, kWithdrawn, {}},
      {"Where", 9, 3, 3, 1, {}},
      {"Xor", 7, 2, 2, 1, {}},
      {"com.microsoft.DequantizeLinear", 1, 2, 3, 1, {"axis"}},
      {"com.microsoft.QGemm", 1, 6, 9, 1, {"alpha", "transA", "transB"}},
      {"com.microsoft.QLinearAdd", 1, 7, 8, 1, {}, {2, 5}},
      {"com.microsoft.QLinearAveragePool",
       1,
       4,
       5,
       1,
       {"auto_pad", "ceil_mode", "channels_last", "count_include_pad", "kernel_shape", "pads",
        "strides"},
       {2}},
      {"com.microsoft.QLinearConcat", 1, 5, kAny, 1, {"axis"}},
      {"com.microsoft.QLinearGlobalAveragePool", 1, 5, 5, 1, {"channels_last"}},
      {"com.microsoft.QLinearLeakyRelu", 1, 4, 5, 1, {"alpha"}, {2}},
      {"com.microsoft.QLinearMul", 1, 7, 8, 1, {}, {2, 5}},
      {"com.microsoft.QLinearSigmoid", 1, 4, 5, 1, {}, {2}},
      {"com.microsoft.QuantizeLinear", 1, 2, 3, 1, {"axis"}},
  };
  return kForms;
}

[[noreturn]] void fail(const onnx::NodeProto& node, const std::string& why) {
  throw CompileError(fmt::format("{}: {}", node_text(node), why));
}

void check_counts(const onnx::NodeProto& node, const OpForm& form, int64_t opset) {
  const int inputs = node.input_size(), outputs = node.output_size();
  if (inputs < form.min_inputs || (form.max_inputs != kAny && inputs > form.max_inputs))
    fail(node, fmt::format("has {}: at opset {} the operator takes {}", counted(inputs, "operand"),
                           opset, count_text(form.min_inputs, form.max_inputs)));
  for (int i = 0; i < inputs; ++i)
    if (node.input(i).empty() && (i < form.min_inputs || form.max_inputs == kAny) &&
        std::ranges::find(form.optional, i) == form.optional.end())
      fail(node, fmt::format("operand {} is left out: it is required", i));
  if (outputs < 1 || (form.max_outputs != kAny && outputs > form.max_outputs))
    fail(node, fmt::format("has {}: at opset {} the operator has {}", counted(outputs, "result"),
                           opset, count_text(1, form.max_outputs)));
}

void check_attributes(const onnx::NodeProto& node, const OpForm& form, int64_t opset) {
  std::set<std::string_view> seen;
  for (const auto& a : node.attribute()) {
    if (std::ranges::find(form.attrs, a.name()) == form.attrs.end())
      fail(node, fmt::format("attribute '{}' is not supported at opset {}; supported are: {}",
                             a.name(), opset,
                             form.attrs.empty() ? std::string("none")
                                                : fmt::format("{}", fmt::join(form.attrs, ", "))));
    if (!seen.insert(a.name()).second)
      fail(node, fmt::format("attribute '{}' is there twice", a.name()));
  }
}

}  // namespace

std::string count_text(int least, int most) {
  if (most == kAny)
    return fmt::format("{} or more", least);
  return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
}

std::span<const OpForm> op_forms() {
  return table();
}

const OpForm* op_form(std::string_view op, int64_t opset) {
  const OpForm* found = nullptr;
  for (const OpForm& form : table())
    if (form.op == op && form.since <= opset)
      found = &form;
  return found;
}

void check_form(const onnx::NodeProto& node, int64_t opset) {
  const OpForm* found = op_form(table_name(node), opset);
  if (found == nullptr) {
    const auto first = std::ranges::find(table(), table_name(node), &OpForm::op);
    VTA_CHECK(first != table().end(), "operator {} has no form", node.op_type());
    fail(node, fmt::format("this form of the operator is there from opset {} on, the model uses {}",
                           first->since, opset));
  }
  if (found->max_outputs == kWithdrawn)
    fail(node, fmt::format("the operator is gone from opset {} on, the model uses {}", found->since,
                           opset));
  const OpForm& form = *found;
  check_counts(node, form, opset);
  check_attributes(node, form, opset);
}

}  // namespace vta::onnx_import
