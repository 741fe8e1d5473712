#include "explore/record/run_writer.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/value_from.hpp>
#include <cctype>

#include "base/provenance.h"
#include "config/config_keys.h"
#include "config/dram_file.h"
#include "explore/record/timing_json.h"
#include "explore/record/work_json.h"

namespace vta::explore {
namespace {

// Keys as in configuration files, without MEM_ and in small letters.
boost::json::object memory_keys_json(const VtaConfig& c) {
  boost::json::object out = {{"bus_bytes", c.bus_bytes()}};
  for (const IntegerKey& key : keys_of(KeyRole::Memory)) {
    std::string name(key.name.substr(std::string_view("MEM_").size()));
    std::ranges::transform(name, name.begin(), [](unsigned char ch) { return std::tolower(ch); });
    out[name] = c.*key.member;
  }
  if (!c.mem_dram.empty()) {
    out["dram"] = dram_name(c.mem_dram);
    out["clock_khz"] = c.mem_clock_khz;
  }
  return out;
}

boost::json::object& group_in(boost::json::object& out, std::string_view group) {
  if (group.empty())
    return out;
  boost::json::value& owner = out[group];
  return owner.is_object() ? owner.get_object() : owner.emplace_object();
}

// Every quantity that `wanted` admits and `figure` gives, at its place.
template <typename Wanted, typename FigureOf>
void put(boost::json::object& out, bool timed, const Wanted& wanted, const FigureOf& figure) {
  for (const Quantity& quantity : quantities())
    if (wanted(quantity) && (timed || !quantity.needs_time()))
      group_in(out, quantity.group)[quantity.name] = figure_json(figure(quantity));
    else if (wanted(quantity) && quantity.group.empty())
      out[quantity.name] = nullptr;
}

std::string_view larger(int64_t compute, int64_t memory) {
  return compute >= memory ? "compute" : "memory";
}

// What limits: of what was issued, and of what no schedule avoids.
void add_limits(boost::json::object& timing, const auto& of, bool known) {
  timing["issued_by"] = larger(of.bound_compute, of.bound_memory);
  timing["least_by"] = nullptr;
  if (known)
    timing["least_by"] = larger(of.least_compute, of.least_memory);
}

boost::json::array kinds_json(const Findings& findings) {
  boost::json::array kinds;
  for (const auto& [sum, finding] : findings.kinds)
    kinds.push_back({{"kind", sum.kind}, {"kernels", sum.kernels}, {"cycles", sum.timing.cycles}});
  return kinds;
}

}  // namespace

void add_figures(boost::json::object& out, const RunView& run, bool timed,
                 const std::optional<ClockTimes>& times) {
  const auto of_run = [](const Quantity& q) {
    return q.of_runs() && q.group != "work" && !q.of_clock;
  };
  put(out, timed, of_run, [&](const Quantity& q) { return figure_of(q, run); });
  if (!timed)
    out["timing"] = nullptr;
  out["times"] = clock_json(times);
  out["work"] = work_json(run);
}

void add_record(boost::json::object& out, const RunRecord& record, const Findings& findings) {
  const PointResult& r = record.result;
  add_figures(out, record.view(), record.timed, findings.times);
  group_in(out, "counters")["insn_count"] = insn_count_json(r.counters);
  out["cycles"] = nullptr;
  if (!record.timed)
    return;
  out["cycles"] = r.timing.cycles;
  boost::json::object& timing = group_in(out, "timing");
  add_limits(timing, r, r.least_cycles > 0);
  add_states(timing, r.timing.units, findings.run.lost, findings.run.lost_text);
  timing["outside"] = outside_json(r.timing.outside);
  if (r.timing.dram.any())
    timing["dram"] = dram_json(r.timing.dram);
  timing["memory"] = memory_keys_json(record.config);
  timing["kinds"] = kinds_json(findings);
}

boost::json::object kernel_json(const RunView& run, const LayerResult& layer,
                                const Finding& finding, bool timed) {
  boost::json::object out = {{"name", layer.name},
                             {"kind", layer.kind},
                             {"description", layer.description.text()},
                             {"onnx_nodes", boost::json::value_from(layer.onnx_nodes)}};
  const auto of_kernel = [](const Quantity& q) { return q.of_kernels(); };
  put(out, timed, of_kernel, [&](const Quantity& q) { return figure_of(q, run, layer); });
  group_in(out, "counters")["insn_count"] = insn_count_json(layer.counters);
  out["timing"];  // null without time
  if (!timed)
    return out;
  boost::json::object& timing = group_in(out, "timing");
  add_limits(timing, layer, layer.roofline_cycles() > 0);
  add_states(timing, layer.timing.units, finding.lost, finding.lost_text);
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

boost::json::object run_json(const RunRecord& record, const Findings& findings) {
  boost::json::object provenance = provenance_json({.schema = "vta.run",
                                                    .schema_version = kRunSchemaVersion,
                                                    .config_name = record.config.name(),
                                                    .config_hash = record.config.hash(),
                                                    .seed = static_cast<uint64_t>(record.seed)});
  provenance["model"] = record.model;
  provenance["schedule"] = record.schedule;
  provenance["quantization"] = record.quantization;
  boost::json::object out = {{"provenance", std::move(provenance)},
                             {"config", record.config.name()},
                             {"configuration", boost::json::parse(record.config.to_json())},
                             {"images", record.images},
                             {"backend", record.backend}};
  add_record(out, record, findings);
  boost::json::array kernels;
  for (size_t k = 0; k < findings.kernels.size(); ++k)
    kernels.push_back(
        kernel_json(record.view(), record.result.layers[k], findings.kernels[k], record.timed));
  out["kernels"] = std::move(kernels);
  return out;
}

}  // namespace vta::explore
