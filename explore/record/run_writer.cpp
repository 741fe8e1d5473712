#include "explore/record/run_writer.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/value_from.hpp>
#include <cctype>

#include "base/provenance.h"
#include "config/config_keys.h"
#include "explore/cost/clock_times.h"
#include "explore/record/batch_use.h"
#include "explore/record/layer_sums.h"
#include "explore/record/timing_json.h"
#include "explore/record/work_json.h"
#include "hw/isa/codec.h"

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
  return out;
}

void add_run_timing(boost::json::object& out, const Program& program, const RunStats& stats) {
  out["cycles"] = nullptr;
  out["cycles_per_image"] = nullptr;
  out["timing"] = nullptr;
  out["times"] = nullptr;
  if (!stats.timing)
    return;
  out["cycles"] = stats.timing->cycles;
  out["cycles_per_image"] =
      static_cast<double>(stats.timing->cycles) / static_cast<double>(images_of(program));
  out["times"] =
      clock_json(clock_times(program.config, point_result(program, stats), images_of(program)));
  boost::json::object timing = timing_json(*stats.timing);
  const VtaConfig& c = program.config;
  add_utilization(timing, run_bound(program, stats), stats.counters, stats.timing->cycles);
  add_layer_bound(timing, network_bound(program), useful_macs(program), c, stats.timing->cycles);
  timing["memory"] = memory_keys_json(c);
  boost::json::array kinds;
  for (const KindSum& sum : sums_by_kind(program, stats))
    kinds.push_back({{"kind", sum.kind}, {"kernels", sum.kernels}, {"cycles", sum.timing.cycles}});
  timing["kinds"] = kinds;
  out["timing"] = timing;
}

boost::json::array kernels_json(const Program& program, const RunStats& stats) {
  boost::json::array kernels;
  for (size_t k = 0; k < program.kernels.size(); ++k) {
    const ProgramKernel& kernel = program.kernels[k];
    boost::json::object row = {{"name", kernel.name},
                               {"kind", kernel.kind},
                               {"description", kernel.description.text()},
                               {"onnx_nodes", boost::json::value_from(kernel.onnx_nodes)},
                               {"macs", kernel.macs},
                               {"least_nbytes", kernel.least_bytes},
                               {"instructions", kernel.insn_count}};
    row["useful_macs"] = boost::json::value_from(useful_macs_of(kernel));
    row["counters"] = counters_json(stats.kernels[k]);
    if (kernel.macs > 0)
      row["mac_utilization_percent"] = step_utilization(kernel, stats.kernels[k], program.config);
    row["timing"] = nullptr;
    if (stats.timing) {
      boost::json::object timing = timing_json(stats.timing->kernels[k]);
      add_utilization(timing, kernel_bound(program, kernel, stats.kernels[k]), stats.kernels[k],
                      stats.timing->kernels[k].cycles);
      add_layer_bound(timing, layer_bound(program.config, kernel), useful_macs_of(kernel),
                      program.config, stats.timing->kernels[k].cycles);
      row["timing"] = timing;
    }
    kernels.push_back(row);
  }
  return kernels;
}

}  // namespace

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

boost::json::object run_json(const Program& program, const RunStats& stats,
                             const std::string& backend) {
  boost::json::object out;
  out["provenance"] = provenance_block(program, "vta.run", kRunSchemaVersion);
  out["config"] = program.config.name();
  out["configuration"] = boost::json::parse(program.config.to_json());
  out["images"] = images_of(program);
  out["instructions"] = program.insns.size() / sizeof(InsnBits);
  out["backend"] = backend;
  out["counters"] = counters_json(stats.counters);
  out["total_nbytes"] = stats.counters.total_bytes();
  add_run_timing(out, program, stats);
  out["launches"] = stats.launches;
  out["widened_nbytes"] = stats.widened_bytes;
  out["work"] = work_json(work_share(program));
  out["idle_rows"] = idle_rows(program.config, images_of(program));
  out["host_macs"] = program.host_macs;
  out["device_macs"] = program.device_macs;
  out["useful_macs"] = boost::json::value_from(useful_macs(program));
  out["host_ops"] = program.host_ops;
  out["device_ops"] = program.device_ops;
  out["kernels"] = kernels_json(program, stats);
  return out;
}

}  // namespace vta::explore
