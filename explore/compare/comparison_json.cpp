#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_from.hpp>

#include "base/provenance.h"
#include "explore/compare/comparison.h"
#include "explore/compare/estimated_times.h"
#include "explore/compare/explain.h"
#include "explore/compare/moved_work.h"
#include "explore/cost/clock_times.h"
#include "explore/record/batch_use.h"
#include "explore/record/lost_cycles.h"
#include "explore/record/timing_json.h"
#include "explore/record/work_json.h"

namespace vta::explore {
namespace {

namespace json = boost::json;

double per_image(const RunRecord& run) {
  return static_cast<double>(run.result.timing.cycles) / static_cast<double>(run.images);
}

// Of runs that say it.
json::value known_or_null(int64_t value, const RunRecord& run) {
  return run.result.least_cycles > 0 ? json::value(value) : json::value();
}

json::value least_share(const RunRecord& run) {
  return run.result.least_cycles > 0
             ? json::value(percent_of(run.result.least_cycles, run.result.timing.cycles))
             : json::value();
}

json::object run_json(const RunRecord& run) {
  return {{"origin", run.origin},
          {"model", run.model},
          {"images", run.images},
          {"config", run.config.name()},
          {"config_hash", run.config.hash()},
          {"configuration", json::parse(run.config.to_json())},
          {"schedule", run.schedule},
          {"quantization", run.quantization},
          {"backend", run.backend},
          {"work", work_json(run.result.work)},
          {"cycles_per_image", per_image(run)},
          {"layer_bound_cycles", known_or_null(run.result.least_cycles, run)},
          {"layer_bound_percent", least_share(run)},
          {"useful_macs", known_or_null(run.result.useful_macs, run)},
          {"idle_rows", idle_rows(run.config, run.images)},
          {"times", clock_json(clock_times(run.config, run.result, run.images))},
          {"estimated_times", clock_json(estimated_times(run))},
          {"tool_version", run.tool_version}};
}

bool least_known(const LayerResult& layer) {
  return layer.least_cycles() > 0;
}

json::value layer_bound_json(const LayerResult& layer) {
  if (!least_known(layer))
    return nullptr;
  return {{"compute", layer.least_compute},
          {"memory", layer.least_memory},
          {"cycles", layer.least_cycles()}};
}

json::object side_json(const LayerResult& layer) {
  return {{"name", layer.name},
          {"onnx_nodes", json::value_from(layer.onnx_nodes)},
          {"cycles", layer.timing.cycles},
          {"instructions", layer.insns},
          {"counters", counters_json(layer.counters)},
          {"total_nbytes", layer.counters.total_bytes()},
          {"timing", timing_json(layer.timing)},
          {"layer_bound", layer_bound_json(layer)},
          {"useful_macs", least_known(layer) ? json::value(layer.useful_macs) : nullptr},
          {"bound", {{"compute", layer.bound_compute}, {"memory", layer.bound_memory}}}};
}

json::object states_json(const StateCycles& states) {
  json::object out;
  for (size_t s = 0; s < states.size(); ++s)
    out[unit_state_name(static_cast<UnitState>(s))] = states[s];
  return out;
}

json::object difference_json(const RunDifference& runs, const LayerDifference& d) {
  json::object change = {{"cycles", d.cycles()},
                         {"instructions", d.b.insns - d.a.insns},
                         {"total_nbytes", d.b.counters.total_bytes() - d.a.counters.total_bytes()},
                         {"compute", states_json(d.states(TimedUnit::Compute))},
                         {"overlap", d.overlap()}};
  for (const CounterField& field : machine_counters())
    change[field.name] = d.b.counters.*field.member - d.a.counters.*field.member;
  change["percent"] =
      d.a.timing.cycles == 0 ? json::value(nullptr) : percent_of(d.cycles(), d.a.timing.cycles);
  json::array because;
  for (const Cause& cause : causes(runs, d))
    because.push_back({{"state", cause.state},
                       {"cycles", cause.cycles},
                       {"text", cause.text},
                       {"evidence", cause.evidence}});
  return {{"name", d.name},   {"kind", d.a.kind},  {"a", side_json(d.a)},     {"b", side_json(d.b)},
          {"change", change}, {"causes", because}, {"text", explain(runs, d)}};
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
                   {"a", gate.a},
                   {"b", gate.b},
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
          {"a", run_json(runs.a)},
          {"b", run_json(runs.b)},
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
