// What is between a layer's rows and nn.attention's operands, and between its result and whoever
// reads that, only moves elements. Taken together most of it is nothing, or a choice of columns.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <set>

#include "compiler/graph/unique_names.h"
#include "compiler/passes/dead_code.h"
#include "compiler/passes/element_moves.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/transformer_patterns.h"

namespace vta {
namespace {

bool is_identity(const MovedElements& m, int64_t source_size) {
  if (std::ssize(m.places) != source_size)
    return false;
  for (size_t i = 0; i < m.places.size(); ++i)
    if (m.places[i] != static_cast<int64_t>(i))
      return false;
  return true;
}

// The same columns of every row, all rows in order; empty where it is something else.
std::vector<int64_t> columns_of(const MovedElements& m, int64_t rows, int64_t source_size) {
  const int64_t width = source_size / rows, taken = std::ssize(m.places) / rows;
  if (source_size % rows != 0)
    return {};
  std::vector<int64_t> columns(m.places.begin(), m.places.begin() + taken);
  if (std::ranges::any_of(columns, [&](int64_t c) { return c >= width; }))
    return {};
  for (size_t i = 0; i < m.places.size(); ++i) {
    const auto row = static_cast<int64_t>(i) / taken;
    if (m.places[i] != row * width + columns[i % static_cast<size_t>(taken)])
      return {};
  }
  return columns;
}

// A dense layer of rows with constants, and its bias.
struct RowLayer {
  NodeId layer = -1, data = -1;
  Tensor weight, bias;  // bias: invalid without
};

Tensor rows_taken(const Tensor& weight, const std::vector<int64_t>& rows) {
  const int64_t depth = weight.size() / weight.shape()[0];
  std::vector<float> values;
  for (const int64_t r : rows) {
    const auto row =
        weight.data<float>().subspan(static_cast<size_t>(r * depth), static_cast<size_t>(depth));
    values.insert(values.end(), row.begin(), row.end());
  }
  Shape shape = weight.shape();
  shape[0] = std::ssize(rows);
  return Tensor::from_span<float>(shape, values);
}

class RowsOfAttention {
 public:
  explicit RowsOfAttention(const Graph& graph)
      : old_(graph), rewriter_(graph), users_(graph.users()) {
    for (NodeId id = 0; id < graph.size(); ++id)
      names_.take(graph.node(id).name);
  }

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id) {
      if (is_call(old_, id, "nn.attention"))
        rewrite_operands(id);
      else if (!rewrite_result(id))
        rewriter_.copy(id);
    }
    return rewriter_.finish();
  }

 private:
  Graph& graph() { return rewriter_.graph(); }
  static int64_t size_of(const Graph& g, NodeId id) { return num_elements(g.type(id).shape); }

  NodeId reshaped(NodeId value, const Shape& shape) {
    return graph().type(value).shape == shape
               ? value
               : graph().add_call("reshape", {value}, {{"newshape", shape}});
  }

  // Rows of a value that is no move of another: these columns of them.
  struct Columns {
    NodeId source = -1;
    int64_t rows = 0;
    std::vector<int64_t> columns;
  };

  std::optional<Columns> columns_before(NodeId operand) const {
    const std::optional<MovedElements> m = moved_elements(old_, operand);
    if (!m)
      return std::nullopt;
    const int64_t rows = old_.type(operand).shape[0];
    Columns found{m->source, rows, columns_of(*m, rows, size_of(old_, m->source))};
    return found.columns.empty() ? std::nullopt : std::optional(std::move(found));
  }

  void rewrite_operands(NodeId id) {
    const Node& n = old_.node(id);
    constexpr std::string_view kSuffixes[] = {"_q", "_k", "_v"};
    std::vector<NodeId> operands = rewriter_.mapped(n.inputs);
    std::array<std::optional<Columns>, 3> before;
    for (size_t i = 0; i < before.size(); ++i)
      before[i] = columns_before(n.inputs[i]);
    Node made = n;
    share_heads(made.attrs, before[1], before[2]);
    for (size_t i = 0; i < before.size(); ++i)
      if (before[i])
        operands[i] = rows_of(*before[i], kSuffixes[i]);
    rewriter_.map(id, append_copy(graph(), made, std::move(operands)));
  }

  // Heads of keys and values that are there several times, one after the other, once.
  static void share_heads(Attrs& attrs, std::optional<Columns>& key,
                          std::optional<Columns>& value) {
    const int64_t heads = attrs.get_int("num_heads", 1);
    if (!key || !value || attrs.get_int("kv_heads", heads) != heads)
      return;
    const int64_t times = std::gcd(repeats(key->columns, heads), repeats(value->columns, heads));
    if (times == 1)
      return;
    attrs.set("kv_heads", heads / times);
    for (std::vector<int64_t>* columns : {&key->columns, &value->columns}) {
      const auto depth = static_cast<int64_t>(columns->size()) / heads;
      std::vector<int64_t> once;
      for (size_t c = 0; c < columns->size(); ++c)
        if (static_cast<int64_t>(c) / depth % times == 0)
          once.push_back((*columns)[c]);
      *columns = std::move(once);
    }
  }

