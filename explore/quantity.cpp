#include "explore/quantity.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vta::explore {
namespace {

using Kind = QuantityKind;

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

Quantity counter_row(const CounterField& field, std::string_view path) {
  const Kind kind = field.reg ? Kind::Counted : Kind::Reading;
  return both(
      {field.name, path, field.label, field.unit, field.meaning, kind},
      [member = field.member](auto& of) -> auto& { return of.counters.*member; });
}

// Another reading of a counter stands behind it.
void add_counters(std::vector<Quantity>& rows) {
  static const std::vector<std::string> paths = [] {
    std::vector<std::string> out;
    for (const CounterField& field : counter_fields())
      out.push_back(fmt::format("counters.{}", field.name));
    return out;
  }();
  const std::span<const CounterField> all = counter_fields();
  const auto add = [&](size_t i) { rows.push_back(counter_row(all[i], paths[i])); };
  for (size_t i = 0; i < machine_counters().size(); ++i) {
    add(i);
    for (size_t k = machine_counters().size(); k < all.size(); ++k)
      if (all[k].name.starts_with(all[i].name))
        add(k);
  }
}

std::vector<Quantity> table() {
  std::vector<Quantity> rows = {
      kernel_only(
          {"macs", "macs", "MACs", "", "multiply-accumulates, without padding", Kind::Counted},
          [](auto& k) -> auto& { return k.macs; }),
      kernel_only(
          {"least_bytes", "least_nbytes", "Least bytes", "bytes", "every operand and result once",
           Kind::Counted},
          [](auto& k) -> auto& { return k.least_bytes; }),
      both(
          {"cycles", "timing.cycles", "Cycles", "cycles", "", Kind::Cycles},
          [](auto& of) -> auto& { return of.timing.cycles; }),
      both(
          {"insns", "instructions", "Instructions", "", "", Kind::Counted},
          [](auto& of) -> auto& { return of.insns; })};
  add_counters(rows);
  rows.push_back({"dram_bytes", "total_nbytes", "DRAM bytes", "bytes",
                  "bytes loaded and stored, of all memories", Kind::Counted});
  rows.back().of_run = [](const PointResult& run) { return run.counters.total_bytes(); };
  rows.back().of_kernel = [](const LayerResult& k) { return k.counters.total_bytes(); };
  for (const Quantity& row :
       {run_only(
            {"bus_beats", "timing.bus_beats", "Bus beats", "beats", "", Kind::Counted},
            [](auto& run) -> auto& { return run.timing.bus_beats; }),
        both(
            {"bound_compute", "timing.bound.compute", "Compute bound of what was issued", "cycles",
             "", Kind::Issued},
            [](auto& of) -> auto& { return of.bound_compute; }),
        both(
            {"bound_memory", "timing.bound.memory", "Memory bound of what was issued", "cycles", "",
             Kind::Issued},
            [](auto& of) -> auto& { return of.bound_memory; }),
        run_only(
            {"least_cycles", "timing.layer_bound.cycles", "Bound", "cycles",
             "cycles that no schedule of these layers beats", Kind::Least},
            [](auto& run) -> auto& { return run.least_cycles; }),
        kernel_only(
            {"least_compute", "timing.layer_bound.compute", "Compute bound", "cycles",
             "cycles of compute that no schedule of the layer beats", Kind::Least},
            [](auto& k) -> auto& { return k.least_compute; }),
        kernel_only(
            {"least_memory", "timing.layer_bound.memory", "Memory bound", "cycles",
             "cycles of the bus that no schedule of the layer beats", Kind::Least},
            [](auto& k) -> auto& { return k.least_memory; }),
        both(
            {"useful_macs", "useful_macs", "Useful MACs", "", "without padding", Kind::Least},
            [](auto& of) -> auto& { return of.useful_macs; }),
        run_only(
            {"device_macs", "work.device_macs", "MACs of the layers", "", "", Kind::Counted},
            [](auto& run) -> auto& { return run.work.device_macs; }),
        run_only(
            {"network_macs", "work.network_macs", "MACs of the network", "", "", Kind::Counted},
            [](auto& run) -> auto& { return run.work.network_macs; })})
    rows.push_back(row);
  return rows;
}

}  // namespace

const std::vector<Quantity>& quantities() {
  static const std::vector<Quantity> rows = table();
  return rows;
}

const std::string& member_names() {
  static const std::string names = [] {
    std::vector<std::string_view> out;
    for (const Quantity& quantity : quantities())
      if (quantity.in_run)
        out.push_back(quantity.name);
    for (const Quantity& quantity : quantities())
      if (quantity.in_kernel)
        out.push_back(quantity.name);
    return fmt::format("{}", fmt::join(out, ", "));
  }();
  return names;
}

}  // namespace vta::explore
