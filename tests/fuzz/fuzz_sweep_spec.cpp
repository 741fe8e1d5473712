// The specification of a sweep from somebody else: parsed, its space built, some of its points
// looked at, its sampler asked once. Networks are not imported: that is the target of ONNX files.
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "explore/cost/metrics.h"
#include "explore/cost/point_cost.h"
#include "explore/space/sampler.h"
#include "explore/space/space.h"

namespace {

using namespace vta::explore;

AreaUse area_use(const vta::VtaConfig& config) {
  const PointCost cost = hardware_cost(config);
  return {static_cast<double>(cost.lut), static_cast<double>(cost.ff),
          static_cast<double>(cost.dsp), static_cast<double>(cost.bram18)};
}

void look_at(const Space& space, int64_t index) {
  space.describe(index);
  space.memory_text(index);
  VTA_CHECK(space.index_of(space.digits(index)) == index, "point {}", index);
  const auto point = space.point(index);
  if (const auto* spec = std::get_if<PointSpec>(&point))
    hardware_cost(spec->config);
}

void plan(std::string_view text) {
  std::vector<std::string_view> names;
  for (const Metric& metric : metrics())
    names.push_back(metric.name);
  const Space space(parse_sweep_spec(text, "fuzz.json", "", names), area_use);
  for (const int64_t index : {int64_t{0}, space.size() / 2, space.size() - 1})
    look_at(space, index);
  constexpr int64_t kMost = 5'000;  // a generation is cheap up to there
  if (space.size() <= kMost && space.spec().sampling.population <= kMost)
    for (const int64_t index : make_sampler(space)->next({}).points)
      look_at(space, index);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    plan({reinterpret_cast<const char*>(data), size});
  } catch (const vta::Error&) {  // refused: a good end
  }
  return 0;
}
