// The text of vta_system.sv, which is made for a list of cores.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace vta {

struct SystemCore {
  std::string prefix;       // of its modules and packages: "vta", "vta2"
  std::string description;  // a comment
};

std::string system_top(std::span<const SystemCore> cores);

}  // namespace vta
