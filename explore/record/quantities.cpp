// The table. The order of its rows is that of keys in documents and of columns in databases, whose
// files of before are read by it as well: a row may be added, and none moved.
#include <algorithm>
#include <array>

#include "base/percent.h"
#include "explore/cost/energy.h"
#include "explore/record/array_use.h"
#include "explore/record/batch_use.h"
#include "explore/record/layer_sums.h"
#include "explore/record/lost_cycles.h"
#include "explore/record/quantity.h"
#include "hw/synth/area_model.h"

namespace vta::explore {
namespace {

using Kind = QuantityKind;
using Rows = std::vector<Quantity>;

template <typename Member>
Quantity run_only(Quantity row, Member member) {
  row.of_run = member;
  row.in_run = member;
  return row;
}

template <typename Member>
Quantity kernel_only(Quantity row, Member member) {
  row.of_kernel = member;
  row.in_kernel = member;
  return row;
}

template <typename Member>
Quantity both(Quantity row, Member member) {
  return kernel_only(run_only(std::move(row), member), member);
}

// What it was called before, in a document, of a column, and elsewhere.
Quantity once(Quantity row, std::string_view path, std::string_view column,
              std::vector<std::string_view> others = {}) {
  row.old_path = path;
  row.old_column = column;
  row.other_names = std::move(others);
  if (!column.empty())
    row.other_names.push_back(column);
  return row;
}

// A percentage of a run or of a kernel alike, from what both have; nothing where one is not known.
template <typename Share>
Quantity share(Quantity row, Share of) {
  row.from_run = [of](const RunView& run) { return of(run, run.result); };
  row.from_kernel = [of](const RunView& run, const LayerResult& kernel) { return of(run, kernel); };
  return row;
}

int64_t issued_cycles(const auto& of) {
  return std::max(of.bound_compute, of.bound_memory);
}
// Of a run the sum over its kernels; nothing where it is not known.
std::optional<int64_t> roofline_cycles(const LayerResult& kernel) {
  const int64_t cycles = kernel.roofline_cycles();
  return cycles > 0 ? std::optional(cycles) : std::nullopt;
}
std::optional<int64_t> roofline_cycles(const PointResult& run) {
  if (run.least_cycles == 0)
    return std::nullopt;
  int64_t sum = 0;
  for (const LayerResult& kernel : run.layers)
    sum += kernel.roofline_cycles();
  return sum;
}
std::optional<int64_t> useful_macs(const PointResult& run) {
  return run.least_cycles > 0 ? std::optional(run.useful_macs) : std::nullopt;
}
std::optional<int64_t> useful_macs(const LayerResult& kernel) {
  return kernel.roofline_cycles() > 0 ? std::optional(kernel.useful_macs) : std::nullopt;
}
int64_t macs(const PointResult& run) {
  return run.work.device_macs;
}
int64_t macs(const LayerResult& kernel) {
  return kernel.macs;
}

// Of the multipliers' cycles in all of a run or kernel.
Figure mac_share(std::optional<int64_t> products, const RunView& run, int64_t cycles) {
  return products ? Figure(percent_of(*products, cycles * run.config.macs())) : Figure();
}

Figure array_share(const RunView& run, const auto& of, double ArrayUse::*part) {
  const auto use =
      array_use({run.config.macs(), useful_macs(of), of.counters.gemm_counter}, of.timing.units);
  return use ? Figure(100 * (*use).*part) : Figure();
}

double of_an_image(const RunView& run, double value) {
  return value / static_cast<double>(run.images);
}

Quantity counter_row(const CounterField& field) {
  const Kind kind = field.reg ? Kind::Counted : Kind::Reading;
  return both(
      {field.name, "counters", field.label, field.unit, field.meaning, kind},
      [member = field.member](auto& of) -> auto& { return of.counters.*member; });
}

void add_counts(Rows& rows) {
  rows.push_back(kernel_only(
      {"macs", "", "MACs", "", "multiply-accumulates, without padding", Kind::Counted},
      [](auto& k) -> auto& { return k.macs; }));
  rows.push_back(once(kernel_only(
                          {"least_nbytes", "", "Least bytes", "bytes",
                           "every operand and result once", Kind::Counted},
                          [](auto& k) -> auto& { return k.least_bytes; }),
                      "least_nbytes", "least_bytes"));
  rows.push_back(both(
      {"cycles", "timing", "Cycles", "cycles", "", Kind::Cycles},
      [](auto& of) -> auto& { return of.timing.cycles; }));
  rows.push_back(once(both(
                          {"instructions", "", "Instructions", "", "", Kind::Counted},
                          [](auto& of) -> auto& { return of.insns; }),
                      "instructions", "insns"));
  for (const CounterField& field : counter_fields())
    rows.push_back(counter_row(field));
  Quantity bytes = once({"total_nbytes", "", "DRAM bytes", "bytes",
                         "bytes loaded and stored, of all memories", Kind::Counted},
                        "total_nbytes", "dram_bytes");
  bytes.of_run = [](const PointResult& run) { return run.counters.total_bytes(); };
  bytes.of_kernel = [](const LayerResult& k) { return k.counters.total_bytes(); };
  rows.push_back(std::move(bytes));
  rows.push_back(run_only(
      {"bus_beats", "timing", "Bus beats", "beats", "", Kind::Counted},
      [](auto& run) -> auto& { return run.timing.bus_beats; }));
}

void add_bounds(Rows& rows) {
  rows.push_back(once(both(
                          {"issued_compute", "timing", "Compute bound of what was issued", "cycles",
                           "", Kind::Issued},
                          [](auto& of) -> auto& { return of.bound_compute; }),
                      "timing.bound.compute", "bound_compute"));
  rows.push_back(once(both(
                          {"issued_memory", "timing", "Memory bound of what was issued", "cycles",
                           "", Kind::Issued},
                          [](auto& of) -> auto& { return of.bound_memory; }),
                      "timing.bound.memory", "bound_memory"));
  rows.push_back(once(run_only(
                          {"least_cycles", "timing", "Bound", "cycles",
                           "cycles that no schedule of these layers beats", Kind::Least},
                          [](auto& run) -> auto& { return run.least_cycles; }),
                      "timing.layer_bound.cycles", "", {"layer_bound_cycles"}));
  rows.back().of_kernels_today = "roofline_cycles";
  rows.push_back(once(both(
                          {"least_compute", "timing", "Least compute", "cycles",
                           "cycles of compute for the steps that no schedule avoids", Kind::Least},
                          [](auto& of) -> auto& { return of.least_compute; }),
                      "timing.layer_bound.compute", "", {"layer_bound_compute"}));
  rows.push_back(once(both(
                          {"least_memory", "timing", "Least memory", "cycles",
                           "cycles of the memory port for every operand and result once, gaps "
                           "between bursts included",
                           Kind::Least},
                          [](auto& of) -> auto& { return of.least_memory; }),
                      "timing.layer_bound.memory", "", {"layer_bound_memory"}));
  rows.push_back(share({"roofline_cycles", "timing", "Roofline", "cycles",
                        "the larger of a kernel's least compute and memory, of a run the sum over "
                        "its kernels; kernels that overlap can take less",
                        Kind::Least},
                       [](const RunView&, const auto& of) {
                         const auto cycles = roofline_cycles(of);
                         return cycles ? Figure(*cycles) : Figure();
                       }));
  rows.push_back(both(
      {"useful_macs", "", "Useful MACs", "", "without padding", Kind::Least},
      [](auto& of) -> auto& { return of.useful_macs; }));
  rows.back().from_run = [](const RunView& run) {
    const bool none = macs(run.result) == 0;  // known without a bound
    const auto useful = useful_macs(run.result);
    return none || useful ? Figure(useful.value_or(0)) : Figure();
  };
}

void add_work(Rows& rows) {
  rows.push_back(run_only(
      {"device_macs", "work", "MACs of the layers", "", "", Kind::Counted},
      [](auto& run) -> auto& { return run.work.device_macs; }));
  rows.push_back(run_only(
      {"network_macs", "work", "MACs of the network", "", "", Kind::Counted},
      [](auto& run) -> auto& { return run.work.network_macs; }));
  Quantity part = {"device_mac_percent",
                   "work",
                   "Work on the accelerator",
                   "%",
                   "of the network\u2019s MACs; the cycles are of this part alone",
                   Kind::Share};
  part.from_run = [](const RunView& run) { return device_percent(run.result.work); };
  rows.push_back(once(std::move(part), "", "", {"work_percent"}));
}

void add_shares(Rows& rows) {
  rows.push_back(
      once(share({"issued_cycles", "timing", "Bound of what was issued", "cycles",
                  "the larger of compute and memory of what was issued", Kind::Issued},
                 [](const RunView&, const auto& of) { return Figure(issued_cycles(of)); }),
           "", "", {"bound_cycles"}));
  rows.push_back(once(
      share({"issued_percent", "timing", "Issued bound share", "%",
             "the larger of compute and memory of what was issued, of the cycles", Kind::Share},
            [](const RunView&, const auto& of) {
              return Figure(percent_of(issued_cycles(of), of.timing.cycles));
            }),
      "", "", {"bound_percent"}));
  Quantity bound = {"least_percent",
                    "timing",
                    "Bound share",
                    "%",
                    "cycles that no schedule of these layers beats, of the cycles",
                    Kind::Share};
  bound.from_run = [](const RunView& run) {
    const int64_t least = run.result.least_cycles;
    return least > 0 ? Figure(percent_of(least, run.result.timing.cycles)) : Figure();
  };
  bound.of_kernels_today = "roofline_percent";
  rows.push_back(once(std::move(bound), "", "", {"layer_bound_percent"}));
  rows.push_back(share({"roofline_percent", "timing", "Roofline share", "%",
                        "a kernel's roofline, of a run their sum, of the cycles; above 100 where "
                        "kernels overlap",
                        Kind::Share},
                       [](const RunView&, const auto& of) {
                         const auto cycles = roofline_cycles(of);
                         return cycles ? Figure(percent_of(*cycles, of.timing.cycles)) : Figure();
                       }));
  rows.push_back(
      once(share({"useful_mac_percent", "timing", "Useful MACs", "%",
                  "products with pixels of the image over what the array could do in these cycles",
                  Kind::Share},
                 [](const RunView& run, const auto& of) {
                   return mac_share(useful_macs(of), run, of.timing.cycles);
                 }),
           "", "", {"useful_percent"}));
  rows.push_back(
      share({"mac_percent", "timing", "MAC utilization", "%",
             "MACs of the layers over what the array could do in these cycles", Kind::Share},
            [](const RunView& run, const auto& of) {
              return mac_share(macs(of), run, of.timing.cycles);
            }));
  rows.push_back(share({"gemm_percent", "timing", "GEMM steps", "%", "of the cycles", Kind::Share},
                       [](const RunView&, const auto& of) {
                         return Figure(percent_of(of.counters.gemm_counter, of.timing.cycles));
                       }));
  rows.push_back(share(
      {"idle_lane_percent", "timing", "Idle lanes", "%",
       "of what the array could do: lanes of GEMM steps without a product", Kind::Share},
      [](const RunView& run, const auto& of) { return array_share(run, of, &ArrayUse::lanes); }));
  rows.push_back(share({"other_step_percent", "timing", "ALU steps and resets", "%",
                        "of the cycles: compute works without a GEMM step", Kind::Share},
                       [](const RunView& run, const auto& of) {
                         return array_share(run, of, &ArrayUse::other_steps);
                       }));
  rows.push_back(share(
      {"lost_cycles", "timing", "Cycles lost by compute", "cycles", "compute does not work",
       Kind::Cycles},
      [](const RunView&, const auto& of) { return Figure(lost_by_compute(of.timing.units)); }));
  Quantity steps = {"step_utilization_percent",
                    "",
                    "Useful of GEMM steps",
                    "%",
                    "useful multiplications of those that the GEMM steps did",
                    Kind::Share};
  steps.from_kernel = [](const RunView& run, const LayerResult& kernel) {
    const int64_t products = useful_macs(kernel).value_or(kernel.macs);
    return kernel.macs > 0 ? mac_share(products, run, kernel.counters.gemm_counter) : Figure();
  };
  steps.from_run = [](const RunView& run) {
    const int64_t products = useful_macs(run.result).value_or(macs(run.result));
    return mac_share(products, run, run.result.counters.gemm_counter);
  };
  rows.push_back(std::move(steps));
  Quantity bus = {
      "bus_percent", "timing", "Bus utilization", "%", "beats of all bursts over cycles",
      Kind::Share};
  bus.from_run = [](const RunView& run) {
    return percent_of(run.result.timing.bus_beats, run.result.timing.cycles);
  };
  rows.push_back(once(std::move(bus), "", "", {"bus_utilization_percent"}));
}

void add_images(Rows& rows) {
  Quantity idle = {
      "idle_rows",  "", "Idle rows of the batch", "", "rows of the last batch without an image",
      Kind::Counted};
  idle.from_run = [](const RunView& run) { return idle_rows(run.config, run.images); };
  rows.push_back(std::move(idle));
  Quantity cycles = {"cycles_per_image", "", "Cycles per image", "cycles", "", Kind::Time};
  cycles.from_run = [](const RunView& run) {
    return of_an_image(run, static_cast<double>(run.result.timing.cycles));
  };
  rows.push_back(std::move(cycles));
  Quantity energy = {"energy_uj_per_image", "",        "Energy per image", "\u00b5J",
                     "an estimate",         Kind::Time};
  energy.from_run = [](const RunView& run) {
    constexpr double kPerMicrojoule = 1e6;  // picojoules
    return of_an_image(run, energy_pj(run.config, run.result) / kPerMicrojoule);
  };
  rows.push_back(std::move(energy));
}

void add_times(Rows& rows) {
  const auto add = [&](Quantity row, double ClockTimes::*member) {
    row.of_clock = member;
    row.from_run = [member](const RunView& run) {
      const auto times = clock_times(run.config, run.result, run.images);
      return times ? Figure((*times).*member) : Figure();
    };
    rows.push_back(std::move(row));
  };
  add({"clock_mhz", "times", "Clock", "MHz", "", Kind::Time}, &ClockTimes::mhz);
  add({"milliseconds", "times", "Time", "ms", "on the accelerator", Kind::Time},
      &ClockTimes::milliseconds);
  rows.back().from_kernel = [](const RunView& run, const LayerResult& kernel) {
    const std::optional<double> mhz = run.config.clock.mhz;
    return mhz ? Figure(milliseconds(kernel.timing.cycles, *mhz)) : Figure();
  };
  add(once({"ms_per_image", "times", "Time per image", "ms", "on the accelerator", Kind::Time}, "",
           "", {"milliseconds_per_image"}),
      &ClockTimes::milliseconds_per_image);
  add({"images_per_second", "times", "Images a second", "", "on the accelerator", Kind::Rate},
      &ClockTimes::images_per_second);
  add({"gops", "times", "Speed", "GOPS", "two operations per multiply-accumulate of a layer",
       Kind::Rate},
      &ClockTimes::gops);
  add({"energy_delay_uj_ms", "times", "Energy \u00d7 delay", "\u00b5J ms", "an estimate",
       Kind::Time},
      &ClockTimes::energy_delay);
}

// Those of a database are in its points (explore/cost/point_cost.h): of the build that made it.
void add_area(Rows& rows) {
  const auto add = [&](Quantity row, int64_t ModuleArea::*member) {
    row.from_run = [member](const RunView& run) {
      return Figure(area_of(run.config).report.total.*member);
    };
    rows.push_back(std::move(row));
  };
  add({"lut", "area", "LUT", "", "", Kind::Area}, &ModuleArea::lut);
  add({"ff", "area", "Flip-flops", "", "", Kind::Area}, &ModuleArea::ff);
  add({"dsp", "area", "DSP48", "", "", Kind::Area}, &ModuleArea::dsp);
  add({"bram18", "area", "Block RAM 18 Kb", "", "", Kind::Area}, &ModuleArea::bram18);
}

}  // namespace

const std::vector<Quantity>& quantities() {
  static const Rows rows = [] {
    Rows all;
    for (const auto& add :
         {add_counts, add_bounds, add_work, add_shares, add_images, add_times, add_area})
      add(all);
    return all;
  }();
  return rows;
}

}  // namespace vta::explore
