// A program that was compiled before, for the machine it runs on now.
#pragma once

#include <functional>
#include <string>

#include "runtime/program.h"

namespace vta::workbench {

// What memory and clock make of a configuration.
using MachineChange = std::function<VtaConfig(VtaConfig)>;

// The program of a .vta file for the machine that `change` makes of its own configuration, or of
// `config` (a name, a file, a point) where that is not empty. Bus, queues, read ports and memory
// may be others than it was compiled for; ConfigError names the keys where its instructions would
// mean something else (KeyRole::Stream).
// `params`: a file of parameters that take the place of its own (runtime/parameters.h), or empty.
Program load_program_for(const std::string& path, const std::string& config,
                         const MachineChange& change, const std::string& params = "");

}  // namespace vta::workbench
