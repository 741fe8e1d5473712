#include "cli/compiled_program.h"

#include "base/error.h"
#include "cli/config_name.h"
#include "config/config_keys.h"
#include "runtime/parameters.h"

namespace vta::cli {
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

void explain_program_config(Command& command) {
  command.get_option("--config")
      ->description(fmt::format("{}; {}", kConfigHelp, kProgramConfigHelp))
      ->default_str("default, a .vta's own");
}

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

Program program_for(const ProgramRequest& request, const CompileFlags& flags) {
  if (request.model.ends_with(".vta")) {
    flags.require_none_given(request.model);
    return load_program_for(request.model, request.config, request.machine);
  }
  flags.require_program(request.command);
  CompileOptions options = flags.options_for(request.model, request.side);
  options.config = request.machine(options.config);
  report_passes(options, request.verbose);
  Program program = compile_with_notes_logged(request.model, options);
  flags.write_recipe();
  return program;
}

}  // namespace vta::cli
