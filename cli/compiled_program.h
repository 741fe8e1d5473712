// The program of a command's MODEL, compiled before or now.
#pragma once

#include <string>

#include "cli/compile_flags.h"
#include "cli/options.h"
#include "workbench/network.h"

namespace vta::cli {

struct ProgramRequest {
  const char* command;  // in messages: what needs a whole program
  const std::string& model;
  std::string config;  // --config as it was given, for a .vta; empty: its own
  workbench::MachineChange machine;
  bool verbose = false;  // a line for every pass, else progress
  size_t side = 0;       // of a comparison's two
};
// A .vta as load_network() has it (UsageError for options that it can no longer follow); of a
// network the compiler's, for the machine that is made of its --config. Its notes are logged.
Program program_for(const ProgramRequest& request, const CompileFlags& flags);

// For --help: what --config may be beside a .vta.
inline constexpr const char* kProgramConfigHelp =
    "a .vta also runs on configurations that differ from its own only in bus, queues, read ports, "
    "memory and labels "
    "(docs/programs.md)";
// Says so in the help of a command, and that a .vta has its own.
void explain_program_config(Command& command);

}  // namespace vta::cli
