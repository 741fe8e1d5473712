// The program of a command's MODEL, compiled before or now, and the machine it runs on.
#pragma once

#include <functional>
#include <string>

#include "cli/compile_flags.h"
#include "cli/options.h"
#include "runtime/program.h"

namespace vta::cli {

// What --memory and --clock make of a configuration.
using MachineChange = std::function<VtaConfig(VtaConfig)>;

// The program of a .vta file for the machine that `change` makes of its own configuration, or of
// `config` (a name, a file, a point) where that is not empty. Bus, queues, read ports and memory
// may be others than it was compiled for; ConfigError names the keys where its instructions would
// mean something else (KeyRole::Stream).
// `params`: a file of parameters that take the place of its own (runtime/parameters.h), or empty.
Program load_program_for(const std::string& path, const std::string& config,
                         const MachineChange& change, const std::string& params = "");

struct ProgramRequest {
  const char* command;  // in messages: what needs a whole program
  const std::string& model;
  std::string config;  // --config as it was given, for a .vta; empty: its own
  MachineChange machine;
  bool verbose = false;  // a line for every pass, else progress
  size_t side = 0;       // of a comparison's two
};
// A .vta as load_program_for() has it (UsageError for options that it can no longer follow); of a
// network the compiler's, for the machine that is made of its --config. Its notes are logged.
Program program_for(const ProgramRequest& request, const CompileFlags& flags);

// For --help: what --config may be beside a .vta.
inline constexpr const char* kProgramConfigHelp =
    "that of a .vta may differ from its own in bus, queues, read ports, memory and labels only "
    "(docs/programs.md)";
// Says so in the help of a command, and that a .vta has its own.
void explain_program_config(Command& command);

}  // namespace vta::cli
