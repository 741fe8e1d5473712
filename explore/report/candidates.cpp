#include "explore/report/candidates.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "explore/store/point_metrics.h"

namespace vta::explore {
namespace {

constexpr std::string_view kCycles = "cycles_per_image";

bool have_estimated_clocks(std::span<const PointRow> points) {
  return !points.empty() && std::ranges::all_of(points, [](const PointRow& p) {
    return p.spec.config.clock.estimated;
  });
}

Candidate candidate_of(std::span<const PointRow> points, std::vector<size_t> rows,
                       const FpgaDevice& device) {
  const auto frame = [&](std::string_view metric) {
    return frame_metric(points, rows, find_metric(metric));
  };
  Candidate out;
  out.cycles = frame(kCycles);
  out.time = out.cycles;
  out.dram_bytes = frame("dram_bytes_per_image");
  out.energy_uj = frame("energy_uj_per_image");
  const PointRow& first = points[rows.front()];
  if (first.spec.config.clock.mhz) {
    const auto ms = std::ranges::find(clock_metrics(), "ms_per_image", &Metric::name);
    out.ms = frame_metric(points, rows, *ms);
    if (first.spec.config.clock.estimated)
      out.time = *out.ms;
  }
  out.share = share_of(device, use_of(first.cost));
  out.lut = first.cost.lut;
  out.port = port_takes(device, first.spec.config.bus_bytes());
  out.rows = std::move(rows);
  return out;
}

using Machine = std::tuple<std::string, int64_t, std::string, std::string>;

Machine machine_of(const PointSpec& spec) {
  return {spec.config.hash(), spec.images, spec.schedule, spec.quantization};
}

// Machines in the order of their first points, each with its points in the order of the networks.
CandidateSet over_all(std::span<const PointRow> points, const std::vector<CandidateSet>& networks,
                      const FpgaDevice& device) {
  std::map<Machine, std::vector<size_t>> rows;
  for (const CandidateSet& network : networks)
    for (const Candidate& candidate : network.candidates)
      rows[machine_of(points[candidate.rows.front()].spec)].push_back(candidate.rows.front());
  CandidateSet out;
  for (const Candidate& candidate : networks.front().candidates) {
    std::vector<size_t>& of = rows[machine_of(points[candidate.rows.front()].spec)];
    if (of.size() == networks.size())
      out.candidates.push_back(candidate_of(points, of, device));
  }
  return out;
}

}  // namespace

std::vector<CandidateSet> candidate_sets(std::span<const PointRow> points,
                                         const FpgaDevice& device) {
  std::map<std::string, CandidateSet> by_network;
  for (size_t row = 0; row < points.size(); ++row) {
    CandidateSet& set = by_network[points[row].spec.network];
    set.network = points[row].spec.network;
    set.candidates.push_back(candidate_of(points, {row}, device));
  }
  std::vector<CandidateSet> out;
  for (auto& [name, set] : by_network)
    out.push_back(std::move(set));
  if (out.size() > 1)
    out.push_back(over_all(points, out, device));
  return out;
}

std::string_view time_metric(std::span<const PointRow> points) {
  return have_estimated_clocks(points) ? "ms_per_image" : kCycles;
}

double frame_metric(std::span<const PointRow> points, std::span<const size_t> rows,
                    const Metric& metric) {
  std::vector<MetricInput> runs;
  for (const size_t row : rows)
    runs.push_back(metric_input(points[row]));
  return metric_of_all(metric, runs);
}

DeviceUse use_of(const PointCost& cost) {
  return {.lut = cost.lut, .ff = cost.ff, .dsp = cost.dsp, .bram18 = cost.bram18};
}

}  // namespace vta::explore
