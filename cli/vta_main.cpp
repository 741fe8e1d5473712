#include "cli/vta_main.h"

#include <fmt/format.h>

#include <mutex>
#include <string_view>

#include "base/build_identity.h"
#include "base/version.h"
#include "cli/commands.h"
#include "cli/remote_commands.h"
#include "cli/run_program.h"
#include "driver/linux/board_scheme.h"
#include "link/devices/devices.h"
#include "link/process/device_worker.h"

namespace vta::cli {
namespace {

bool is_device_worker(int argc, const char* const* argv) {
  return argc == 2 && argv[1] == std::string_view(kDeviceWorker);
}

int serve_one_device() {
  serve_device(known_devices());
  return 0;
}

int run(int argc, const char* const* argv) {
  Command app{"VTA-compatible accelerator: compile networks, simulate them, explain the numbers"};
  app.set_version_flag("--version", fmt::format("vta {} (build {})", version(), build_identity()));
  app.require_subcommand();
  // --help lists them so: what people do first comes first.
  register_run(app);
  register_compile(app);
  register_model(app);
  register_eval(app);
  register_quantize(app);
  register_profile(app);
  register_trace(app);
  register_graph(app);
  register_compare(app);
  register_report(app);
  register_sweep(app);
  register_tune(app);
  register_config(app);
  register_split(app);
  register_pipeline(app);
  register_remote(app);
  register_cosim(app);
  register_opt(app);
  register_exec(app);
  register_asm(app);
  register_disasm(app);
  register_rtl(app);
  register_fpga(app);
  register_cache(app);
  register_sweep_task(app);
  return app.parse(argc, argv);
}

void add_devices() {
  board::add_board(known_devices());
  add_remote_devices();
}

}  // namespace

int vta_main(int argc, const char* const* argv) {
  static std::once_flag added;
  std::call_once(added, add_devices);
  return run_program("vta", [&] {
    if (is_device_worker(argc, argv))
      return serve_one_device();
    return is_worker(argc, argv) ? run_worker() : run(argc, argv);
  });
}

}  // namespace vta::cli
