// RTL models that tsim can use here without a build.
#pragma once

#include <string>
#include <vector>

namespace vta::remote {

// Names of their configurations, each once, sorted.
std::vector<std::string> kept_models();

}  // namespace vta::remote
