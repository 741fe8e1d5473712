#include "compiler/quant/report/quant_report.h"

#include <algorithm>
#include <cmath>

#include "compiler/passes/quantize.h"
#include "compiler/quant/host_run.h"
#include "compiler/quant/report/layer_report.h"

namespace vta {
namespace {

constexpr double kPartOfModes = 0.5;  // of the time, roughly

// What is measured: a value of the float graph, and its counterpart.
struct Measured {
  NodeId real = -1, quantized = -1;
  ValueMeter meter;
};

ValueUnit unit_of(const QuantTrace::Value& value) {
  ValueUnit unit{.scale = {std::ldexp(1.0, value.exponent)}};
  if (!value.factors.empty())
    unit.scale.clear();
  for (const float f : value.factors)
    unit.scale.push_back(std::ldexp(static_cast<double>(f), value.exponent));
  unit.offset.assign(value.offset.begin(), value.offset.end());
  return unit;
}

// The float value of this name; -1: there is none.
NodeId float_node(const Graph& graph, const std::string& name) {
  if (name.empty())
    return -1;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (const Node& n = graph.node(id);
        n.name == name && n.types.size() == 1 && n.type().dtype == DType::F32)
      return id;
  return -1;
}

class Reporter {
 public:
  explicit Reporter(const QuantReportRequest& request)
      : r_(request), graph_(request.graph), held_(graph_, request.measured, request.threads) {}

  QuantReport run() {
    PassContext context;
    context.quant = held_.options();
    context.quant.calibration.clear();
    context.quant.plan = std::make_shared<QuantPlan>(r_.kept.plan);
    context.quant_trace = &quantized_.trace;
    quantized_.graph = quantize(graph_, context);
    layers_ = layer_facts(graph_, r_.kept.plan, quantized_, context.notes);
    choose_values();
    measure();
    fill_values();
    fill_layers();
    compare_modes();
    return std::move(report_);
  }

 private:
  void choose_values() {
    for (const auto& [id, value] : quantized_.trace.values)
      measured_.push_back({id, value.i8, ValueMeter(unit_of(value))});
    for (const LayerFacts& layer : layers_)
      if (!quantized_.trace.values.contains(layer.stored))
        if (const NodeId there = float_node(quantized_.graph, graph_.node(layer.stored).name);
            there >= 0)
          measured_.push_back({layer.stored, there, ValueMeter({.is_int8 = false})});
    values_ = measured_.size();
    for (const LayerFacts& layer : layers_)
      if (layer.sums >= 0)
        measured_.push_back({layer.report.id, layer.sums, ValueMeter(layer.unit_of_sums)});
  }

  void measure() {
    const auto batches = calibration_batches(graph_, r_.measured.calibration);
    const double all = 3 * static_cast<double>(batches.size());
    double done = 0;
    const auto step = [&] { show((1 - kPartOfModes) * ++done / all); };
    for (const std::vector<Tensor>& inputs : batches) {
      run_on_host(graph_, inputs, [&](NodeId id, const Tensor& value) {
        for (Measured& m : measured_)
          if (m.real == id)
            m.meter.observe_range(value);
      });
      step();
    }
    for (const std::vector<Tensor>& inputs : batches) {
      std::map<NodeId, Tensor> real;
      run_on_host(graph_, inputs, [&](NodeId id, const Tensor& value) {
        if (std::ranges::find(measured_, id, &Measured::real) != measured_.end())
          real[id] = value;
      });
      step();
      run_on_host(quantized_.graph, inputs, [&](NodeId id, const Tensor& value) {
        for (Measured& m : measured_)
          if (m.quantized == id)
            m.meter.observe(real.at(m.real), value);
      });
      step();
    }
  }

