#include "cli/compiled_program.h"

#include "workbench/config_name.h"

namespace vta::cli {

using namespace workbench;

void explain_program_config(Command& command) {
  command.get_option("--config")
      ->description(fmt::format("{}; {}", workbench::kConfigHelp, kProgramConfigHelp))
      ->default_str("default, a .vta's own");
}

Program program_for(const ProgramRequest& request, const CompileFlags& flags) {
  if (request.model.ends_with(".vta")) {
    flags.require_none_given(request.model);
    return workbench::load_network(
               {.path = request.model, .config = request.config, .machine = request.machine})
        .compiled.program;
  }
  flags.require_program(request.command);
  CompileOptions options = flags.options_for(request.model, request.side);
  options.config = request.machine(options.config);
  report_passes(options, request.verbose);
  Program program = workbench::compile_with_notes_logged(request.model, options);
  flags.write_recipe();
  return program;
}

}  // namespace vta::cli
