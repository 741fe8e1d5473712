#include "explore/certify/certified_front.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>

#include "base/elapsed.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/plural.h"
#include "base/suggest.h"
#include "explore/cost/clock_times.h"
#include "explore/cost/metrics.h"
#include "explore/sweep/setup.h"
#include "hw/synth/timing.h"

namespace vta::explore {
namespace {

constexpr int64_t kMostPoints = 1'000'000;
constexpr double kLutsOfDsp = 180;  // that a multiplier takes without a DSP block
constexpr double kMostEpsilon = 1;

double luts_and_dsps(const PointCost& cost) {
  return static_cast<double>(cost.lut) + kLutsOfDsp * static_cast<double>(cost.dsp);
}
double luts(const PointCost& cost) {
  return static_cast<double>(cost.lut);
}

constexpr auto kAreas = std::to_array<AreaMeasure>({
    {"zynq7020_share", "the largest of the shares of a Zynq-7020's LUT, FF, DSP and block RAM",
     zynq7020_share},
    {"lut_180dsp", "look-up tables, with 180 for each DSP block", luts_and_dsps},
    {"lut", "look-up tables", luts},
});
constexpr auto kTimes =
    std::to_array<std::string_view>({"cycles_per_image", "estimated_ms_per_image"});

const AreaMeasure& area_named(const std::string& name) {
  std::vector<std::string_view> names;
  for (const AreaMeasure& area : kAreas) {
    if (area.name == name)
      return area;
    names.push_back(area.name);
  }
  throw UsageError(fmt::format("unknown area '{}': {}", name, known_names(name, names)));
}

void check_request(const SweepSpec& spec, const FrontRequest& request) {
  if (!(request.epsilon >= 0 && request.epsilon <= kMostEpsilon))
    throw UsageError(
        fmt::format("epsilon is {}: legal are 0 to 1, or 0% to 100%", request.epsilon));
  area_named(request.area);
  if (std::ranges::find(kTimes, request.time) == kTimes.end())
    throw UsageError(fmt::format(
        "unknown time '{}': {}", request.time,
        known_names(request.time, std::vector<std::string_view>(kTimes.begin(), kTimes.end()))));
  const auto one = [](const auto& values, const std::string& what) {
    if (values.size() != 1)
      throw UsageError(fmt::format("a front is certified for one {0}, the specification has {1}",
                                   what, counted(std::ssize(values), what)));
  };
  one(spec.networks, "network");
  one(spec.schedules, "schedule");
  if (spec.schedules[0] != "fast")
    throw UsageError(
        fmt::format("a front is certified for the schedule fast, the specification "
                    "has '{}'",
                    spec.schedules[0]));
  const NetworkSpec& network = spec.networks[0];
  if (network.recipe.text("schedule", "fast") != "fast")
    throw UsageError(
        fmt::format("a front is certified for the schedule fast, network '{}' has '{}'",
                    network.name, network.recipe.text("schedule", "")));
  if (!spec.quantizations.empty())
    throw UsageError("a front is certified for one quantization, the specification has an axis");
  if (network.accuracy)
    throw UsageError(
        fmt::format("a front is certified by area and time, network '{}' has samples "
                    "for an accuracy",
                    network.name));
}

class Certifier final : public CycleSource {
 public:
  Certifier(const Space& space, CertifiedFront& out)
      : out_(out),
        evaluator_(space.spec().networks, graph_axes(space.spec())),
        bounds_(evaluator_.compiler()) {
    evaluator_.prepare(images_of(space.spec()));
    out_.network = evaluator_.infos().front();
  }

  std::optional<int64_t> any_schedule(size_t i) override {
    const Stopwatch watch;
    CertifiedPoint& point = out_.points[i];
    try {
      const int64_t cycles = bounds_.any_schedule(point.spec);
      const LaunchNumbers numbers = launch_numbers(bounds_.outline(point.spec));
      const auto [at, added] = known_.emplace(numbers, out_.kernels.size());
      if (added)
        out_.kernels.push_back(numbers);
      point.kernels = at->second;
      out_.bound_seconds += watch.seconds();
      return cycles;
    } catch (const CompileError& e) {
      out_.excluded.push_back({point.at.index, {std::string(kUncompilable), "compile", e.what()}});
      return std::nullopt;
    }
  }

