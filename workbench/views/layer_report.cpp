#include "workbench/views/layer_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/percent.h"
#include "base/text_table.h"
#include "explore/record/quantity.h"

namespace vta::workbench {
namespace {

using explore::Finding;
using explore::LayerResult;
using explore::Quantity;
using explore::QuantityKind;
using explore::RunRecord;

constexpr const char* kNothing = "-";

std::string tenth(double value) {
  return fmt::format("{:.1f}", value);
}

std::string layer_name(const LayerResult& layer) {
  return fmt::format("{}", fmt::join(layer.onnx_nodes, " + "));
}

std::string times_least(const LayerResult& layer) {
  if (layer.least_bytes == 0)
    return kNothing;
  return fmt::format("{:.2f}", static_cast<double>(layer.counters.total_bytes()) /
                                   static_cast<double>(layer.least_bytes));
}

// What every kernel is.
TextTable description_table(const RunRecord& record) {
  TextTable table({{"kernel", false}, {"layer", false, true}, {"geometry and tiles", false}});
  for (const LayerResult& layer : record.result.layers)
    table.add({layer.name, layer_name(layer), layer.description.text()});
  return table;
}

TextTable counter_table(const RunRecord& record) {
  std::vector<TextColumn> columns = {{"kernel", false}, {"layer", false, true}};
  for (const CounterField& field : machine_counters())
    columns.push_back({std::string(field.heading)});
  for (const char* heading : {"all B", "util%", "x least", "insn"})
    columns.push_back({heading});
  TextTable table(std::move(columns));
  for (const LayerResult& layer : record.result.layers) {
    std::vector<std::string> cells = {layer.name, layer_name(layer)};
    for (const CounterField& field : machine_counters())
      cells.push_back(std::to_string(layer.counters.*field.member));
    cells.push_back(std::to_string(layer.counters.total_bytes()));
    const auto useful = explore::number_of("step_utilization_percent", record.view(), layer);
    cells.push_back(useful ? tenth(*useful) : kNothing);
    cells.push_back(times_least(layer));
    cells.push_back(std::to_string(layer.insns));
    table.add(std::move(cells));
  }
  return table;
}

// The rows of the table of cycles: kernels, sums of their kinds, what is outside, everything.
class CycleTable {
 public:
  explicit CycleTable(const RunOutcome& outcome)
      : outcome_(outcome),
        table_(
            columns(outcome.findings.run.milliseconds.has_value(), !outcome.idle_before.empty())) {}

  TextTable make() {
    const explore::PointResult& r = outcome_.record.result;
    const explore::Findings& findings = outcome_.findings;
    for (size_t k = 0; k < r.layers.size(); ++k)
      add(r.layers[k].name, layer_name(r.layers[k]), idle_of({&r.layers[k], 1}),
          findings.kernels[k]);
    for (const auto& [sum, finding] : findings.kinds)
      add(fmt::format("{} {}", sum.kernels, sum.kind), "", idle_of(r.layers, sum.kind), finding);
    add_cells({"outside", ""}, kNothing, findings.outside,
              {kNothing, kNothing, kNothing, kNothing, kNothing, "before and after kernels"});
    Finding all = findings.run;
    all.least.limit = rooflines(findings);
    add("all", "", idle_of(r.layers), all);
    return std::move(table_);
  }

 private:
  static std::vector<TextColumn> columns(bool clock, bool idle) {
    std::vector<TextColumn> out = {{"kernel", false}, {"layer", false, true}, {"cycles"}};
    if (clock)
      out.push_back({"ms"});
    if (idle)
      out.push_back({"idle"});
    for (const char* header : {"roof", "by", "% roof", "% MAC", "% lost"})
      out.push_back({header});
    out.push_back({"most because compute", false});
    return out;
  }

  static std::optional<LeastCycles> rooflines(const explore::Findings& findings) {
    explore::AtLeast sum{LeastCycles{}, 0};
    for (const Finding& kernel : findings.kernels)
      sum += kernel.least;
    return sum.limit;
  }

  // Of kernels of the record, of one kind or of any.
  std::string idle_of(std::span<const LayerResult> layers, std::string_view kind = {}) const {
    if (outcome_.idle_before.empty())
      return kNothing;
    const LayerResult* first = outcome_.record.result.layers.data();
    int64_t sum = 0;
    for (const LayerResult& layer : layers)
      if (kind.empty() || layer.kind == kind)
        sum += outcome_.idle_before[static_cast<size_t>(&layer - first)];
    return std::to_string(sum);
  }

  void add_cells(std::vector<std::string> front, const std::string& idle, const Finding& finding,
                 std::vector<std::string> back) {
    front.push_back(std::to_string(finding.cycles));
    if (finding.milliseconds)
      front.push_back(fmt::format("{:.3f}", *finding.milliseconds));
    if (!outcome_.idle_before.empty())
      front.push_back(idle);
    std::ranges::move(back, std::back_inserter(front));
    table_.add(std::move(front));
  }

