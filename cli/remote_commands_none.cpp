// The commands of remote_commands.cpp in a build without gRPC: that they are not there.
#include "base/error.h"
#include "cli/remote_commands.h"

namespace vta::cli {

void register_remote(Command& app) {
  for (const char* name : {"serve", "tracker", "devices"}) {
    Command* command = app.add_subcommand(name, "not in this build: it was made without gRPC");
    command->callback([name] {
      throw UsageError(fmt::format(
          "vta {} is not in this build: it was made without gRPC (packages libgrpc++-dev, "
          "protobuf-compiler-grpc, libssl-dev)",
          name));
    });
  }
}

void add_remote_devices() {}

bool is_worker(int, const char* const*) {
  return false;
}

int run_worker() {
  return 0;
}

}  // namespace vta::cli
