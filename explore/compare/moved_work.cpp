#include "explore/compare/moved_work.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number_text.h"

namespace vta::explore {
namespace {

// Products of two numbers of 53 bits and a thousand: more than int64_t holds.
__extension__ using Wide = __int128;

std::string side_text(const RunRecord& run) {
  const WorkShare& work = run.result.work;
  return fmt::format("{} of {} ({})", thousands(work.device_macs), thousands(work.network_macs),
                     share_text(work));
}

}  // namespace

bool work_moved(const RunRecord& a, const RunRecord& b) {
  // Per image, with both sides times both numbers of images.
  const auto scaled = [](int64_t macs, const RunRecord& other) {
    return static_cast<Wide>(macs) * other.images;
  };
  const WorkShare &in_a = a.result.work, &in_b = b.result.work;
  const Wide moved = scaled(in_b.device_macs, a) - scaled(in_a.device_macs, b);
  const Wide network = std::max(scaled(in_a.network_macs, b), scaled(in_b.network_macs, a));
  return (moved < 0 ? -moved : moved) * 1000 > network;
}

std::string shares_text(const RunRecord& a, const RunRecord& b, std::string_view name_a,
                        std::string_view name_b) {
  return fmt::format("{} {}, {} {}", name_a, side_text(a), name_b, side_text(b));
}

}  // namespace vta::explore
