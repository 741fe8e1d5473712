#include "compiler/passes/patch_rows.h"

#include <algorithm>
#include <optional>

#include "compiler/graph/shape_util.h"
#include "compiler/interp/interpreter.h"
#include "compiler/kernels/chain.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

Tensor broadcast(const Tensor& value, const Shape& shape) {
  return evaluate_op("broadcast_to", {{"shape", shape}}, std::span(&value, 1)).front();
}

Tensor first_row(const Tensor& rows) {
  const int64_t channels = rows.shape().back();
  return Tensor::from_span<float>({channels},
                                  rows.data<float>().first(static_cast<size_t>(channels)));
}

class PatchMatcher {
 public:
  explicit PatchMatcher(const Graph& graph) : graph_(graph) {}

  std::map<NodeId, PatchRows> run() {
    for (NodeId id = 0; id < graph_.size(); ++id)
      if (auto found = matched(id))
        found_.emplace(id, std::move(*found));
    return std::move(found_);
  }

 private:
  const Node& node(NodeId id) const { return graph_.node(id); }
  const Shape& shape(NodeId id) const { return graph_.type(id).shape; }

  std::optional<PatchRows> matched(NodeId id) const {
    const Node& n = node(id);
    if (n.kind != NodeKind::Call || n.type().dtype != DType::F32 || n.type().shape.size() != 3)
      return std::nullopt;
    if (n.op == "transpose")
      return turned_map(n);
    if (n.op == "concatenate")
      return with_tokens(n);
    if (n.op == "nn.pad")
      return with_zeros(n);
    return n.op == "add" ? with_positions(n) : std::nullopt;
  }

  // (N, C, H, W) as (N, H W, C).
  std::optional<PatchRows> turned_map(const Node& n) const {
    if (n.attrs.get_ints("axes", {}) != IntList{0, 2, 1} || !is_reshape(n.inputs[0]))
      return std::nullopt;
    NodeId map = node(n.inputs[0]).inputs[0];
    if (shape(map).size() != 4 || shape(map)[1] != n.type().shape[2])
      return std::nullopt;
    const int64_t channels = n.type().shape[2], tokens = n.type().shape[1];
    Tensor added = Tensor::zeros(DType::F32, {tokens, channels});
    if (is_call(graph_, map, "add")) {
      const Tensor* bias = constant_value(graph_, node(map).inputs[1]);
      const auto values = bias != nullptr ? channel_values(*bias, shape(map), 1) : std::nullopt;
      if (!values)
        return std::nullopt;
      added = broadcast(channel_tensor(*values, 1, 2), {tokens, channels});
      map = node(map).inputs[0];
    }
    if (!has_windows_side_by_side(map))
      return std::nullopt;
    return PatchRows{node(map).inputs[0], map, 0, added};
  }

  bool is_reshape(NodeId id) const {
    return is_call(graph_, id, "reshape") || is_call(graph_, id, "squeeze");
  }

  bool has_windows_side_by_side(NodeId id) const {
    const Node& n = node(id);
    if (!is_call(graph_, id, "nn.conv2d") || constant_value(graph_, n.inputs[1]) == nullptr ||
        n.attrs.get_string("data_layout", "NCHW") != "NCHW" ||
        n.attrs.get_string("kernel_layout", "OIHW") != "OIHW" ||
        n.attrs.get_int("groups", 1) != 1 || n.attrs.get_ints("dilation", {1, 1}) != IntList{1, 1})
      return false;
    const Shape& w = shape(n.inputs[1]);
    return n.attrs.get_ints("strides", {1, 1}) == IntList{w[2], w[3]} &&
           std::ranges::all_of(shapes::read_padding(n.attrs), [](int64_t p) { return p == 0; });
  }

  // Constants before the patches.
  std::optional<PatchRows> with_tokens(const Node& n) const {
    const int64_t axis = n.attrs.get_int("axis", 0);
    const auto patches = found_.find(n.inputs.back());
    if ((axis != 1 && axis != -2) || patches == found_.end())
      return std::nullopt;
    PatchRows made = patches->second;
    std::vector<Tensor> parts;
    for (const NodeId in : std::span(n.inputs).first(n.inputs.size() - 1)) {
      const auto rows = rows_of_all_images(in);
      if (!rows)
        return std::nullopt;
      made.before += rows->shape()[0];
      parts.push_back(*rows);
    }
    parts.push_back(made.added);
    made.added = evaluate_op("concatenate", {{"axis", int64_t{0}}}, parts).front();
    return made;
  }

  // A pad of zeros before the patches.
  std::optional<PatchRows> with_zeros(const Node& n) const {
    const auto patches = found_.find(n.inputs[0]);
    const auto widths = n.attrs.get_int_lists("pad_width");
    const Tensor* value = n.inputs.size() > 1 ? constant_value(graph_, n.inputs[1]) : nullptr;
    if (patches == found_.end() || n.attrs.get_string("pad_mode", "constant") != "constant" ||
        value == nullptr || value->dtype() != DType::F32 || value->data<float>()[0] != 0 ||
        widths.size() != 3 || widths[0] != IntList{0, 0} || widths[1].back() != 0 ||
        widths[2] != IntList{0, 0} || widths[1].front() < 0)
      return std::nullopt;
    PatchRows made = patches->second;
    const int64_t zeros = widths[1].front();
    const std::vector<Tensor> parts = {Tensor::zeros(DType::F32, {zeros, made.added.shape()[1]}),
                                       made.added};
    if (zeros > 0)
      made.added = evaluate_op("concatenate", {{"axis", int64_t{0}}}, parts).front();
    made.before += zeros;
    return made;
  }

