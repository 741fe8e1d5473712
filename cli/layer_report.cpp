#include "cli/layer_report.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "base/text_table.h"
#include "explore/cost/clock_times.h"
#include "explore/record/array_use.h"
#include "explore/record/layer_sums.h"
#include "explore/record/lost_cycles.h"

namespace vta::cli {
namespace {

using explore::AtLeast;
using explore::KindSum;
using explore::percent_of;
using explore::run_bound;
using explore::step_utilization;
using explore::sums_by_kind;
using explore::useful_macs_of;

constexpr const char* kNothing = "-";

std::string tenth(double value) {
  return fmt::format("{:.1f}", value);
}

std::string layer_name(const ProgramKernel& kernel) {
  return fmt::format("{}", fmt::join(kernel.onnx_nodes, " + "));
}

std::string times_least(const ProgramKernel& kernel, const Counters& c) {
  if (kernel.least_bytes == 0)
    return kNothing;
  return fmt::format(
      "{:.2f}", static_cast<double>(c.total_bytes()) / static_cast<double>(kernel.least_bytes));
}

// What every kernel is.
TextTable description_table(const RunOutcome& o) {
  TextTable table({{"kernel", false}, {"layer", false, true}, {"geometry and tiles", false}});
  for (const ProgramKernel& kernel : o.program->kernels)
    table.add({kernel.name, layer_name(kernel), kernel.description.text()});
  return table;
}

TextTable counter_table(const RunOutcome& o) {
  std::vector<TextColumn> columns = {{"kernel", false}, {"layer", false, true}};
  for (const CounterField& field : machine_counters())
    columns.push_back({std::string(field.heading)});
  for (const char* heading : {"all B", "util%", "x least", "insn"})
    columns.push_back({heading});
  TextTable table(std::move(columns));
  for (size_t k = 0; k < o.program->kernels.size(); ++k) {
    const ProgramKernel& kernel = o.program->kernels[k];
    const Counters& c = o.stats->kernels[k];
    std::vector<std::string> cells = {kernel.name, layer_name(kernel)};
    for (const CounterField& field : machine_counters())
      cells.push_back(std::to_string(c.*field.member));
    cells.push_back(std::to_string(c.total_bytes()));
    cells.push_back(kernel.macs > 0 ? tenth(step_utilization(kernel, c, o.program->config))
                                    : kNothing);
    cells.push_back(times_least(kernel, c));
    cells.push_back(std::to_string(kernel.insn_count));
    table.add(std::move(cells));
  }
  return table;
}

// The rows of the table of cycles: kernels, sums of their kinds, what is outside, everything.
class CycleTable {
 public:
  explicit CycleTable(const RunOutcome& o)
      : o_(o), clock_(o.program->config.clock.mhz), table_(columns(clock_.has_value())) {}

  TextTable make() {
    const Timing& t = *o_.stats->timing;
    for (size_t k = 0; k < o_.program->kernels.size(); ++k) {
      const ProgramKernel& kernel = o_.program->kernels[k];
      add(kernel.name, layer_name(kernel), t.kernels[k],
          {layer_bound(o_.program->config, kernel), useful_macs_of(kernel)},
          o_.stats->kernels[k].gemm_counter);
    }
    for (const KindSum& sum : sums_by_kind(*o_.program, *o_.stats))
      add(fmt::format("{} {}", sum.kernels, sum.kind), "", sum.timing, sum.least, sum.gemm_steps);
    add_outside(t.outside.cycles);
    add("all", "", {t.cycles, t.units}, {network_bound(*o_.program), useful_macs(*o_.program)},
        o_.stats->counters.gemm_counter);
    return std::move(table_);
  }

 private:
  static std::vector<TextColumn> columns(bool clock) {
    std::vector<TextColumn> out = {{"kernel", false}, {"layer", false, true}, {"cycles"}};
    if (clock)
      out.push_back({"ms"});
    for (const char* header : {"bound", "by", "% bound", "% MAC", "% lost"})
      out.push_back({header});
    out.push_back({"most because compute", false});
    return out;
  }

  void add_cells(std::vector<std::string> front, int64_t cycles, std::vector<std::string> back) {
    front.push_back(std::to_string(cycles));
    if (clock_)
      front.push_back(fmt::format("{:.3f}", explore::milliseconds(cycles, *clock_)));
    std::ranges::move(back, std::back_inserter(front));
    table_.add(std::move(front));
  }

  void add(const std::string& name, const std::string& layer, const KernelTiming& timing,
           const AtLeast& least, int64_t gemm_steps) {
    const auto& [bound, macs] = least;
    const auto [lost, because] = lost_of(timing.units, macs, gemm_steps);
    add_cells(
        {name, layer}, timing.cycles,
        {bound ? std::to_string(bound->cycles) : kNothing,
         bound ? std::string(bound->by()) : kNothing,
         bound ? tenth(percent_of(bound->cycles, timing.cycles)) : kNothing,
         macs ? tenth(percent_of(*macs, timing.cycles * o_.program->config.macs())) : kNothing,
         tenth(lost), because});
  }

  // Percent, and why: lanes without a product where they cost more than any wait.
  std::pair<double, std::string> lost_of(const UnitCycles& units, std::optional<int64_t> macs,
                                         int64_t gemm_steps) const {
    const auto use = explore::array_use({o_.program->config.macs(), macs, gemm_steps}, units);
    if (use && explore::mostly_lanes(*use, units))
      return {100 * use->lanes, "works in few lanes"};
    const auto chain = explore::lost_cycles(units);
    const int64_t compute = explore::total(units[static_cast<size_t>(TimedUnit::Compute)]);
    return {chain.empty() ? 0 : percent_of(chain.front().cycles, compute),
            explore::lost_brief(units)};
  }

