#include "explore/record/batch_use.h"

#include <fmt/format.h>

#include "base/round.h"

namespace vta::explore {

int64_t idle_rows(const VtaConfig& config, int64_t images) {
  return align_up(images, config.batch()) - images;
}

std::string idle_batch_note(const VtaConfig& config, int64_t images) {
  const int64_t idle = idle_rows(config, images), batch = config.batch();
  if (idle * 2 < batch || idle == 0)
    return "";
  return fmt::format(
      "{} of the {} rows of the {}batch idle: {} image{} on a configuration of BATCH {}, whose "
      "cycles are those of {}; give --batch a multiple of {}",
      idle, batch, images > batch ? "last " : "", images, images == 1 ? "" : "s", batch,
      images + idle, batch);
}

}  // namespace vta::explore
