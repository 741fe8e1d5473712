#include "compiler/lower/packing.h"

#include <algorithm>

#include "base/round.h"
#include "compiler/graph/graph_util.h"

namespace vta {
namespace {

// Of rows in an image: channel groups are as far apart, which a transfer's stride must hold.
constexpr int64_t kMostPixels = 8192;

const IntList kPackAxes = {0, 2, 4, 5, 1, 3};
const IntList kUnpackAxes = {0, 4, 1, 5, 2, 3};

NodeId emit_reshape(Graph& graph, NodeId value, const Shape& shape) {
  if (graph.type(value).shape == shape)
    return value;
  return graph.add_call("reshape", {value}, {{"newshape", IntList(shape)}});
}

// Pads each axis at its end with zeros up to `shape`.
NodeId emit_pad(Graph& graph, NodeId value, const Shape& shape) {
  const Shape old = graph.type(value).shape;
  if (old == shape)
    return value;
  std::vector<IntList> widths;
  for (size_t i = 0; i < shape.size(); ++i)
    widths.push_back({0, shape[i] - old[i]});
  const NodeId zero = graph.add_constant(Tensor::scalar<int32_t>(0));
  return graph.add_call("nn.pad", {value, zero}, {{"pad_width", widths}});
}

NodeId as_4d(Graph& graph, NodeId value) {
  const Extents e = extents(graph.type(value));
  return emit_reshape(graph, value, {e.n, e.c, e.h, e.w});
}

NodeId emit_transposed_rows(Graph& graph, NodeId value) {
  return graph.add_call("transpose", {value}, {{"axes", IntList{0, 2, 1}}});
}

// Rows as the pixels of `to.n` images; the last ones are completed with rows of zeros.
NodeId rows_as_pixels(Graph& graph, NodeId value, const Extents& to) {
  value = emit_pad(graph, value, {to.n * to.w, to.c});
  value = emit_transposed_rows(graph, emit_reshape(graph, value, {to.n, to.w, to.c}));
  return emit_reshape(graph, value, {to.n, to.c, to.h, to.w});
}

// (A, B, H, W) -> (A/a, B/b, H, W, a, b)
NodeId emit_blocked(Graph& graph, NodeId value, int64_t a, int64_t b) {
  const Shape s = graph.type(value).shape;
  const Shape padded = {align_up(s[0], a), align_up(s[1], b), s[2], s[3]};
  value = emit_pad(graph, value, padded);
  value = emit_reshape(graph, value, {padded[0] / a, a, padded[1] / b, b, s[2], s[3]});
  return graph.add_call("transpose", {value}, {{"axes", kPackAxes}});
}

bool is_transpose(const Graph& graph, NodeId id, const IntList& axes) {
  return is_call(graph, id, "transpose") && graph.node(id).attrs.get_ints("axes", {}) == axes;
}

bool pads_with_zeros(const Graph& graph, const Node& pad) {
  if (pad.attrs.get_string("pad_mode", "constant") != "constant" ||
      pad.attrs.get_double("pad_value", 0) != 0)
    return false;
  if (pad.inputs.size() < 2)
    return true;
  const Tensor& value = graph.node(pad.inputs[1]).constant;
  return value.valid() && std::all_of(value.bytes().begin(), value.bytes().end(),
                                      [](std::byte b) { return b == std::byte{0}; });
}

// Zeros appended to the first two axes only.
bool is_block_pad(const Graph& graph, NodeId id) {
  if (!is_call(graph, id, "nn.pad") || graph.type(id).shape.size() != 4 ||
      !pads_with_zeros(graph, graph.node(id)))
    return false;
  const auto widths = graph.node(id).attrs.get_int_lists("pad_width");
  if (widths.size() != 4)
    return false;
  for (size_t axis = 0; axis < 4; ++axis)
    if (widths[axis].size() != 2 || widths[axis][0] != 0 || (axis > 1 && widths[axis][1] != 0))
      return false;
  return true;
}

// reshape (A, B, H, W) -> (A/a, a, B/b, b, H, W)
bool is_blocking_reshape(const Graph& graph, NodeId id) {
  if (!is_call(graph, id, "reshape"))
    return false;
  const Shape& from = graph.type(graph.node(id).inputs[0]).shape;
  const Shape& to = graph.type(id).shape;
  return from.size() == 4 && to.size() == 6 && to[0] * to[1] == from[0] &&
         to[2] * to[3] == from[1] && to[4] == from[2] && to[5] == from[3];
}

}  // namespace

int64_t channel_lanes(const VtaConfig& config) {
  return std::max(config.block_in(), config.block_out());
}

std::string data_layout(const VtaConfig& config) {
  return fmt::format("NCHW{}n{}c", config.batch(), channel_lanes(config));
}

std::string kernel_layout(const VtaConfig& config, int64_t groups) {
  if (groups > 1)
    return "OIHW";
  return fmt::format("OIHW{}o{}i", config.block_out(), config.block_in());
}

Extents device_extents(const TensorType& type, const VtaConfig& config) {
  const Extents e = extents(type);
  if (type.shape.size() != 2 || e.n <= config.batch())
    return e;
  const int64_t images = config.batch() * ceil_div(e.n, config.batch() * kMostPixels);
  return {.n = images, .c = e.c, .h = 1, .w = ceil_div(e.n, images)};
}

NodeId emit_pack(Graph& graph, NodeId value, const VtaConfig& config) {
  const TensorType type = graph.type(value);
  const Extents e = device_extents(type, config);
  const NodeId nchw = e == extents(type) ? as_4d(graph, value) : rows_as_pixels(graph, value, e);
  return emit_blocked(graph, nchw, config.batch(), channel_lanes(config));
}

NodeId emit_unpack(Graph& graph, NodeId packed, const Extents& logical) {
  const Extents full = extents(graph.type(packed));
  NodeId value = graph.add_call("transpose", {packed}, {{"axes", kUnpackAxes}});
  value = emit_reshape(graph, value, {full.n, full.c, full.h, full.w});
  if (full == logical)
    return value;
  return graph.add_call("strided_slice", {value},
                        {{"begin", IntList{0, 0, 0, 0}},
                         {"end", IntList{logical.n, logical.c, logical.h, logical.w}},
                         {"strides", IntList{1, 1, 1, 1}}});
}

NodeId emit_rows(Graph& graph, NodeId nchw, const Shape& rows) {
  const Extents e = extents(graph.type(nchw));
  if (e.w == 1)
    return emit_reshape(graph, nchw, rows);
  const NodeId turned = emit_transposed_rows(graph, emit_reshape(graph, nchw, {e.n, e.c, e.w}));
  const NodeId all = emit_reshape(graph, turned, {e.n * e.w, e.c});
  if (graph.type(all).shape == rows)
    return all;
  return graph.add_call("strided_slice", {all},
                        {{"begin", IntList{0, 0}}, {"end", rows}, {"strides", IntList{1, 1}}});
}

NodeId emit_pack_weight(Graph& graph, NodeId weight, const VtaConfig& config) {
  weight = as_4d(graph, weight);
  const Shape s = graph.type(weight).shape;
  const int64_t lanes = channel_lanes(config);
  weight = emit_pad(graph, weight, {align_up(s[0], lanes), align_up(s[1], lanes), s[2], s[3]});
  return emit_blocked(graph, weight, config.block_out(), config.block_in());
}

NodeId emit_pack_channels(Graph& graph, NodeId vector, const VtaConfig& config) {
  const int64_t channels = num_elements(graph.type(vector).shape);
  const int64_t lanes = channel_lanes(config);
  const int64_t padded = align_up(channels, lanes);
  vector = emit_reshape(graph, vector, {channels, 1, 1});
  vector = emit_pad(graph, vector, {padded, 1, 1});
  vector = emit_reshape(graph, vector, {padded / lanes, lanes, 1, 1, 1});
  return graph.add_call("transpose", {vector}, {{"axes", IntList{0, 2, 3, 4, 1}}});
}

std::optional<NodeId> packed_from(const Graph& graph, NodeId packed) {
  if (!is_transpose(graph, packed, kPackAxes))
    return std::nullopt;
  const NodeId reshape = graph.node(packed).inputs[0];
  if (!is_blocking_reshape(graph, reshape))
    return std::nullopt;
  const NodeId value = graph.node(reshape).inputs[0];
  return is_block_pad(graph, value) ? graph.node(value).inputs[0] : value;
}

int64_t completing_rows(const Graph& graph, NodeId nchw) {
  const auto operand_of = [&](NodeId id, std::string_view op) {
    return id >= 0 && is_call(graph, id, op) ? graph.node(id).inputs[0] : NodeId{-1};
  };
  const NodeId turned = operand_of(nchw, "reshape");
  const bool rows = turned >= 0 && is_transpose(graph, turned, {0, 2, 1});
  const NodeId pad = operand_of(rows ? operand_of(turned, "transpose") : NodeId{-1}, "reshape");
  const NodeId value = operand_of(pad, "nn.pad");
  if (value < 0 || graph.type(value).shape.size() != 2)
    return 0;
  return graph.type(pad).shape[0] - graph.type(value).shape[0];
}

int64_t own_row_channels(const Graph& graph, NodeId nchw) {
  for (NodeId id = nchw; is_call(graph, id, "reshape") || is_call(graph, id, "transpose") ||
                         is_call(graph, id, "nn.pad");
       id = graph.node(id).inputs[0]) {
    if (!is_call(graph, id, "nn.pad") || graph.type(id).shape.size() != 3)
      continue;
    const Shape& rows = graph.type(graph.node(id).inputs[0]).shape;  // (rows, heads, depth)
    return rows[1] * rows[2];
  }
  return 0;
}

std::optional<NodeId> unpacked_from(const Graph& graph, NodeId value) {
  if (is_call(graph, value, "strided_slice")) {
    const Attrs& attrs = graph.node(value).attrs;
    const IntList begin = attrs.get_ints("begin", {}), strides = attrs.get_ints("strides", {});
    const bool from_zero =
        std::all_of(begin.begin(), begin.end(), [](int64_t b) { return b == 0; });
    const bool dense =
        std::all_of(strides.begin(), strides.end(), [](int64_t s) { return s == 1; });
    if (!from_zero || !dense)
      return std::nullopt;
    value = graph.node(value).inputs[0];
  }
  if (!is_call(graph, value, "reshape"))
    return std::nullopt;
  const NodeId transpose = graph.node(value).inputs[0];
  if (!is_transpose(graph, transpose, kUnpackAxes))
    return std::nullopt;
  const Shape& from = graph.type(transpose).shape;
  const Shape& to = graph.type(value).shape;
  if (to.size() != 4 || to[0] != from[0] * from[1] || to[1] != from[2] * from[3])
    return std::nullopt;
  return graph.node(transpose).inputs[0];
}

bool is_unpack_transpose(const Graph& graph, NodeId id) {
  return is_transpose(graph, id, kUnpackAxes);
}

NodeId weight_constant(const Graph& graph, NodeId weight) {
  if (graph.node(weight).kind == NodeKind::Constant && graph.type(weight).shape.size() == 4)
    return weight;
  const std::optional<NodeId> plain = packed_from(graph, weight);
  if (!plain)
    return -1;
  NodeId id = *plain;
  // A pad of its own completes the group where block_out and block_in differ; a dense weight is
  // reshaped to 1x1 kernels first.
  while (is_block_pad(graph, id))
    id = graph.node(id).inputs[0];
  if (is_call(graph, id, "reshape") && graph.type(graph.node(id).inputs[0]).shape.size() == 2)
    id = graph.node(id).inputs[0];
  return is_constant_expr(graph, id) ? id : -1;
}

Shape own_weight_shape(const Graph& graph, NodeId weight) {
  while (is_call(graph, weight, "reshape") || is_call(graph, weight, "nn.pad"))
    weight = graph.node(weight).inputs[0];
  return graph.type(weight).shape;
}

}  // namespace vta
