// What the program does with devices elsewhere; in a build without gRPC (remote_commands_none.cpp)
// it says so.
#pragma once

#include "cli/options.h"

namespace vta::cli {

void register_remote(Command& app);  // serve, tracker, devices
void add_remote_devices();           // grpc:// and tracker:// to the devices that are known

// Whether the program is a worker of `vta serve`, which starts it so; its exit code is that of
// run_worker().
bool is_worker(int argc, const char* const* argv);
int run_worker();

}  // namespace vta::cli
