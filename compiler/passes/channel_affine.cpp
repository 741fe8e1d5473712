#include "compiler/passes/channel_affine.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "compiler/kernels/chain.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

using Numbers = std::vector<double>;

double at(const Numbers& n, size_t i) {
  return n[n.size() == 1 ? 0 : i];
}

template <typename Op>
Numbers of_both(const Numbers& a, const Numbers& b, Op op) {
  Numbers out;
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i)
    out.push_back(op(at(a, i), at(b, i)));
  return out;
}

// Of a constant beside a value of this shape.
std::optional<Numbers> of_channels(const Graph& graph, NodeId id, const Shape& shape) {
  if (!is_constant_expr(graph, id) || graph.type(id).dtype != DType::F32)
    return std::nullopt;
  const Tensor t = evaluate_constant(graph, id);
  if (!t.valid())
    return std::nullopt;
  const size_t axis = shape.size() == 4 ? 1 : shape.size() - 1;
  Shape along(shape.size() - axis, 1);
  along.front() = shape[axis];
  const Shape own(std::ranges::find_if(t.shape(), [](int64_t n) { return n != 1; }),
                  t.shape().end());
  if (t.size() != 1 && own != along)
    return std::nullopt;
  const auto values = t.data<float>();
  if (!std::ranges::all_of(values, [](float v) { return std::isfinite(v); }))
    return std::nullopt;
  return Numbers(values.begin(), values.end());
}

// One call's.
std::optional<ChannelAffine> step_of(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  const bool adds = is_call(graph, id, "add"), subtracts = is_call(graph, id, "subtract"),
             multiplies = is_call(graph, id, "multiply"), divides = is_call(graph, id, "divide");
  if (!adds && !subtracts && !multiplies && !divides)
    return std::nullopt;
  for (size_t i = 0; i < (adds || multiplies ? 2 : 1); ++i) {
    const NodeId value = n.inputs[i];
    if (n.type().shape.empty() || graph.type(value).shape != n.type().shape)
      continue;
    const std::optional<Numbers> c = of_channels(graph, n.inputs[1 - i], n.type().shape);
    if (!c)
      continue;
    if (adds || subtracts)
      return ChannelAffine{
          value, {1}, of_both({0}, *c, [&](double, double v) { return subtracts ? -v : v; })};
    return ChannelAffine{
        value, of_both({1}, *c, [&](double one, double v) { return divides ? one / v : v; })};
  }
  return std::nullopt;
}

}  // namespace

bool ChannelAffine::adds() const {
  return std::ranges::any_of(addend, [](double a) { return a != 0; });
}

std::optional<ChannelAffine> channel_affine(const Graph& graph, NodeId id,
                                            const std::function<bool(NodeId)>& found) {
  ChannelAffine all{id};
  while (!found(all.of)) {
    const std::optional<ChannelAffine> inner = step_of(graph, all.of);
    if (!inner)
      return std::nullopt;
    all.addend =
        of_both(of_both(all.factor, inner->addend, std::multiplies()), all.addend, std::plus());
    all.factor = of_both(all.factor, inner->factor, std::multiplies());
    all.of = inner->of;
  }
  return all;
}

Tensor along_channels(const Numbers& numbers, size_t rank) {
  Shape shape(numbers.size() == 1 ? 0 : rank == 4 ? 3 : 1, 1);
  if (!shape.empty())
    shape.front() = std::ssize(numbers);
  Tensor t = Tensor::zeros(DType::F32, shape);
  std::ranges::transform(numbers, t.mutable_data<float>().begin(),
                         [](double v) { return static_cast<float>(v); });
  return t;
}

}  // namespace vta
