#include "compiler/passes/pack_layout.h"

#include <vector>

#include "compiler/graph/graph_util.h"
#include "compiler/kernels/chain.h"
#include "compiler/lower/packing.h"

namespace vta {
namespace {

class Packer {
 public:
  Packer(const Graph& old, const VtaConfig& config)
      : old_(old), config_(config), forms_(static_cast<size_t>(old.size())) {}

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id)
      visit(id);
    std::vector<NodeId> outputs;
    for (NodeId id : old_.outputs())
      outputs.push_back(plain(id));
    new_.set_outputs(std::move(outputs), old_.output_names());
    return std::move(new_);
  }

 private:
  // An old value as the graph had it, and packed: as emit_pack does, or, of a flattened map, with
  // rows as images. -1 where not made (yet).
  struct Forms {
    NodeId plain = -1, packed = -1, images = -1, packed_channels = -1;
  };
  Forms& forms(NodeId id) { return forms_[static_cast<size_t>(id)]; }

  void visit(NodeId id) {
    const Node& n = old_.node(id);
    const bool to_pack =
        n.kind == NodeKind::Call && n.target == Target::Accelerator && n.type().shape.size() != 6;
    if (to_pack)
      form_of_rows(id, rows_are_images(n)) = packed_call(id);
    else if (const NodeId same = flattened_maps(id); same >= 0)
      form_of_rows(id, true) = same;
    else if (const NodeId pixels = pixels_of_rows(id); pixels >= 0)
      forms(id).packed = pixels;
    else
      forms(id).plain = copy(id);
  }

  // Up to a block of rows both are one.
  bool has_two_forms(NodeId id) const {
    const TensorType& type = old_.type(id);
    return type.shape.size() == 2 && device_extents(type, config_) != extents(type);
  }
  NodeId& form_of_rows(NodeId id, bool images) {
    return images && has_two_forms(id) ? forms(id).images : forms(id).packed;
  }

  // A flattened map is read as it lies, and so is what is made of such alone.
  bool rows_are_images(const Node& call) {
    bool all = !is_whole_op(call.op);  // whose rows are next to each other
    for (const NodeId in : call.inputs)
      all &= is_constant_expr(old_, in) || forms(in).images >= 0;
    return all;
  }

  // (N, C, 1, 1) of the accelerator made (N, C): the same packed value, or -1.
  NodeId flattened_maps(NodeId id) {
    const Node& n = old_.node(id);
    if (n.kind != NodeKind::Call || (n.op != "nn.batch_flatten" && n.op != "reshape"))
      return -1;
    const NodeId map = n.inputs.front();
    const Shape& from = old_.type(map).shape;
    if (old_.node(map).target != Target::Accelerator || from.size() != 4 || from[2] * from[3] != 1)
      return -1;
    return n.type().shape == Shape{from[0], from[1]} ? forms(map).packed : -1;
  }

  // Rows (W, C) of the accelerator, which lie as the pixels of one image do, made (1, C, 1, W): the
  // same packed value, or -1.
  NodeId pixels_of_rows(NodeId id) const {
    const Shape& to = old_.type(id).shape;
    const NodeId turned = operand_of(id, "reshape");
    const NodeId parts = turned < 0 ? -1 : operand_of(turned, "transpose");
    const NodeId rows = parts < 0 ? -1 : operand_of(parts, "reshape");
    if (rows < 0 || old_.node(rows).target != Target::Accelerator ||
        old_.node(turned).attrs.get_ints("axes", {}) != IntList{0, 2, 1})
      return -1;
    const Shape& from = old_.type(rows).shape;
    const bool same = from.size() == 2 && old_.type(parts).shape == Shape{1, from[0], from[1]} &&
                      to == Shape{1, from[1], 1, from[0]} &&
                      device_extents(old_.type(rows), config_) == extents(old_.type(id));
    return same ? forms_[static_cast<size_t>(rows)].packed : -1;
  }
  NodeId operand_of(NodeId id, std::string_view op) const {
    return is_call(old_, id, op) ? old_.node(id).inputs.front() : NodeId{-1};
  }

