#include "compiler/passes/channel_norm.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

constexpr double kLargest = 127;

int32_t to_integer(float value, int exponent, double most) {
  const double scaled = std::round(std::ldexp(static_cast<double>(value), -exponent));
  return static_cast<int32_t>(std::clamp(scaled, -most, most));
}

}  // namespace

std::optional<ChannelNorm> match_channel_norm(const Graph& graph,
                                              const std::vector<std::vector<NodeId>>& users,
                                              NodeId add) {
  if (graph.type(add).shape.size() != 4)
    return std::nullopt;
  ChannelNorm norm{.input = graph.node(add).inputs[0]};
  NodeId value = norm.input;
  NodeId call = add;
  const std::pair<const char*, std::vector<float>*> parts[] = {
      {"add", &norm.addend}, {"maximum", &norm.low}, {"minimum", &norm.high}};
  for (const auto& [op, values] : parts) {
    if (call < 0 || !is_call(graph, call, op) || graph.node(call).inputs[0] != value)
      return std::nullopt;
    const Tensor* constant = constant_value(graph, graph.node(call).inputs[1]);
    const auto by_channel = constant == nullptr || graph.type(call) != graph.type(value)
                                ? std::nullopt
                                : channel_values(*constant, graph.type(call).shape, 1);
    if (!by_channel)
      return std::nullopt;
    *values = *by_channel;
    norm.calls.push_back(call);
    value = norm.end = call;
    const bool output = std::ranges::find(graph.outputs(), call) != graph.outputs().end();
    const auto& readers = users[static_cast<size_t>(call)];
    call = readers.size() == 1 && !output ? readers.front() : -1;
  }
  return norm;
}

std::vector<float> rounded_away(const ChannelNorm& norm, int exponent) {
  std::vector<float> offset;
  for (const float addend : norm.addend) {
    const double step = std::ldexp(1.0, exponent);
    const double whole = std::round(static_cast<double>(addend) / step) * step;
    offset.push_back(static_cast<float>(whole - static_cast<double>(addend)));
  }
  return offset;
}

IntegerNorm quantize_norm(const ChannelNorm& norm, int exponent, std::span<const float> offset) {
  IntegerNorm q;
  for (size_t c = 0; c < norm.addend.size(); ++c) {
    const float below = offset.empty() ? 0 : offset[c];
    q.addend.push_back(to_integer(norm.addend[c] + below, exponent, 2 * kLargest));
    q.low.push_back(to_integer(norm.low[c], exponent, kLargest));
    q.high.push_back(to_integer(norm.high[c], exponent, kLargest));
  }
  return q;
}

}  // namespace vta