  void add(const std::string& name, const std::string& layer, const std::string& idle,
           const Finding& finding) {
    const auto& [roofline, macs] = finding.least;
    const int64_t most_macs = finding.cycles * outcome_.record.config.macs();
    add_cells({name, layer}, idle, finding,
              {roofline ? std::to_string(roofline->cycles) : kNothing,
               roofline ? std::string(roofline->by()) : kNothing,
               roofline ? tenth(percent_of(roofline->cycles, finding.cycles)) : kNothing,
               macs ? tenth(percent_of(*macs, most_macs)) : kNothing,
               tenth(finding.most_lost_percent), finding.most_lost});
  }

  const RunOutcome& outcome_;
  TextTable table_;
};

std::string counter_legend() {
  std::string out =
      "kernel   what runs on the accelerator; layer: the ONNX nodes that it computes\n";
  for (const CounterField& field : machine_counters())
    out += fmt::format("{}   {}\n", field.heading, field.meaning);
  return out + R"(all B   sum of the bytes; x least: over every operand and result once
util%   useful multiplications of those that the gemm steps did
insn   instructions
)";
}

constexpr const char* kCycleLegend =
    R"(cycles   from the completion of the kernel before to this one's, so rows add up; ms: at the clock
idle   csim: without a step of GEMM or ALU before the kernel's first one, since the kernel before (or the launch)
roof   the roofline, the larger of what compute and what the memory port need for the kernel; % roof: of the cycles; above 100
        where its operands were loaded while the kernel before it computed; all: their sum, which is no bound
        (docs/timing.md, "The bound"; - where a program does not say)
% MAC   products with pixels of the image, of what the multipliers could do; % lost: of compute's cycles, its largest state that is not work, and why:
        waits for load or store (what that unit does meanwhile), own loads (of accumulators and micro-ops);
        works in few lanes: more than that is lost in GEMM steps whose lanes have nothing to multiply
        (channels that do not fill a block, padding, depthwise layers), and % lost is that
)";

// Whether the CSV has it of a kernel: counts always, cycles and shares of a run with time.
bool in_csv(const Quantity& quantity, bool timed) {
  return quantity.of_kernels() && quantity.kind != QuantityKind::Reading &&
         (timed || !quantity.needs_time());
}

std::string csv_cell(const explore::Figure& figure) {
  if (const auto* whole = std::get_if<int64_t>(&figure))
    return std::to_string(*whole);
  const auto* real = std::get_if<double>(&figure);
  return real != nullptr ? fmt::format("{}", *real) : "";
}

std::vector<TextColumn> csv_columns(bool timed) {
  std::vector<TextColumn> out;
  for (const char* name : {"kernel", "onnx_nodes", "kind", "description"})
    out.push_back({name});
  for (const Quantity& quantity : explore::quantities())
    if (in_csv(quantity, timed))
      out.push_back({std::string(quantity.name)});
  if (!timed)
    return out;
  out.push_back({"lost"});
  for (int u = 0; u < kNumTimedUnits; ++u)
    for (int s = 0; s < kNumUnitStates; ++s)
      out.push_back({fmt::format("{}_{}", timed_unit_name(static_cast<TimedUnit>(u)),
                                 unit_state_name(static_cast<UnitState>(s)))});
  return out;
}

std::vector<std::string> csv_row(const RunRecord& record, const LayerResult& layer,
                                 const Finding& finding) {
  std::vector<std::string> row = {layer.name, layer_name(layer), layer.kind,
                                  layer.description.text()};
  for (const Quantity& quantity : explore::quantities())
    if (in_csv(quantity, record.timed))
      row.push_back(csv_cell(explore::figure_of(quantity, record.view(), layer)));
  if (!record.timed)
    return row;
  row.push_back(finding.lost_text);
  for (const StateCycles& unit : layer.timing.units)
    for (const int64_t cycles : unit)
      row.push_back(std::to_string(cycles));
  return row;
}

}  // namespace

std::string layer_tables(const RunOutcome& outcome, size_t width) {
  const RunRecord& record = outcome.record;
  std::string out = description_table(record).text(width);
  out += "\n" + counter_table(record).text(width);
  if (!record.timed)
    return out + "\n" + counter_legend();
  return out + "\n" + CycleTable(outcome).make().text(width) + "\n" + counter_legend() +
         kCycleLegend;
}

std::string layer_csv(const RunOutcome& outcome) {
  const RunRecord& record = outcome.record;
  TextTable table(csv_columns(record.timed));
  for (size_t k = 0; k < record.result.layers.size(); ++k)
    table.add(csv_row(record, record.result.layers[k], outcome.findings.kernels[k]));
  if (record.timed)
    table.add(csv_row(record, outcome.findings.outside_layer, outcome.findings.outside));
  return table.csv();
}

}  // namespace vta::workbench
