#include "compiler/passes/quantize.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>

#include "compiler/graph/shape_util.h"
#include "compiler/graph/unique_names.h"
#include "compiler/lower/kernel.h"
#include "compiler/passes/activation_scales.h"
#include "compiler/passes/channel_norm.h"
#include "compiler/passes/float_chain.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/quantize_layer.h"

namespace vta {
namespace {

// A convolution's int32 sums whose shift is not decided yet: a residual sum may take them as they
// are.
struct OpenSum {
  NodeId acc = -1;              // without the bias
  std::vector<int32_t> bias;    // per output channel
  std::vector<int32_t> shifts;  // to the exponent of the value, per output channel
  NodeId layer = -1;            // of the old graph
  FloatChain chain;
};

// The new forms of an old value.
struct Value {
  NodeId f32 = -1;
  NodeId i8 = -1;
  int exponent = 0;                            // of i8: the value is i8 * 2^exponent
  bool integer = false;                        // computed as int8, not quantised from f32
  std::optional<OpenSum> open = std::nullopt;  // while there is no i8
  // Per channel, or empty: the value is i8 * 2^exponent + offset. Below half a step.
  std::vector<float> offset = {};
};

// How a residual sum is shifted.
struct SumShifts {
  std::vector<int32_t> of_sums;  // right, per output channel, before the shortcut is added
  int64_t of_shortcut = 0;       // left
  int64_t of_result = 0;         // right
  int exponent = 0;              // of the result
};

constexpr int kMaxOperandShift = 16;  // int8 << 16 leaves room for sums

class Quantizer {
 public:
  Quantizer(const Graph& old, PassContext& context)
      : old_(old),
        context_(context),
        users_(old.users()),
        scales_(old, context.quant),
        values_(static_cast<size_t>(old.size())),
        done_(static_cast<size_t>(old.size()), false) {
    for (NodeId id = 0; id < old.size(); ++id)
      names_.take(old.node(id).name);
  }

  Graph run() {
    check_skip_names();
    for (NodeId id : old_.inputs())
      value(id).f32 = new_.add_input(old_.node(id).name, old_.type(id));
    for (NodeId id = 0; id < old_.size(); ++id)
      if (!done_[static_cast<size_t>(id)]) {
        const NodeId first = new_.size();
        visit(id);
        new_.add_onnx_nodes(first, old_.node(id).onnx_nodes);
      }
    check_skip_indices();
    std::vector<NodeId> outputs;
    for (NodeId id : old_.outputs())
      outputs.push_back(as_float(id));
    new_.set_outputs(std::move(outputs));
    return std::move(new_);
  }

 private:
  Value& value(NodeId id) { return values_[static_cast<size_t>(id)]; }
  const TensorStats* stats(NodeId id) const { return scales_.stats(id); }

  // ---- the two forms of a value ------------------------------------------------------------

  NodeId as_float(NodeId id) {
    Value& v = value(id);
    if (v.f32 >= 0)
      return v.f32;
    if (v.open)
      close(id);
    const Node& n = old_.node(id);
    if (n.kind == NodeKind::Constant) {
      v.f32 = n.constant.valid() ? new_.add_constant(n.constant) : new_.add_constant_type(n.type());
      return v.f32;
    }
    VTA_CHECK(v.i8 >= 0, "node {} has no value yet", id);
    const NodeId wide = new_.add_call("cast", {v.i8}, {{"dtype", std::string("float32")}});
    v.f32 = new_.add_call("multiply", {wide, scalar(std::ldexp(1.0F, v.exponent))});
    if (!v.offset.empty())
      v.f32 = new_.add_call("add", {v.f32, new_.add_constant(channel_tensor(v.offset, 1, 4))});
    new_.node(v.f32).name = n.name;
    return v.f32;
  }

  NodeId as_int8(NodeId id) {
    Value& v = value(id);
    if (v.open)
      close(id);
    if (v.i8 >= 0)
      return v.i8;
    const NodeId real = as_float(id);
    v.exponent = scales_.exponent(id);
    NodeId q = new_.add_call("multiply", {real, scalar(std::ldexp(1.0F, -v.exponent))});
    q = new_.add_call("round", {q});
    q = clip(q, -127, 127);
    v.i8 = to_int8(q, id);
    return v.i8;
  }

