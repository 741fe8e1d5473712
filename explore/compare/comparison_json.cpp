#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_from.hpp>

#include "base/percent.h"
#include "base/provenance.h"
#include "explore/compare/comparison.h"
#include "explore/compare/estimated_times.h"
#include "explore/compare/explain.h"
#include "explore/compare/moved_work.h"
#include "explore/record/lost_cycles.h"
#include "explore/record/run_writer.h"
#include "explore/record/work_json.h"

namespace vta::explore {
namespace {

namespace json = boost::json;

json::object compared_json(const RunRecord& run) {
  json::object out = {{"origin", run.origin},
                      {"model", run.model},
                      {"images", run.images},
                      {"config", run.config.name()},
                      {"config_hash", run.config.hash()},
                      {"configuration", json::parse(run.config.to_json())},
                      {"schedule", run.schedule},
                      {"quantization", run.quantization},
                      {"backend", run.backend}};
  add_record(out, run, findings_of(run));
  out["estimated_times"] = clock_json(estimated_times(run));
  out["tool_version"] = run.tool_version;
  return out;
}

json::object side_json(const RunRecord& run, const LayerResult& layer) {
  json::object out = kernel_json(run.view(), layer, finding_of(run.config, layer), run.timed);
  out["cycles"] = layer.timing.cycles;
  return out;
}

json::object states_json(const StateCycles& states) {
  json::object out;
  for (size_t s = 0; s < states.size(); ++s)
    out[unit_state_name(static_cast<UnitState>(s))] = states[s];
  return out;
}

json::object difference_json(const RunDifference& runs, const LayerDifference& d) {
  json::object change;
  for (const Quantity& quantity : quantities())
    if (quantity.of_run && quantity.of_kernel && quantity.kind != QuantityKind::Reading &&
        quantity.kind != QuantityKind::Least)
      change[quantity.name] = quantity.of_kernel(d.b) - quantity.of_kernel(d.a);
  change["compute"] = states_json(d.states(TimedUnit::Compute));
  change["overlap"] = d.overlap();
  change["percent"] =
      d.a.timing.cycles == 0 ? json::value(nullptr) : percent_of(d.cycles(), d.a.timing.cycles);
  json::array because;
  for (const Cause& cause : causes(runs, d))
    because.push_back({{"state", cause.state},
                       {"cycles", cause.cycles},
                       {"text", cause.text},
                       {"evidence", cause.evidence}});
  return {{"name", d.name},
          {"kind", d.a.kind},
          {"a", side_json(runs.a, d.a)},
          {"b", side_json(runs.b, d.b)},
          {"change", change},
          {"causes", because},
          {"text", explain(runs, d)}};
}

json::array unmatched_json(const std::vector<LayerResult>& layers) {
  json::array out;
  for (const LayerResult& layer : layers)
    out.push_back({{"name", layer.name},
                   {"kind", layer.kind},
                   {"onnx_nodes", json::value_from(layer.onnx_nodes)},
                   {"description", layer.description.text()},
                   {"macs", layer.macs},
                   {"cycles", layer.timing.cycles}});
  return out;
}

json::array gates_json(const std::vector<GateOutcome>& gates) {
  json::array out;
  for (const GateOutcome& gate : gates)
    out.push_back({{"gate", gate.gate},
                   {"layer", gate.layer.empty() ? json::value(nullptr) : json::value(gate.layer)},
                   {"metric", gate.metric},
                   {"a", figure_json(gate.a)},
                   {"b", figure_json(gate.b)},
                   {"failed", gate.failed},
                   {"moved", gate.moved}});
  return out;
}

}  // namespace

json::object comparison_json(const RunDifference& runs, const std::vector<GateOutcome>& gates) {
  json::array settings, layers;
  for (const SettingDifference& s : runs.settings)
    settings.push_back({{"name", s.name}, {"a", s.a}, {"b", s.b}});
  for (const LayerDifference& layer : runs.layers) {
    json::object row = difference_json(runs, layer);
    row["description_a"] = layer.a.description.text();
    row["description_b"] = layer.b.description.text();
    layers.push_back(std::move(row));
  }
  return {{"provenance",
           provenance_json({.schema = "vta.compare", .schema_version = kCompareSchemaVersion})},
          {"a", compared_json(runs.a)},
          {"b", compared_json(runs.b)},
          {"settings", settings},
          {"work_moved", work_moved(runs.a, runs.b)},
          {"layers", layers},
          {"only_a", unmatched_json(runs.only_a)},
          {"only_b", unmatched_json(runs.only_b)},
          {"outside", difference_json(runs, runs.outside)},
          {"total", difference_json(runs, runs.total)},
          {"gates", gates_json(gates)}};
}

}  // namespace vta::explore
