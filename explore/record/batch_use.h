// How many rows of the accelerator's batch an inference leaves without an image.
#pragma once

#include <string>

#include "config/vta_config.h"

namespace vta::explore {

// Rows of the last batch that hold no image: 0 where images are a multiple of BATCH.
int64_t idle_rows(const VtaConfig& config, int64_t images);
// Where half of the last batch or more idles, what it costs and what helps; "" otherwise.
std::string idle_batch_note(const VtaConfig& config, int64_t images);

}  // namespace vta::explore
