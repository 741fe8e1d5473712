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

void add_run_timing(boost::json::object& out, const Program& program, const RunRecord& record) {
  const VtaConfig& c = record.config;
  const PointResult& r = record.result;
  const int64_t cycles = r.timing.cycles;
  out["cycles"] = cycles;
  out["cycles_per_image"] = static_cast<double>(cycles) / static_cast<double>(record.images);
  out["times"] = clock_json(clock_times(c, r, record.images));
  boost::json::object timing = timing_json(r.timing);
  add_utilization(timing, {r.bound_compute, r.bound_memory}, r.counters, cycles);
  add_layer_bound(timing, {network_bound(program), useful_macs(program)}, c, cycles);
  timing["memory"] = memory_keys_json(c);
  boost::json::array kinds;
  for (const KindSum& sum : sums_by_kind(r))
    kinds.push_back({{"kind", sum.kind}, {"kernels", sum.kernels}, {"cycles", sum.timing.cycles}});
  timing["kinds"] = kinds;
  out["timing"] = timing;
}

boost::json::object kernel_json(const LayerResult& layer, const VtaConfig& config, bool timed) {
  const AtLeast least = at_least(layer);
  boost::json::object row = {{"name", layer.name},
                             {"kind", layer.kind},
                             {"description", layer.description.text()},
                             {"onnx_nodes", boost::json::value_from(layer.onnx_nodes)},
                             {"macs", layer.macs},
                             {"least_nbytes", layer.least_bytes},
                             {"instructions", layer.insns},
                             {"useful_macs", boost::json::value_from(least.useful_macs)},
                             {"counters", counters_json(layer.counters)},
                             {"timing", nullptr}};
  if (layer.macs > 0)
    row["mac_utilization_percent"] = step_utilization(layer, config);
  if (!timed)
    return row;
  boost::json::object timing = timing_json(layer.timing);
  add_utilization(timing, {layer.bound_compute, layer.bound_memory}, layer.counters,
                  layer.timing.cycles);
  add_layer_bound(timing, least, config, layer.timing.cycles);
  row["timing"] = timing;
  return row;
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
  const RunRecord record = record_of(program, stats, backend);
  const PointResult& r = record.result;
  boost::json::object out;
  out["provenance"] = provenance_block(program, "vta.run", kRunSchemaVersion);
  out["config"] = program.config.name();
  out["configuration"] = boost::json::parse(program.config.to_json());
  out["images"] = record.images;
  out["instructions"] = r.insns;
  out["backend"] = backend;
  out["counters"] = counters_json(r.counters);
  out["total_nbytes"] = r.counters.total_bytes();
  for (const char* key : {"cycles", "cycles_per_image", "timing", "times"})
    out[key] = nullptr;
  if (stats.timing)
    add_run_timing(out, program, record);
  out["launches"] = stats.launches;
  out["widened_nbytes"] = stats.widened_bytes;
  out["work"] = work_json(r.work);
  out["idle_rows"] = idle_rows(program.config, record.images);
  out["host_macs"] = program.host_macs;
  out["device_macs"] = program.device_macs;
  out["useful_macs"] = boost::json::value_from(useful_macs(program));
  out["host_ops"] = program.host_ops;
  out["device_ops"] = program.device_ops;
  boost::json::array kernels;
  for (const LayerResult& layer : r.layers)
    kernels.push_back(kernel_json(layer, program.config, stats.timing.has_value()));
  out["kernels"] = std::move(kernels);
  return out;
}

}  // namespace vta::explore
