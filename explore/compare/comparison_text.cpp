#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/number_text.h"
#include "explore/compare/comparison.h"
#include "explore/compare/explain.h"

namespace vta::explore {
namespace {

std::string run_line(const char* label, const RunRecord& run) {
  return fmt::format("{}  {}: {}, {} image{}, {}, schedule {}, {}\n", label, run.origin, run.model,
                     run.images, run.images == 1 ? "" : "s", run.config.name(), run.schedule,
                     run.backend);
}

std::string settings_text(const RunDifference& runs) {
  std::string out;
  for (const SettingDifference& s : runs.settings)
    out += fmt::format("{}{} {} -> {}", out.empty() ? "" : ", ", s.name, s.a, s.b);
  return fmt::format("   {}\n",
                     out.empty() ? "nothing differs in what was asked for" : "differs in " + out);
}

std::string layer_table(const RunDifference& runs) {
  constexpr const char* kRow = "{:<14}{:>13}{:>13}{:>13}{:>10}{:>14}{:>14}{:>13}\n";
  std::string out = fmt::format(kRow, "layer", "cycles A", "cycles B", "change", "", "bytes A",
                                "bytes B", "change");
  const auto row = [&](const LayerDifference& d) {
    const int64_t bytes_a = d.a.counters.total_bytes(), bytes_b = d.b.counters.total_bytes();
    out += fmt::format(kRow, d.name, thousands(d.a.timing.cycles), thousands(d.b.timing.cycles),
                       signed_text(d.cycles()), percent_text(d.a.timing.cycles, d.b.timing.cycles),
                       thousands(bytes_a), thousands(bytes_b), signed_text(bytes_b - bytes_a));
  };
  for (const LayerDifference& layer : runs.layers)
    row(layer);
  row(runs.outside);
  row(runs.total);
  return out;
}

// States in which compute never is in either run have no column.
std::string state_table(const RunDifference& runs) {
  std::vector<size_t> shown;
  for (size_t s = 0; s < kNumUnitStates; ++s) {
    const auto compute = static_cast<size_t>(TimedUnit::Compute);
    if (runs.a.result.timing.units[compute][s] != 0 || runs.b.result.timing.units[compute][s] != 0)
      shown.push_back(s);
  }
  std::string out = fmt::format("{:<14}", "compute");
  for (const size_t s : shown)
    out += fmt::format("{:>13}", unit_state_name(static_cast<UnitState>(s)));
  out += fmt::format("{:>13}{:>13}\n", kOverlap, "= change");
  const auto row = [&](const LayerDifference& d) {
    out += fmt::format("{:<14}", d.name);
    for (const size_t s : shown)
      out += fmt::format("{:>13}", signed_text(d.states(TimedUnit::Compute)[s]));
    out += fmt::format("{:>13}{:>13}\n", signed_text(d.overlap()), signed_text(d.cycles()));
  };
  for (const LayerDifference& layer : runs.layers)
    row(layer);
  row(runs.outside);
  row(runs.total);
  return out;
}

std::string unmatched_text(const RunDifference& runs) {
  std::string out;
  const auto list = [&](const char* label, const std::vector<LayerResult>& layers) {
    for (const LayerResult& layer : layers)
      out += fmt::format("only in {}: {} ({}), {} cycles\n", label, layer.name,
                         layer.description.empty() ? layer.kind : layer.description,
                         thousands(layer.timing.cycles));
  };
  list("A", runs.only_a);
  list("B", runs.only_b);
  return out;
}

// Largest change first.
std::string words_text(const RunDifference& runs) {
  std::vector<const LayerDifference*> changed;
  for (const LayerDifference& layer : runs.layers)
    if (layer.overlap() != 0 || layer.states(TimedUnit::Compute) != StateCycles{})
      changed.push_back(&layer);
  std::ranges::stable_sort(changed, [](const LayerDifference* x, const LayerDifference* y) {
    return std::llabs(x->cycles()) > std::llabs(y->cycles());
  });
  std::string out;
  for (const LayerDifference* layer : changed)
    out += fmt::format("{}: {}\n", layer->name, explain(runs, *layer));
  if (const size_t same = runs.layers.size() - changed.size(); same > 0)
    out += fmt::format("{} of {} layers: no change\n", same, runs.layers.size());
  return out + fmt::format("all: {}\n", explain(runs, runs.total));
}

}  // namespace

std::string comparison_text(const RunDifference& runs) {
  std::string out = run_line("A", runs.a);
  out += run_line("B", runs.b);
  out += settings_text(runs);
  out += fmt::format("\n{}\n{}\n", layer_table(runs), state_table(runs));
  if (const std::string unmatched = unmatched_text(runs); !unmatched.empty())
    out += fmt::format("{}\n", unmatched);
  return out + words_text(runs);
}

}  // namespace vta::explore
