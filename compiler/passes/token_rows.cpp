// Values of rank 3, whose last axis is that of channels, as rows: the stream that a transformer's
// blocks add to, and its norms. It begins at rows of layers, or at the patches of an image.
#include <algorithm>
#include <map>
#include <optional>

#include "compiler/passes/dead_code.h"
#include "compiler/passes/element_moves.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/patch_rows.h"
#include "compiler/passes/transformer_patterns.h"

namespace vta {
namespace {

class RowsOfTokens {
 public:
  RowsOfTokens(const Graph& graph, bool layers_on_device)
      : old_(graph), rewriter_(graph), layers_on_device_(layers_on_device) {
    if (layers_on_device)
      patches_ = match_patches(graph);
  }

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id) {
      const NodeId made = rows_of_call(id);
      if (made < 0)
        rewriter_.copy(id);
      else
        take_place(id, made);
    }
    return rewriter_.finish();
  }

 private:
  Graph& graph() { return rewriter_.graph(); }

  void take_place(NodeId id, NodeId rows) {
    rows_[id] = rows;
    const NodeId plain = reshaped(rows, old_.type(id).shape);
    if (std::ranges::find(old_.outputs(), id) != old_.outputs().end())
      graph().node(plain).name = old_.node(id).name;
    rewriter_.map(id, plain);
  }

  NodeId reshaped(NodeId value, const Shape& shape) {
    if (graph().type(value).shape == shape)
      return value;
    return graph().add_call("reshape", {value}, {{"newshape", shape}});
  }

  static Shape shape_of_rows(const Shape& s) { return {num_elements(s) / s.back(), s.back()}; }

  // The rows of a call that is computed on them; -1 of one that stays as it is.
  NodeId rows_of_call(NodeId id) {
    const Node& n = old_.node(id);
    if (n.kind != NodeKind::Call || n.constant_expr || n.types.size() != 1 ||
        n.type().dtype != DType::F32)
      return -1;
    if (n.op == "reshape")
      return rows_of_reshape(n);
    if (n.type().shape.size() == 2 && layers_on_device_)
      return of_first_row(id);
    if (n.type().shape.size() < 3 || patches_.contains(id))
      return -1;
    if (n.op == "nn.layer_norm" || n.op == "nn.rms_norm")
      return rows_of_norm(n);
    return n.op == "add" ? rows_of_sum(n) : -1;
  }

  // Already there, of an old value.
  NodeId rows_of(NodeId id) {
    if (const auto found = rows_.find(id); found != rows_.end())
      return found->second;
    const auto patches = patches_.find(id);
    if (patches == patches_.end())
      return -1;
    return rows_[id] = emit_patches(rewriter_, patches->second);
  }

  // Of rows: what they are reshaped from; to rows: those.
  NodeId rows_of_reshape(const Node& n) {
    const Shape &from = old_.type(n.inputs[0]).shape, &to = n.type().shape;
    if (from.empty() || to.empty() || from.back() != to.back())
      return -1;
    if (from.size() == 2 && to.size() > 2)
      return rewriter_.mapped(n.inputs[0]);
    const bool has_rows = rows_.contains(n.inputs[0]) || (to.size() == 2 && from.size() > 2);
    return has_rows ? rows_of(n.inputs[0]) : -1;
  }

  // ---- layers of the first token

  // Of an image's first row alone: a convolution whose stride leaves out the others, as the
  // accelerator reads only pixels in steps. With its bias; -1 of anything else.
  NodeId of_first_row(NodeId id) {
    const Node& n = old_.node(id);
    const Tensor* constant = n.inputs.size() == 2 ? constant_value(old_, n.inputs[1]) : nullptr;
    if (constant == nullptr)
      return -1;
    NodeId made = -1;
    if (n.op == "nn.dense")
      made = layer_of_first_row(n, *constant);
    else if (const auto layer = first_row_layers_.find(n.inputs[0]);
             n.op == "add" && layer != first_row_layers_.end())
      if (const auto bias = channel_values(*constant, n.type().shape, 1))
        made = append_copy(graph(), n,
                           {layer->second, graph().add_constant(channel_tensor(*bias, 1, 4))});
    if (made < 0)
      return -1;
    first_row_layers_[id] = made;
    return reshaped(made, n.type().shape);
  }

