#include "cli/vta_main.h"

#include <fmt/format.h>
#include <malloc.h>

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
#include "remote/module/remote_module.h"
#include "remote/schemes/device_schemes.h"

namespace vta::cli {
namespace {

bool is_device_worker(int argc, const char* const* argv) {
  return argc == 2 && argv[1] == std::string_view(kDeviceWorker);
}

int serve_one_device() {
  serve_device(known_devices());
  return 0;
}

// In the order of --help: what people do first comes first.
constexpr struct {
  std::string_view name;
  void (*add)(Command& app);
} kOwnCommands[] = {{"run", register_run},
                    {"compile", register_compile},
                    {"model", register_model},
                    {"generate", register_generate},
                    {"eval", register_eval},
                    {"quantize", register_quantize},
                    {"profile", register_profile},
                    {"trace", register_trace},
                    {"graph", register_graph},
                    {"host", register_host},
                    {"compare", register_compare},
                    {"diff", register_diff},
                    {"report", register_report},
                    {"sweep", register_sweep},
                    {"design", register_design},
                    {"tune", register_tune},
                    {"config", register_config},
                    {"memory", register_memory},
                    {"split", register_split},
                    {"pipeline", register_pipeline},
                    {kServe.name, list_remote_commands},
                    {"cosim", register_cosim},
                    {"opt", register_opt},
                    {"exec", register_exec},
                    {"asm", register_asm},
                    {"disasm", register_disasm},
                    {"rtl", register_rtl},
                    {"fpga", register_fpga},
                    {"cache", register_cache},
                    {"sweep-task", register_sweep_task}};

// The command that is named; all of them where none is, for --help and for nearest names.
void add_commands(Command& app, std::string_view named) {
  if (named == "--version")
    return;
  for (const auto& command : kOwnCommands)
    if (command.name == named)
      return command.add(app);
  for (const auto& command : kOwnCommands)
    command.add(app);
}

int run(int argc, const char* const* argv) {
  Command app{
      "Compile neural networks for a VTA-compatible accelerator, simulate them, and explain the "
      "results"};
  app.set_version_flag("--version", fmt::format("vta {} (build {})", version(), build_identity()));
  app.require_subcommand();
  add_commands(app, argc > 1 ? argv[1] : "--help");
  return app.parse(argc, argv);
}

// Tensors are made and dropped layer by layer: what was had once from the system is kept, for
// clearing a fresh page takes longer than most of what is done with it.
void keep_freed_memory() {
  constexpr int kLargestPiece = 32 << 20, kKept = 256 << 20;
  ::mallopt(M_MMAP_THRESHOLD, kLargestPiece);
  ::mallopt(M_TRIM_THRESHOLD, kKept);
}

void add_devices() {
  board::add_board(known_devices());
  remote::add_devices_elsewhere(known_devices());
}

}  // namespace

int vta_main(int argc, const char* const* argv) {
  static std::once_flag added;
  std::call_once(added, add_devices);
  return run_program("vta", [&] {
    if (is_device_worker(argc, argv))
      return serve_one_device();
    if (is_remote_command(argc, argv))
      return remote::remote_module().run(argc, argv);
    keep_freed_memory();
    return run(argc, argv);
  });
}

}  // namespace vta::cli
