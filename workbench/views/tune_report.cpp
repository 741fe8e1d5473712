#include "workbench/views/tune_report.h"

#include <fmt/format.h>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/plural.h"
#include "base/progress.h"
#include "base/provenance.h"
#include "base/text_table.h"
#include "explore/tune/tiles_text.h"

namespace vta::workbench {
namespace {

using namespace explore;
namespace json = boost::json;

double percent(int64_t now, int64_t before) {
  return before == 0 ? 0 : 100 * (static_cast<double>(now) / static_cast<double>(before) - 1);
}

std::string network_line(const TunedNetworkRow& n) {
  std::string line = fmt::format(
      "{}: {} cycles, {} bytes; fast {} cycles, {} bytes ({:+.2f} % cycles, {:+.2f} % "
      "bytes)",
      n.name, n.cost.cycles, n.cost.bytes, n.fast.cycles, n.fast.bytes,
      percent(n.cost.cycles, n.fast.cycles), percent(n.cost.bytes, n.fast.bytes));
  if (n.least_cycles > 0)
    line += fmt::format(
        "; bound {} cycles, {:.2f} % below", n.least_cycles,
        100 * (1 - static_cast<double>(n.least_cycles) / static_cast<double>(n.cost.cycles)));
  return line;
}

json::object cost_json(const Cost& cost) {
  return {{"cycles", cost.cycles}, {"nbytes", cost.bytes}};
}

json::object network_json(const TunedNetworkRow& n) {
  return {{"name", n.name},
          {"tuned", cost_json(n.cost)},
          {"fast", cost_json(n.fast)},
          {"least_cycles", n.least_cycles}};
}

json::object layer_json(const TunedRow& row) {
  return {{"layer", layer_text(row.layer)},
          {"tiles", tiles_text(row.tiles)},
          {"tuned", cost_json(row.cost)},
          {"fast", cost_json(row.fast)}};
}

void add_row(TextTable& table, const TunedLayerReport& layer) {
  const TunedRow& row = layer.row;
  table.add({fmt::format("{}", fmt::join(layer.kernels, " ")), layer_text(row.layer),
             tiles_text(row.tiles), fmt::format("{}", row.cost.cycles),
             fmt::format("{:+.2f}", percent(row.cost.cycles, row.fast.cycles)),
             fmt::format("{}", row.cost.bytes),
             fmt::format("{:+.2f}", percent(row.cost.bytes, row.fast.bytes))});
}

TextTable layer_table() {
  return TextTable({{"kernels", false, true},
                    {"layer", false, true},
                    {"tiles", false, true},
                    {"cycles", true, false},
                    {"%", true, false},
                    {"bytes", true, false},
                    {"%", true, false}});
}

}  // namespace

std::string tune_text(const TuneContext& context, const TuneReport& report) {
  TextTable table = layer_table();
  for (const TunedLayerReport& layer : report.layers)
    add_row(table, layer);
  std::string text = table.text(kTableWidth);
  text += "layers alone; % against the tiles of fast\n\n" + network_line(report.network) + "\n";
  text += fmt::format("{} ({} known already) and {} of the network in {}\n",
                      counted(report.evaluations, "trial"), report.known,
                      report.network_evaluations, duration_text(report.seconds));
  if (report.unusable > 0)
    text += fmt::format("{} could not be compiled\n", counted(report.unusable, "set of tiles"));
  if (report.stopped)
    text += "stopped early: what was found is kept; the same command goes on\n";
  text += fmt::format("used by: vta run {} --schedule {}\n", context.model, context.database);
  return text;
}

std::string tune_json(const TuneContext& context, const TuneReport& report) {
  json::array layers;
  for (const TunedLayerReport& layer : report.layers) {
    json::object out = layer_json(layer.row);
    out["kernels"] = json::value_from(layer.kernels);
    out["trials"] = layer.trials;
    layers.push_back(std::move(out));
  }
  json::object out;
  out["provenance"] = provenance_json({.schema = "vta.tune",
                                       .config_name = context.config.name(),
                                       .config_hash = context.config.hash(),
                                       .seed = context.options.seed});
  out["database"] = context.database;
  out["objective"] = objective_name(context.options.objective);
  out["memory"] = explore::memory_text(context.config);
  out["trials"] = report.evaluations;
  out["network_trials"] = report.network_evaluations;
  out["stopped"] = report.stopped;
  out["network"] = network_json(report.network);
  out["layers"] = std::move(layers);
  return json_text(out) + "\n";
}

std::string tuning_text(const std::string& path) {
  TuningReader reader(path);
  std::string text = fmt::format("objective {}\n", objective_name(reader.header().objective));
  for (const TunedConfig& config : reader.configs()) {
    text +=
        fmt::format("\n{} ({}) with {}: {} of {}\n", config.name, config.hash, config.memory,
                    counted(std::ssize(config.layers), "layer"), counted(config.trials, "trial"));
    for (const TunedNetworkRow& network : config.networks)
      text += network_line(network) + "\n";
    for (const TunedRow& row : config.layers)
      text += fmt::format("{}: {}; {} cycles (fast {}), {} bytes (fast {})\n",
                          layer_text(row.layer), tiles_text(row.tiles), row.cost.cycles,
                          row.fast.cycles, row.cost.bytes, row.fast.bytes);
  }
  return text;
}

std::string tuning_json(const std::string& path) {
  TuningReader reader(path);
  json::array configs;
  for (const TunedConfig& config : reader.configs()) {
    json::array layers, networks;
    for (const TunedRow& row : config.layers)
      layers.push_back(layer_json(row));
    for (const TunedNetworkRow& network : config.networks)
      networks.push_back(network_json(network));
    configs.push_back({{"config", config.name},
                       {"config_hash", config.hash},
                       {"memory", config.memory},
                       {"trials", config.trials},
                       {"networks", std::move(networks)},
                       {"layers", std::move(layers)}});
  }
  json::object out;
  out["provenance"] = provenance_json({.schema = "vta.tuning"});
  out["build"] = reader.header().build;
  out["objective"] = objective_name(reader.header().objective);
  out["configurations"] = std::move(configs);
  return json_text(out) + "\n";
}

}  // namespace vta::workbench
