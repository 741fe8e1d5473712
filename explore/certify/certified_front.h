// The front of area and time of one network over a space, within epsilon, proven by bounds of all
// points that were not simulated.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explore/certify/front_search.h"
#include "explore/certify/point_bounds.h"
#include "explore/cost/point_cost.h"
#include "explore/evaluate/evaluator.h"
#include "explore/space/space.h"

namespace vta::explore {

struct FrontRequest {
  double epsilon = 0.01;
  std::string area = "zynq7020_share";    // a row of area_measures()
  std::string time = "cycles_per_image";  // or "estimated_ms_per_image"
};

struct AreaMeasure {
  std::string_view name, description;
  double (*of)(const PointCost& cost);
};
std::span<const AreaMeasure> area_measures();
std::span<const std::string_view> time_measures();

// A legal point, what it costs, and what a bound of any schedule is made of.
struct CertifiedPoint {
  FrontPoint at;
  PointSpec spec;
  PointCost cost;
  size_t kernels = 0;  // in CertifiedFront::kernels
};

struct Witness {
  size_t point = 0;
  std::string program;  // a hash of instructions and micro-ops
};

// The numbers of a kernel from which the bounds of any schedule, and of any by tiles, follow.
struct KernelNumbers {
  int64_t gemm_steps = 0, imm_steps = 0, vector_steps = 0, bytes = 0;
  bool multiplies = false;
  int64_t tile_bytes = 0;  // `bytes` where it is computed tile by tile
  auto operator<=>(const KernelNumbers&) const = default;
};
using LaunchNumbers = std::vector<std::vector<KernelNumbers>>;

LaunchNumbers launch_numbers(const PointBounds::Outline& outline);
// Of instructions and micro-ops.
std::string program_hash(const Program& program);

struct CertifiedFront {
  FrontRequest request;
  NetworkInfo network;
  std::vector<CertifiedPoint> points;  // legal ones, in the order of the space
  std::vector<std::pair<int64_t, Exclusion>> excluded;
  std::vector<LaunchNumbers> kernels;
  FrontResult result;
  std::vector<Witness> witnesses;  // all that were simulated
  int64_t outlines = 0, walks = 0;
  double seconds = 0, bound_seconds = 0, simulate_seconds = 0;
};

// UsageError: what is asked for cannot be certified (several networks, quantizations or schedules,
// a schedule of a file, samples), a name or epsilon that is not legal; else errors of evaluating.
CertifiedFront certify_front(const Space& space, const FrontRequest& request,
                             const OnState& on_state = {});

}  // namespace vta::explore