  void add_outside(int64_t cycles) {
    add_cells({"outside", ""}, cycles,
              {kNothing, kNothing, kNothing, kNothing, kNothing, "before and after kernels"});
  }

  const RunOutcome& o_;
  std::optional<double> clock_;
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
bound   cycles that no schedule of this kernel alone beats, by compute or by memory; % bound: of the cycles; above
        100 where its operands were loaded while the kernel before it computed; all: docs/timing.md, "The bound"
        (- where a program does not say)
% MAC   products with pixels of the image, of what the multipliers could do; % lost: of compute's cycles, its largest state that is not work, and why:
        waits for load or store (what that unit does meanwhile), own loads (of accumulators and micro-ops);
        works in few lanes: more than that is lost in GEMM steps whose lanes have nothing to multiply
        (channels that do not fill a block, padding, depthwise layers), and % lost is that
)";

std::vector<TextColumn> csv_columns(const RunOutcome& o) {
  std::vector<TextColumn> out;
  for (const char* name : {"kernel", "onnx_nodes", "kind", "description", "macs", "instructions"})
    out.push_back({name});
  for (const CounterField& field : machine_counters())
    out.push_back({std::string(field.name)});
  for (const char* name : {"total_nbytes", "least_nbytes", "step_utilization_percent"})
    out.push_back({name});
  if (!o.stats->timing)
    return out;
  for (const char* name : {"cycles", "milliseconds", "bound_compute", "bound_memory", "lost"})
    out.push_back({name});
  for (const char* name : {"layer_bound_compute", "layer_bound_memory", "useful_macs"})
    out.push_back({name});
  for (int u = 0; u < kNumTimedUnits; ++u)
    for (int s = 0; s < kNumUnitStates; ++s)
      out.push_back({fmt::format("{}_{}", timed_unit_name(static_cast<TimedUnit>(u)),
                                 unit_state_name(static_cast<UnitState>(s)))});
  return out;
}

void add_csv_timing(std::vector<std::string>& row, const RunOutcome& o, const KernelTiming& timing,
                    const CycleBound& bound, const ProgramKernel& kernel) {
  const std::optional<double> clock = o.program->config.clock.mhz;
  row.push_back(std::to_string(timing.cycles));
  row.push_back(clock ? fmt::format("{}", explore::milliseconds(timing.cycles, *clock)) : "");
  row.push_back(std::to_string(bound.compute));
  row.push_back(std::to_string(bound.memory));
  row.push_back(explore::lost_text(timing.units));
  const auto least = layer_bound(o.program->config, kernel);
  row.push_back(least ? std::to_string(least->compute) : "");
  row.push_back(least ? std::to_string(least->memory) : "");
  row.push_back(least ? std::to_string(kernel.least_work->useful_macs) : "");
  for (const StateCycles& unit : timing.units)
    for (const int64_t cycles : unit)
      row.push_back(std::to_string(cycles));
}

std::vector<std::string> csv_counters(const RunOutcome& o, const ProgramKernel& kernel,
                                      const Counters& c) {
  std::vector<std::string> row = {kernel.name,
                                  layer_name(kernel),
                                  kernel.kind,
                                  kernel.description.text(),
                                  std::to_string(kernel.macs),
                                  std::to_string(kernel.insn_count)};
  for (const CounterField& field : machine_counters())
    row.push_back(std::to_string(c.*field.member));
  row.push_back(std::to_string(c.total_bytes()));
  row.push_back(std::to_string(kernel.least_bytes));
  row.push_back(kernel.macs > 0 ? fmt::format("{}", step_utilization(kernel, c, o.program->config))
                                : "");
  return row;
}

}  // namespace

std::string layer_tables(const RunOutcome& o, size_t width) {
  std::string out = description_table(o).text(width);
  out += "\n" + counter_table(o).text(width);
  if (!o.stats->timing)
    return out + "\n" + counter_legend();
  return out + "\n" + CycleTable(o).make().text(width) + "\n" + counter_legend() + kCycleLegend;
}

size_t output_width() {
  constexpr size_t kLeast = 80, kMost = 160;
  struct winsize size {};
  if (::isatty(STDOUT_FILENO) == 0 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 ||
      size.ws_col == 0)
    return kTableWidth;
  return std::clamp<size_t>(size.ws_col, kLeast, kMost);
}

std::string layer_csv(const RunOutcome& o) {
  TextTable table(csv_columns(o));
  for (size_t k = 0; k < o.program->kernels.size(); ++k) {
    const ProgramKernel& kernel = o.program->kernels[k];
    std::vector<std::string> row = csv_counters(o, kernel, o.stats->kernels[k]);
    if (o.stats->timing)
      add_csv_timing(row, o, o.stats->timing->kernels[k],
                     kernel_bound(*o.program, kernel, o.stats->kernels[k]), kernel);
    table.add(std::move(row));
  }
  if (o.stats->timing) {
    ProgramKernel outside;
    outside.name = outside.kind = "outside";
    std::vector<std::string> row = csv_counters(o, outside, {});
    add_csv_timing(row, o, o.stats->timing->outside, {}, outside);
    table.add(std::move(row));
  }
  return table.csv();
}

}  // namespace vta::cli
