#include "tests/explore/store/synthetic_sweep.h"

#include <array>

#include "base/error.h"
#include "base/version.h"
#include "explore/store/writer.h"

namespace vta::explore {
namespace {

constexpr int64_t kSpacePoints = 100;
constexpr int64_t kStartUpCycles = 100;

// Four blocks, four buses, two weight buffers, two latencies: 64 configurations. The scratchpads
// have as many elements as the default configuration's, or half of it.
VtaConfig synthetic_config(int64_t idx) {
  VtaConfig config;
  const int64_t block = idx % 4 - 1;  // log2, beside the default's
  config.log_block_in += block;
  config.log_block_out += block;
  config.log_inp_buff_size += block;
  config.log_wgt_buff_size += 2 * block - idx / 16 % 2;
  config.log_acc_buff_size += block;
  config.log_bus_width = 6 + idx / 4 % 4;
  config.mem_read_latency = idx / 32 % 2 == 0 ? 16 : 40;
  config.validate();
  return config;
}

// Half of it busy, a quarter waiting for data, the rest spread over other states that every unit
// has.
StateCycles split(int64_t cycles) {
  StateCycles states{};
  states[0] = cycles / 2;
  states[5] = cycles / 4;
  states[3] = cycles / 8;
  states[7] = cycles - states[0] - states[5] - states[3];
  return states;
}

UnitCycles all_units(int64_t cycles) {
  UnitCycles units{};
  units.fill(split(cycles));
  return units;
}

LayerResult synthetic_layer(const VtaConfig& config, int64_t ordinal) {
  LayerResult layer;
  layer.name = fmt::format("conv2d_{}", ordinal);
  layer.kind = "conv2d";
  layer.description = {fmt::format("64x{0}x{0} 3x3", 8 << ordinal), "tile 1x1"};
  layer.onnx_nodes = {fmt::format("conv \"{}\"", ordinal), "relu"};
  layer.macs = (ordinal + 1) * 1'000'000;
  layer.least_bytes = (ordinal + 1) * 10'000;
  layer.insns = 40 + ordinal;
  layer.bound_compute = layer.macs / config.macs();
  layer.bound_memory = layer.least_bytes / config.bus_bytes();
  layer.least_compute = layer.bound_compute - layer.bound_compute / 10;
  layer.least_memory = layer.bound_memory;
  layer.useful_macs = layer.macs - layer.macs / 10;
  layer.counters.inp_load_nbytes = layer.least_bytes / 2;
  layer.counters.wgt_load_nbytes = layer.least_bytes;
  layer.counters.acc_load_nbytes = layer.least_bytes / 8;
  layer.counters.acc_load_nbytes_vta = layer.least_bytes / 2;
  layer.counters.uop_load_nbytes = 64;
  layer.counters.out_store_nbytes = layer.least_bytes / 4;
  layer.counters.gemm_counter = layer.bound_compute;
  layer.counters.alu_counter = 1000;
  layer.timing.cycles = layer.bound_compute + layer.bound_memory + 10 * config.mem_read_latency;
  layer.timing.units = all_units(layer.timing.cycles);
  return layer;
}

PointCost synthetic_cost(const VtaConfig& config, const PointResult& result) {
  PointCost cost;
  cost.lut = 5000 + 20 * config.macs();
  cost.ff = 4000 + 10 * config.macs();
  cost.dsp = config.macs() / 2;
  cost.bram18 = 40 + (int64_t{1} << config.log_wgt_buff_size) / 2304;
  cost.path_ps = 5000 + 100 * config.log_bus_width;
  cost.area_source = config.log_bus_width == 6 ? "synthesis" : "model";
  cost.energy = {{"mac", 0.25 * static_cast<double>(result.work.device_macs)},
                 {"dram", 20.5 * static_cast<double>(result.counters.total_bytes())}};
  for (const auto& [name, value] : cost.energy)
    cost.energy_pj += value;
  return cost;
}

EffortRow synthetic_effort(int64_t idx) {
  return {idx, 0.1, idx % 2, "2025-01-31T12:00:00Z"};
}

}  // namespace

SweepHeader synthetic_header() {
  return {
      .tool_version = std::string(version()),
      .build = "89abcdef01234567",
      .spec = R"({"networks": [{"name": "net", "zoo": "net"}], "axes": {"LOG_BUS_WIDTH": [6]}})",
      .spec_hash = "0123456789abcdef",
      .provenance = R"({"tool": "vta", "schema": "vta.sweep", "schema_version": 1})",
      .objectives = {"cycles_per_image", "zynq7020_share"},
      .space_points = kSpacePoints};
}

NetworkInfo synthetic_network() {
  return {"net", "zoo:net", "fedcba9876543210", "global, scale 8"};
}

PointRow synthetic_point(int64_t idx, int64_t layers) {
  PointRow row;
  row.idx = idx;
  row.spec.config = synthetic_config(idx);
  row.spec.network = "net";
  row.memory = row.spec.config.mem_read_latency == 16 ? "read=16" : "read=40";
  PointResult& result = row.result;
  result.timing.cycles = kStartUpCycles;
  for (int64_t k = 0; k < layers; ++k) {
    const LayerResult& layer = result.layers.emplace_back(synthetic_layer(row.spec.config, k));
    result.counters += layer.counters;
    result.timing.cycles += layer.timing.cycles;
    result.insns += layer.insns;
    result.work.device_macs += layer.macs;
    result.bound_compute += layer.bound_compute;
    result.bound_memory += layer.bound_memory;
    result.least_cycles += layer.roofline_cycles();
    result.useful_macs += layer.useful_macs;
  }
  constexpr int64_t kHostMacs = 250'000;
  result.work.network_macs = result.work.device_macs + kHostMacs;
  result.work.host = {{"nn.conv2d", 1, kHostMacs}, {"nn.relu", 2, 0}};
  result.timing.units = all_units(result.timing.cycles);
  result.timing.bus_beats = result.counters.total_bytes() / row.spec.config.bus_bytes();
  row.cost = synthetic_cost(row.spec.config, result);
  return row;
}

void write_synthetic_sweep(const std::string& path, int64_t points, int64_t layers) {
  SweepWriter writer(path, synthetic_header());
  writer.put_networks(std::array{synthetic_network()});
  writer.put_excluded(
      std::array{ExcludedRow{90, "illegal", "width-gemm",
                             "a GEMM needs 34 bits of an instruction field of 33"},
                 ExcludedRow{91, "constraint", "max_macs", "8192 MACs are more than 4096"}});
  for (int64_t idx = 0; idx < points; ++idx)
    writer.put_point(synthetic_point(idx, layers), synthetic_effort(idx));
  writer.put_uncompilable({92, "uncompilable", "compile", "conv2d_1 does not fit"},
                          synthetic_effort(92));
  writer.put_failure({93, "the worker died twice"}, synthetic_effort(93));
}

}  // namespace vta::explore
