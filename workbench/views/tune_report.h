// What `vta tune` prints: of a run, and of a database.
#pragma once

#include <string>

#include "explore/tune/tuner.h"

namespace vta::workbench {

struct TuneContext {
  std::string model, database;
  VtaConfig config;
  explore::TuneOptions options;
};

std::string tune_text(const TuneContext& context, const explore::TuneReport& report);
// Equal for equal results: no time is in it.
std::string tune_json(const TuneContext& context, const explore::TuneReport& report);

// The choices of a database, canonical: databases of equal choices give equal texts.
std::string tuning_text(const std::string& path);
std::string tuning_json(const std::string& path);

}  // namespace vta::workbench
