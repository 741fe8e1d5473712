#include "explore/compare/difference.h"

#include <algorithm>
#include <set>

#include "config/config_keys.h"
#include "config/dram_file.h"
#include "explore/record/lost_cycles.h"

namespace vta::explore {
namespace {

void compare_texts(std::vector<SettingDifference>& out, std::string_view name, const std::string& a,
                   const std::string& b) {
  if (a != b)
    out.push_back({std::string(name), a, b});
}

std::string contract_text(const RunRecord& run) {
  return run.before_gemm_pipeline ? "as before GEMM_PIPELINE" : "with GEMM_PIPELINE";
}

std::vector<SettingDifference> settings(const RunRecord& a, const RunRecord& b) {
  std::vector<SettingDifference> out;
  compare_texts(out, "model", a.model, b.model);
  compare_texts(out, "quantization", a.quantization, b.quantization);
  compare_texts(out, "images", std::to_string(a.images), std::to_string(b.images));
  compare_texts(out, "schedule", a.schedule, b.schedule);
  for (const TextKey& key : text_keys())
    compare_texts(out, key.name, a.config.*key.member, b.config.*key.member);
  for (const IntegerKey& key : integer_keys())
    compare_texts(out, key.name, std::to_string(a.config.*key.member),
                  std::to_string(b.config.*key.member));
  compare_texts(out, kDramKey, dram_name(a.config.mem_dram), dram_name(b.config.mem_dram));
  compare_texts(out, kMemoryClockKey, std::to_string(a.config.mem_clock_khz),
                std::to_string(b.config.mem_clock_khz));
  compare_texts(out, "backend", a.backend, b.backend);
  compare_texts(out, "seed", std::to_string(a.seed), std::to_string(b.seed));
  compare_texts(out, "tool version", a.tool_version, b.tool_version);
  compare_texts(out, "ends of GEMM and ALU instructions", contract_text(a), contract_text(b));
  return out;
}

// What a layer is known by in both runs: its main ONNX node where both runs tell theirs in the same
// words, else the kernel's name, which counts kernels and moves with the first that comes or goes.
class Identity {
 public:
  Identity(const PointResult& a, const PointResult& b) {
    std::set<std::string_view> nodes;
    for (const LayerResult& layer : a.layers)
      if (!layer.onnx_nodes.empty())
        nodes.insert(layer.onnx_nodes.front());
    for (const LayerResult& layer : b.layers)
      by_node_ =
          by_node_ || (!layer.onnx_nodes.empty() && nodes.contains(layer.onnx_nodes.front()));
  }
  bool same(const LayerResult& a, const LayerResult& b) const {
    if (by_node_ && !a.onnx_nodes.empty() && !b.onnx_nodes.empty())
      return a.onnx_nodes.front() == b.onnx_nodes.front();
    return a.name == b.name;
  }

 private:
  bool by_node_ = false;
};

bool same_layer(const LayerResult& a, int64_t images_a, const LayerResult& b, int64_t images_b) {
  if (a.kind != b.kind || a.macs * images_b != b.macs * images_a)
    return false;
  const bool described = !a.description.empty() && !b.description.empty();
  return !described || images_a != images_b || a.description.geometry == b.description.geometry;
}

LayerResult whole(const PointResult& r) {
  LayerResult out;
  out.name = out.kind = "all";
  out.insns = r.insns;
  out.macs = r.work.device_macs;
  out.bound_compute = r.bound_compute;
  out.bound_memory = r.bound_memory;
  out.counters = r.counters;
  out.timing = {r.timing.cycles, r.timing.units};
  out.useful_macs = r.useful_macs;
  for (const LayerResult& layer : r.layers)
    out.least_bytes += layer.least_bytes;
  return out;
}

LayerResult outside(const PointResult& r) {
  LayerResult out;
  out.name = out.kind = "outside";
  out.timing = r.timing.outside;
  return out;
}

}  // namespace

StateCycles LayerDifference::states(TimedUnit unit) const {
  const auto u = static_cast<size_t>(unit);
  StateCycles out{};
  for (size_t s = 0; s < out.size(); ++s)
    out[s] = b.timing.units[u][s] - a.timing.units[u][s];
  return out;
}

int64_t LayerDifference::overlap() const {
  return cycles() - total(states(TimedUnit::Compute));
}

RunDifference difference(const RunRecord& a, const RunRecord& b) {
  RunDifference out;
  out.a = a;
  out.b = b;
  out.settings = settings(a, b);
  std::vector<bool> taken(b.result.layers.size(), false);
  const Identity identity(a.result, b.result);
  for (const LayerResult& layer : a.result.layers) {
    const auto match = std::ranges::find_if(b.result.layers, [&](const LayerResult& other) {
      return !taken[static_cast<size_t>(&other - b.result.layers.data())] &&
             identity.same(layer, other) && same_layer(layer, a.images, other, b.images);
    });
    if (match == b.result.layers.end()) {
      out.only_a.push_back(layer);
      continue;
    }
    taken[static_cast<size_t>(match - b.result.layers.begin())] = true;
    out.layers.push_back({layer.name, layer, *match});
  }
  for (size_t i = 0; i < taken.size(); ++i)
    if (!taken[i])
      out.only_b.push_back(b.result.layers[i]);
  out.outside = {"outside", outside(a.result), outside(b.result)};
  out.total = {"all", whole(a.result), whole(b.result)};
  return out;
}

}  // namespace vta::explore
