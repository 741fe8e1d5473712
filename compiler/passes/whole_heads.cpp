#include "compiler/passes/whole_heads.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "base/round.h"
#include "compiler/graph/attention.h"
#include "compiler/graph/graph_util.h"
#include "compiler/graph/unique_names.h"
#include "compiler/interp/interpreter.h"
#include "compiler/kernels/chain.h"
#include "compiler/kernels/kernels.h"

namespace vta {
namespace {

// Channels of heads, one after the other, and how many each is to have.
struct Heads {
  int64_t count = 1, depth = 1, whole = 1;

  int64_t channels() const { return count * depth; }
  int64_t all_channels() const { return count * whole; }
  bool is_whole() const { return depth == whole; }
  bool operator==(const Heads&) const = default;
};

// An attention's queries, keys, values, and its result.
std::array<Heads, 4> heads_of(const AttentionForm& f, int64_t block) {
  const Heads q{f.heads, f.depth, align_up(f.depth, block)};
  const Heads v{f.kv_heads, f.value_depth, align_up(f.value_depth, block)};
  return {q, {f.kv_heads, q.depth, q.whole}, v, {f.heads, v.depth, v.whole}};
}

class WholeHeads {
 public:
  WholeHeads(const Graph& old, PassContext& context)
      : old_(old), context_(context), rewriter_(old), users_(old.users()) {
    for (NodeId id = 0; id < old.size(); ++id)
      names_.take(old.node(id).name);
  }

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id)
      if (is_call(old_, id, "qnn.attention") && old_.type(id).shape.size() == 2)
        find(id);
    if (attentions_.empty())
      return old_;
    for (NodeId id = 0; id < old_.size(); ++id)
      if (const auto found = attentions_.find(id); found != attentions_.end())
        rewriter_.map(id, rewritten(id, found->second));
      else if (makers_.contains(id) || readers_.contains(id))
        rewriter_.map(id, rewritten(id));
      else
        rewriter_.copy(id);
    return rewriter_.finish();
  }

 private:
  Graph& graph() { return rewriter_.graph(); }

  // ---- which

  void find(NodeId attention) {
    const Node& n = old_.node(attention);
    const AttentionForm form = attention_form(old_.type(n.inputs[0]), old_.type(n.inputs[1]),
                                              old_.type(n.inputs[2]), n.attrs);
    const std::array<Heads, 4> heads = heads_of(form, context_.config.block_out());
    if (std::ranges::all_of(heads, &Heads::is_whole) ||
        std::ranges::any_of(n.inputs, [&](NodeId in) { return is_constant_expr(old_, in); }))
      return;
    const Kernel kernel = whole_kernel(form, heads);
    if (!kind_of(kernel).machine_problem(kernel, context_.config).empty())
      return;
    if (const std::string problem =
            context_.capacity_problem ? context_.capacity_problem(kernel) : std::string();
        !problem.empty())
      return note(attention, "heads", "would not fit in whole blocks", problem);
    Completed made{.heads = heads};
    for (size_t i = 0; i < 3; ++i) {
      if (heads[i].is_whole())
        continue;
      const std::string problem = find_layer(n.inputs, i, attention, heads);
      made.on_host[i] = !problem.empty();
      if (made.on_host[i])
        note(attention, kOperands[i], "get zeros for whole blocks on the host", problem);
    }
    made.on_host[3] = !heads[3].is_whole() && !layers_read(attention);
    if (made.on_host[3])
      note(attention, "result", "loses zeros for whole blocks on the host",
           "it is read by another than dense layers of constants");
    else if (!heads[3].is_whole())
      for (const NodeId reader : users_[static_cast<size_t>(attention)])
        readers_[reader] = heads[3];
    attentions_[attention] = made;
  }

  // Of the kinds of rows, which the host has to complete, or to take back.
  struct Completed {
    std::array<Heads, 4> heads = {};
    std::array<bool, 4> on_host = {};
  };
  static constexpr std::string_view kOperands[] = {"queries", "keys", "values"};

  void note(NodeId attention, std::string_view what, std::string_view fact,
            const std::string& problem) {
    context_.notes.push_back({old_.node(attention).name,
                              fmt::format("{} of {} {}", what, call_text(old_, attention), fact),
                              problem});
  }

