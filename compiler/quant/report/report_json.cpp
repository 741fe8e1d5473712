#include <boost/json.hpp>

#include <algorithm>
#include <cmath>

#include "compiler/quant/report/report_document.h"

namespace vta {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;

// Infinity (no difference at all) and what was not measured are null.
value number(double x) {
  return std::isfinite(x) ? value(x) : value(nullptr);
}

value number(const std::optional<double>& x) {
  return x ? number(*x) : value(nullptr);
}

value text_or_null(const std::string& text) {
  return text.empty() ? value(nullptr) : value(text);
}

object histogram_json(const ValueHistogram& h) {
  return {{"from", h.from}, {"to", h.to}, {"counts", boost::json::value_from(h.counts)}};
}

object value_json(const ValueReport& v) {
  object out = {{"name", v.name}, {"op", v.op}, {"form", v.is_int8 ? "int8" : "float32"}};
  out["sqnr_db"] = number(v.sqnr_db);
  out["min"] = v.least;
  out["max"] = v.most;
  if (v.is_int8) {
    out["exponent"] = v.exponent;
    out["step"] = {{"least", std::ldexp(v.least_factor, v.exponent)},
                   {"most", std::ldexp(v.most_factor, v.exponent)}};
    out["clipped_percent"] = v.clipped_percent;
    out["at_limits_percent"] = v.at_limits_percent;
  }
  out["histogram"] = histogram_json(v.histogram);
  return out;
}

object weights_json(const WeightReport& w) {
  return {{"min", w.least},
          {"max", w.most},
          {"channels", w.channels},
          {"dead_channels", w.dead_channels},
          {"exponents", boost::json::value_from(w.exponents)},
          {"sqnr_db", number(w.sqnr_db)}};
}

object layer_json(const LayerReport& l, const QuantReport& report) {
  return {{"name", l.name},
          {"op", l.op},
          {"onnx_nodes", boost::json::value_from(l.onnx_nodes)},
          {"place", place_name(l.place)},
          {"why", text_or_null(l.why)},
          {"kernel", text_or_null(l.kernel)},
          {"gain_db", number(l.gain_db)},
          {"value", l.value ? value(report.values[*l.value].name) : value(nullptr)},
          {"sums_sqnr_db", number(l.sums_sqnr_db)},
          {"weights", weights_json(l.weights)},
          {"bias_correction", boost::json::value_from(l.bias_correction)}};
}

object mode_json(const ModeReport& m) {
  return {{"name", m.name},
          {"sqnr_db", m.score ? number(m.score->sqnr_db) : value(nullptr)},
          {"agreement_percent", m.score ? number(m.score->agreement) : value(nullptr)},
          {"note", text_or_null(m.note)}};
}

template <typename Items, typename Convert>
array list(const Items& items, const Convert& convert) {
  array out;
  for (const auto& item : items)
    out.push_back(convert(item));
  return out;
}

}  // namespace

std::vector<const LayerReport*> ranking(const QuantReport& report) {
  std::vector<const LayerReport*> ranked;
  for (const LayerReport& layer : report.layers)
    if (layer.gain_db)
      ranked.push_back(&layer);
  std::ranges::stable_sort(ranked, std::greater(), [](const auto* l) { return *l->gain_db; });
  return ranked;
}

object quant_report_json(const QuantReportDocument& d) {
  return {{"network", d.network},
          {"configuration", d.machine},
          {"samples", {{"searched", d.searched}, {"held_out", d.held_out}}},
          {"limit",
           {{"measure", d.measure},
            {"max_drop", d.max_drop},
            {"drop_all_int8", d.drop_all_int8},
            {"drop", d.drop}}},
          {"sqnr_db", number(d.score.sqnr_db)},
          {"agreement_percent", d.score.agreement},
          {"modes", list(d.report.modes, mode_json)},
          {"ranking", list(ranking(d.report),
                           [](const LayerReport* l) {
                             return object{{"layer", l->name},
                                           {"gain_db", number(l->gain_db)},
                                           {"in_float", l->place == LayerPlace::HostFloat}};
                           })},
          {"layers",
           list(d.report.layers, [&](const LayerReport& l) { return layer_json(l, d.report); })},
          {"values", list(d.report.values, value_json)},
          {"steps", boost::json::value_from(d.steps)},
          {"warnings", boost::json::value_from(d.warnings)},
          {"notes", boost::json::value_from(d.notes)}};
}

}  // namespace vta
