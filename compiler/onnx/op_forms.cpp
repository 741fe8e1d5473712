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
      {"Add", 7, 2, 2, 1, {}},
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
      {"BatchNormalization", 9, 5, 5, 5, {"epsilon", "momentum"}},
      {"BatchNormalization", 14, 5, 5, 3, {"epsilon", "momentum", "training_mode"}},
      {"Cast", 9, 1, 1, 1, {"to"}},
      {"Clip", 6, 1, 1, 1, {"max", "min"}},
      {"Clip", 11, 1, 3, 1, {}},
      {"Concat", 4, 1, kAny, 1, {"axis"}},
      {"Constant", 9, 0, 0, 1, {"value"}},
      {"Constant",
       12,
       0,
       0,
       1,
       {"value", "value_float", "value_floats", "value_int", "value_ints"}},
      {"ConstantOfShape", 9, 1, 1, 1, {"value"}},
      {"Conv", 1, 2, 3, 1, {"auto_pad", "dilations", "group", "kernel_shape", "pads", "strides"}},
      {"Div", 7, 2, 2, 1, {}},
      {"Dropout", 7, 1, 1, 2, {"ratio"}},
      {"Dropout", 12, 1, 3, 2, {"seed"}},
      {"Exp", 6, 1, 1, 1, {}},
      {"Flatten", 9, 1, 1, 1, {"axis"}},
      {"Gather", 1, 2, 2, 1, {"axis"}},
      {"Gemm", 9, 3, 3, 1, {"alpha", "beta", "transA", "transB"}},
      {"Gemm", 11, 2, 3, 1, {"alpha", "beta", "transA", "transB"}},
      {"GlobalAveragePool", 1, 1, 1, 1, {}},
      {"GlobalMaxPool", 1, 1, 1, 1, {}},
      {"Identity", 1, 1, 1, 1, {}},
      {"LRN", 1, 1, 1, 1, {"alpha", "beta", "bias", "size"}},
      {"LeakyRelu", 6, 1, 1, 1, {"alpha"}},
      {"LogSoftmax", 1, 1, 1, 1, {"axis"}},
      {"MatMul", 9, 2, 2, 1, {}},
      {"Max", 8, 1, kAny, 1, {}},
      {"MaxPool", 8, 1, 1, 2, {"auto_pad", "kernel_shape", "pads", "storage_order", "strides"}},
      {"MaxPool",
       10,
       1,
       1,
       2,
       {"auto_pad", "ceil_mode", "dilations", "kernel_shape", "pads", "storage_order", "strides"}},
      {"Min", 8, 1, kAny, 1, {}},
      {"Mul", 7, 2, 2, 1, {}},
      {"Neg", 6, 1, 1, 1, {}},
      {"Pad", 2, 1, 1, 1, {"mode", "pads", "value"}},
      {"Pad", 11, 2, 3, 1, {"mode"}},
      {"ReduceMean", 1, 1, 1, 1, {"axes", "keepdims"}},
      {"Relu", 6, 1, 1, 1, {}},
      {"Reshape", 5, 2, 2, 1, {}},
      {"Reshape", 14, 2, 2, 1, {"allowzero"}},
      {"Shape", 1, 1, 1, 1, {}},
      {"Shape", 15, 1, 1, 1, {"end", "start"}},
      {"Sigmoid", 6, 1, 1, 1, {}},
      {"Slice", 1, 1, 1, 1, {"axes", "ends", "starts"}},
      {"Slice", 10, 3, 5, 1, {}},
      {"Softmax", 1, 1, 1, 1, {"axis"}},
      {"Sqrt", 6, 1, 1, 1, {}},
      {"Squeeze", 1, 1, 1, 1, {"axes"}},
      {"Squeeze", 13, 1, 2, 1, {}},
      {"Sub", 7, 2, 2, 1, {}},
      {"Sum", 8, 1, kAny, 1, {}},
      {"Tanh", 6, 1, 1, 1, {}},
      {"Transpose", 1, 1, 1, 1, {"perm"}},
      {"Unsqueeze", 1, 1, 1, 1, {"axes"}},
      {"Unsqueeze", 13, 2, 2, 1, {}},
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
    if (node.input(i).empty() && (i < form.min_inputs || form.max_inputs == kAny))
      fail(node, fmt::format("operand {} is left out: it is required", i));
  if (outputs < 1 || outputs > form.max_outputs)
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

const OpForm& op_form(std::string_view op, int64_t opset) {
  const OpForm* found = nullptr;
  for (const OpForm& form : table())
    if (form.op == op && form.since <= opset)
      found = &form;
  VTA_CHECK(found != nullptr, "operator {} has no form at opset {}", op, opset);
  return *found;
}

void check_form(const onnx::NodeProto& node, int64_t opset) {
  const OpForm& form = op_form(node.op_type(), opset);
  check_counts(node, form, opset);
  check_attributes(node, form, opset);
}

}  // namespace vta::onnx_import
