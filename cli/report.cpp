#include "cli/report.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/plural.h"
#include "base/provenance.h"
#include "cli/statistics.h"
#include "explore/record/lost_cycles.h"
#include "explore/record/run_record.h"
#include "explore/record/timing_json.h"
#include "hw/isa/codec.h"
#include "runtime/bound.h"

namespace vta::cli {

using explore::add_utilization;
using explore::counters_json;
using explore::lost_text;
using explore::percent_of;
using explore::timing_json;

namespace {

// Useful multiplications over those that the GEMM steps did.
double utilization(const ProgramKernel& kernel, const Counters& counters, const VtaConfig& config) {
  const int64_t done = counters.gemm_counter * config.macs();
  return percent_of(kernel.macs, done);
}

struct RankedClass {
  size_t index = 0;
  std::string name;
  float value = 0;
};

std::vector<RankedClass> top_classes(const Tensor& logits, int64_t row, int64_t count,
                                     const std::vector<std::string>& labels) {
  const int64_t classes = logits.shape().back();
  const auto values = logits.data<float>().subspan(static_cast<size_t>(row * classes),
                                                   static_cast<size_t>(classes));
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  count = std::min(count, classes);
  std::ranges::partial_sort(order, order.begin() + count,
                            [&](size_t a, size_t b) { return values[a] > values[b]; });
  std::vector<RankedClass> top;
  for (int64_t i = 0; i < count; ++i) {
    const size_t c = order[static_cast<size_t>(i)];
    top.push_back({c, c < labels.size() ? labels[c] : fmt::format("class {}", c), values[c]});
  }
  return top;
}

std::string verified_text(const VerifyReport& v) {
  if (v.kernels == 0)
    return "nothing to compare: no kernel ran on the accelerator";
  return v.exact() ? fmt::format("{}, {} equal the integer interpreter's",
                                 counted(v.kernels, "kernel"), counted(v.elements, "element"))
                   : fmt::format("FAILED: {} of {} elements differ; first: {}",
                                 v.mismatched_elements, v.elements, v.first_mismatch);
}

std::string memory_text(const VtaConfig& c) {
  return fmt::format(
      "{} bytes a cycle, read latency {}, write latency {}, gap {}, {} bursts of {} beats",
      c.bus_bytes(), c.mem_read_latency, c.mem_write_latency, c.mem_gap, c.mem_max_outstanding,
      c.mem_burst_beats);
}

CycleBound run_bound(const RunOutcome& o) {
  CycleBound bound;
  for (size_t k = 0; k < o.program->kernels.size(); ++k)
    bound += kernel_bound(*o.program, o.program->kernels[k], o.stats->kernels[k]);
  return bound;
}

// The kernels of one kind, taken together.
struct KindSum {
  std::string kind;
  int64_t kernels = 0;
  CycleBound bound;
  Counters counters;
  KernelTiming timing;
};

std::vector<KindSum> sums_by_kind(const RunOutcome& o) {
  std::vector<KindSum> sums;
  for (size_t k = 0; k < o.program->kernels.size(); ++k) {
    const ProgramKernel& kernel = o.program->kernels[k];
    const Counters& counters = o.stats->kernels[k];
    const KernelTiming& timing = o.stats->timing->kernels[k];
    auto sum = std::ranges::find(sums, kernel.kind, &KindSum::kind);
    if (sum == sums.end()) {
      sum = sums.emplace(sums.end());
      sum->kind = kernel.kind;
    }
    ++sum->kernels;
    sum->bound += kernel_bound(*o.program, kernel, counters);
    sum->counters += counters;
    sum->timing.cycles += timing.cycles;
    add_cycles(sum->timing.units, timing.units);
  }
  return sums;
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

// The lines of the summary that only a run with time has.
template <typename Line>
void timing_lines(const RunOutcome& o, const Line& line) {
  const Timing& t = *o.stats->timing;
  const CycleBound bound = run_bound(o);
  const double mcycles = static_cast<double>(t.cycles) * 1e-6;
  line("Memory", memory_text(o.program->config));
  line("Cycles", fmt::format("{} ({:.3f} Mcycles)", t.cycles, mcycles));
  line("Bus utilisation", fmt::format("{:.1f} % ({})", percent_of(t.bus_beats, t.cycles),
                                      counted(t.bus_beats, "beat")));
  line("MAC utilisation", fmt::format("{:.1f} % of the cycles are GEMM steps",
                                      percent_of(o.stats->counters.gemm_counter, t.cycles)));
  line("Bound", fmt::format("{} cycles ({}), {:.1f} % of the cycles", bound.cycles(), bound.by(),
                            percent_of(bound.cycles(), t.cycles)));
  line("Cycles lost by compute", lost_text(t.units));
  line("Speed of simulation", fmt::format("{:.1f} Mcycles/s", mcycles / o.stats->device_seconds));
}

}  // namespace

std::string summary_text(const RunOutcome& o) {
  const Program& p = *o.program;
  const Counters& c = o.stats->counters;
  const int64_t macs = p.host_macs + p.device_macs;
  std::string out;
  auto line = [&](const char* key, const std::string& value) {
    out += fmt::format("{:<34}{}\n", key, value);
  };
  line("Network", p.provenance.model);
  line("Accelerator configuration", p.config.name());
  line("Configuration hash", p.provenance.config_hash);
  line("Backend", o.backend);
  line("Schedule", p.provenance.schedule);
  line("Quantisation", p.provenance.quantization);
  input_lines(o, line);
  line("Operators on the accelerator",
       fmt::format("{} of {} ({:.1f} %)", p.device_ops, p.device_ops + p.host_ops,
                   percent_of(p.device_ops, p.device_ops + p.host_ops)));
  line("MACs on the accelerator",
       fmt::format("{} of {} ({:.1f} %)", p.device_macs, macs, percent_of(p.device_macs, macs)));
  line("Kernels, launches", fmt::format("{}, {}", p.kernels.size(), o.stats->launches));
  line("Instructions", fmt::format("{}", p.insns.size() / 16));
  line("Device memory",
       fmt::format("{} bytes: weights {}, micro-ops {}, instructions {}, activations {}",
                   p.arena_bytes, p.constants.size(), p.uops.size(), p.insns.size(),
                   p.constants_offset));
  line("DRAM traffic", fmt::format("{} bytes", c.total_bytes()));
  if (o.stats->widened_bytes > 0)
    line("Widened on the host",
         fmt::format("{} bytes of int32 operands, between launches", o.stats->widened_bytes));
  line("MAC utilisation of GEMM steps",
       fmt::format("{:.1f} %", percent_of(p.device_macs, c.gemm_counter * p.config.macs())));
  if (o.stats->timing)
    timing_lines(o, line);
  if (!o.has_outputs)
    line("Outputs", "none: timing only, no values were computed, host operators were left out");
  for (const OutputUse& output : o.outputs)
    if (!output.file.empty())
      line("Output written", fmt::format("{}: {}", output.file, output.type));
  line("Time",
       fmt::format("{:.1f} ms: host operators {:.1f}, simulated accelerator {:.1f}",
                   o.seconds * 1e3, o.stats->host_seconds * 1e3, o.stats->device_seconds * 1e3));
  if (o.verify) {
    line("Verified bit for bit", verified_text(*o.verify));
    line("Float operators on the host",
         fmt::format("largest difference {:.2g} of the largest output", o.verify->output_error));
  }
  return out;
}

std::string per_layer_text(const RunOutcome& o) {
  constexpr const char* kRow =
      "{:<11}{:>10}{:>9}{:>9}{:>9}{:>9}{:>7}{:>9}{:>9}{:>7}{:>8}{:>6}  {}\n";
  std::string out = fmt::format(kRow, "kernel", "gemm", "alu", "inp B", "wgt B", "acc B", "uop B",
                                "out B", "all B", "util%", "x least", "insn", "what");
  for (size_t k = 0; k < o.program->kernels.size(); ++k) {
    const ProgramKernel& kernel = o.program->kernels[k];
    const Counters& c = o.stats->kernels[k];
    const std::string util =
        kernel.macs > 0 ? fmt::format("{:.1f}", utilization(kernel, c, o.program->config)) : "-";
    const double least =
        static_cast<double>(c.total_bytes()) / static_cast<double>(kernel.least_bytes);
    out += fmt::format(kRow, kernel.name, c.gemm_counter, c.alu_counter, c.inp_load_nbytes,
                       c.wgt_load_nbytes, c.acc_load_nbytes, c.uop_load_nbytes, c.out_store_nbytes,
                       c.total_bytes(), util, fmt::format("{:.2f}", least), kernel.insn_count,
                       kernel.description);
  }
  return out;
}

std::string per_layer_cycles(const RunOutcome& o) {
  constexpr const char* kRow = "{:<11}{:>11}{:>11}{:>9}{:>9}{:>8}  {}\n";
  const Timing& t = *o.stats->timing;
  std::string out = fmt::format(kRow, "kernel", "cycles", "bound", "by", "% bound", "% MAC",
                                "most cycles are lost because");
  const auto row = [&](const std::string& name, int64_t cycles, const CycleBound& bound,
                       const Counters& c, const UnitCycles& units) {
    out += fmt::format(kRow, name, cycles, bound.cycles(), bound.by(),
                       fmt::format("{:.1f}", percent_of(bound.cycles(), cycles)),
                       fmt::format("{:.1f}", percent_of(c.gemm_counter, cycles)), lost_text(units));
  };
  for (size_t k = 0; k < o.program->kernels.size(); ++k) {
    const ProgramKernel& kernel = o.program->kernels[k];
    const Counters& c = o.stats->kernels[k];
    row(kernel.name, t.kernels[k].cycles, kernel_bound(*o.program, kernel, c), c,
        t.kernels[k].units);
  }
  for (const KindSum& sum : sums_by_kind(o))
    row(fmt::format("{} {}", sum.kernels, sum.kind), sum.timing.cycles, sum.bound, sum.counters,
        sum.timing.units);
  out += fmt::format(kRow, "outside", t.outside.cycles, "-", "-", "-", "-",
                     "before the first and after the last kernel of a launch");
  row("all", t.cycles, run_bound(o), o.stats->counters, t.units);
  return out;
}

std::string top_text(const Tensor& logits, int64_t row, int64_t count,
                     const std::vector<std::string>& labels) {
  std::string out;
  int rank = 0;
  for (const RankedClass& c : top_classes(logits, row, count, labels))
    out += fmt::format("{:>3}. {:>10.4f}  {}\n", ++rank, c.value, c.name);
  return out;
}

boost::json::array top_json(const Tensor& logits, int64_t row, int64_t count,
                            const std::vector<std::string>& labels) {
  boost::json::array out;
  for (const RankedClass& c : top_classes(logits, row, count, labels))
    out.push_back({{"class", c.index}, {"name", c.name}, {"value", c.value}});
  return out;
}

boost::json::object provenance_block(const Program& program, const char* schema,
                                     int64_t schema_version) {
  const Provenance& p = program.provenance;
  boost::json::object out = provenance_json({.schema = schema,
                                             .schema_version = schema_version,
                                             .config_name = program.config.name(),
                                             .config_hash = p.config_hash,
                                             .seed = static_cast<uint64_t>(p.seed)});
  out["model"] = p.model;
  out["schedule"] = p.schedule;
  out["quantization"] = p.quantization;
  return out;
}

namespace {

void add_run_timing(boost::json::object& out, const RunOutcome& o) {
  out["cycles"] = nullptr;
  out["timing"] = nullptr;
  if (!o.stats->timing)
    return;
  out["cycles"] = o.stats->timing->cycles;
  boost::json::object timing = timing_json(*o.stats->timing);
  add_utilization(timing, run_bound(o), o.stats->counters, o.stats->timing->cycles);
  const VtaConfig& c = o.program->config;
  timing["memory"] = {{"bus_bytes", c.bus_bytes()},
                      {"read_latency", c.mem_read_latency},
                      {"write_latency", c.mem_write_latency},
                      {"gap", c.mem_gap},
                      {"max_outstanding", c.mem_max_outstanding},
                      {"burst_beats", c.mem_burst_beats}};
  boost::json::array kinds;
  for (const KindSum& sum : sums_by_kind(o))
    kinds.push_back({{"kind", sum.kind}, {"kernels", sum.kernels}, {"cycles", sum.timing.cycles}});
  timing["kinds"] = kinds;
  out["timing"] = timing;
}

}  // namespace

boost::json::object outcome_json(const RunOutcome& o) {
  const Program& p = *o.program;
  boost::json::object out;
  out["provenance"] = provenance_block(p, "vta.run", explore::kRunSchemaVersion);
  out["config"] = p.config.name();
  out["configuration"] = boost::json::parse(p.config.to_json());
  out["images"] = explore::images_of(p);
  out["instructions"] = p.insns.size() / sizeof(InsnBits);
  out["backend"] = o.backend;
  out["counters"] = counters_json(o.stats->counters);
  out["total_nbytes"] = o.stats->counters.total_bytes();
  out["has_outputs"] = o.has_outputs;
  out["inputs"] = inputs_json(o);
  out["outputs"] = outputs_json(o);
  out["preprocessing"] = preparation_json(o.preparation);
  add_run_timing(out, o);
  out["launches"] = o.stats->launches;
  out["widened_nbytes"] = o.stats->widened_bytes;
  out["host_macs"] = p.host_macs;
  out["device_macs"] = p.device_macs;
  out["host_ops"] = p.host_ops;
  out["device_ops"] = p.device_ops;
  out["seconds"] = {
      {"total", o.seconds}, {"host", o.stats->host_seconds}, {"device", o.stats->device_seconds}};
  boost::json::array kernels;
  for (size_t k = 0; k < p.kernels.size(); ++k) {
    const ProgramKernel& kernel = p.kernels[k];
    boost::json::object row = {{"name", kernel.name},
                               {"kind", kernel.kind},
                               {"description", kernel.description},
                               {"macs", kernel.macs},
                               {"least_nbytes", kernel.least_bytes},
                               {"instructions", kernel.insn_count}};
    row["counters"] = counters_json(o.stats->kernels[k]);
    if (kernel.macs > 0)
      row["mac_utilization_percent"] = utilization(kernel, o.stats->kernels[k], p.config);
    row["timing"] = nullptr;
    if (o.stats->timing) {
      boost::json::object timing = timing_json(o.stats->timing->kernels[k]);
      add_utilization(timing, kernel_bound(p, kernel, o.stats->kernels[k]), o.stats->kernels[k],
                      o.stats->timing->kernels[k].cycles);
      row["timing"] = timing;
    }
    kernels.push_back(row);
  }
  out["kernels"] = kernels;
  if (o.verify)
    out["verify"] = {{"exact", o.verify->exact()},
                     {"kernels", o.verify->kernels},
                     {"elements", o.verify->elements},
                     {"mismatched_elements", o.verify->mismatched_elements},
                     {"first_mismatch", o.verify->first_mismatch},
                     {"output_relative_error", o.verify->output_error}};
  return out;
}

}  // namespace vta::cli