  // How often each head is there.
  static int64_t repeats(const std::vector<int64_t>& columns, int64_t heads) {
    const int64_t depth = std::ssize(columns) / heads;
    const auto is_same = [&](int64_t head) {
      return std::equal(columns.begin() + head * depth, columns.begin() + (head + 1) * depth,
                        columns.begin());
    };
    int64_t times = 1;
    while (times < heads && is_same(times))
      ++times;
    if (heads % times != 0)
      return 1;
    for (int64_t c = 0; c < std::ssize(columns); ++c) {
      const int64_t head = c / depth;
      if (columns[static_cast<size_t>(c)] !=
          columns[static_cast<size_t>(head / times * times * depth + c % depth)])
        return 1;
    }
    return times;
  }

  NodeId rows_of(const Columns& from, std::string_view suffix) {
    const NodeId source = rewriter_.mapped(from.source);
    const int64_t width = size_of(old_, from.source) / from.rows;
    const Shape rows{from.rows, width};
    if (std::ssize(from.columns) == width && is_ascending(from.columns))
      return reshaped(source, rows);
    const std::optional<RowLayer> layer = layer_of(from.source);
    if (layer && old_.type(from.source).shape == rows)
      return layer_of_columns(*layer, from.columns, suffix);
    return taken(reshaped(source, rows), from.columns);
  }

  static bool is_ascending(const std::vector<int64_t>& columns) {
    return std::ranges::adjacent_find(columns, [](int64_t a, int64_t b) { return b != a + 1; }) ==
           columns.end();
  }

  std::optional<RowLayer> layer_of(NodeId id) const {
    RowLayer found;
    if (is_call(old_, id, "add") && !old_.type(id).shape.empty() &&
        constant_value(old_, old_.node(id).inputs[1]) != nullptr) {
      const auto bias = channel_values(*constant_value(old_, old_.node(id).inputs[1]),
                                       old_.type(id).shape, std::ssize(old_.type(id).shape) - 1);
      if (!bias)
        return std::nullopt;
      found.bias = channel_tensor(*bias, 1, 2);
      id = old_.node(id).inputs[0];
    }
    if (!is_call(old_, id, "nn.dense") || old_.type(id).shape.size() != 2 ||
        constant_value(old_, old_.node(id).inputs[1]) == nullptr)
      return std::nullopt;
    found.layer = id;
    found.data = old_.node(id).inputs[0];
    found.weight = *constant_value(old_, old_.node(id).inputs[1]);
    return found;
  }

  NodeId layer_of_columns(const RowLayer& from, const std::vector<int64_t>& columns,
                          std::string_view suffix) {
    const NodeId weight = graph().add_constant(rows_taken(from.weight, columns));
    const NodeId layer = graph().add_call("nn.dense", {rewriter_.mapped(from.data), weight},
                                          {{"units", std::ssize(columns)}});
    keep_identity(old_.node(from.layer), graph().node(layer));
    graph().node(layer).name = names_.make(graph().node(layer).name + std::string(suffix));
    if (!from.bias.valid())
      return layer;
    return graph().add_call("add", {layer, graph().add_constant(rows_taken(from.bias, columns))});
  }

  NodeId taken(NodeId rows, const std::vector<int64_t>& columns) {
    const int64_t first = columns.front(), count = std::ssize(columns);
    if (is_ascending(columns))
      return graph().add_call(
          "strided_slice", {rows},
          {{"begin", IntList{first}}, {"end", IntList{first + count}}, {"axes", IntList{1}}});
    const NodeId places = graph().add_constant(Tensor::from_span<int64_t>({count}, columns));
    return graph().add_call("take", {rows, places}, {{"axis", int64_t{1}}});
  }

  // The last of the moves of an attention's result, which together are nothing.
  bool rewrite_result(NodeId id) {
    if (!only_moves(old_, id))
      return false;
    const auto& users = users_[static_cast<size_t>(id)];
    const bool output = std::ranges::count(old_.outputs(), id) > 0;
    if (!output && std::ranges::all_of(users, [&](NodeId u) { return only_moves(old_, u); }))
      return false;
    NodeId source = id;
    while (only_moves(old_, source))
      source = old_.node(source).inputs[0];
    if (!is_call(old_, source, "nn.attention"))
      return false;
    const std::optional<MovedElements> m = moved_elements(old_, id);
    if (!m || !is_identity(*m, size_of(old_, source)))
      return false;
    const NodeId result = reshaped(rewriter_.mapped(source), old_.type(id).shape);
    if (output)
      graph().node(result).name = old_.node(id).name;
    rewriter_.map(id, result);
    return true;
  }

  const Graph& old_;
  GraphRewriter rewriter_;
  std::vector<std::vector<NodeId>> users_;
  UniqueNames names_;
};

}  // namespace

Graph attention_rows(const Graph& graph, PassContext& context) {
  return remove_dead_code(RowsOfAttention(graph).run(), context);
}

}  // namespace vta
