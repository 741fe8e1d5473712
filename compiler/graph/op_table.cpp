#include "compiler/graph/op_table.h"

#include <algorithm>

#include "base/plural.h"
#include "base/suggest.h"
#include "compiler/graph/shapes.h"

namespace vta {
namespace {

const std::vector<OpSpec>& table() {
  using namespace shapes;
  static const std::vector<OpSpec> kTable = {
      {"nn.conv2d",
       2,
       2,
       {"strides", "padding", "dilation", "groups", "channels", "kernel_size", "data_layout",
        "kernel_layout", "out_layout", "out_dtype"},
       conv2d,
       "2-D convolution; layouts NCHW, NHWC or packed NCHW{b}n{L}c, with groups and a plain "
       "kernel"},
      {"nn.dense", 2, 2, {"units", "out_dtype"}, dense, "data times transposed weight (units, k)"},
      {"nn.im2col",
       1,
       1,
       {"kernel_size", "strides", "padding", "dilation"},
       im2col,
       "the window of every output as channels: (N, C, H, W) to (N, C kh kw, OH, OW), zeros as "
       "pads"},
      {"nn.bias_add", 2, 2, {"axis"}, bias_add, "adds one value per index of an axis (default 1)"},
      {"nn.batch_norm",
       5,
       5,
       {"axis", "epsilon", "center", "scale"},
       batch_norm,
       "normalises by given mean and variance; a tuple of result, mean, variance"},
      {"nn.relu", 1, 1, {}, same, "max(x, 0)"},
      {"nn.leaky_relu", 1, 1, {"alpha"}, same_float, "x where positive, else alpha x"},
      {"nn.max_pool2d",
       1,
       1,
       {"pool_size", "strides", "dilation", "padding", "layout", "out_layout", "ceil_mode"},
       pool2d,
       "largest of a window"},
      {"nn.avg_pool2d",
       1,
       1,
       {"pool_size", "strides", "dilation", "padding", "layout", "out_layout", "ceil_mode",
        "count_include_pad"},
       pool2d,
       "mean of a window, of its part inside the data unless count_include_pad"},
      {"nn.sum_pool2d",
       1,
       1,
       {"pool_size", "strides", "dilation", "padding", "layout", "out_layout"},
       sum_pool2d,
       "sum of a window, int32; pads add nothing"},
      {"nn.global_avg_pool2d", 1, 1, {"layout", "out_layout"}, global_pool2d, "mean of each plane"},
      {"nn.global_max_pool2d",
       1,
       1,
       {"layout", "out_layout"},
       global_pool2d,
       "largest of each plane"},
      {"nn.softmax", 1, 1, {"axis"}, softmax, "exponentials along an axis (default -1), sum 1"},
      {"nn.log_softmax", 1, 1, {"axis"}, softmax, "logarithm of softmax"},
      {"nn.lrn",
       1,
       1,
       {"size", "axis", "bias", "alpha", "beta"},
       lrn,
       "x / (bias + alpha / size * sum of squares of size neighbours) ** beta"},
      {"nn.dropout", 1, 1, {"rate"}, same, "identity (inference); one result, no mask"},
      {"nn.pad",
       1,
       2,
       {"pad_width", "pad_value", "pad_mode"},
       pad,
       "pads each axis by [before, after]; the second operand is the value"},
      {"nn.batch_flatten", 1, 1, {}, batch_flatten, "all axes but the first become one"},
      {"add", 2, 2, {}, binary, "sum, with broadcasting"},
      {"subtract", 2, 2, {}, binary, "difference, with broadcasting"},
      {"multiply", 2, 2, {}, binary, "product, with broadcasting"},
      {"divide", 2, 2, {}, binary, "quotient, with broadcasting"},
      {"maximum", 2, 2, {}, binary, "the larger, with broadcasting"},
      {"minimum", 2, 2, {}, binary, "the smaller, with broadcasting"},
      {"left_shift", 2, 2, {}, shift, "x << y, integers, with broadcasting"},
      {"right_shift", 2, 2, {}, shift, "x >> y, arithmetic, integers, with broadcasting"},
      {"round", 1, 1, {}, same, "nearest integer, half away from zero"},
      {"clip", 1, 1, {"a_min", "a_max"}, clip, "limits to a_min..a_max"},
      {"cast", 1, 1, {"dtype"}, cast, "converts the element type"},
      {"negative", 1, 1, {}, same, "-x"},
      {"abs", 1, 1, {}, same, "magnitude"},
      {"sigmoid", 1, 1, {}, same_float, "1 / (1 + exp(-x))"},
      {"tanh", 1, 1, {}, same_float, "hyperbolic tangent"},
      {"exp", 1, 1, {}, same_float, "exponential"},
      {"sqrt", 1, 1, {}, same_float, "square root"},
      {"reshape", 1, 1, {"newshape"}, reshape, "new extents; 0 copies one, -1 takes the rest"},
      {"transpose", 1, 1, {"axes"}, transpose, "permutes axes; without axes reverses them"},
      {"squeeze", 1, 1, {"axis"}, squeeze, "drops axes of extent 1"},
      {"expand_dims", 1, 1, {"axis", "num_newaxis"}, expand_dims, "inserts axes of extent 1"},
      {"concatenate", 1, -1, {"axis"}, concatenate, "joins operands along an axis (default 0)"},
      {"split",
       1,
       1,
       {"indices_or_sections", "axis"},
       split,
       "cuts along an axis; a tuple of the parts"},
      {"strided_slice",
       1,
       1,
       {"begin", "end", "strides", "axes"},
       strided_slice,
       "a part of each axis, as in numpy, strides positive"},
      {"mean", 1, 1, {"axis", "keepdims", "exclude"}, mean, "mean over axes (default all)"},
      {"broadcast_to", 1, 1, {"shape"}, broadcast_to, "repeats along axes of extent 1"},
      {"annotation.cast_hint",
       1,
       1,
       {"dtype"},
       cast_hint,
       "identity; quantisation casts to dtype here"},
      {"annotation.stop_fusion", 1, 1, {}, same, "identity; kernels end here"},
      {"copy", 1, 1, {}, same, "identity"},
  };
  return kTable;
}

std::string near_names(std::string_view name) {
  std::vector<std::pair<int64_t, std::string_view>> ranked;
  for (const OpSpec& spec : table()) {
    const std::string_view bare = spec.name.substr(spec.name.find('.') + 1);
    ranked.emplace_back(std::min(edit_distance(name, spec.name), edit_distance(name, bare)),
                        spec.name);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  return fmt::format("{}, {}, {}", ranked[0].second, ranked[1].second, ranked[2].second);
}

std::string operand_count(const OpSpec& spec) {
  if (spec.max_inputs < 0)
    return fmt::format("{} or more", spec.min_inputs);
  if (spec.max_inputs == spec.min_inputs)
    return fmt::format("{}", spec.min_inputs);
  return fmt::format("{} to {}", spec.min_inputs, spec.max_inputs);
}

void check_operands(const OpSpec& spec, size_t count) {
  const auto n = static_cast<int>(count);
  if (n >= spec.min_inputs && (spec.max_inputs < 0 || n <= spec.max_inputs))
    return;
  throw CompileError(fmt::format("{}: has {}, expected {}", spec.name, counted(n, "operand"),
                                 operand_count(spec)));
}

void check_attributes(const OpSpec& spec, const Attrs& attrs) {
  for (const auto& [name, value] : attrs.items())
    if (std::find(spec.attrs.begin(), spec.attrs.end(), name) == spec.attrs.end())
      throw CompileError(fmt::format(
          "{}: unknown attribute '{}', known are: {}", spec.name, name,
          spec.attrs.empty() ? "none" : fmt::format("{}", fmt::join(spec.attrs, ", "))));
}

}  // namespace

std::span<const OpSpec> op_table() {
  return table();
}

const OpSpec& op_spec(std::string_view name) {
  for (const OpSpec& spec : table())
    if (spec.name == name)
      return spec;
  throw CompileError(
      fmt::format("unknown operator '{}': near names are {}; docs/operators.md "
                  "lists all",
                  name, near_names(name)));
}

std::vector<TensorType> infer_types(std::string_view op, std::span<const TensorType> inputs,
                                    const Attrs& attrs) {
  const OpSpec& spec = op_spec(op);
  check_operands(spec, inputs.size());
  check_attributes(spec, attrs);
  try {
    for (const TensorType& type : inputs)
      shapes::check_type(type);
    std::vector<TensorType> types = spec.infer(inputs, attrs);
    for (const TensorType& type : types)
      shapes::check_type(type);
    return types;
  } catch (const Error& e) {
    throw CompileError(fmt::format("{}: {}", op, e.what()));
  }
}

std::string operators_page() {
  std::string page =
      "# Operators\n\n"
      "Generated from the operator table (compiler/graph/op_table.cpp); a test fails when this "
      "page is stale.\nNames and attributes are Relay's. Element-wise operators follow numpy's "
      "broadcasting.\n\n"
      "| operator | operands | attributes | meaning |\n|---|---|---|---|\n";
  for (const OpSpec& spec : table())
    page += fmt::format("| `{}` | {} | {} | {} |\n", spec.name, operand_count(spec),
                        fmt::join(spec.attrs, ", "), spec.summary);
  return page;
}

}  // namespace vta
