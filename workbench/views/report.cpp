#include "workbench/views/report.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/percent.h"
#include "base/plural.h"
#include "base/text_table.h"
#include "config/dram_file.h"
#include "explore/record/run_writer.h"
#include "runtime/bound.h"
#include "runtime/host_work.h"
#include "runtime/top_classes.h"
#include "workbench/views/layer_report.h"

namespace vta::workbench {

namespace {

std::string verified_text(const VerifyReport& v) {
  if (v.kernels == 0)
    return "nothing to compare: no kernel ran on the accelerator";
  return v.exact() ? fmt::format("{}, {} equal the integer interpreter's",
                                 counted(v.kernels, "kernel"), counted(v.elements, "element"))
                   : fmt::format("FAILED: {} of {} elements differ; first: {}",
                                 v.mismatched_elements, v.elements, v.first_mismatch);
}

std::string memory_words(const VtaConfig& c) {
  if (!c.mem_dram.empty())
    return fmt::format("{} at {:g} MHz of the core, {} bytes a cycle, gap {}, {} of {}",
                       dram_name(c.mem_dram), static_cast<double>(c.mem_clock_khz) / 1000,
                       c.bus_bytes(), c.mem_gap, counted(c.mem_max_outstanding, "burst"),
                       counted(c.mem_burst_beats, "beat"));
  return fmt::format("{} bytes a cycle, read latency {}, write latency {}, gap {}, {} of {}",
                     c.bus_bytes(), c.mem_read_latency, c.mem_write_latency, c.mem_gap,
                     counted(c.mem_max_outstanding, "burst"), counted(c.mem_burst_beats, "beat"));
}

std::string percent(std::string_view quantity, const explore::RunRecord& record) {
  return fmt::format("{:.1f} %", explore::number_of(quantity, record.view()).value_or(0));
}

template <typename Line>
void input_lines(const RunOutcome& o, const Line& line) {
  for (const InputUse& input : o.inputs)
    line("Input",
         o.inputs.size() == 1 ? input.source : fmt::format("{}: {}", input.name, input.source));
  const bool prepared = std::ranges::any_of(o.inputs, &InputUse::prepared);
  const char* unused =
      o.inputs.empty() ? " (not needed: no input is read)" : " (not needed: no input is pixels)";
  line("Preprocessing", preparation_text(o.preparation) + (prepared ? "" : unused));
}

boost::json::array inputs_json(const RunOutcome& o) {
  boost::json::array out;
  for (const InputUse& input : o.inputs)
    out.push_back(
        {{"name", input.name}, {"source", input.source}, {"preprocessed", input.prepared}});
  return out;
}

boost::json::array outputs_json(const RunOutcome& o) {
  boost::json::array out;
  for (const OutputUse& output : o.outputs)
    out.push_back(
        {{"name", output.name},
         {"type", output.type},
         {"file", output.file.empty() ? boost::json::value() : boost::json::value(output.file)}});
  return out;
}

std::string useful_text(const explore::RunRecord& record) {
  return record.result.least_cycles > 0
             ? percent("useful_mac_percent", record) + " of the multipliers' cycles are useful, "
             : std::string();
}

// The layer that is furthest above its roofline, in cycles; "" where none is known or all layers
// reach theirs.
std::string furthest_text(const RunOutcome& o) {
  int64_t most = 0;
  std::string text;
  for (size_t k = 0; k < o.findings.kernels.size(); ++k) {
    const explore::LayerResult& layer = o.record.result.layers[k];
    const auto& roofline = o.findings.kernels[k].least.limit;
    const int64_t cycles = layer.timing.cycles;
    if (!roofline || cycles - roofline->cycles <= most)
      continue;
    most = cycles - roofline->cycles;
    text = fmt::format("{}, {} cycles above its roofline ({}), {:.1f} % of its cycles", layer.name,
                       most, roofline->by(), percent_of(roofline->cycles, cycles));
  }
  return text;
}

// The lines of the summary that only a run with time has.
template <typename Line>
void timing_lines(const RunOutcome& o, const Line& line) {
  const explore::RunRecord& record = o.record;
  const explore::PointResult& result = record.result;
  const CycleBound& issued = o.findings.issued;
  line("Memory", memory_words(record.config));
  line("Cycles", run_cycles_text(o));
  line("Not in the cycles, on the host", o.findings.host_operators);
  if (record.images > 1)
    line("Cycles per image",
         fmt::format("{:.1f} ({} images)", *explore::number_of("cycles_per_image", record.view()),
                     record.images));
  if (o.findings.times) {
    line("At the clock", o.findings.times_text);
    line("Energy x delay, an estimate",
         fmt::format("{:.4g} uJ ms an image", o.findings.times->energy_delay));
  }
  line("Bus utilization", fmt::format("{} ({})", percent("bus_percent", record),
                                      counted(result.timing.bus_beats, "beat")));
  if (const DramStatistics& dram = result.timing.dram; dram.any()) {
    const auto accesses = static_cast<double>(dram.reads + dram.writes);
    line("DRAM",
         fmt::format("{} reads, {} writes: {:.1f} % row hits, {} misses, {} conflicts; {} "
                     "refreshes, {} turnarounds",
                     dram.reads, dram.writes,
                     accesses > 0 ? 100 * static_cast<double>(dram.row_hits) / accesses : 0.0,
                     dram.row_misses, dram.row_conflicts, dram.refreshes, dram.turnarounds));
  }
  line("MAC utilization", fmt::format("{}{} of the cycles are GEMM steps", useful_text(record),
                                      percent("gemm_percent", record)));
  line("Bound", network_bound_text(o));
  if (const auto rooflines = explore::number_of("roofline_cycles", record.view()))
    line("Sum of the kernels' rooflines", fmt::format("{:.0f} cycles, {} of the cycles", *rooflines,
                                                      percent("roofline_percent", record)));
  if (const std::string furthest = furthest_text(o); !furthest.empty())
    line("Furthest from its roofline", furthest);
  line("Bound of what was issued", fmt::format("{} cycles ({}), {} of the cycles", issued.cycles(),
                                               issued.by(), percent("issued_percent", record)));
  line("Cycles lost by compute", o.findings.run.lost_text);
  line("Speed of simulation",
       fmt::format("{:.1f} Mcycles/s",
                   static_cast<double>(result.timing.cycles) * 1e-6 / o.account.device_seconds));
}

}  // namespace

std::string summary_text(const RunOutcome& o) {
  const explore::RunRecord& r = o.record;
  const explore::RunAccount& a = o.account;
  std::string out;
  auto line = [&](const char* key, const std::string& value) { out += summary_line(key, value); };
  line("Network", r.model);
  line("Accelerator configuration", r.config.name());
  line("Configuration hash", r.config.hash());
  line("Backend", r.backend);
  line("Schedule", r.schedule);
  line("Quantization", r.quantization);
  input_lines(o, line);
  line("Operators on the accelerator",
       fmt::format("{} of {} ({:.1f} %)", a.device_ops, a.device_ops + a.host_ops,
                   percent_of(a.device_ops, a.device_ops + a.host_ops)));
  line("MACs on the accelerator", macs_text(o));
  line("Kernels, launches", fmt::format("{}, {}", r.result.layers.size(), a.launches));
  line("Instructions", fmt::format("{}", r.result.insns));
  line("Device memory",
       fmt::format("{} bytes: weights {}, micro-ops {}, instructions {}, activations {}",
                   a.arena_bytes, a.weight_bytes, a.uop_bytes, a.insn_bytes, a.activation_bytes));
  line("DRAM traffic", fmt::format("{} bytes", r.result.counters.total_bytes()));
  if (a.widened_bytes > 0)
    line("Widened on the host",
         fmt::format("{} bytes of int32 operands, between launches", a.widened_bytes));
  line("MAC utilization of GEMM steps", percent("step_utilization_percent", r));
  if (r.timed)
    timing_lines(o, line);
  if (!o.findings.idle_batch.empty())
    line("Warning", o.findings.idle_batch);
  result_lines(o, line);
  line("Time", time_text(o));
  return out;
}

std::string summary_line(std::string_view key, const std::string& value) {
  return fmt::format("{:<34}{}\n", key, value);
}

std::string macs_text(const RunOutcome& o) {
  const WorkShare& work = o.record.result.work;
  return fmt::format("{} of {} ({})", work.device_macs, work.network_macs, o.findings.device_share);
}

std::string run_cycles_text(const RunOutcome& o) {
  const int64_t cycles = o.record.result.timing.cycles;
  return fmt::format("{} ({:.3f} Mcycles), for {}", cycles, static_cast<double>(cycles) * 1e-6,
                     o.findings.device_share);
}

std::string network_bound_text(const RunOutcome& o) {
  const auto& bound = o.findings.run.least.limit;
  return bound ? fmt::format("{} cycles ({}), {} of the cycles", bound->cycles, bound->by(),
                             percent("least_percent", o.record))
               : std::string(kBoundNotKnown);
}

std::string time_text(const RunOutcome& o) {
  return fmt::format(
      "{:.1f} ms: {} {:.1f}, host operators {:.1f}, simulating the accelerator {:.1f}",
      o.seconds * 1e3, o.loaded ? "loading" : "compiling", o.compile_seconds * 1e3,
      o.account.host_seconds * 1e3, o.account.device_seconds * 1e3);
}

void result_lines(const RunOutcome& o,
                  const std::function<void(const char* key, const std::string& value)>& line) {
  if (!o.has_outputs)
    line("Outputs", "none: timing only, no values were computed, host operators were left out");
  for (const OutputUse& output : o.outputs)
    if (!output.file.empty())
      line("Output written", fmt::format("{}: {}", output.file, output.type));
  if (o.races != nullptr)
    line("Races", race_summary(*o.races));
  if (o.verify) {
    line("Verified bit for bit", verified_text(*o.verify));
    line("Float operators on the host", output_error_text(*o.verify));
  }
}

std::vector<double> probabilities(const Tensor& logits, int64_t row) {
  const auto classes = static_cast<size_t>(logits.shape().back());
  const auto values = logits.data<float>().subspan(static_cast<size_t>(row) * classes, classes);
  std::vector<double> out(values.begin(), values.end());
  const double sum = std::accumulate(out.begin(), out.end(), 0.0);
  constexpr double kTolerance = 1e-3;
  const bool shares = std::ranges::all_of(out, [](double v) { return v >= 0 && v <= 1; });
  if (shares && std::abs(sum - 1) <= kTolerance)
    return out;
  const double most = *std::ranges::max_element(out);
  double all = 0;
  for (double& value : out)
    all += value = std::exp(value - most);
  for (double& value : out)
    value /= all;
  return out;
}

std::string host_table(const RunOutcome& o) {
  TextTable table({{.header = "host", .number = false},
                   {.header = "steps"},
                   {.header = "ms"},
                   {.header = "bytes read"},
                   {.header = "bytes written"}});
  const auto row = [&](std::string_view name, const HostWork& work) {
    table.add({std::string(name), fmt::format("{}", work.steps),
               work.seconds ? fmt::format("{:.3f}", *work.seconds * 1e3) : "-",
               fmt::format("{}", work.read_bytes), fmt::format("{}", work.written_bytes)});
  };
  for (const HostStepKind kind : kHostStepKinds)
    if (const HostWork& sum = o.account.host[static_cast<size_t>(kind)]; sum.steps > 0)
      row(host_step_kind_name(kind), sum);
  row("all", o.account.host_all);
  return table.text(kTableWidth);
}

std::string class_label(int64_t index, const std::vector<std::string>& labels) {
  return index < std::ssize(labels) ? labels[static_cast<size_t>(index)]
                                    : fmt::format("class {}", index);
}

std::string top_text(const Tensor& logits, int64_t row, int64_t count,
                     const std::vector<std::string>& labels) {
  std::string out;
  int rank = 0;
  for (const TopClass& c : top_classes(logits, row, std::min(count, logits.shape().back())))
    out += fmt::format("{:>3}. {:>10.4f}  {}\n", ++rank, c.value, class_label(c.index, labels));
  return out;
}

boost::json::array top_json(const Tensor& logits, int64_t row, int64_t count,
                            const std::vector<std::string>& labels) {
  boost::json::array out;
  for (const TopClass& c : top_classes(logits, row, std::min(count, logits.shape().back())))
    out.push_back({{"class", c.index}, {"name", class_label(c.index, labels)}, {"value", c.value}});
  return out;
}

boost::json::object outcome_json(const RunOutcome& o) {
  boost::json::object out = explore::run_json(o.record, o.findings);
  add_account(out, o.account);
  if (o.host_time)
    out["host_time"] = host_timeline_json(*o.host_time);
  out["has_outputs"] = o.has_outputs;
  if (o.repeated_runs > 0)
    out["repeated_runs"] = o.repeated_runs;
  out["inputs"] = inputs_json(o);
  out["outputs"] = outputs_json(o);
  out["preprocessing"] = preparation_json(o.preparation);
  out["seconds"] = {{"total", o.seconds},
                    {"compile", o.compile_seconds},
                    {"host", o.account.host_seconds},
                    {"device", o.account.device_seconds}};
  if (o.races != nullptr)
    out["races"] = races_json(*o.races, o.kernel_of);
  if (o.verify)
    out["verify"] = {{"exact", o.verify->exact()},
                     {"kernels", o.verify->kernels},
                     {"elements", o.verify->elements},
                     {"mismatched_elements", o.verify->mismatched_elements},
                     {"first_mismatch", o.verify->first_mismatch},
                     {"output_relative_error", o.verify->output_error},
                     {"output_bound", float_bound(o.verify->depth)},
                     {"outputs_agree", o.verify->outputs_agree()}};
  return out;
}

}  // namespace vta::workbench
