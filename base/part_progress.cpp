#include "base/part_progress.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace vta {
namespace {

constexpr int64_t kParts = 1000;  // of a line of progress

}  // namespace

std::function<void(double)> part_progress(const std::string& what, Progress::Output output) {
  struct Shown {
    std::optional<Progress> progress;
    int64_t done = 0;
  };
  return [what, output = std::move(output), shown = std::make_shared<Shown>()](double part) {
    if (!shown->progress) {
      shown->progress.emplace(what, kParts, output);
      shown->done = 0;
    }
    const auto now = static_cast<int64_t>(part * static_cast<double>(kParts));
    if (now > shown->done)
      shown->progress->step(now - shown->done);
    shown->done = std::max(shown->done, now);
    if (part >= 1)
      shown->progress.reset();
  };
}

}  // namespace vta
