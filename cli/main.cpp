#include <fmt/format.h>

#include <string_view>

#include "base/build_identity.h"
#include "base/version.h"
#include "cli/commands.h"
#include "cli/remote_commands.h"
#include "cli/run_program.h"
#include "driver/linux/board_scheme.h"
#include "link/devices/devices.h"
#include "link/process/device_worker.h"

namespace {

bool is_device_worker(int argc, char** argv) {
  return argc == 2 && argv[1] == std::string_view(vta::kDeviceWorker);
}

int serve_one_device() {
  vta::serve_device(vta::known_devices());
  return 0;
}

int run(int argc, char** argv) {
  vta::cli::Command app{
      "VTA-compatible accelerator: compile networks, simulate them, explain the numbers"};
  app.set_version_flag("--version",
                       fmt::format("vta {} (build {})", vta::version(), vta::build_identity()));
  app.require_subcommand();
  vta::cli::register_config(app);
  vta::cli::register_asm(app);
  vta::cli::register_disasm(app);
  vta::cli::register_exec(app);
  vta::cli::register_opt(app);
  vta::cli::register_model(app);
  vta::cli::register_compile(app);
  vta::cli::register_quantize(app);
  vta::cli::register_rtl(app);
  vta::cli::register_fpga(app);
  vta::cli::register_run(app);
  vta::cli::register_trace(app);
  vta::cli::register_eval(app);
  vta::cli::register_cosim(app);
  vta::cli::register_report(app);
  vta::cli::register_sweep(app);
  vta::cli::register_tune(app);
  vta::cli::register_compare(app);
  vta::cli::register_profile(app);
  vta::cli::register_graph(app);
  vta::cli::register_split(app);
  vta::cli::register_pipeline(app);
  vta::cli::register_cache(app);
  vta::cli::register_sweep_task(app);
  vta::cli::register_remote(app);
  return app.parse(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  vta::board::add_board(vta::known_devices());
  vta::cli::add_remote_devices();
  return vta::cli::run_program("vta", [&] {
    if (is_device_worker(argc, argv))
      return serve_one_device();
    return vta::cli::is_worker(argc, argv) ? vta::cli::run_worker() : run(argc, argv);
  });
}