  NodeId scalar(float v) { return new_.add_constant(Tensor::scalar<float>(v)); }
  NodeId scalar(int32_t v) { return new_.add_constant(Tensor::scalar<int32_t>(v)); }

  NodeId clip(NodeId x, int64_t lo, int64_t hi) {
    return new_.add_call("clip", {x},
                         {{"a_min", static_cast<double>(lo)}, {"a_max", static_cast<double>(hi)}});
  }

  NodeId to_int8(NodeId x, NodeId old_id) {
    const NodeId cast = new_.add_call("cast", {x}, {{"dtype", std::string("int8")}});
    new_.node(cast).name = int8_name(old_id);
    return cast;
  }

  // The float value's name or its operator's, made unique.
  std::string int8_name(NodeId old_id) { return names_.make(base_name(old_id) + "_int8"); }

  std::string base_name(NodeId old_id) const {
    const Node& n = old_.node(old_id);
    return n.name.empty() ? n.op.substr(n.op.find('.') + 1) : n.name;
  }

  // ---- visiting ----------------------------------------------------------------------------

  void visit(NodeId id) {
    const Node& n = old_.node(id);
    if (n.kind == NodeKind::Input || n.kind == NodeKind::Constant)
      return;
    if (n.kind == NodeKind::Call && visit_integer(id))
      return;
    std::vector<NodeId> operands;
    for (NodeId in : n.inputs)
      operands.push_back(as_float(in));
    const NodeId copy = n.kind == NodeKind::TupleGet
                            ? new_.add_tuple_get(operands.front(), n.tuple_index)
                            : new_.add_call(n.op, operands, n.attrs);
    new_.node(copy).name = n.name;
    new_.node(copy).comment = n.comment;
    value(id).f32 = copy;
  }

  // Whether the call was realised in integers.
  bool visit_integer(NodeId id) {
    const Node& n = old_.node(id);
    if (n.op == "nn.conv2d")
      return visit_conv(id);
    if (n.op == "nn.dense")
      return visit_dense(id);
    if (n.op == "add")
      return visit_add(id);
    const bool integers =
        !n.inputs.empty() &&
        std::all_of(n.inputs.begin(), n.inputs.end(), [&](NodeId in) { return value(in).integer; });
    if (!integers)
      return false;
    if (n.op == "nn.relu")
      return visit_relu(id);
    if (context_.quant.pools_on_device && n.op == "nn.max_pool2d" && is_plain_window(n))
      return visit_max_pool(id);
    if (context_.quant.pools_on_device &&
        (n.op == "nn.avg_pool2d" || n.op == "nn.global_avg_pool2d"))
      return visit_average(id);
    if (n.op == "concatenate")
      return same_exponents(n.inputs) && pass_through(id);
    return (n.op == "nn.max_pool2d" || n.op == "nn.batch_flatten" || n.op == "reshape" ||
            n.op == "nn.dropout") &&
           pass_through(id);
  }

  bool same_exponents(const std::vector<NodeId>& ids) {
    return std::all_of(ids.begin(), ids.end(), [&](NodeId id) {
      return value(id).exponent == value(ids.front()).exponent;
    });
  }

  // Operators that only move or choose elements work on int8 as they do on float.
  bool pass_through(NodeId id) {
    const Node& n = old_.node(id);
    std::vector<NodeId> operands;
    for (NodeId in : n.inputs)
      operands.push_back(value(in).i8);
    Value& v = value(id);
    v.i8 = new_.add_call(n.op, operands, n.attrs);
    new_.node(v.i8).comment = n.comment;
    new_.node(v.i8).name = int8_name(id);
    v.exponent = value(n.inputs.front()).exponent;
    v.integer = true;
    return true;
  }

  void set_integer(NodeId id, NodeId i8, int exponent) {
    value(id) = {.i8 = i8, .exponent = exponent, .integer = true};
  }

