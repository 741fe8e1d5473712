#include "explore/certify/point_bounds.h"

#include <algorithm>

#include "base/error.h"
#include "runtime/bound.h"

namespace vta::explore {
namespace {

constexpr size_t kMostWalks = 64;  // 400 KB each

}  // namespace

std::string PointBounds::walk_key(const PointSpec& point) {
  VtaConfig c = point.config.with_memory_of({});
  const VtaConfig any;
  c.acc_read_ports = any.acc_read_ports;
  c.gemm_pipeline = any.gemm_pipeline;
  c.cmd_queue_depth = any.cmd_queue_depth;
  c.products_per_multiplier = any.products_per_multiplier;
  return fmt::format("{} {} {} {} {}", c.hash(), point.network, point.images, point.schedule,
                     point.quantization);
}

const PointBounds::Outline& PointBounds::outline(const PointSpec& point) {
  const std::string key = walk_key(point);
  auto found = outlines_.find(key);
  if (found == outlines_.end()) {
    std::vector<int64_t> beyond;
    Outline outline;
    outline.once = compiler_.outline(point, traffic_, beyond);
    outline.tiled = outline.once;
    for (size_t k = 0; k < beyond.size(); ++k)
      outline.tiled.kernels[k].least_bytes += beyond[k];
    found = outlines_.emplace(key, std::move(outline)).first;
  }
  found->second.once.config = found->second.tiled.config = point.config;
  return found->second;
}

static int64_t cycles_of(const Program& outline) {
  const auto bound = network_bound(outline);
  VTA_CHECK(bound.has_value(), "a program without its least work");
  return bound->cycles;
}

int64_t PointBounds::any_schedule(const PointSpec& point) {
  return cycles_of(outline(point).once);
}

int64_t PointBounds::by_tiles(const PointSpec& point) {
  return cycles_of(outline(point).tiled);
}

ScheduleBound PointBounds::schedule(const PointSpec& point) {
  const std::string key = walk_key(point);
  const auto found = std::ranges::find(walked_, key, &Walk::key);
  if (found != walked_.end()) {
    walked_.splice(walked_.begin(), walked_, found);
  } else {
    walked_.push_front({key, compiler_.work(point)});
    ++walks_;
    if (walked_.size() > kMostWalks)
      walked_.pop_back();
  }
  return bounds_.of(walked_.front().work, point.config);
}

}  // namespace vta::explore
