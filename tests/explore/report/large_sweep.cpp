#include "tests/explore/report/large_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/error.h"
#include "base/hash.h"
#include "explore/store/writer.h"

namespace vta::explore {
namespace {

struct LayerShape {
  int64_t channels_in, channels_out, kernel, size;  // size: of the output, on each side
};

// The body of ResNet-18; a kernel of 0 is a residual add.
constexpr LayerShape kStage[] = {{1, 1, 3, 0}, {1, 1, 3, 0}, {1, 1, 0, 0},
                                 {1, 1, 3, 0}, {1, 1, 3, 0}, {1, 1, 0, 0}};

std::vector<LayerShape> body() {
  std::vector<LayerShape> layers;
  for (int64_t stage = 0; stage < 4; ++stage) {
    const int64_t channels = int64_t{64} << stage, size = 56 >> stage;
    if (stage > 0)
      layers.push_back({channels / 2, channels, 1, size});
    for (size_t k = 0; k < std::size(kStage); ++k)
      layers.push_back(
          {stage > 0 && k == 0 ? channels / 2 : channels, channels, kStage[k].kernel, size});
  }
  return layers;
}

// 0 .. below, the same for the same words.
int64_t noise(const std::string& words, int64_t below) {
  return below <= 0 ? 0 : static_cast<int64_t>(hash64(words) % static_cast<uint64_t>(below));
}

int64_t blocks(int64_t channels, int64_t block) {
  return (channels + block - 1) / block;
}

// Fills the states in this order, each with at most what is left of the cycles; `rest` has the
// rest.
StateCycles filled(int64_t cycles, std::initializer_list<std::pair<int, int64_t>> parts, int rest) {
  StateCycles states{};
  for (const auto& [state, part] : parts) {
    const int64_t taken = std::clamp<int64_t>(part, 0, cycles);
    states[static_cast<size_t>(state)] = taken;
    cycles -= taken;
  }
  states[static_cast<size_t>(rest)] += cycles;
  return states;
}

// Splits what compute does not work among its other states; the other units mostly wait.
UnitCycles states_of(int64_t cycles, int64_t busy, int64_t data, const std::string& seed) {
  UnitCycles units{};
  const int64_t lost = cycles - busy;
  units[2] = filled(cycles,
                    {{0, busy},
                     {1, lost / 2},
                     {2, lost / 8},
                     {3, lost / 16},
                     {4, noise(seed + "c", 1 + lost / 16)}},
                    5);
  units[1] = filled(cycles,
                    {{0, data / 40},
                     {3, data / 30 + noise(seed + "q", 900)},
                     {4, noise(seed + "l", 1200)},
                     {5, data},
                     {7, noise(seed + "n", 2500)}},
                    2);
  units[3] = filled(cycles,
                    {{0, 128 + noise(seed + "b", 64)},
                     {3, noise(seed + "s", 4000)},
                     {4, noise(seed + "t", 300)},
                     {5, data / 5},
                     {7, 4}},
                    1);
  units[0] = filled(cycles,
                    {{0, 200 + noise(seed + "f", 30)},
                     {3, noise(seed + "g", 90)},
                     {4, noise(seed + "h", 60)},
                     {5, 111},
                     {7, noise(seed + "i", 70000)}},
                    6);
  return units;
}

LayerResult layer_of(const VtaConfig& c, const LayerShape& shape, int64_t ordinal) {
  LayerResult out;
  const bool conv = shape.kernel > 0;
  out.kind = conv ? "conv2d" : "alu";
  out.name = fmt::format("{}_{}", out.kind, ordinal);
  out.onnx_nodes = {fmt::format("layer{}.{}", ordinal, conv ? "conv" : "add"),
                    fmt::format("layer{}.relu", ordinal)};
  const int64_t pixels = shape.size * shape.size, images = c.batch();
  const int64_t taps = std::max<int64_t>(1, shape.kernel * shape.kernel);
  out.macs = conv ? images * pixels * shape.channels_in * shape.channels_out * taps : 0;
  const int64_t weights = conv ? shape.channels_in * shape.channels_out * taps : 0;
  const int64_t activations = images * pixels * shape.channels_out;
  const int64_t passes = 1 + weights / (int64_t{1} << (c.log_wgt_buff_size - 1));
  const int64_t tiles = 1 + activations / (int64_t{1} << (c.log_acc_buff_size - 3));
  out.counters.inp_load_nbytes = conv ? activations * passes * 5 / 4 : 0;
  out.counters.wgt_load_nbytes = weights * std::min<int64_t>(tiles, 4);
  out.counters.acc_load_nbytes = conv ? shape.channels_out * 4 * tiles : 2 * activations * 4;
  out.counters.uop_load_nbytes = 64 * tiles * passes;
  out.counters.out_store_nbytes = activations;
  out.counters.gemm_counter = conv ? pixels * taps * blocks(shape.channels_in, c.block_in()) *
                                         blocks(shape.channels_out, c.block_out())
                                   : 0;
  out.counters.alu_counter = pixels * blocks(shape.channels_out, c.block_out()) * (conv ? 4 : 2);
  out.insns = 6 * tiles * passes + 3;
  out.least_bytes = activations * 2 + weights;
  out.bound_compute = out.counters.gemm_counter + out.counters.alu_counter * 2;
  out.bound_memory = out.counters.total_bytes() / c.bus_bytes();
  const std::string seed = fmt::format("{} {} {}", c.to_json(), ordinal, shape.size);
  const int64_t waits = tiles * passes * (c.mem_read_latency + 20) / 3 + noise(seed, 2000);
  out.timing.cycles = std::max(out.bound_compute, out.bound_memory) +
                      std::min(out.bound_compute, out.bound_memory) / 9 + waits + 20000;
  out.timing.units =
      states_of(out.timing.cycles, out.bound_compute, out.bound_memory * 4 / 5, seed);
  return out;
}

PointResult result_of(const VtaConfig& config) {
  PointResult result;
  int64_t ordinal = 0;
  for (const LayerShape& shape : body()) {
    LayerResult layer = layer_of(config, shape, ordinal++);
    result.counters += layer.counters;
    result.timing.cycles += layer.timing.cycles;
    add_cycles(result.timing.units, layer.timing.units);
    result.timing.bus_beats += layer.bound_memory;
    result.insns += layer.insns;
    result.work.device_macs += layer.macs;
    result.work.network_macs += layer.macs;
    result.bound_compute += layer.bound_compute;
    result.bound_memory += layer.bound_memory;
    result.layers.push_back(std::move(layer));
  }
  return result;
}

// Every combination by its number, the last axis the fastest.
VtaConfig config_at(int64_t index) {
  const auto digit = [&index](int64_t base) {
    const int64_t d = index % base;
    index /= base;
    return d;
  };
  constexpr std::array<int64_t, 6> kLatencies = {0, 16, 40, 64, 96, 128};
  VtaConfig c;
  c.log_bus_width = 6 + digit(4);
  const int64_t buffers = digit(8);
  c.log_uop_buff_size = 14 + buffers % 2;
  c.log_inp_buff_size = 13 + buffers / 2;
  c.log_wgt_buff_size = 15 + buffers / 2;
  c.log_acc_buff_size = 15 + buffers / 2;
  c.log_block_out = 3 + digit(4);
  c.log_block_in = 3 + digit(4);
  c.log_batch = digit(3);
  c.mem_read_latency = kLatencies[digit(6)];
  return c;
}
constexpr int64_t kCombinations = 6 * 4 * 8 * 4 * 4 * 3;  // indices from here on are no points

bool is_legal(const VtaConfig& config) {
  try {
    config.validate();
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

}  // namespace

std::vector<PointRow> large_points(size_t count, const std::string& network) {
  std::vector<PointRow> points;
  for (int64_t i = 0; i < kCombinations && points.size() < count; ++i) {
    const VtaConfig config = config_at(i);
    if (!is_legal(config))
      continue;
    PointRow point{.idx = i,
                   .spec = {config, network, config.batch(), "fast"},
                   .memory = "",
                   .result = result_of(config),
                   .cost = {}};
    point.cost = point_cost(config, point.result);
    points.push_back(std::move(point));
  }
  return points;
}

void write_large_sweep(const std::string& path, const LargeSweep& sweep) {
  for (const char* suffix : {"", "-wal", "-shm"})
    std::filesystem::remove(path + suffix);
  const SweepHeader header{.tool_version = "0.1.0",
                           .build = "made up",
                           .spec = sweep.spec,
                           .spec_hash = hash_hex(sweep.spec),
                           .provenance = "{\"tool\": \"vta\"}",
                           .objectives = {"cycles_per_image", "zynq7020_share"},
                           .space_points = kCombinations + 4};
  SweepWriter writer(path, header);
  const EffortRow effort{
      .idx = 0, .seconds = 0.05, .worker = 0, .finished_at = "2025-01-31T12:00:00Z"};
  std::vector<NetworkInfo> networks;
  for (const PointRow& point : sweep.points)
    if (std::ranges::find(networks, point.spec.network, &NetworkInfo::name) == networks.end())
      networks.push_back(
          {point.spec.network, "zoo:resnet18_v1", "0123456789abcdef", "int8, power of two"});
  writer.put_networks(networks);
  for (const PointRow& point : sweep.points) {
    EffortRow own = effort;
    own.idx = point.idx;
    writer.put_point(point, own);
  }
  const std::vector<ExcludedRow> excluded = {
      {kCombinations, "illegal", "width-gemm", "the fields of GEMM take 131 of 128 bits"},
      {kCombinations + 1, "illegal", "width-gemm", "the fields of GEMM take 130 of 128 bits"},
      {kCombinations + 2, "constraint", "max_macs", "16384 MACs of at most 4096"}};
  writer.put_excluded(excluded);
  EffortRow failed = effort;
  failed.idx = kCombinations + 3;
  writer.put_failure({kCombinations + 3, "the worker died twice"}, failed);
  for (const size_t i : {size_t{0}, sweep.points.size() / 2}) {
    const PointRow& point = sweep.points[i];
    writer.put_confirmation(
        {.idx = point.idx,
         .status = i == 0 ? "confirmed" : "unconfirmed",
         .csim_cycles = point.result.timing.cycles,
         .tsim_cycles = i == 0 ? std::optional(point.result.timing.cycles) : std::nullopt,
         .reason = i == 0 ? "" : "above 1,024 MACs"});
  }
}

}  // namespace vta::explore
