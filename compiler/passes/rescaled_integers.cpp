#include "compiler/passes/rescaled_integers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "compiler/graph/fraction.h"
#include "compiler/graph/graph_util.h"
#include "compiler/graph/shape_util.h"
#include "compiler/passes/exact_factor.h"
#include "compiler/passes/int32_bounds.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

constexpr int64_t kMostInt32 = std::numeric_limits<int32_t>::max();
constexpr int32_t kLeastShift = -31;

bool is_one_of(const Node& n, std::string_view a, std::string_view b) {
  return n.kind == NodeKind::Call && (n.op == a || n.op == b);
}

// The constant operands of a qnn.requantize, and its terms, one or two.
struct Requantize {
  const Tensor *zero, *unit, *count;
  struct Term {
    NodeId steps;
    const Tensor *first, *second;
  };
  std::vector<Term> terms;
};

double number_at(const Tensor& t, size_t i) {
  const size_t at = t.size() == 1 ? 0 : i;
  return t.dtype() == DType::F32 ? static_cast<double>(t.data<float>()[at])
                                 : static_cast<double>(t.data<int32_t>()[at]);
}

class Rescaler {
 public:
  Rescaler(const Graph& graph, PassContext& context)
      : old_(graph), context_(context), users_(graph.users()), rewriter_(graph) {}

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id)
      visit(id);
    return without_dead_nodes(rewriter_.finish());
  }

 private:
  Graph& graph() { return rewriter_.graph(); }

  void visit(NodeId id) {
    const Node& n = old_.node(id);
    const NodeId made = is_call(old_, id, "qnn.requantize")  ? rescaled(id)
                        : is_one_of(n, "maximum", "minimum") ? limited(n)
                                                             : -1;
    if (made < 0) {
      rewriter_.copy(id);
      return;
    }
    if (!n.name.empty())
      graph().node(made).name = n.name;
    rewriter_.map(id, made);
  }

  // Limits of a rescaled value that nothing else reads are its own.
  NodeId limited(const Node& n) {
    const Tensor* limit = constant_value(old_, n.inputs[1]);
    const NodeId value = rewriter_.mapped(n.inputs[0]);
    if (limit == nullptr || limit->dtype() != DType::I8 || limit->size() != 1 || value < 0 ||
        !is_call(graph(), value, "qnn.rescale") ||
        users_[static_cast<size_t>(n.inputs[0])].size() != 1)
      return -1;
    const Node before = graph().node(value);
    const int64_t at = limit->data<int8_t>()[0];
    int64_t low = before.attrs.get_int("a_min", -128), high = before.attrs.get_int("a_max", 127);
    if (n.op == "maximum")
      low = std::max(low, at), high = std::max(high, at);
    else
      low = std::min(low, at), high = std::min(high, at);
    Attrs attrs = before.attrs;
    attrs.set("a_min", low);
    attrs.set("a_max", high);
    const NodeId made = graph().add_call(before.op, before.inputs, attrs);
    keep_identity(before, graph().node(made));
    return made;
  }

  // -1: as it is.
  NodeId rescaled(NodeId id) {
    const std::optional<Requantize> r = read(old_.node(id));
    if (!r)
      return leave(id, "its scales are computed, or zero points of one value");
    if (has_ties_to_miss(*r))
      return leave(id, "the quotient of its scales has ties that a fraction of 31 bits misses");
    if (r->terms.size() == 1)
      return of_sums(id, *r, nullptr);
    for (size_t i = 0; i < 2; ++i)
      if (const Tensor* bias = constant_value(old_, r->terms[i].steps); bias != nullptr)
        return !fits(*bias, of_channels(r->terms[1 - i]))
                   ? leave(id, "its bias is neither one value nor one per channel")
                   : of_sums(id, {r->zero, r->unit, r->count, {r->terms[1 - i]}}, &r->terms[i]);
    return of_two(id, *r);
  }

  NodeId leave(NodeId id, const std::string& reason) {
    context_.notes.push_back(
        {old_.node(id).name, fmt::format("{} stays on the host", call_text(old_, id)), reason});
    return -1;
  }

  std::optional<Requantize> read(const Node& n) const {
    Requantize r{constant_value(old_, n.inputs[0]),
                 constant_value(old_, n.inputs[1]),
                 constant_value(old_, n.inputs[2]),
                 {}};
    bool known = r.zero != nullptr && r.unit != nullptr && r.count != nullptr &&
                 r.zero->dtype() == DType::I8 && r.zero->size() == 1 && r.unit->size() == 1 &&
                 r.count->size() == 1;
    for (size_t i = 3; i < n.inputs.size(); i += 3) {
      r.terms.push_back({n.inputs[i], constant_value(old_, n.inputs[i + 1]),
                         constant_value(old_, n.inputs[i + 2])});
      known = known && r.terms.back().first != nullptr && r.terms.back().second != nullptr &&
              (r.terms.back().first->size() == 1 || r.terms.back().second->size() == 1);
    }
    return known ? std::optional(r) : std::nullopt;
  }

  static const Tensor& of_channels(const Requantize::Term& t) {
    return t.first->size() > 1 ? *t.first : *t.second;
  }

  static ExactFactor factor(const Requantize& r, const Requantize::Term& t, size_t channel) {
    return {.first = static_cast<float>(number_at(*t.first, channel)),
            .second = std::abs(static_cast<float>(number_at(*t.second, channel))),
            .unit = r.unit->data<float>()[0],
            .count = r.count->data<int32_t>()[0]};
  }

  bool has_ties_to_miss(const Requantize& r) const {
    size_t channels = 1;
    for (const Requantize::Term& t : r.terms)
      channels = std::max(channels, static_cast<size_t>(of_channels(t).size()));
    for (size_t c = 0; c < channels; ++c) {
      std::vector<ExactFactor> factors;
      for (const Requantize::Term& t : r.terms)
        if (constant_value(old_, t.steps) == nullptr)
          factors.push_back(factor(r, t, c));
      if (have_ties_to_miss(factors))
        return true;
    }
    return false;
  }

  // Values of a bias and factors, where both are several.
  static bool fits(const Tensor& bias, const Tensor& factors) {
    const auto extents = [](const Tensor& t) {
      const Shape& s = t.shape();
      return Shape(std::ranges::find_if(s, [](int64_t n) { return n != 1; }), s.end());
    };
    return bias.size() == 1 || factors.size() == 1 || extents(bias) == extents(factors);
  }

  // ---- one term, and a bias whose values may lie between the term's steps
  struct Addend {
    std::vector<double> steps;  // one, or one for each channel
    int64_t bits = 0;           // that are kept of them behind the point

    int64_t at(size_t i) const {
      return std::llround(std::ldexp(steps[i], static_cast<int>(bits)));
    }
    double error(size_t i) const {
      return std::abs(std::ldexp(static_cast<double>(at(i)), -static_cast<int>(bits)) - steps[i]);
    }
    double most() const {
      double most = 0;
      for (const double s : steps)
        most = std::max(most, std::abs(s));
      return most;
    }
    // But for what rounding scales to float32 makes of it.
    bool is_whole() const {
      for (size_t i = 0; i < steps.size(); ++i)
        if (error(i) > std::abs(steps[i]) * 0x1p-22)
          return false;
      return true;
    }
  };

  NodeId of_sums(NodeId id, const Requantize& r, const Requantize::Term* bias) {
    const Requantize::Term& term = r.terms.front();
    const Tensor& channels = of_channels(term);
    std::vector<double> factors;
    for (size_t c = 0; c < static_cast<size_t>(channels.size()); ++c)
      factors.push_back(factor(r, term, c).value());
    const double largest = *std::ranges::max_element(factors);
    if (!(largest < 0x1p30) || number_at(*term.second, 0) < 0)
      return leave(id, "its factor is negative or beyond 2^30");
    const int64_t bound = largest_magnitude(old_, term.steps);
    int64_t bits = std::max<int32_t>(0, decomposed(largest).shift);
    Addend addend;
    if (bias != nullptr) {
      addend = addend_of(*bias, term,
                         std::max(channels.size(), constant_value(old_, bias->steps)->size()));
      bits = std::max(bits, bits_for(addend, factors, bound));
    }
    addend.bits = bits;
    if (std::ldexp(static_cast<double>(bound) + addend.most() + 1, static_cast<int>(bits)) >
        static_cast<double>(kMostInt32))
      return bits == 0 ? leave(id, "its sums and its bias together leave int32")
                       : leave(id, "its sums have no room for the bits of its factor or bias");
    for (size_t i = 0; i < addend.steps.size(); ++i)
      if (addend.error(i) * factors[factors.size() == 1 ? 0 : i] > kMostError && !addend.is_whole())
        return leave(id, "its sums have no room for the bits of its bias");
    return of_sums(rewriter_.mapped(term.steps), r, factors, addend, bits, bias, channels.shape());
  }

  NodeId of_sums(NodeId steps, const Requantize& r, const std::vector<double>& factors,
                 const Addend& addend, int64_t bits, const Requantize::Term* bias,
                 const Shape& shape) {
    if (bits > 0)
      steps = graph().add_call("left_shift", {steps, number(static_cast<int32_t>(bits))});
    if (bias != nullptr) {
      Tensor t = Tensor::zeros(DType::I32, addend_shape(*bias, shape, std::ssize(addend.steps)));
      for (size_t i = 0; i < addend.steps.size(); ++i)
        t.mutable_data<int32_t>()[i] = static_cast<int32_t>(addend.at(i));
      steps = graph().add_call("add", {steps, graph().add_constant(t)});
    }
    Tensor multipliers = Tensor::zeros(DType::I32, shape),
           shifts = Tensor::zeros(DType::I32, shape);
    for (size_t c = 0; c < factors.size(); ++c) {
      Fraction f = decomposed(factors[c]);
      f.shift -= static_cast<int32_t>(bits);
      if (f.shift < kLeastShift)  // no sum of 31 bits is half a step
        f = {};
      multipliers.mutable_data<int32_t>()[c] = f.multiplier;
      shifts.mutable_data<int32_t>()[c] = f.shift;
    }
    return rescale(steps, multipliers, shifts, *r.zero);
  }

  Shape addend_shape(const Requantize::Term& bias, const Shape& factors, int64_t size) const {
    const Tensor& steps = *constant_value(old_, bias.steps);
    return steps.size() == size ? steps.shape() : factors;
  }

  static constexpr double kMostError = 0x1p-14;  // of a result, by a bias: the share that differs

  Addend addend_of(const Requantize::Term& bias, const Requantize::Term& sums,
                   int64_t channels) const {
    const Tensor& steps = *constant_value(old_, bias.steps);
    Addend a;
    for (size_t c = 0; c < static_cast<size_t>(channels); ++c)
      a.steps.push_back(number_at(steps, c) *
                        (number_at(*bias.first, c) * number_at(*bias.second, c)) /
                        (number_at(*sums.first, c) * number_at(*sums.second, c)));
    return a;
  }

  // As few as are exact, or all that there is room for.
  static int64_t bits_for(Addend a, const std::vector<double>& factors, int64_t bound) {
    if (a.is_whole())
      return 0;
    int64_t room = 0;
    while (std::ldexp(static_cast<double>(bound) + a.most() + 1, static_cast<int>(room) + 1) <=
           static_cast<double>(kMostInt32))
      ++room;
    for (const double f : factors)
      room = std::min<int64_t>(room, std::max(0, decomposed(f).shift - kLeastShift));
    const auto exact = [&] {
      for (size_t i = 0; i < a.steps.size(); ++i)
        if (a.error(i) != 0)
          return false;
      return true;
    };
    while (a.bits < room && !exact())
      ++a.bits;
    return a.bits;
  }

  // ---- two terms of int8 values
  NodeId of_two(NodeId id, const Requantize& r) {
    std::vector<NodeId> parts;
    int64_t bound = 0;
    double factors[2] = {};
    for (size_t i = 0; i < 2; ++i) {
      const Requantize::Term& t = r.terms[i];
      if (t.first->size() != 1 || t.second->size() != 1)
        return leave(id, "its operands have scales along an axis");
      if (old_.type(t.steps).shape != old_.node(id).type().shape)
        return leave(id, "it repeats an operand");
      factors[i] = factor(r, t, 0).value() * (t.second->data<float>()[0] < 0 ? -1 : 1);
      bound = std::max(bound, largest_magnitude(old_, t.steps));
    }
    const double sum = std::abs(factors[0]) + std::abs(factors[1]);
    int bits = -kLeastShift + 1;
    while (bits > 0 && (std::ldexp(sum, bits) + 1) * static_cast<double>(bound) >
                           static_cast<double>(kMostInt32))
      --bits;
    if (bits == 0)
      return leave(id, "its factors leave int32 no room");
    for (size_t i = 0; i < 2; ++i)
      parts.push_back(multiplied(rewriter_.mapped(r.terms[i].steps),
                                 static_cast<int32_t>(std::llround(std::ldexp(factors[i], bits)))));
    const NodeId total = graph().add_call("add", {parts[0], parts[1]});
    return rescale(total, Tensor::scalar(int32_t{1} << 30), Tensor::scalar(int32_t{1 - bits}),
                   *r.zero);
  }

  NodeId multiplied(NodeId steps, int32_t by) {
    return graph().add_call("multiply", {steps, number(by)});
  }

  NodeId number(int32_t value) { return graph().add_constant(Tensor::scalar(value)); }

  NodeId rescale(NodeId steps, const Tensor& multipliers, const Tensor& shifts,
                 const Tensor& zero) {
    return graph().add_call(
        "qnn.rescale",
        {steps, graph().add_constant(multipliers), graph().add_constant(shifts),
         graph().add_constant(zero.reshaped({}))},
        {{"rounding", std::string("even")}, {"a_min", int64_t{-128}}, {"a_max", int64_t{127}}});
  }

  const Graph& old_;
  PassContext& context_;
  std::vector<std::vector<NodeId>> users_;
  GraphRewriter rewriter_;
};

}  // namespace

Graph rescaled_integers(const Graph& graph, PassContext& context) {
  return Rescaler(graph, context).run();
}

}  // namespace vta