  static Kernel whole_kernel(AttentionForm form, const std::array<Heads, 4>& heads) {
    form.depth = heads[0].whole;
    form.value_depth = heads[2].whole;
    Kernel kernel;
    kernel.kind = Kernel::Kind::Attention;
    kernel.attention = form;
    kernel.inputs.resize(3);
    ConvGeometry& g = kernel.conv;
    g.ic = heads[0].all_channels(), g.oc = heads[3].all_channels();
    g.iw = g.ow = form.batch * form.queries;
    return kernel;
  }

  bool is_layer(NodeId id) const {
    const Node& n = old_.node(id);
    return is_call(old_, id, "nn.dense") && old_.type(n.inputs[0]).dtype == DType::I8 &&
           !is_constant_expr(old_, n.inputs[0]) && is_constant_expr(old_, n.inputs[1]);
  }

  bool read_by_alone(NodeId id, NodeId user) const {
    const auto& outputs = old_.outputs();
    return std::ranges::find(outputs, id) == outputs.end() &&
           std::ranges::all_of(users_[static_cast<size_t>(id)],
                               [&](NodeId u) { return u == user; });
  }

  bool layers_read(NodeId attention) const {
    const auto& outputs = old_.outputs();
    return std::ranges::find(outputs, attention) == outputs.end() &&
           std::ranges::all_of(users_[static_cast<size_t>(attention)],
                               [&](NodeId u) { return is_layer(u); });
  }

  // Takes the calls that make an operand, from its dense layer on. A text: why the layer cannot
  // complete it.
  std::string find_layer(const std::vector<NodeId>& operands, size_t which, NodeId attention,
                         const std::array<Heads, 4>& all_heads) {
    const NodeId operand = operands[which];
    const Heads& heads = all_heads[which];
    for (size_t i = 0; i < operands.size(); ++i)
      if (operands[i] == operand && !(all_heads[i] == heads))
        return fmt::format("{} has heads of two forms", call_text(old_, operand));
    std::vector<NodeId> calls;
    NodeId reader = attention;
    for (NodeId id = operand;;) {
      if (!read_by_alone(id, reader))
        return fmt::format("{} is read by another, too", call_text(old_, id));
      calls.push_back(id);
      if (is_layer(id))
        break;
      const std::optional<NodeId> data = data_of_elements(id, heads.channels());
      if (!data)
        return fmt::format("{} is not made by a dense layer of constants",
                           call_text(old_, operand));
      reader = id;
      id = *data;
    }
    if (!keep_zero(calls))
      return fmt::format("{} is not 0 where the sums of its layer are", call_text(old_, operand));
    for (const NodeId call : calls)
      makers_[call] = heads;
    return {};
  }

  bool is_of_channels(NodeId constant, int64_t channels) const {
    const Shape& shape = old_.type(constant).shape;
    return channels > 1 && num_elements(shape) == channels && shape.back() == channels;
  }

  // What an element-wise call reads beside scalars and one value per channel.
  std::optional<NodeId> data_of_elements(NodeId id, int64_t channels) const {
    constexpr std::string_view kElementWise[] = {
        "cast",       "clip",    "nn.relu", "add",      "subtract", "right_shift",
        "left_shift", "maximum", "minimum", "multiply", "qnn.gelu", "qnn.rescale",
    };
    const Node& n = old_.node(id);
    if (n.kind != NodeKind::Call || std::ranges::find(kElementWise, n.op) == std::end(kElementWise))
      return std::nullopt;
    std::optional<NodeId> data;
    for (const NodeId in : n.inputs) {
      if (is_constant_expr(old_, in)) {
        if (num_elements(old_.type(in).shape) != 1 && !is_of_channels(in, channels))
          return std::nullopt;
      } else if (data || old_.type(in).shape != n.type().shape) {
        return std::nullopt;
      } else {
        data = in;
      }
    }
    return data;
  }

