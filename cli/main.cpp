#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/version.h"
#include "cli/commands.h"

namespace {

// CLI11 only says that a subcommand is required; a mistyped one deserves the nearest name.
void refuse_unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-')
    return;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  if (std::ranges::find(names, argv[1]) == names.end())
    throw vta::UsageError(
        fmt::format("unknown command '{}', the commands are {}", argv[1], fmt::join(names, ", ")));
}

int run(int argc, char** argv) {
  CLI::App app{"VTA-compatible accelerator: compile networks, simulate them, explain the numbers"};
  app.set_version_flag("--version", "vta " + std::string(vta::version()));
  app.require_subcommand(1);
  vta::cli::register_config(app);
  vta::cli::register_asm(app);
  vta::cli::register_disasm(app);
  vta::cli::register_exec(app);
  vta::cli::register_opt(app);
  vta::cli::register_model(app);
  vta::cli::register_compile(app);
  vta::cli::register_rtl(app);
  vta::cli::register_run(app);
  vta::cli::register_trace(app);
  vta::cli::register_eval(app);
  vta::cli::register_cosim(app);
  vta::cli::register_report(app);
  vta::cli::register_sweep(app);
  vta::cli::register_compare(app);
  vta::cli::register_profile(app);
  vta::cli::register_sweep_task(app);
  refuse_unknown_command(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::RuntimeError& e) {  // a command's own exit code
    return e.get_exit_code();
  } catch (const CLI::ParseError& e) {
    const bool asked_for_help = e.get_exit_code() == 0;
    app.exit(e);
    return asked_for_help ? 0 : static_cast<int>(vta::ExitCode::Usage);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  spdlog::set_default_logger(spdlog::stderr_color_mt("vta"));
  spdlog::set_pattern("%^%l%$: %v");
  try {
    return run(argc, argv);
  } catch (const vta::Error& e) {
    std::fprintf(stderr, "vta: error: %s\n", e.what());
    return static_cast<int>(e.exit_code());
  } catch (const std::exception& e) {
    std::fprintf(stderr, "vta: internal error: %s\n", e.what());
    return static_cast<int>(vta::ExitCode::Internal);
  }
}
