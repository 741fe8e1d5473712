#include "explore/certify/certificate.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "base/build_identity.h"
#include "base/json.h"
#include "base/provenance.h"
#include "base/version.h"
#include "config/device.h"

namespace vta::explore {
namespace {

namespace json = boost::json;

// Look-up tables, flip-flops, DSP blocks, block RAMs of 18 Kb, and the longest path.
using AreaRow = std::tuple<int64_t, int64_t, int64_t, int64_t, int64_t>;
AreaRow area_row(const PointCost& c) {
  return {c.lut, c.ff, c.dsp, c.bram18, c.path_ps};
}

// Points that follow each other in the space and are alike in all that the proof looks at.
class Boxes {
 public:
  explicit Boxes(const CertifiedFront& front) : front_(front) {}

  void add(size_t i) {
    const CertifiedPoint& point = front_.points[i];
    const Decision& decision = front_.result.decisions[i];
    const auto [at, added] = areas_.emplace(area_row(point.cost), std::ssize(areas_));
    if (added)
      area_rows_.push_back(area_json(point.cost));
    const size_t witness = decision.witness.value_or(i);
    const Key key{at->second, point.kernels, decision.level, witness, point.spec.images};
    const bool follows = !boxes_.empty() && decision.witness && key == key_ &&
                         point.at.index == boxes_.back().last + 1;
    if (!follows)
      boxes_.push_back({point.at.index, point.at.index, decision.cycles, key});
    boxes_.back().last = point.at.index;
    boxes_.back().cycles = std::min(boxes_.back().cycles, decision.cycles);
    key_ = key;
  }

  json::array areas_json() const { return area_rows_; }

  json::array json() const {
    json::array out;
    for (const Box& box : boxes_) {
      const auto& [area, kernels, level, witness, images] = box.key;
      out.push_back(json::array{box.first, box.last, area, kernels, static_cast<int64_t>(level),
                                box.cycles, front_.points[witness].at.index});
    }
    return out;
  }

 private:
  using Key = std::tuple<int64_t, size_t, BoundLevel, size_t, int64_t>;
  struct Box {
    int64_t first = 0, last = 0, cycles = 0;
    Key key;
  };

  const CertifiedFront& front_;
  std::map<AreaRow, int64_t> areas_;
  json::array area_rows_;
  std::vector<Box> boxes_;
  Key key_;
};

json::array excluded_json(const CertifiedFront& front) {
  json::array out;
  int64_t last = 0;
  std::string text;
  auto sorted = front.excluded;
  std::ranges::sort(sorted, {}, [](const auto& e) { return e.first; });
  for (const auto& [index, exclusion] : sorted) {
    const std::string here = exclusion.kind + " " + exclusion.rule;
    if (!out.empty() && index == last + 1 && here == text)
      out.back().as_array()[1] = index;
    else
      out.push_back(json::array{index, index, exclusion.kind, exclusion.rule});
    last = index;
    text = here;
  }
  return out;
}

json::object point_json(const Space& space, const CertifiedFront& front, size_t i) {
  const CertifiedPoint& point = front.points[i];
  const Decision& decision = front.result.decisions[i];
  return {{"index", point.at.index},
          {"point", space.describe(point.at.index)},
          {"area", point.at.area},
          {"value", point.at.scale.value(decision.cycles)},
          {"cycles", decision.cycles}};
}

}  // namespace

json::array area_json(const PointCost& c) {
  return {c.lut, c.ff, c.dsp, c.bram18, c.path_ps};
}

json::array launches_json(const LaunchNumbers& launches) {
  json::array table;
  for (const auto& launch : launches) {
    json::array rows;
    for (const KernelNumbers& k : launch)
      rows.push_back(json::array{k.gemm_steps, k.imm_steps, k.vector_steps, k.bytes,
                                 k.multiplies ? 1 : 0, k.tile_bytes});
    table.push_back(std::move(rows));
  }
  return table;
}

std::string claim_text(const Space& space, const CertifiedFront& front) {
  int64_t legal = 0;
  for (const Decision& decision : front.result.decisions)
    legal += decision.legal ? 1 : 0;
  const FrontRequest& r = front.request;
  return fmt::format(
      "For each of the {} legal configurations of the specification {}, compiled by vta {} ({}) "
      "with the schedule fast and simulated by csim, a configuration on this front has no larger "
      "{} by that version's area model and at most {:g} times its {}. {} of them were simulated; "
      "lower bounds exclude the others. Another schedule may be faster, and the area is a model.",
      legal, space.spec().hash, version(), build_identity(), r.area, 1 + r.epsilon, r.time,
      front.witnesses.size());
}

json::object certificate_json(const Space& space, const CertifiedFront& front) {
  Boxes boxes(front);
  for (size_t i = 0; i < front.points.size(); ++i)
    if (front.result.decisions[i].legal)
      boxes.add(i);
  json::array points, witnesses, kernels;
  for (const LaunchNumbers& launches : front.kernels)
    kernels.push_back(launches_json(launches));
  for (const size_t i : front.result.front)
    points.push_back(point_json(space, front, i));
  for (const Witness& w : front.witnesses)
    witnesses.push_back(json::array{front.points[w.point].at.index,
                                    front.result.decisions[w.point].cycles, w.program});
  const FpgaDevice device = find_device("zynq7020");
  json::object out;
  out["provenance"] = provenance_json({.schema = "vta.certificate"});
  out["format"] = kCertificateFormat;
  out["claim"] = claim_text(space, front);
  out["specification"] = {{"hash", space.spec().hash}, {"text", space.spec().text}};
  out["base"] = parse_json(space.spec().base.to_json(), "base");
  out["points"] = space.size();
  out["network"] = {{"name", front.network.name},
                    {"model", front.network.model},
                    {"hash", front.network.hash},
                    {"quantization", front.network.quantization}};
  out["schedule"] = "fast";
  out["area"] = front.request.area;
  out["time"] = front.request.time;
  out["epsilon"] = front.request.epsilon;
  out["device"] = {
      {"lut", device.lut}, {"ff", device.ff}, {"dsp", device.dsp}, {"bram18", device.bram18}};
  out["areas"] = boxes.areas_json();
  out["kernels"] = std::move(kernels);
  out["front"] = std::move(points);
  out["witnesses"] = std::move(witnesses);
  out["boxes"] = boxes.json();
  out["excluded"] = excluded_json(front);
  const SearchState& state = front.result.state;
  out["work"] = {{"simulated", state.simulated},
                 {"tile_searches", front.walks},
                 {"outlines", front.outlines},
                 {"areas", state.areas},
                 {"seconds", front.seconds},
                 {"bound_seconds", front.bound_seconds},
                 {"simulate_seconds", front.simulate_seconds}};
  return out;
}

}  // namespace vta::explore
