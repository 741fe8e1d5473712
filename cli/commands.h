// The subcommands of `vta`: each register_* adds one to the application, with its options, examples
// and a callback that does the work. Results go to stdout, everything else to stderr.
#pragma once

#include <CLI/CLI.hpp>

namespace vta::cli {

void register_config(CLI::App& app);
void register_asm(CLI::App& app);
void register_disasm(CLI::App& app);
void register_exec(CLI::App& app);
void register_opt(CLI::App& app);
void register_model(CLI::App& app);
void register_rtl(CLI::App& app);
void register_run(CLI::App& app);
void register_eval(CLI::App& app);
void register_compile(CLI::App& app);
void register_trace(CLI::App& app);
void register_cosim(CLI::App& app);
void register_report(CLI::App& app);
void register_sweep(CLI::App& app);
void register_compare(CLI::App& app);
void register_profile(CLI::App& app);
void register_sweep_task(CLI::App& app);

}  // namespace vta::cli