  NodeId copy(NodeId id) {
    std::vector<NodeId> operands;
    for (NodeId in : old_.node(id).inputs)
      operands.push_back(plain(in));
    return append_copy(new_, old_.node(id), std::move(operands));
  }

  NodeId packed_call(NodeId id) {
    const Node& n = old_.node(id);
    const bool layer = has_weights(n.op);
    const NodeId made = layer ? packed_layer(id) : packed_element_wise(n);
    keep_identity(n, new_.node(made));
    return made;
  }

  NodeId packed_element_wise(const Node& n) {
    const bool images = rows_are_images(n);
    std::vector<NodeId> operands;
    for (NodeId in : n.inputs)
      operands.push_back(is_constant_expr(old_, in) ? packed_constant(in) : packed(in, images));
    Attrs attrs = n.attrs;
    if (n.op == "concatenate")
      attrs.set("axis", int64_t{1});  // of whole channel groups; it may have counted from the end
    if (n.op == "qnn.layer_norm" && n.type().shape.back() % channel_lanes(config_) != 0)
      attrs.set("channels", n.type().shape.back());
    return new_.add_call(n.op, operands, attrs);
  }

  NodeId packed_layer(NodeId id) {
    const Node& n = old_.node(id);
    const std::string op = takes_zero_points(n.op) ? "qnn.conv2d" : "nn.conv2d";
    std::vector<NodeId> operands = {packed(n.inputs[0], rows_are_images(n)), -1};
    for (const NodeId zero_point : std::span(n.inputs).subspan(2))
      operands.push_back(plain(zero_point));
    Attrs attrs;
    if (is_conv2d(n.op))
      attrs = n.attrs;
    if (attrs.get_int("groups", 1) > 1) {  // the weights' blocks are laid out with the program
      attrs.set("data_layout", data_layout(config_));
      operands[1] = plain(n.inputs[1]);
      return new_.add_call(op, operands, attrs);
    }
    const NodeId weight = emit_pack_weight(new_, plain(n.inputs[1]), config_);
    const Shape& w = new_.type(weight).shape;
    // The packed kernel's channels, padding included.
    attrs.set("channels", w[0] * w[4]);
    attrs.set("kernel_size", IntList{w[2], w[3]});
    attrs.set("data_layout", data_layout(config_));
    attrs.set("kernel_layout", kernel_layout(config_));
    attrs.erase("out_dtype");
    if (!takes_zero_points(op))
      attrs.set("out_dtype", std::string("int32"));
    operands[1] = weight;
    return new_.add_call(op, operands, attrs);
  }

  // Scalars serve every lane; vectors hold one value per channel.
  NodeId packed_constant(NodeId id) {
    if (num_elements(old_.type(id).shape) == 1)
      return plain(id);
    Forms& f = forms(id);
    if (f.packed_channels < 0)
      f.packed_channels = emit_pack_channels(new_, plain(id), config_);
    return f.packed_channels;
  }

  NodeId packed(NodeId id, bool images) {
    NodeId& form = form_of_rows(id, images);
    if (form < 0)
      form = emit_pack(new_, plain(id), config_);
    return form;
  }

  NodeId plain(NodeId id) {
    Forms& f = forms(id);
    if (f.plain >= 0)
      return f.plain;
    VTA_CHECK(f.packed >= 0 || f.images >= 0, "node {} is used before it is made", id);
    const TensorType& type = old_.type(id);
    f.plain = f.packed >= 0 ? emit_unpack(new_, f.packed, device_extents(type, config_))
                            : emit_unpack(new_, f.images, extents(type));
    if (type.shape.size() == 2)
      f.plain = emit_rows(new_, f.plain, type.shape);
    return f.plain;
  }

  const Graph& old_;
  const VtaConfig& config_;
  std::vector<Forms> forms_;  // by old node
  Graph new_;
};

}  // namespace

Graph pack_layout(const Graph& graph, PassContext& context) {
  return Packer(graph, context.config).run();
}

}  // namespace vta