  bool visit_relu(NodeId id) {
    const Value in = value(old_.node(id).inputs.front());
    NodeId x = new_.add_call("cast", {in.i8}, {{"dtype", std::string("int32")}});
    x = new_.add_call("nn.relu", {x});
    set_integer(id, to_int8(clip(x, -127, 127), id), in.exponent);
    return true;
  }

  // ---- pools -------------------------------------------------------------------------------

  static bool is_plain_window(const Node& n) {
    const auto dilation = shapes::read_pair(n.attrs, "dilation", 1, 1);
    return n.attrs.get_string("layout", "NCHW") == "NCHW" && dilation[0] == 1 && dilation[1] == 1;
  }

  NodeId widened(NodeId id) {
    return new_.add_call("cast", {value(id).i8}, {{"dtype", std::string("int32")}});
  }

  bool visit_max_pool(NodeId id) {
    const Node& n = old_.node(id);
    const int exponent = value(n.inputs.front()).exponent;
    const NodeId largest = new_.add_call(n.op, {widened(n.inputs.front())}, n.attrs);
    new_.node(largest).comment = n.comment;
    set_integer(id, to_int8(clip(largest, -128, 127), id), exponent);
    return true;
  }

  // The window of an average whose every output has as many taps; why not, otherwise.
  std::string average_problem(const Node& n) const {
    if (old_.type(n.inputs.front()).shape.size() != 4 || !is_plain_window(n))
      return "its layout is not NCHW or its window is dilated";
    const auto pads = shapes::read_padding(n.attrs);
    const bool padded = std::ranges::any_of(pads, [](int64_t p) { return p > 0; });
    if (padded && !n.attrs.get_bool("count_include_pad", false))
      return "pads do not count, so that outputs at the border have fewer values";
    if (n.attrs.get_bool("ceil_mode", false))
      return "windows hang over the border (ceil_mode)";
    return {};
  }

  // The mean as clip((sum * factor + round) >> shift).
  bool visit_average(NodeId id) {
    const Node& n = old_.node(id);
    if (const std::string problem = average_problem(n); !problem.empty())
      return stays_float(id, problem);
    const Shape& data = old_.type(n.inputs.front()).shape;
    const bool global = n.op == "nn.global_avg_pool2d";
    const auto size = global ? std::array<int64_t, 2>{data[2], data[3]}
                             : shapes::read_pair(n.attrs, "pool_size", 1, 1);
    const int in = value(n.inputs.front()).exponent;
    const int out = scales_.exponent(id);
    const std::optional<FixedFactor> mean = mean_factor(size[0] * size[1], in - out);
    if (!mean)
      return stays_float(id, fmt::format("the mean of {} values, scaled from 2^{} to 2^{}, is no "
                                         "precise product in 32 bits",
                                         size[0] * size[1], in, out));
    Attrs window = {{"pool_size", IntList{size[0], size[1]}}};
    for (const char* name : {"strides", "padding"})
      if (const AttrValue* given = n.attrs.find(name); given != nullptr && !global)
        window.set(name, *given);
    NodeId acc = new_.add_call("nn.sum_pool2d", {widened(n.inputs.front())}, window);
    new_.node(acc).comment = n.comment;
    acc = new_.add_call("multiply", {acc, scalar(mean->factor)});
    acc = emit_requantize(acc, {mean->shift}, n.op);
    set_integer(id, to_int8(clip(acc, -127, 127), id), out);
    return true;
  }

  // ---- convolutions and dense layers -------------------------------------------------------

  bool visit_conv(NodeId id) {
    const Node& n = old_.node(id);
    const int64_t order = convolutions_++;
    if (context_.quant.skip_conv.contains(order))
      return stays_float(id, fmt::format("convolution {} is left in float by request", order));
    if (skipped_by_name(id))
      return stays_float(id, "left in float by name");
    if (const std::string why = context_.quant.kept_on_host(
            n.attrs.get_int("groups", 1), shapes::read_pair(n.attrs, "dilation", 1, 1));
        !why.empty())
      return stays_float(id, why);
    if (n.attrs.get_string("data_layout", "NCHW") != "NCHW" ||
        n.attrs.get_string("kernel_layout", "OIHW") != "OIHW")
      return stays_float(id, "its layout is not NCHW and OIHW");
    return quantize_layer_at(id);
  }

