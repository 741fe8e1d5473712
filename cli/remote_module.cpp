// The module's table: commands, and devices that they and others name.
#include "remote/module/remote_module.h"

#include <string_view>

#include "cli/commands.h"
#include "remote/client/open_elsewhere.h"
#include "remote/worker/worker_main.h"

namespace vta::cli {
namespace {

int run_remote_command(int argc, const char* const* argv) {
  if (argv[1] == std::string_view(remote::kWorkerCommand))
    return remote::worker_main();
  Command app{"VTA-compatible accelerator: devices elsewhere"};
  register_serve(app);
  register_tracker(app);
  register_devices(app);
  return app.parse(argc, argv);
}

}  // namespace
}  // namespace vta::cli

const vta::Module* vta_remote_module(vta::InterruptionSource scopes) {
  if (scopes != nullptr)
    vta::take_interruptions_from(scopes);
  static const vta::remote::RemoteModule module = {
      {vta::module_interface()}, vta::remote::open_elsewhere, vta::cli::run_remote_command};
  return &module;
}
