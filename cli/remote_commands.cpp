#include "cli/remote_commands.h"

#include <string_view>

#include "cli/commands.h"
#include "link/devices/devices.h"
#include "remote/client/grpc_scheme.h"
#include "remote/client/tracker_scheme.h"
#include "remote/worker/worker_main.h"

namespace vta::cli {

void register_remote(Command& app) {
  register_serve(app);
  register_tracker(app);
  register_devices(app);
}

void add_remote_devices() {
  remote::add_grpc(known_devices());
  remote::add_tracker(known_devices());
}

bool is_worker(int argc, const char* const* argv) {
  return argc == 2 && std::string_view(argv[1]) == remote::kWorkerCommand;
}

int run_worker() {
  return remote::worker_main();
}

}  // namespace vta::cli
