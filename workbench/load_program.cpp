#include "workbench/load_program.h"

#include "base/error.h"
#include "config/config_keys.h"
#include "runtime/parameters.h"
#include "workbench/config_name.h"

namespace vta::workbench {
namespace {

// Names leave keys out: two that differ may have one name.
[[noreturn]] void refuse_machine(const std::string& path, const VtaConfig& compiled_for,
                                 const VtaConfig& machine) {
  const std::string names =
      compiled_for.name() == machine.name()
          ? fmt::format("'{}' cannot run on the configuration of --config", path)
          : fmt::format("'{}' was compiled for {} and cannot run on {}", path, compiled_for.name(),
                        machine.name());
  throw ConfigError(fmt::format(
      "{}: its instructions depend on {}", names,
      different_keys(compiled_for, machine, KeyRole::Stream, "the program", "--config")));
}

}  // namespace

Program load_program_for(const std::string& path, const std::string& config,
                         const MachineChange& change, const std::string& params) {
  Program program =
      params.empty() ? load_program(path) : load_program(path, load_parameters(params));
  const VtaConfig machine = change(config.empty() ? program.config : config_by_name(config));
  if (machine.stream_hash() != program.config.stream_hash())
    refuse_machine(path, program.config, machine);
  program.config = machine;
  program.provenance.config_hash = machine.hash();
  return program;
}

}  // namespace vta::workbench
