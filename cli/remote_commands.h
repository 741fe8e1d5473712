// The commands of devices elsewhere. The program lists them; the module (remote/module/) has them.
#pragma once

#include "cli/options.h"

namespace vta::cli {

struct RemoteCommand {
  const char *name, *description;
};
inline constexpr RemoteCommand kServe = {"serve",
                                         "serve the devices of this machine to other machines"};
inline constexpr RemoteCommand kTracker = {"tracker",
                                           "assign clients to servers with a free device"};
inline constexpr RemoteCommand kDevices = {"devices",
                                           "show the devices that servers offer, and their users"};

void list_remote_commands(Command& app);

// Whether a command line is one for the module: of one of these commands, of `vta help` of one, or
// of the worker that `vta serve` starts.
bool is_remote_command(int argc, const char* const* argv);

}  // namespace vta::cli
