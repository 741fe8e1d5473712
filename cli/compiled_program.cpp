#include "cli/compiled_program.h"

#include "base/error.h"
#include "cli/config_name.h"
#include "config/config_keys.h"

namespace vta::cli {

Program load_program_for(const std::string& path, const std::string& config,
                         const MachineChange& change) {
  Program program = load_program(path);
  const VtaConfig machine = change(config.empty() ? program.config : config_by_name(config));
  if (machine.stream_hash() != program.config.stream_hash())
    throw ConfigError(
        fmt::format("'{}' was compiled for {} and cannot run on {}: its instructions depend on {}",
                    path, program.config.name(), machine.name(),
                    different_keys(program.config, machine, KeyRole::Stream)));
  program.config = machine;
  program.provenance.config_hash = machine.hash();
  return program;
}

}  // namespace vta::cli
