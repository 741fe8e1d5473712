#include "compiler/graph/op_table.h"

#include <algorithm>

#include "base/plural.h"
#include "base/suggest.h"
#include "compiler/graph/shapes.h"

namespace vta {
namespace {

const std::vector<OpSpec>& float_table() {
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
      {"nn.batch_matmul",
       2,
       2,
       {"transpose_b"},
       batch_matmul,
       "products of matrices: (b, m, k) times (b, k, n), or (b, n, k) with transpose_b"},
      {"nn.im2col",
       1,
       1,
       {"kernel_size", "strides", "padding", "dilation", "pad_value"},
       im2col,
       "the window of every output as channels: (N, C, H, W) to (N, C kh kw, OH, OW); pads are "
       "pad_value, by default 0"},
      {"nn.bias_add", 2, 2, {"axis"}, bias_add, "adds one value per index of an axis (default 1)"},
      {"nn.batch_norm",
       5,
       5,
       {"axis", "epsilon", "center", "scale"},
       batch_norm,
       "normalizes by given mean and variance; a tuple of result, mean, variance"},
      {"nn.relu", 1, 1, {}, same, "max(x, 0)"},
      {"nn.leaky_relu", 1, 1, {"alpha"}, same_float, "x where positive, else alpha x"},
      {"nn.prelu", 2, 2, {}, binary_float, "x where positive, else slope x, with broadcasting"},
      {"nn.elu", 1, 1, {"alpha"}, same_float, "x where positive, else alpha (exp(x) - 1)"},
      {"nn.selu",
       1,
       1,
       {"alpha", "gamma"},
       same_float,
       "gamma x where positive, else gamma alpha (exp(x) - 1)"},
      {"nn.celu", 1, 1, {"alpha"}, same_float, "x where positive, else alpha (exp(x/alpha) - 1)"},
      {"nn.thresholded_relu", 1, 1, {"alpha"}, same_float, "x where above alpha, else 0"},
      {"nn.hard_sigmoid", 1, 1, {"alpha", "beta"}, same_float, "alpha x + beta within 0..1"},
      {"nn.hard_swish", 1, 1, {}, same_float, "x times (x / 6 + 0.5 within 0..1)"},
      {"nn.softplus", 1, 1, {}, same_float, "log(1 + exp(x))"},
      {"nn.softsign", 1, 1, {}, same_float, "x / (1 + |x|)"},
      {"nn.mish", 1, 1, {}, same_float, "x tanh(softplus(x))"},
      {"nn.gelu", 1, 1, {}, same_float, "x times the normal distribution function of x"},
      {"nn.gelu_tanh", 1, 1, {}, same_float, "nn.gelu approximated by tanh"},
      {"nn.silu", 1, 1, {"alpha"}, same_float, "x sigmoid(alpha x), alpha 1 by default"},
      {"nn.shrink",
       1,
       1,
       {"lambd", "bias"},
       same_float,
       "x + bias below -lambd, x - bias above lambd, else 0"},
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
       {"pool_size", "strides", "dilation", "padding", "layout", "out_layout", "ceil_mode"},
       sum_pool2d,
       "sum of a window, int32 or float32; pads add nothing"},
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
      {"nn.layer_norm",
       3,
       3,
       {"epsilon"},
       layer_norm,
       "(x - mean) / sqrt(variance + epsilon) gamma + beta along the last axis; operands: data, "
       "gamma, beta"},
      {"nn.rms_norm",
       2,
       2,
       {"epsilon"},
       rms_norm,
       "x / sqrt(mean of squares + epsilon) gamma along the last axis; operands: data, gamma"},
      {"nn.attention",
       3,
       4,
       {"batch", "num_heads", "kv_heads", "scale", "causal"},
       attention,
       "softmax(scale q k' + mask) v of each head; rows are tokens, image after image: query "
       "(batch queries, num_heads depth), key and value (batch keys, kv_heads depth), a mask that "
       "fits (batch, num_heads, queries, keys); a query that sees no key is 0"},
      {"nn.rnn",
       6,
       6,
       {"activations", "clip", "reverse"},
       rnn,
       "a recurrent layer, one direction: (all states, last state); operands: data, weight, "
       "recurrence, bias, lengths, first state"},
      {"nn.gru",
       6,
       6,
       {"activations", "clip", "reverse", "linear_before_reset"},
       gru,
       "gated recurrent units, the same operands and results"},
      {"nn.lstm",
       8,
       8,
       {"activations", "clip", "reverse", "input_forget"},
       lstm,
       "long short-term memory, with the first cell, peepholes (i, o, f), and the last cell as "
       "third result"},
      {"nn.dropout", 1, 1, {"rate"}, same, "identity (inference); one result, no mask"},
      {"nn.pad",
       1,
       2,
       {"pad_width", "pad_value", "pad_mode"},
       pad,
       "pads each axis by [before, after]: constant, edge, reflect, wrap; the second operand is "
       "the "
       "value"},
      {"nn.dilate", 1, 1, {"strides"}, dilate, "zeros between values: strides[i] apart on axis i"},
      {"nn.batch_flatten", 1, 1, {}, batch_flatten, "all axes but the first become one"},
      {"add", 2, 2, {}, binary, "sum, with broadcasting"},
      {"subtract", 2, 2, {}, binary, "difference, with broadcasting"},
      {"multiply", 2, 2, {}, binary, "product, with broadcasting"},
      {"divide", 2, 2, {}, binary, "quotient, with broadcasting"},
      {"maximum", 2, 2, {}, binary, "the larger, with broadcasting"},
      {"minimum", 2, 2, {}, binary, "the smaller, with broadcasting"},
      {"power", 2, 2, {}, binary, "x to the power of y, with broadcasting"},
      {"mod",
       2,
       2,
       {"fmod"},
       binary,
       "remainder with the divisor's sign, with fmod the dividend's; with broadcasting"},
      {"equal", 2, 2, {}, compare, "x == y, bool, with broadcasting"},
      {"less", 2, 2, {}, compare, "x < y, bool, with broadcasting"},
      {"less_equal", 2, 2, {}, compare, "x <= y, bool, with broadcasting"},
      {"greater", 2, 2, {}, compare, "x > y, bool, with broadcasting"},
      {"greater_equal", 2, 2, {}, compare, "x >= y, bool, with broadcasting"},
      {"logical_and", 2, 2, {}, logical, "of bools, with broadcasting"},
      {"logical_or", 2, 2, {}, logical, "of bools, with broadcasting"},
      {"logical_xor", 2, 2, {}, logical, "of bools, with broadcasting"},
      {"logical_not", 1, 1, {}, logical_not, "of bools"},
      {"where", 3, 3, {}, where, "the second operand where the first is true, else the third"},
      {"isnan", 1, 1, {}, classify, "whether x is not a number"},
      {"isinf", 1, 1, {"detect_negative", "detect_positive"}, classify, "whether x is infinite"},
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
      {"log", 1, 1, {}, same_float, "natural logarithm"},
      {"erf", 1, 1, {}, same_float, "error function"},
      {"floor", 1, 1, {}, same_float, "largest integer not above x"},
      {"ceil", 1, 1, {}, same_float, "smallest integer not below x"},
      {"round_even", 1, 1, {}, same_float, "nearest integer, half to even"},
      {"sign", 1, 1, {}, same, "-1, 0 or 1"},
      {"reciprocal", 1, 1, {}, same_float, "1 / x"},
      {"sin", 1, 1, {}, same_float, "sine"},
      {"cos", 1, 1, {}, same_float, "cosine"},
      {"tan", 1, 1, {}, same_float, "tangent"},
      {"asin", 1, 1, {}, same_float, "inverse sine"},
      {"acos", 1, 1, {}, same_float, "inverse cosine"},
      {"atan", 1, 1, {}, same_float, "inverse tangent"},
      {"sinh", 1, 1, {}, same_float, "hyperbolic sine"},
      {"cosh", 1, 1, {}, same_float, "hyperbolic cosine"},
      {"asinh", 1, 1, {}, same_float, "inverse hyperbolic sine"},
      {"acosh", 1, 1, {}, same_float, "inverse hyperbolic cosine"},
      {"atanh", 1, 1, {}, same_float, "inverse hyperbolic tangent"},
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
       "a part of each axis, as in numpy; negative strides go backwards"},
      {"mean", 1, 1, {"axis", "keepdims", "exclude"}, reduce, "mean over axes (default all)"},
      {"sum", 1, 1, {"axis", "keepdims", "exclude"}, reduce, "sum over axes (default all)"},
      {"prod", 1, 1, {"axis", "keepdims", "exclude"}, reduce, "product over axes (default all)"},
      {"max", 1, 1, {"axis", "keepdims", "exclude"}, reduce, "largest over axes (default all)"},
      {"min", 1, 1, {"axis", "keepdims", "exclude"}, reduce, "smallest over axes (default all)"},
      {"argmax",
       1,
       1,
       {"axis", "keepdims", "select_last_index"},
       arg_reduce,
       "index of the largest along an axis (default 0), int64"},
      {"argmin",
       1,
       1,
       {"axis", "keepdims", "select_last_index"},
       arg_reduce,
       "index of the smallest along an axis (default 0), int64"},
      {"cumsum",
       1,
       1,
       {"axis", "exclusive", "reverse"},
       cumsum,
       "running sum along an axis (default 0)"},
      {"take",
       2,
       2,
       {"axis"},
       take,
       "slices of an axis (default 0) by index; negative ones count from the end"},
      {"gather", 2, 2, {"axis"}, gather, "elements along an axis, one index for each result"},
      {"gather_nd",
       2,
       2,
       {"batch_dims"},
       gather_nd,
       "elements or slices at the positions in the last axis of the indices"},
      {"tile", 1, 1, {"reps"}, tile, "the data repeated along each axis"},
      {"image.resize",
       1,
       3,
       {"size", "method", "coordinates", "rounding", "cubic_alpha", "exclude_outside", "antialias",
        "extrapolation_value"},
       resize,
       "samples of every axis at other coordinates; operands: data, scales (default size by "
       "extent), region"},
      {"topk",
       1,
       1,
       {"k", "axis", "is_ascend"},
       topk,
       "(the k largest along an axis (default -1), their positions as int64), in order; the "
       "smallest with is_ascend"},
      {"image.grid_sample",
       2,
       2,
       {"method", "padding_mode", "align_corners"},
       grid_sample,
       "samples of the data's planes at coordinates from -1 to 1 in the second operand"},
      {"broadcast_to", 1, 1, {"shape"}, broadcast_to, "repeats along axes of extent 1"},
      {"annotation.cast_hint",
       1,
       1,
       {"dtype"},
       cast_hint,
       "identity; quantization casts to dtype here"},
      {"annotation.stop_fusion", 1, 1, {}, same, "identity; kernels end here"},
      {"annotation.data", 1, 1, {}, same, "identity; a constant as data, no constant of a kernel"},
      {"require",
       2,
       2,
       {"expected", "reason"},
       require,
       "the first operand where the second, one bool, is `expected`; else an error with the "
       "reason"},
      {"copy", 1, 1, {}, same, "identity"},
  };
  return kTable;
}

const std::vector<OpSpec>& table() {
  static const std::vector<OpSpec> kTable = [] {
    std::vector<OpSpec> all = float_table();
    const std::span<const OpSpec> integers = integer_op_table();
    all.insert(all.end(), integers.begin(), integers.end());
    return all;
  }();
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
