// Models of the RTL that tsim has here without building any.
#pragma once

#include <string>
#include <vector>

namespace vta::remote {

// Names of their configurations, each once, sorted.
std::vector<std::string> kept_models();

}  // namespace vta::remote
