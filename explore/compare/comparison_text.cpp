#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/number_text.h"
#include "base/plural.h"
#include "base/text_safety.h"
#include "base/text_table.h"
#include "explore/compare/comparison.h"
#include "explore/compare/estimated_times.h"
#include "explore/compare/explain.h"
#include "explore/compare/moved_work.h"
#include "explore/cost/clock_times.h"
#include "explore/cost/point_cost.h"
#include "explore/record/batch_use.h"
#include "explore/record/lost_cycles.h"
#include "hw/synth/area_model.h"
#include "hw/synth/device_fit.h"

namespace vta::explore {
namespace {

std::string run_line(const std::string& label, const RunRecord& run) {
  return fmt::format("{}  {}: {}, {}, {}, schedule {}, {}\n", label, run.origin, run.model,
                     counted(run.images, "image"), run.config.name(), run.schedule, run.backend);
}

// Cycles of an image; times where the configuration has a clock, and at the one that is estimated;
// what of a batch idles.
std::string use_text(const std::string& label, const RunRecord& run) {
  std::string out;
  if (run.images > 1)
    out += fmt::format("{}  {:.1f} cycles per image\n", label,
                       *number_of("cycles_per_image", run.view()));
  if (const auto times = clock_times(run.config, run.result, run.images))
    out += fmt::format("{}  {}, energy x delay {:.4g} uJ ms an image (estimate)\n", label,
                       clock_text(*times), times->energy_delay);
  if (const auto times = estimated_times(run); times && !run.config.clock.estimated)
    out += fmt::format("{}  {}\n", label, clock_text(*times));
  if (const std::string note = idle_batch_note(run.config, run.images); !note.empty())
    out += fmt::format("{}  note: {}\n", label, note);
  return out;
}

// What no schedule beats, and how near the run is.
std::string bound_text(const std::string& label, const RunRecord& run) {
  const PointResult& r = run.result;
  if (r.least_cycles == 0)
    return fmt::format("{}  bound not known\n", label);
  return fmt::format(
      "{}  bound {} cycles, {:.1f} % of the cycles; {:.1f} % of the multipliers' "
      "cycles are useful\n",
      label, thousands(r.least_cycles), *number_of("least_percent", run.view()),
      *number_of("useful_mac_percent", run.view()));
}

// What of the device is too little; nothing where the configuration fits, or the circuit was
// another one.
std::string fit_text(const std::string& label, const RunRecord& run, const FpgaDevice& device) {
  if (run.before_gemm_pipeline)
    return {};
  const DeviceFit fit = device_fit(device, area_of(run.config).report.total, run.config);
  if (fit.fits)
    return {};
  std::vector<std::string> lacks;  // the last sentence is the verdict
  for (size_t i = 0; i + 1 < fit.sentences.size(); ++i)
    lacks.push_back(fit.sentences[i].substr(0, fit.sentences[i].find(": ")));
  return fmt::format("{}  does not fit {}: {}\n", label, device.title, fmt::join(lacks, "; "));
}

std::string settings_text(const RunDifference& runs) {
  std::string out;
  for (const SettingDifference& s : runs.settings)
    out += fmt::format("{}{} {} -> {}", out.empty() ? "" : ", ", s.name, s.a, s.b);
  return fmt::format("   {}\n",
                     out.empty() ? "the two runs have the same settings" : "differs in " + out);
}

// What the cycles are of, and what they are not of.
std::string work_text(const RunDifference& runs, const SideNames& names) {
  const WorkShare &a = runs.a.result.work, &b = runs.b.result.work;
  std::string out = fmt::format("   MACs on the accelerator: {}\n",
                                shares_text(runs.a, runs.b, names.a, names.b));
  if (a.host == b.host)
    out += fmt::format("   not in the cycles, on the host: {}\n", host_operators_text(a));
  else
    out += fmt::format("   not in the cycles, on the host: {} {}\n   {:<32}{} {}\n", names.a,
                       host_operators_text(a), "", names.b, host_operators_text(b));
  if (work_moved(runs.a, runs.b))
    out += "   WORK MOVED between accelerator and host: the cycles cover different work\n";
  return out;
}

// The names of a layer, in front of its row.
std::vector<std::string> name_cells(const LayerDifference& d) {
  return {d.name, fmt::format("{}", fmt::join(d.a.onnx_nodes, " + "))};
}

template <typename Row>
void for_each_row(const RunDifference& runs, const Row& row) {
  for (const LayerDifference& layer : runs.layers)
    row(layer);
  row(runs.outside);
  row(runs.total);
}

std::string layer_table(const RunDifference& runs, const SideNames& names) {
  TextTable table({{"kernel", false},
                   {"layer", false, true},
                   {"cycles " + names.a},
                   {"cycles " + names.b},
                   {"change"},
                   {""},
                   {"bytes " + names.a},
                   {"bytes " + names.b},
                   {"change"}});
  for_each_row(runs, [&](const LayerDifference& d) {
    const int64_t bytes_a = d.a.counters.total_bytes(), bytes_b = d.b.counters.total_bytes();
    std::vector<std::string> cells = name_cells(d);
    for (const std::string& cell :
         {thousands(d.a.timing.cycles), thousands(d.b.timing.cycles), signed_text(d.cycles()),
          percent_text(d.a.timing.cycles, d.b.timing.cycles), thousands(bytes_a),
          thousands(bytes_b), signed_text(bytes_b - bytes_a)})
      cells.push_back(cell);
    table.add(std::move(cells));
  });
  return table.text(kTableWidth);
}

// States in which compute never is in either run have no column; those that are shown are
// explained below.
std::string state_table(const RunDifference& runs) {
  const auto compute = static_cast<size_t>(TimedUnit::Compute);
  std::vector<size_t> shown;
  for (size_t s = 0; s < kNumUnitStates; ++s)
    if (runs.a.result.timing.units[compute][s] != 0 || runs.b.result.timing.units[compute][s] != 0)
      shown.push_back(s);
  std::vector<TextColumn> columns = {{"compute", false}, {"layer", false, true}};
  std::string legend;
  for (const size_t s : shown) {
    const auto state = static_cast<UnitState>(s);
    columns.push_back({std::string(unit_state_name(state))});
    legend += fmt::format("{}{}: {}", legend.empty() ? "" : "; ", unit_state_name(state),
                          state_words(state));
  }
  columns.push_back({std::string(kOverlap)});
  columns.push_back({"= change"});
  TextTable table(std::move(columns));
  for_each_row(runs, [&](const LayerDifference& d) {
    std::vector<std::string> cells = name_cells(d);
    for (const size_t s : shown)
      cells.push_back(signed_text(d.states(TimedUnit::Compute)[s]));
    cells.push_back(signed_text(d.overlap()));
    cells.push_back(signed_text(d.cycles()));
    table.add(std::move(cells));
  });
  return fmt::format("{}({})\n", table.text(kTableWidth), legend);
}

// "conv2d_3 (layer1.0.conv1)": the kernel, and what its main node is called in the network.
std::string full_name(const LayerResult& layer) {
  return layer.onnx_nodes.empty()
             ? layer.name
             : fmt::format("{} ({})", layer.name, printable(layer.onnx_nodes.front()));
}

std::string unmatched_text(const RunDifference& runs, const SideNames& names) {
  std::string out;
  const auto list = [&](const std::string& label, const std::vector<LayerResult>& layers) {
    for (const LayerResult& layer : layers)
      out += fmt::format("only in {}: {} ({}), {} cycles\n", label, full_name(layer),
                         layer.description.empty() ? layer.kind : layer.description.text(),
                         thousands(layer.timing.cycles));
  };
  list(names.a, runs.only_a);
  list(names.b, runs.only_b);
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
    out += fmt::format("{}: {}\n", full_name(layer->a), explain(runs, *layer));
  if (const size_t same = runs.layers.size() - changed.size(); same > 0)
    out += fmt::format("{} of {}: no change\n", same, counted(std::ssize(runs.layers), "layer"));
  return out + fmt::format("all: {}\n", explain(runs, runs.total));
}

}  // namespace

SideNames side_names(const std::string& a, const std::string& b) {
  constexpr size_t kMostCharacters = 12;
  const bool good = !a.empty() && !b.empty() && a != b && a.size() <= kMostCharacters &&
                    b.size() <= kMostCharacters;
  return good ? SideNames{printable(a), printable(b)} : SideNames{};
}

std::string comparison_text(const RunDifference& runs, const SideNames& names,
                            const std::optional<FpgaDevice>& device) {
  // In front of lines, so that what follows is in columns.
  const size_t width = std::max(names.a.size(), names.b.size());
  const std::string a = fmt::format("{:<{}}", names.a, width),
                    b = fmt::format("{:<{}}", names.b, width);
  std::string out = run_line(a, runs.a);
  out += run_line(b, runs.b);
  out += settings_text(runs);
  out += work_text(runs, names);
  out += use_text(a, runs.a) + use_text(b, runs.b);
  out += bound_text(a, runs.a) + bound_text(b, runs.b);
  if (device)
    out += fit_text(a, runs.a, *device) + fit_text(b, runs.b, *device);
  out += fmt::format("\n{}\n{}\n", layer_table(runs, names), state_table(runs));
  if (const std::string unmatched = unmatched_text(runs, names); !unmatched.empty())
    out += fmt::format("{}\n", unmatched);
  return out + words_text(runs);
}

}  // namespace vta::explore
