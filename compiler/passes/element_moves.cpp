// The moves are carried out on the elements' places by the interpreter, so that no operator needs a
// rule of its own here.
#include "compiler/passes/element_moves.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "compiler/graph/graph_util.h"
#include "compiler/interp/interpreter.h"
#include "compiler/kernels/chain.h"

namespace vta {
namespace {

constexpr std::array<std::string_view, 10> kElementMoves = {
    "reshape", "transpose",     "squeeze", "expand_dims",  "nn.batch_flatten",
    "split",   "strided_slice", "take",    "broadcast_to", "tile"};
constexpr int64_t kMostPlaces = int64_t{1} << 24;

Tensor places_of(const Shape& shape) {
  Tensor places = Tensor::zeros(DType::I64, shape);
  auto values = places.mutable_data<int64_t>();
  std::iota(values.begin(), values.end(), int64_t{0});
  return places;
}

Tensor moved(const Graph& graph, const Node& call, const Tensor& places, int64_t field) {
  std::vector<Tensor> operands = {places};
  for (size_t i = 1; i < call.inputs.size(); ++i)
    operands.push_back(evaluate_constant(graph, call.inputs[i]));
  return evaluate_op(call.op, call.attrs, operands)[static_cast<size_t>(field)];
}

}  // namespace

bool only_moves(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  if (n.kind == NodeKind::TupleGet)
    return is_call(graph, n.inputs[0], "split") && only_moves(graph, n.inputs[0]);
  if (n.kind != NodeKind::Call || n.constant_expr || std::ranges::count(kElementMoves, n.op) == 0)
    return false;
  return std::all_of(n.inputs.begin() + 1, n.inputs.end(), [&](NodeId operand) {
    return graph.node(operand).constant_expr && evaluate_constant(graph, operand).valid();
  });
}

std::optional<MovedElements> moved_elements(const Graph& graph, NodeId id) {
  std::vector<NodeId> moves;
  while (only_moves(graph, id)) {
    if (num_elements(graph.type(id).shape) > kMostPlaces)
      return std::nullopt;
    moves.push_back(id);
    id = graph.node(id).inputs[0];
  }
  if (moves.empty() || num_elements(graph.type(id).shape) > kMostPlaces)
    return std::nullopt;
  Tensor places = places_of(graph.type(id).shape);
  for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
    const Node& n = graph.node(*move);
    if (n.kind == NodeKind::TupleGet)
      places = moved(graph, graph.node(n.inputs[0]), places, n.tuple_index);
    else if (n.op != "split")
      places = moved(graph, n, places, 0);
  }
  const auto values = places.data<int64_t>();
  return MovedElements{id, {values.begin(), values.end()}};
}

}  // namespace vta