  // Whether a channel whose constants are all 0 is 0; `calls`: from the result to the layer.
  bool keep_zero(const std::vector<NodeId>& calls) const {
    Tensor value = Tensor::zeros(DType::I32, {1, 1});
    for (size_t i = calls.size() - 1; i-- > 0;) {
      const Node& n = old_.node(calls[i]);
      std::vector<Tensor> operands;
      for (const NodeId in : n.inputs) {
        if (!is_constant_expr(old_, in))
          operands.push_back(value);
        else if (num_elements(old_.type(in).shape) == 1)
          operands.push_back(evaluate_constant(old_, in));
        else
          operands.push_back(Tensor::zeros(old_.type(in).dtype, {1, 1}));
        if (!operands.back().valid())
          return false;
      }
      value = evaluate_op(n.op, n.attrs, operands).front();
    }
    return std::ranges::all_of(value.bytes(), [](std::byte b) { return b == std::byte{0}; });
  }

  // ---- rewritten

  NodeId rewritten(NodeId id) {
    Node made = old_.node(id);
    std::vector<NodeId> operands = rewriter_.mapped(made.inputs);
    if (const auto maker = makers_.find(id); maker != makers_.end()) {
      const Heads& heads = maker->second;
      if (is_layer(id)) {
        operands[1] = completed(operands[1], 0, heads);
        made.attrs.set("units", heads.all_channels());
      }
      for (size_t i = 0; i < operands.size(); ++i)
        if (!is_layer(id) && is_constant_expr(old_, made.inputs[i]) &&
            is_of_channels(made.inputs[i], heads.channels()))
          operands[i] = completed(operands[i], graph().type(operands[i]).shape.size() - 1, heads);
    }
    if (const auto reader = readers_.find(id); reader != readers_.end())
      operands[1] = completed(operands[1], 1, reader->second);
    return append_copy(graph(), made, std::move(operands));
  }

  NodeId rewritten(NodeId attention, const Completed& by) {
    const Node& n = old_.node(attention);
    std::vector<NodeId> operands = rewriter_.mapped(n.inputs);
    for (size_t i = 0; i < operands.size(); ++i)
      if (by.on_host[i]) {
        operands[i] = completed(operands[i], 1, by.heads[i]);
        // What the accelerator is given has another form than what it is made of.
        graph().node(operands[i]).name = names_.make(old_.node(n.inputs[i]).name + "_whole_heads");
      }
    const NodeId made = append_copy(graph(), n, std::move(operands));
    return by.on_host[3] ? without_zeros(made, by.heads[3]) : made;
  }

  NodeId without_zeros(NodeId rows, const Heads& heads) {
    const int64_t count = graph().type(rows).shape[0];
    const NodeId apart = graph().add_call("reshape", {rows},
                                          {{"newshape", IntList{count, heads.count, heads.whole}}});
    const NodeId own = graph().add_call(
        "strided_slice", {apart},
        {{"begin", IntList{0}}, {"end", IntList{heads.depth}}, {"axes", IntList{2}}});
    return graph().add_call("reshape", {own}, {{"newshape", IntList{count, heads.channels()}}});
  }

  // Zeros behind each head's channels, which are along an axis.
  NodeId completed(NodeId value, size_t axis, const Heads& heads) {
    Shape shape = graph().type(value).shape, parts = shape;
    parts[axis] = heads.depth;
    parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(axis), heads.count);
    std::vector<IntList> widths(parts.size(), {0, 0});
    widths[axis + 1][1] = heads.whole - heads.depth;
    shape[axis] = heads.all_channels();
    const NodeId zero = graph().add_constant(Tensor::scalar<int32_t>(0));
    const NodeId apart = graph().add_call("reshape", {value}, {{"newshape", parts}});
    const NodeId whole = graph().add_call("nn.pad", {apart, zero}, {{"pad_width", widths}});
    return graph().add_call("reshape", {whole}, {{"newshape", shape}});
  }

  const Graph& old_;
  PassContext& context_;
  GraphRewriter rewriter_;
  std::vector<std::vector<NodeId>> users_;
  UniqueNames names_;
  std::map<NodeId, Completed> attentions_;
  // Calls that make operands; layers that read results.
  std::map<NodeId, Heads> makers_, readers_;
};

}  // namespace

Graph whole_heads(const Graph& graph, PassContext& context) {
  return WholeHeads(graph, context).run();
}

}  // namespace vta