  bool visit_dense(NodeId id) {
    if (!context_.quant.dense_on_device)
      return stays_float(id, "dense layers are left in float");
    if (skipped_by_name(id))
      return stays_float(id, "left in float by name");
    if (old_.type(id).shape.size() != 2)
      return stays_float(id, "its data is not (N, C)");
    return quantize_layer_at(id);
  }

  bool stays_float(NodeId id, std::string_view why) {
    const Node& n = old_.node(id);
    context_.notes.push_back(
        fmt::format("{} {} stays in float on the host: {}", n.op,
                    n.name.empty() ? fmt::format("(node {})", id) : "'" + n.name + "'", why));
    return false;
  }

  bool skipped_by_name(NodeId id) const {
    return context_.quant.skip_names.contains(old_.node(id).name);
  }

  void check_skip_names() const {
    for (const std::string& name : context_.quant.skip_names) {
      std::vector<std::string> known;
      bool found = false;
      for (NodeId id = 0; id < old_.size(); ++id) {
        const Node& n = old_.node(id);
        if (n.op != "nn.conv2d" && n.op != "nn.dense")
          continue;
        known.push_back(n.name);
        found = found || n.name == name;
      }
      if (!found)
        throw CompileError(fmt::format("no convolution or dense layer is named '{}': known are {}",
                                       name, fmt::join(known, ", ")));
    }
  }

  // 0 is the default and may name nothing.
  void check_skip_indices() const {
    for (const int64_t index : context_.quant.skip_conv)
      if (index != 0 && index >= convolutions_)
        throw CompileError(
            fmt::format("there is no convolution {} to leave in float: the network "
                        "has {}, counted from 0",
                        index, convolutions_));
  }

  bool quantize_layer_at(NodeId id) {
    const Node& n = old_.node(id);
    const Node& weight = old_.node(n.inputs[1]);
    if (weight.kind != NodeKind::Constant)
      return stays_float(id, "its weight is computed");
    if (!weight.constant.valid())
      throw CompileError(
          fmt::format("{} '{}' has a weight without data: constants must be filled "
                      "before quantisation",
                      n.op, n.name));
    const FloatChain chain = match_float_chain(old_, users_, id);
    const NodeId x = as_int8(n.inputs[0]);
    const bool calibrated = context_.quant.mode == QuantMode::Percentile;
    LayerRequest request{.name = n.name.empty() ? n.op : n.name,
                         .weight = weight.constant,
                         .bias = chain.bias,
                         .input_exponent = value(n.inputs[0]).exponent,
                         .output_exponent = scales_.exponent(chain.end),
                         .groups = n.attrs.get_int("groups", 1),
                         .per_channel = calibrated,
                         .input_mean = {}};
    if (calibrated)
      request.input_mean = stats(n.inputs[0])->channel_mean;
    emit_layer(id, x, chain, quantize_layer(request));
    return true;
  }

  void emit_layer(NodeId id, NodeId x, const FloatChain& chain, const QuantizedLayer& layer) {
    const Node& n = old_.node(id);
    Attrs attrs = n.attrs;
    attrs.set("out_dtype", std::string("int32"));
    NodeId acc = new_.add_call(n.op, {x, new_.add_constant(layer.weight)}, attrs);
    new_.node(acc).comment = n.comment;
    new_.node(acc).name = n.name;
    if (may_be_added_open(id, chain)) {
      for (NodeId covered : chain.calls)
        done_[static_cast<size_t>(covered)] = true;
      value(chain.end) = {.exponent = layer.output_exponent,
                          .integer = true,
                          .open = OpenSum{acc, layer.bias, layer.shifts, id, chain}};
      return;
    }
    acc = biased(acc, layer.bias, n.op);
    if (chain.relu)
      acc = new_.add_call("nn.relu", {acc});
    acc = emit_requantize(acc, layer.shifts, n.op);
    int64_t hi = 127;
    if (chain.upper)
      hi = std::clamp<int64_t>(std::llround(std::ldexp(*chain.upper, -layer.output_exponent)), 0,
                               127);
    const NodeId i8 = to_int8(clip(acc, -127, hi), chain.end);
    cover(chain, i8);
    set_integer(chain.end, i8, layer.output_exponent);
  }

