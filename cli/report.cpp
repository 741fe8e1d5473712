#include "cli/report.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/provenance.h"
#include "cli/statistics.h"

namespace vta::cli {
namespace {

double percent(int64_t part, int64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

// Useful multiplications over those that the GEMM steps did.
double utilization(const ProgramKernel& kernel, const Counters& counters, const VtaConfig& config) {
  const int64_t done = counters.gemm_counter * config.macs();
  return percent(kernel.macs, done);
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
  return v.exact() ? fmt::format("{} kernels, {} elements equal the integer interpreter's",
                                 v.kernels, v.elements)
                   : fmt::format("FAILED: {} of {} elements differ; first: {}",
                                 v.mismatched_elements, v.elements, v.first_mismatch);
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
  line("Operators on the accelerator",
       fmt::format("{} of {} ({:.1f} %)", p.device_ops, p.device_ops + p.host_ops,
                   percent(p.device_ops, p.device_ops + p.host_ops)));
  line("MACs on the accelerator",
       fmt::format("{} of {} ({:.1f} %)", p.device_macs, macs, percent(p.device_macs, macs)));
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
  const int64_t kernel_macs = p.device_macs;
  line("MAC utilisation of GEMM steps",
       fmt::format("{:.1f} %", percent(kernel_macs, c.gemm_counter * p.config.macs())));
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

boost::json::object provenance_block(const Program& program, const char* schema) {
  const Provenance& p = program.provenance;
  boost::json::object out = provenance_json({.schema = schema,
                                             .schema_version = p.schema_version,
                                             .config_name = program.config.name(),
                                             .config_hash = p.config_hash,
                                             .seed = static_cast<uint64_t>(p.seed)});
  out["model"] = p.model;
  out["schedule"] = p.schedule;
  out["quantization"] = p.quantization;
  return out;
}

boost::json::object outcome_json(const RunOutcome& o) {
  const Program& p = *o.program;
  boost::json::object out;
  out["provenance"] = provenance_block(p, "vta.run");
  out["config"] = p.config.name();
  out["backend"] = o.backend;
  out["counters"] = execution_counters(o.stats->counters);
  out["total_nbytes"] = o.stats->counters.total_bytes();
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
    row["counters"] = execution_counters(o.stats->kernels[k]);
    if (kernel.macs > 0)
      row["mac_utilization_percent"] = utilization(kernel, o.stats->kernels[k], p.config);
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
