// Residual sums: of a layer's int32 sums and an int8 shortcut, or of two int8 values.
#include <algorithm>
#include <array>
#include <cmath>

#include "compiler/graph/shape_util.h"
#include "compiler/kernels/kernel.h"
#include "compiler/passes/channel_norm.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/quantize_layer.h"
#include "compiler/passes/realize.h"

namespace vta {
namespace {

constexpr int kMaxOperandShift = 16;  // int8 << 16 leaves room for sums

// How a sum of a layer's int32 sums and a shortcut is shifted.
struct SumShifts {
  std::vector<int32_t> of_sums;  // right, per output channel, before the shortcut is added
  int64_t of_shortcut = 0;       // left
  int64_t of_result = 0;         // right
  int exponent = 0;              // of the result
};

// Two int32 values summed: relu, shift, clip and cast of the chain `end`s with.
// The value is at 2^exponent.
NodeId emit_sum(QuantizedGraph& q, NodeId id, const FloatChain& chain, NodeId a, NodeId b,
                int shift, int exponent) {
  NodeId acc = q.graph().add_call("add", {a, b});
  q.keep_comment(id, acc);
  if (chain.relu)
    acc = q.graph().add_call("nn.relu", {acc});
  acc = q.requantized(acc, {shift}, "add");
  return q.to_int8(q.clip_to(acc, chain, exponent), chain.end);
}

NodeId widened(QuantizedGraph& q, NodeId operand, int64_t left_shift) {
  const NodeId wide = q.widened(operand);
  return left_shift == 0
             ? wide
             : q.graph().add_call("left_shift", {wide, q.scalar(static_cast<int32_t>(left_shift))});
}

// None where a kernel could not compute the sum, with a note.
std::optional<SumShifts> sum_shifts(QuantizedGraph& q, NodeId id, NodeId layer, NodeId shortcut,
                                    NodeId end) {
  const std::vector<int32_t>& own = q.value(layer).open->shifts;
  const auto [least, most] = std::ranges::minmax(own);
  const int of_sums = q.value(layer).exponent - least;  // the coarsest channel's
  const int wanted = std::max(q.scales().exponent(end), of_sums);
  const int of_shortcut = q.value(shortcut).exponent;
  SumShifts s;
  s.exponent = wanted;
  const int added_at = std::min(wanted, of_shortcut);  // the finer of both
  s.of_shortcut = of_shortcut - added_at;
  s.of_result = wanted - added_at;
  const int32_t change = added_at - q.value(layer).exponent;
  for (const int32_t k : own)
    s.of_sums.push_back(k + change);
  std::string reason;
  if (s.of_shortcut > kMostResidualShift)
    reason = fmt::format("the shortcut would be shifted left by {}, at most {} are possible",
                         s.of_shortcut, kMostResidualShift);
  else if (least + change < 1 || most + change > kMaxShift)
    reason = fmt::format(
        "the {} would be shifted right by {} to {}, legal are 1 to {}",
        is_call(q.old(), q.value(layer).open->layer, "nn.dense") ? "dense layer" : "convolution",
        least + change, most + change, kMaxShift);
  if (reason.empty())
    return s;
  q.note_clipped(id, reason);
  return std::nullopt;
}

// A convolution of the value, all of whose outputs have every tap: one number per output makes up
// for what each of its channels is stored less by.
bool takes_offsets(const QuantizedGraph& q, NodeId reader, NodeId value) {
  const Node& n = q.old().node(reader);
  return is_call(q.old(), reader, "nn.conv2d") && n.inputs[0] == value &&
         constant_value(q.old(), n.inputs[1]) != nullptr &&
         n.attrs.get_string("data_layout", "NCHW") == "NCHW" &&
         n.attrs.get_string("kernel_layout", "OIHW") == "OIHW" &&
         std::ranges::all_of(shapes::read_padding(n.attrs), [](int64_t p) { return p == 0; });
}

// What a sum is stored less by, per channel, so that the addends of its batch norm are whole
// steps of its scale: nothing of them is rounded away. Empty where it has none, or where a reader
// takes the int8 values as they are.
std::vector<float> offset_of(const QuantizedGraph& q, NodeId sum, int exponent) {
  std::optional<ChannelNorm> norm;
  for (const NodeId user : q.users()[static_cast<size_t>(sum)]) {
    const bool adds = q.old().node(user).op == "add";
    std::optional<ChannelNorm> found =
        adds ? match_channel_norm(q.old(), q.users(), user) : std::nullopt;
    if (!found && !is_sum_of_maps(q.old(), user) && !takes_offsets(q, user, sum))
      return {};
    if (found && !norm)
      norm = std::move(found);
  }
  return norm ? rounded_away(*norm, exponent) : std::vector<float>{};
}

// Of a sum: more, or less, of a number per channel.
void add_to_bias(OpenSum& sum, int exponent, const std::vector<float>& values, int sign) {
  for (size_t c = 0; c < values.size(); ++c)
    sum.bias[c] +=
        sign * static_cast<int32_t>(std::lround(std::ldexp(values[c], sum.shifts[c] - exponent)));
}

// The later one of two convolutions is added as it is, the other one is the shortcut.
bool add_open_sum(QuantizedGraph& q, NodeId id) {
  NodeId layer = q.old().node(id).inputs[0], shortcut = q.old().node(id).inputs[1];
  if (!q.value(layer).open || (q.value(shortcut).open && shortcut > layer))
    std::swap(layer, shortcut);
  if (!q.value(layer).open) {
    if (q.options().residual != ResidualSum::Int8)
      q.note_clipped(id, "neither is an int8 layer without relu that it alone reads, and once");
    return false;
  }
  q.as_int8(shortcut);
  const FloatChain chain = match_float_chain(q.old(), q.users(), id);
  const std::optional<SumShifts> shifts = sum_shifts(q, id, layer, shortcut, chain.end);
  if (!shifts)
    return false;
  OpenSum open = std::move(*q.value(layer).open);
  q.value(layer).open.reset();
  const std::vector<float> offset =
      chain.relu ? std::vector<float>{} : offset_of(q, chain.end, shifts->exponent);
  add_to_bias(open, q.value(layer).exponent, q.value(shortcut).offset, 1);
  add_to_bias(open, q.value(layer).exponent, offset, -1);
  const NodeId wide = widened(q, shortcut, shifts->of_shortcut);
  const std::string op = q.old().node(open.layer).op;
  NodeId acc = q.biased(open.acc, open.bias, op);
  // Rounded once, by the last shift: floor((floor(x) + half) / 2^k) is floor((x + half) / 2^k).
  acc = shifts->of_result > 0 ? q.shifted(acc, shifts->of_sums, op)
                              : q.requantized(acc, shifts->of_sums, op);
  const NodeId result =
      emit_sum(q, id, chain, acc, wide, static_cast<int>(shifts->of_result), shifts->exponent);
  q.cover(open.chain.calls, result);
  q.cover(chain.calls, result);
  q.set_integer(chain.end, result, shifts->exponent);
  q.value(chain.end).offset = offset;
  return true;
}

bool add_int8_values(QuantizedGraph& q, NodeId id) {
  const std::vector<NodeId> in = q.old().node(id).inputs;
  for (const NodeId operand : in)
    q.as_int8(operand);
  const std::array<int, 2> exponents = {q.value(in[0]).exponent, q.value(in[1]).exponent};
  const auto [common, most] = std::ranges::minmax(exponents);
  if (most - common > kMaxOperandShift)
    return q.stays_float(id, fmt::format("its operands' scales 2^{} and 2^{} are too far apart",
                                         exponents[0], exponents[1]));
  const FloatChain chain = match_float_chain(q.old(), q.users(), id);
  const NodeId first = widened(q, in[0], exponents[0] - common);
  const NodeId second = widened(q, in[1], exponents[1] - common);
  const int shift = std::clamp(q.scales().exponent(chain.end) - common, 0, kMaxShift);
  const NodeId result = emit_sum(q, id, chain, first, second, shift, common + shift);
  q.cover(chain.calls, result);
  q.set_integer(chain.end, result, common + shift);
  return true;
}

}  // namespace

bool realize_sum(QuantizedGraph& q, NodeId id) {
  const auto integer = [&](NodeId operand) {
    return q.value(operand).i8 >= 0 || q.value(operand).open.has_value();
  };
  const std::vector<NodeId>& in = q.old().node(id).inputs;
  if (!is_sum_of_maps(q.old(), id) || (!integer(in[0]) && !integer(in[1])))
    return false;
  return add_open_sum(q, id) || add_int8_values(q, id);
}

}  // namespace vta