  NodeId biased(NodeId acc, const std::vector<int32_t>& bias, std::string_view op) {
    if (std::ranges::all_of(bias, [](int32_t b) { return b == 0; }))
      return acc;
    return new_.add_call("add", {acc, channel_constant(bias, op)});
  }

  // Read by one residual sum alone, and once: a sum of a value with itself needs it as int8.
  bool may_be_added_open(NodeId layer, const FloatChain& chain) const {
    if (context_.quant.residual == ResidualSum::Int8 || old_.node(layer).op != "nn.conv2d" ||
        chain.relu)
      return false;
    const auto& users = users_[static_cast<size_t>(chain.end)];
    const auto& outputs = old_.outputs();
    return users.size() == 1 && is_sum_of_maps(old_, users.front()) &&
           std::ranges::count(old_.node(users.front()).inputs, chain.end) == 1 &&
           std::ranges::find(outputs, chain.end) == outputs.end();
  }

  // Shifts, clips and narrows the sums as every other layer's.
  void close(NodeId id) {
    const OpenSum open = std::move(*value(id).open);
    const int exponent = value(id).exponent;
    const std::string& op = old_.node(open.layer).op;
    const NodeId acc = emit_requantize(biased(open.acc, open.bias, op), open.shifts, op);
    const NodeId i8 = to_int8(clip(acc, -127, 127), id);
    cover(open.chain, i8);
    set_integer(id, i8, exponent);
  }

  // The chain's calls are computed with `result`, and need no visit.
  void cover(const FloatChain& chain, NodeId result) { cover(chain.calls, result); }
  void cover(const std::vector<NodeId>& calls, NodeId result) {
    for (NodeId covered : calls) {
      done_[static_cast<size_t>(covered)] = true;
      join_onnx_nodes(new_.node(result).onnx_nodes, old_.node(covered).onnx_nodes);
    }
  }

  NodeId channel_constant(const std::vector<int32_t>& values, std::string_view op) {
    const auto n = static_cast<int64_t>(values.size());
    const Shape shape = op == "nn.conv2d" ? Shape{n, 1, 1} : Shape{n};
    return new_.add_constant(Tensor::from_span<int32_t>(shape, values));
  }

  // acc / 2^shift, rounded: scalars where all channels agree, vectors where they do not.
  NodeId emit_requantize(NodeId acc, const std::vector<int32_t>& shifts, std::string_view op) {
    const auto half = [](int32_t k) { return k == 0 ? 0 : int32_t{1} << (k - 1); };
    const int32_t first = shifts.front();
    if (std::all_of(shifts.begin(), shifts.end(), [&](int32_t k) { return k == first; })) {
      if (first == 0)
        return acc;
      acc = new_.add_call("add", {acc, scalar(half(first))});
      return new_.add_call("right_shift", {acc, scalar(first)});
    }
    std::vector<int32_t> rounds;
    for (int32_t k : shifts)
      rounds.push_back(half(k));
    acc = new_.add_call("add", {acc, channel_constant(rounds, op)});
    return new_.add_call("right_shift", {acc, channel_constant(shifts, op)});
  }

  // ---- batch norms of int8 values ----------------------------------------------------------

  bool visit_norm(NodeId id) {
    const std::optional<ChannelNorm> norm = match_channel_norm(old_, users_, id);
    if (!norm || !value(norm->input).integer || value(norm->input).open)
      return false;
    const int exponent = value(norm->input).exponent;
    const IntegerNorm q = quantize_norm(*norm, exponent, value(norm->input).offset);
    NodeId acc = by_channel("add", widened(norm->input), q.addend);
    int64_t low = -127, high = 127;
    if (equal(q.low) && equal(q.high)) {
      low = q.low.front();
      high = q.high.front();
    } else {
      acc = by_channel("maximum", acc, q.low);
      acc = by_channel("minimum", acc, q.high);
    }
    const NodeId result = to_int8(clip(acc, low, high), norm->end);
    cover(norm->calls, result);
    set_integer(norm->end, result, exponent);
    return true;
  }

