#include "compiler/quant/report/layer_report.h"

#include <algorithm>
#include <cmath>

#include "compiler/passes/float_chain.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

class LayerFinder {
 public:
  LayerFinder(const Graph& graph, const QuantPlan& plan, const TracedGraph& quantized,
              const std::vector<Note>& notes)
      : graph_(graph), plan_(plan), quantized_(quantized), notes_(notes), users_(graph.users()) {}

  std::vector<LayerFacts> run() const {
    std::vector<LayerFacts> all;
    for (NodeId id = 0; id < graph_.size(); ++id)
      if (is_call(graph_, id, "nn.conv2d") || is_call(graph_, id, "nn.dense"))
        all.push_back(facts(id));
    return all;
  }

 private:
  LayerFacts facts(NodeId id) const {
    const Node& n = graph_.node(id);
    LayerFacts f{.report = {.id = id, .name = n.name, .op = n.op, .onnx_nodes = n.onnx_nodes}};
    const auto made = quantized_.trace.layers.find(id);
    if (made != quantized_.trace.layers.end())
      in_integers(f, made->second);
    else
      in_float(f);
    return f;
  }

  void in_integers(LayerFacts& f, const QuantTrace::Layer& made) const {
    LayerReport& r = f.report;
    r.place = LayerPlace::Accelerator;
    const Graph& g = quantized_.graph;
    r.weights = weight_report(made.weight, made.weight_exponents,
                              constant_value(g, g.node(made.sums).inputs[1]));
    if (const auto plan = plan_.layers.find(r.id); plan != plan_.layers.end())
      r.bias_correction = plan->second.bias_correction;
    f.sums = made.sums;
    f.unit_of_sums = {.scale = {}, .offset = {}, .is_int8 = false};
    for (size_t c = 0; c < made.weight_exponents.size(); ++c) {
      const double factor =
          made.output_factors.empty() ? 1 : static_cast<double>(made.output_factors[c]);
      f.unit_of_sums.scale.push_back(
          std::ldexp(factor, made.input_exponent + made.weight_exponents[c]));
      f.unit_of_sums.offset.push_back(made.offset_share[c] +
                                      (r.bias_correction.empty() ? 0 : r.bias_correction[c]));
    }
    f.stored = first_stored(match_float_chain(graph_, users_, r.id).end);
  }

  // Sums that a residual sum takes as they are have no int8 form.
  NodeId first_stored(NodeId value) const {
    if (quantized_.trace.values.contains(value))
      return value;
    for (const NodeId user : users_[static_cast<size_t>(value)])
      if (is_sum_of_maps(graph_, user))
        return match_float_chain(graph_, users_, user).end;
    return value;
  }

  void in_float(LayerFacts& f) const {
    LayerReport& r = f.report;
    const Tensor* weight = constant_value(graph_, graph_.node(r.id).inputs[1]);
    if (weight != nullptr)
      r.weights = weight_report(*weight, {}, nullptr);
    f.stored = r.id;
    for (const Note& note : notes_)
      if (note.node == r.name && !note.reason.empty())
        r.why = note.reason;
  }

  const Graph& graph_;
  const QuantPlan& plan_;
  const TracedGraph& quantized_;
  const std::vector<Note>& notes_;
  std::vector<std::vector<NodeId>> users_;
};

}  // namespace

std::vector<LayerFacts> layer_facts(const Graph& graph, const QuantPlan& plan,
                                    const TracedGraph& quantized, const std::vector<Note>& notes) {
  return LayerFinder(graph, plan, quantized, notes).run();
}

WeightReport weight_report(const Tensor& weight, const std::vector<int>& exponents,
                           const Tensor* rounded) {
  WeightReport r{.exponents = exponents, .channels = weight.shape().front()};
  const auto w = weight.data<float>();
  const size_t row = w.size() / static_cast<size_t>(r.channels);
  double signal = 0, noise = 0;
  for (size_t c = 0; c < static_cast<size_t>(r.channels); ++c) {
    const auto values = w.subspan(c * row, row);
    const auto [least, most] = std::ranges::minmax(values);
    r.least = c == 0 ? static_cast<double>(least) : std::min(r.least, static_cast<double>(least));
    r.most = c == 0 ? static_cast<double>(most) : std::max(r.most, static_cast<double>(most));
    r.dead_channels += least == 0 && most == 0 ? 1 : 0;
    for (size_t i = 0; rounded != nullptr && i < row; ++i) {
      const double value = static_cast<double>(values[i]);
      const double kept = std::ldexp(rounded->data<int8_t>()[c * row + i], exponents[c]);
      signal += value * value;
      noise += (value - kept) * (value - kept);
    }
  }
  if (rounded != nullptr)
    r.sqnr_db = noise == 0 ? HUGE_VAL : -10 * std::log10(noise / signal);
  return r;
}

}  // namespace vta