  void fill_values() {
    std::vector<const Measured*> ordered;
    for (size_t i = 0; i < values_; ++i)
      ordered.push_back(&measured_[i]);
    std::ranges::stable_sort(ordered, {}, &Measured::real);
    for (const Measured* m : ordered) {
      const Node& n = graph_.node(m->real);
      ValueReport v{
          .id = m->real, .name = n.name, .op = n.kind == NodeKind::Input ? "input" : n.op};
      if (const auto made = quantized_.trace.values.find(m->real);
          made != quantized_.trace.values.end()) {
        v.is_int8 = true;
        v.int8_name = quantized_.graph.node(made->second.i8).name;
        v.exponent = made->second.exponent;
        if (const auto& factors = made->second.factors; !factors.empty()) {
          const auto [least, most] = std::ranges::minmax(factors);
          v.least_factor = static_cast<double>(least);
          v.most_factor = static_cast<double>(most);
        }
      }
      v.least = m->meter.least();
      v.most = m->meter.most();
      v.sqnr_db = m->meter.sqnr_db();
      v.clipped_percent = m->meter.clipped_percent();
      v.at_limits_percent = m->meter.at_limits_percent();
      v.histogram = m->meter.histogram();
      report_.values.push_back(std::move(v));
    }
  }

  void fill_layers() {
    size_t sums = values_;
    for (LayerFacts& layer : layers_) {
      LayerReport& r = layer.report;
      if (layer.sums >= 0)
        r.sums_sqnr_db = measured_[sums++].meter.sqnr_db();
      const auto at = std::ranges::find(report_.values, layer.stored, &ValueReport::id);
      if (at != report_.values.end())
        r.value = static_cast<size_t>(at - report_.values.begin());
      const auto known = std::ranges::find(r_.kept.layers, r.id, &LayerSensitivity::layer);
      if (known != r_.kept.layers.end()) {
        r.gain_db = known->gain_db;
        if (known->in_float)
          r.why = "in float to keep within the accuracy limit";
      }
      report_.layers.push_back(std::move(r));
    }
  }

  void compare_modes() {
    const std::pair<const char*, QuantMode> others[] = {{"global", QuantMode::Global},
                                                        {"max", QuantMode::Max},
                                                        {"percentile", QuantMode::Percentile}};
    double done = 0;
    const auto next = [&] { show(1 - kPartOfModes + kPartOfModes * ++done / 4); };
    for (const auto& [name, mode] : others) {
      report_.modes.push_back(compared(name, mode));
      next();
    }
    report_.modes.push_back({"auto", held_.measure(r_.found), ""});
    report_.modes.push_back({"this program", held_.measure(r_.kept.plan), ""});
    if (r_.progress)
      r_.progress(1);
  }

  ModeReport compared(const char* name, QuantMode mode) {
    const auto batches = calibration_batches(graph_, r_.searched.calibration);
    const int64_t work = mode == QuantMode::Global ? 0 : work_of_graph() * std::ssize(batches);
    if (work > r_.most_mode_work)
      return {name, {}, "not measured: finding its scales would take too long"};
    PassContext context;
    context.quant = r_.searched;
    context.quant.mode = mode;
    context.quant.plan = nullptr;
    return {name, held_.measure(quantize(graph_, context)), ""};
  }

  int64_t work_of_graph() const {
    int64_t work = 0;
    for (NodeId id = 0; id < graph_.size(); ++id) {
      const Node& n = graph_.node(id);
      if (n.kind != NodeKind::Call)
        continue;
      int64_t each = 1;
      if (n.op == "nn.conv2d" || n.op == "nn.dense") {
        const Shape& weight = graph_.type(n.inputs[1]).shape;
        each = num_elements(weight) / weight.front();
      }
      work += each * num_elements(n.type().shape);
    }
    return work;
  }

  void show(double part) const {
    constexpr double kAlmost = 0.999;
    if (r_.progress)
      r_.progress(std::min(part, kAlmost));
  }

  const QuantReportRequest& r_;
  const Graph& graph_;
  QuantHarness held_;
  TracedGraph quantized_;
  std::vector<LayerFacts> layers_;
  std::vector<Measured> measured_;  // values, then sums
  size_t values_ = 0;
  QuantReport report_;
};

}  // namespace

std::string_view place_name(LayerPlace place) {
  switch (place) {
    case LayerPlace::Accelerator:
      return "accelerator";
    case LayerPlace::HostInt8:
      return "host int8";
    case LayerPlace::HostFloat:
      return "host float";
  }
  return {};
}

QuantReport quant_report(const QuantReportRequest& request) {
  return Reporter(request).run();
}

}  // namespace vta