  int64_t by_tiles(size_t i) override { return bounds_.by_tiles(out_.points[i].spec); }

  int64_t schedule(size_t i) override {
    const Stopwatch watch;
    const int64_t cycles = bounds_.schedule(out_.points[i].spec).cycles;
    out_.bound_seconds += watch.seconds();
    return cycles;
  }

  std::optional<int64_t> exact(size_t i) override {
    const Stopwatch watch;
    const PointSpec& spec = out_.points[i].spec;
    const Outcome outcome = evaluator_.evaluate(spec);
    if (const auto* failed = std::get_if<Failed>(&outcome))
      throw InputError(
          fmt::format("point {} cannot be simulated: {}", out_.points[i].at.index, failed->reason));
    const auto* result = std::get_if<PointResult>(&outcome);
    if (result == nullptr)
      return std::nullopt;
    out_.witnesses.push_back({i, program_hash(evaluator_.compiler().compile(spec))});
    out_.simulate_seconds += watch.seconds();
    return result->timing.cycles;
  }

  void count() {
    out_.outlines = bounds_.outlines();
    out_.walks = bounds_.walks();
  }

 private:
  CertifiedFront& out_;
  Evaluator evaluator_;
  PointBounds bounds_;
  std::map<LaunchNumbers, size_t> known_;
};

}  // namespace

LaunchNumbers launch_numbers(const PointBounds::Outline& outline) {
  LaunchNumbers launches;
  for (const Step& step : outline.once.steps)
    if (const auto* launch = std::get_if<LaunchStep>(&step)) {
      launches.emplace_back();
      for (int64_t k = 0; k < launch->kernel_count; ++k) {
        const ProgramKernel& kernel =
            outline.once.kernels[static_cast<size_t>(launch->first_kernel + k)];
        const LeastWork& work = *kernel.least_work;
        launches.back().push_back(
            {work.gemm_steps, work.imm_steps, work.vector_steps, kernel.least_bytes,
             kernel.macs > 0,
             outline.tiled.kernels[static_cast<size_t>(launch->first_kernel + k)].least_bytes});
      }
    }
  return launches;
}

std::string program_hash(const Program& program) {
  const auto text = [](const std::vector<std::byte>& bytes) {
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  return hash_hex(text(program.insns) + text(program.uops));
}

std::span<const AreaMeasure> area_measures() {
  return kAreas;
}
std::span<const std::string_view> time_measures() {
  return kTimes;
}

CertifiedFront certify_front(const Space& space, const FrontRequest& request,
                             const OnState& on_state) {
  check_request(space.spec(), request);
  if (space.size() > kMostPoints)
    throw UsageError(fmt::format("the space has {} points, more than the {} that are certified",
                                 space.size(), kMostPoints));
  const Stopwatch watch;
  CertifiedFront out;
  out.request = request;
  const AreaMeasure& area = area_named(request.area);
  for (int64_t index = 0; index < space.size(); ++index) {
    auto point = space.point(index);
    if (const auto* exclusion = std::get_if<Exclusion>(&point)) {
      out.excluded.emplace_back(index, *exclusion);
      continue;
    }
    CertifiedPoint& at = out.points.emplace_back();
    at.spec = std::get<PointSpec>(std::move(point));
    at.cost = hardware_cost(at.spec.config);
    at.at = {index,
             area.of(at.cost),
             {at.spec.images, request.time == kTimes[1] ? period_ns(at.cost.path_ps) : 0}};
  }
  Certifier certifier(space, out);
  std::vector<FrontPoint> points;
  for (const CertifiedPoint& point : out.points)
    points.push_back(point.at);
  out.result = search_front(points, certifier, request.epsilon, on_state);
  certifier.count();
  out.seconds = watch.seconds();
  return out;
}

}  // namespace vta::explore