  // (N, tokens, C), the same for every image, as (tokens, C).
  std::optional<Tensor> rows_of_all_images(NodeId id) const {
    const Tensor value = node(id).constant_expr ? evaluate_constant(graph_, id) : Tensor();
    if (!value.valid() || value.dtype() != DType::F32 || value.shape().size() != 3)
      return std::nullopt;
    const Shape rows = {value.shape()[1], value.shape()[2]};
    const Tensor first = Tensor::from_span<float>(
        rows, value.data<float>().first(static_cast<size_t>(num_elements(rows))));
    const Tensor all = broadcast(first, value.shape());
    if (!std::ranges::equal(all.bytes(), value.bytes()))
      return std::nullopt;
    return first;
  }

  std::optional<PatchRows> with_positions(const Node& n) const {
    for (const size_t side : {size_t{0}, size_t{1}}) {
      const auto patches = found_.find(n.inputs[side]);
      const NodeId other = n.inputs[1 - side];
      if (patches == found_.end() || !node(other).constant_expr ||
          shape(n.inputs[side]) != n.type().shape)
        continue;
      const Tensor value = evaluate_constant(graph_, other);
      PatchRows made = patches->second;
      const Shape one = {1, made.added.shape()[0], made.added.shape()[1]};
      if (!value.valid() || value.dtype() != DType::F32 || value.shape().size() > 3 ||
          (value.shape().size() == 3 && value.shape()[0] != 1))
        return std::nullopt;
      const std::vector<Tensor> operands = {made.added.reshaped(one), value};
      made.added = evaluate_op("add", {}, operands).front().reshaped(made.added.shape());
      return made;
    }
    return std::nullopt;
  }

  const Graph& graph_;
  std::map<NodeId, PatchRows> found_;
};

// (N, C, h kh, w kw) as windows (N, h w, C kh kw).
NodeId emit_windows(Graph& g, NodeId image, const Shape& weight) {
  const Shape from = g.type(image).shape;
  const int64_t kh = weight[2], kw = weight[3], h = from[2] / kh, w = from[3] / kw;
  if (from[2] != h * kh || from[3] != w * kw)
    image = g.add_call(
        "strided_slice", {image},
        {{"begin", IntList{0, 0}}, {"end", IntList{h * kh, w * kw}}, {"axes", IntList{2, 3}}});
  NodeId windows =
      g.add_call("reshape", {image}, {{"newshape", IntList{from[0], from[1], h, kh, w, kw}}});
  windows = g.add_call("transpose", {windows}, {{"axes", IntList{0, 2, 4, 1, 3, 5}}});
  return g.add_call("reshape", {windows},
                    {{"newshape", IntList{from[0], h * w, from[1] * kh * kw}}});
}

}  // namespace

std::map<NodeId, PatchRows> match_patches(const Graph& graph) {
  return PatchMatcher(graph).run();
}

NodeId emit_row_data(Graph& graph, const Tensor& value, const Shape& shape) {
  const Tensor whole = broadcast(value, shape);
  return graph.add_call(
      "annotation.data",
      {graph.add_constant(whole.reshaped({num_elements(shape) / shape.back(), shape.back()}))});
}

NodeId emit_patches(GraphRewriter& rewriter, const PatchRows& patches) {
  Graph& g = rewriter.graph();
  const Node& layer = rewriter.old().node(patches.layer);
  const Tensor weight = *constant_value(rewriter.old(), layer.inputs[1]);
  const int64_t channels = weight.shape()[0], depth = weight.size() / channels;
  NodeId rows = emit_windows(g, rewriter.mapped(patches.image), weight.shape());
  const int64_t images = g.type(rows).shape[0], tokens = patches.added.shape()[0];
  if (patches.before > 0)
    rows = g.add_call(
        "concatenate",
        {g.add_constant(Tensor::zeros(DType::F32, {images, patches.before, depth})), rows},
        {{"axis", int64_t{1}}});
  rows = g.add_call("reshape", {rows}, {{"newshape", IntList{images * tokens, depth}}});
  const NodeId made =
      g.add_call("nn.dense", {rows, g.add_constant(weight.reshaped({channels, depth}))},
                 {{"units", channels}});
  keep_identity(layer, g.node(made));
  const Shape all = {images, tokens, channels};
  const Tensor first = first_row(patches.added);
  if (std::ranges::equal(broadcast(first, patches.added.shape()).bytes(), patches.added.bytes()))
    return g.add_call("add", {made, g.add_constant(first)});
  return g.add_call("add", {made, emit_row_data(g, patches.added, all)});
}

}  // namespace vta