  NodeId layer_of_first_row(const Node& n, const Tensor& weight) {
    const auto data = moved_elements(old_, n.inputs[0]);
    if (!data || n.type().shape[0] != 1 || !rows_.contains(data->source) ||
        data->places.front() != 0 || !is_ascending(data->places))
      return -1;
    const NodeId rows = rows_[data->source];
    const Shape from = graph().type(rows).shape;
    if (std::ssize(data->places) != from[1])
      return -1;
    NodeId pixels = reshaped(rows, {1, from[0], from[1]});
    pixels = graph().add_call("transpose", {pixels}, {{"axes", IntList{0, 2, 1}}});
    pixels = graph().add_call("reshape", {pixels}, {{"newshape", IntList{1, from[1], 1, from[0]}}});
    const int64_t channels = weight.shape()[0];
    const NodeId layer = graph().add_call(
        "nn.conv2d", {pixels, graph().add_constant(weight.reshaped({channels, from[1], 1, 1}))},
        {{"strides", IntList{1, from[0]}},
         {"padding", IntList{0, 0, 0, 0}},
         {"channels", channels},
         {"kernel_size", IntList{1, 1}}});
    keep_identity(n, graph().node(layer));
    return layer;
  }

  static bool is_ascending(const std::vector<int64_t>& places) {
    return std::ranges::adjacent_find(places, [](int64_t a, int64_t b) { return b != a + 1; }) ==
           places.end();
  }

  // ---- rows

  // Of a value that is none of rows, too: the sum behind the norm then takes the same rows.
  NodeId rows_of_norm(const Node& n) {
    const NodeId data = layers_on_device_ ? as_rows(n.inputs[0]) : rows_of(n.inputs[0]);
    if (data < 0)
      return -1;
    std::vector<NodeId> operands = rewriter_.mapped(n.inputs);
    operands[0] = data;
    return append_copy(graph(), n, std::move(operands));
  }

  NodeId rows_of_sum(const Node& n) {
    const NodeId a = n.inputs[0], b = n.inputs[1];
    if (old_.type(a) != n.type() || (rows_of(a) < 0 && rows_of(b) < 0))
      return -1;
    const NodeId left = as_rows(a);
    if (old_.node(b).constant_expr) {
      const NodeId constant = constant_rows(b, n.type().shape);
      return constant < 0 ? -1 : append_copy(graph(), n, {left, constant});
    }
    return old_.type(b) == n.type() ? append_copy(graph(), n, {left, as_rows(b)}) : -1;
  }

  NodeId as_rows(NodeId id) {
    if (const NodeId rows = rows_of(id); rows >= 0)
      return rows;
    return rows_[id] = reshaped(rewriter_.mapped(id), shape_of_rows(old_.type(id).shape));
  }

  // One number per channel, or of each row its own.
  NodeId constant_rows(NodeId id, const Shape& shape) {
    const Tensor value = evaluate_constant(old_, id);
    if (!value.valid() || value.dtype() != DType::F32)
      return -1;
    if (const auto channels = channel_values(value, shape, std::ssize(shape) - 1))
      return graph().add_constant(channel_tensor(*channels, 1, 2));
    return emit_row_data(graph(), value, shape);
  }

  const Graph& old_;
  GraphRewriter rewriter_;
  bool layers_on_device_;
  std::map<NodeId, PatchRows> patches_;
  std::map<NodeId, NodeId> first_row_layers_;  // of old values, with their bias: new maps
  std::map<NodeId, NodeId> rows_;              // of old values, in the new graph
};

}  // namespace

Graph token_rows(const Graph& graph, PassContext& context) {
  return remove_dead_code(RowsOfTokens(graph, context.quant.dense_on_device).run(), context);
}

}  // namespace vta