  static bool equal(const std::vector<int32_t>& values) {
    return std::ranges::all_of(values, [&](int32_t v) { return v == values.front(); });
  }

  NodeId by_channel(std::string_view op, NodeId acc, const std::vector<int32_t>& values) {
    return new_.add_call(
        op, {acc, equal(values) ? scalar(values.front()) : channel_constant(values, "nn.conv2d")});
  }

  // ---- residual adds -----------------------------------------------------------------------

  bool visit_add(NodeId id) {
    if (visit_norm(id))
      return true;
    const std::vector<NodeId> in = old_.node(id).inputs;
    const auto integer = [&](NodeId operand) {
      return value(operand).i8 >= 0 || value(operand).open.has_value();
    };
    if (!is_sum_of_maps(old_, id) || (!integer(in[0]) && !integer(in[1])))
      return false;
    if (add_open_sum(id))
      return true;
    const std::array<NodeId, 2> i8 = {as_int8(in[0]), as_int8(in[1])};
    const std::array<int, 2> exponents = {value(in[0]).exponent, value(in[1]).exponent};
    const int common = std::min(exponents[0], exponents[1]);
    if (std::max(exponents[0], exponents[1]) - common > kMaxOperandShift)
      return stays_float(id, fmt::format("its operands' scales 2^{} and 2^{} are too far apart",
                                         exponents[0], exponents[1]));
    const FloatChain chain = match_float_chain(old_, users_, id);
    std::array<NodeId, 2> wide;
    for (size_t i = 0; i < 2; ++i) {
      wide[i] = new_.add_call("cast", {i8[i]}, {{"dtype", std::string("int32")}});
      if (exponents[i] != common)
        wide[i] = new_.add_call("left_shift", {wide[i], scalar(exponents[i] - common)});
    }
    NodeId acc = new_.add_call("add", {wide[0], wide[1]});
    new_.node(acc).comment = old_.node(id).comment;
    if (chain.relu)
      acc = new_.add_call("nn.relu", {acc});
    const int shift = std::clamp(scales_.exponent(chain.end) - common, 0, kMaxShift);
    acc = emit_requantize(acc, {shift}, "add");
    const NodeId result = to_int8(clip(acc, -127, 127), chain.end);
    cover(chain, result);
    set_integer(chain.end, result, common + shift);
    return true;
  }

  // The later one of two convolutions is added as it is, the other one is the shortcut.
  bool add_open_sum(NodeId id) {
    NodeId layer = old_.node(id).inputs[0], shortcut = old_.node(id).inputs[1];
    if (!value(layer).open || (value(shortcut).open && shortcut > layer))
      std::swap(layer, shortcut);
    if (!value(layer).open) {
      if (context_.quant.residual != ResidualSum::Int8)
        note_clipped(id,
                     "neither is an int8 convolution without relu that it alone reads, and once");
      return false;
    }
    const NodeId other = as_int8(shortcut);
    const FloatChain chain = match_float_chain(old_, users_, id);
    const std::optional<SumShifts> shifts = sum_shifts(id, layer, shortcut, chain.end);
    if (!shifts)
      return false;
    OpenSum open = std::move(*value(layer).open);
    value(layer).open.reset();
    const std::vector<float> offset =
        chain.relu ? std::vector<float>{} : offset_of(chain.end, shifts->exponent);
    add_to_bias(open, value(layer).exponent, value(shortcut).offset, 1);
    add_to_bias(open, value(layer).exponent, offset, -1);
    NodeId wide = new_.add_call("cast", {other}, {{"dtype", std::string("int32")}});
    if (shifts->of_shortcut > 0)
      wide = new_.add_call("left_shift", {wide, scalar(static_cast<int32_t>(shifts->of_shortcut))});
    NodeId acc =
        emit_requantize(biased(open.acc, open.bias, "nn.conv2d"), shifts->of_sums, "nn.conv2d");
    acc = new_.add_call("add", {acc, wide});
    new_.node(acc).comment = old_.node(id).comment;
    if (chain.relu)
      acc = new_.add_call("nn.relu", {acc});
    acc = emit_requantize(acc, {static_cast<int32_t>(shifts->of_result)}, "add");
    const NodeId result = to_int8(clip(acc, -127, 127), chain.end);
    cover(open.chain, result);
    cover(chain, result);
    set_integer(chain.end, result, shifts->exponent);
    value(chain.end).offset = offset;
    return true;
  }

