// Bounds of points against their cycles, and the keys by which points share a walk.
#include "explore/certify/point_bounds.h"

#include <gtest/gtest.h>

#include "config/random_config.h"
#include "explore/evaluate/evaluator.h"

namespace vta::explore {
namespace {

constexpr RandomConfigLimits kSmall{.log_scratchpad_bytes = 18, .macs = 4096};

std::vector<NetworkSpec> networks() {
  return {{.name = "small", .zoo = "resnet8_tiny"}};
}

// Everything that a key of a walk leaves out changes nothing of it.
TEST(PointBounds, PointsOfOneKeyHaveOneWalk) {
  Evaluator evaluator(networks());
  int64_t walks = 0;
  for (const VtaConfig& config : random_legal_configs(20, 5, kSmall)) {
    PointSpec point{.config = config, .network = "small"};
    point.images = point.config.batch();
    PointSpec other = point;
    other.config.acc_read_ports = 3 - point.config.acc_read_ports;
    other.config.gemm_pipeline = 7 - point.config.gemm_pipeline;
    other.config.cmd_queue_depth = 2;
    other.config.mem_read_latency = 500;
    other.config.mem_gap = 9;
    other.config.mem_burst_beats = 2;
    other.config.products_per_multiplier = 3 - point.config.products_per_multiplier;
    try {
      other.config.validate();
      EXPECT_EQ(PointBounds::walk_key(point), PointBounds::walk_key(other));
      EXPECT_EQ(evaluator.compiler().work(point), evaluator.compiler().work(other))
          << point.config.to_json();
      ++walks;
    } catch (const Error&) {
      continue;  // too small for the network
    }
    other.config.log_bus_width = point.config.log_bus_width == 6 ? 7 : 6;
    EXPECT_NE(PointBounds::walk_key(point), PointBounds::walk_key(other));
  }
  EXPECT_GT(walks, 8);
}

TEST(PointBounds, NoPointIsFasterThanItsBounds) {
  Evaluator evaluator(networks());
  PointBounds bounds(evaluator.compiler());
  int64_t checked = 0;
  for (const VtaConfig& config : random_legal_configs(24, 6, kSmall)) {
    PointSpec point{.config = config, .network = "small"};
    point.images = point.config.batch();
    const Outcome outcome = evaluator.evaluate(point);
    const auto* result = std::get_if<PointResult>(&outcome);
    if (result == nullptr) {
      EXPECT_THROW(bounds.any_schedule(point), Error);
      continue;
    }
    ++checked;
    const int64_t any = bounds.any_schedule(point);
    EXPECT_EQ(any, result->least_cycles) << point.config.to_json();
    EXPECT_GE(result->timing.cycles, any) << point.config.to_json();
    EXPECT_GE(bounds.by_tiles(point), any) << point.config.to_json();
    EXPECT_GE(result->timing.cycles, bounds.by_tiles(point)) << point.config.to_json();
    EXPECT_GE(result->timing.cycles, bounds.schedule(point).cycles) << point.config.to_json();
  }
  EXPECT_GT(checked, 10);
}

}  // namespace
}  // namespace vta::explore
