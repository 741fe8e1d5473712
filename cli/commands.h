// The subcommands of `vta`: each register_* adds one to the application, with its options, examples
// and a callback that does the work. Results go to stdout, everything else to stderr.
#pragma once

#include "cli/options.h"

namespace vta::cli {

void register_config(Command& app);
void register_asm(Command& app);
void register_cache(Command& app);
void register_disasm(Command& app);
void register_exec(Command& app);
void register_opt(Command& app);
void register_memory(Command& app);
void register_model(Command& app);
void register_design(Command& app);
void register_diff(Command& app);
void register_fpga(Command& app);
void register_generate(Command& app);
void register_graph(Command& app);
void register_host(Command& app);
void register_rtl(Command& app);
void register_run(Command& app);
void register_split(Command& app);
void register_pipeline(Command& app);
void register_eval(Command& app);
void register_compile(Command& app);
void register_quantize(Command& app);
void register_trace(Command& app);
void register_tune(Command& app);
void register_cosim(Command& app);
void register_report(Command& app);
void register_sweep(Command& app);
void register_compare(Command& app);
void register_profile(Command& app);
void register_sweep_task(Command& app);
void register_serve(Command& app);  // with gRPC; cli/remote_commands.h
void register_devices(Command& app);
void register_tracker(Command& app);  // the same

}  // namespace vta::cli