  // What a sum is stored less by, per channel, so that the addends of its batch norm are whole
  // steps of its scale: nothing of them is rounded away. Empty where it has none, or where a reader
  // takes the int8 values as they are.
  std::vector<float> offset_of(NodeId sum, int exponent) const {
    std::optional<ChannelNorm> norm;
    for (const NodeId user : users_[static_cast<size_t>(sum)]) {
      const bool adds = old_.node(user).op == "add";
      std::optional<ChannelNorm> found =
          adds ? match_channel_norm(old_, users_, user) : std::nullopt;
      if (!found && !is_sum_of_maps(old_, user))
        return {};
      if (found && !norm)
        norm = std::move(found);
    }
    return norm ? rounded_away(*norm, exponent) : std::vector<float>{};
  }

  // Of a sum: more, or less, of a number per channel.
  static void add_to_bias(OpenSum& sum, int exponent, const std::vector<float>& values, int sign) {
    for (size_t c = 0; c < values.size(); ++c)
      sum.bias[c] +=
          sign * static_cast<int32_t>(std::lround(std::ldexp(values[c], sum.shifts[c] - exponent)));
  }

  // None where a kernel could not compute the sum, with a note.
  std::optional<SumShifts> sum_shifts(NodeId id, NodeId layer, NodeId shortcut, NodeId end) {
    const std::vector<int32_t>& own = value(layer).open->shifts;
    const auto [least, most] = std::ranges::minmax(own);
    const int of_sums = value(layer).exponent - least;  // the coarsest channel's
    const int wanted = std::max(scales_.exponent(end), of_sums);
    const int of_shortcut = value(shortcut).exponent;
    SumShifts s;
    s.exponent = wanted;
    const int added_at = std::min(wanted, of_shortcut);  // the finer of both
    s.of_shortcut = of_shortcut - added_at;
    s.of_result = wanted - added_at;
    for (const int32_t k : own)
      s.of_sums.push_back(k + added_at - value(layer).exponent);
    const int32_t change = added_at - value(layer).exponent;
    std::string reason;
    if (s.of_shortcut > kMostResidualShift)
      reason = fmt::format("the shortcut would be shifted left by {}, at most {} are possible",
                           s.of_shortcut, kMostResidualShift);
    else if (least + change < 1 || most + change > kMaxShift)
      reason = fmt::format("the convolution would be shifted right by {} to {}, legal are 1 to {}",
                           least + change, most + change, kMaxShift);
    if (reason.empty())
      return s;
    note_clipped(id, reason);
    return std::nullopt;
  }

  void note_clipped(NodeId sum, std::string_view reason) {
    context_.notes.push_back(
        fmt::format("the sum '{}' clips both operands to int8: {}", base_name(sum), reason));
  }

  const Graph& old_;
  PassContext& context_;
  std::vector<std::vector<NodeId>> users_;
  ActivationScales scales_;
  std::vector<Value> values_;  // by old node
  std::vector<bool> done_;
  UniqueNames names_;
  int64_t convolutions_ = 0;
  Graph new_;
};

bool has_int8_layers(const Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    if ((n.op == "nn.conv2d" || n.op == "nn.dense") && graph.type(n.inputs[0]).dtype == DType::I8)
      return true;
  }
  return false;
}

}  // namespace

Graph quantize(const Graph& graph, PassContext& context) {
  if (has_int8_layers(graph))
    return graph;
  return Quantizer(graph, context).run();
}

}  // namespace vta
