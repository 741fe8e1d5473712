// All of remote/ behind one table: a module (base/module.h) that is loaded when a remote device, or
// one of its commands, is used. Programs without them need no gRPC.
#pragma once

#include <memory>

#include "base/module.h"
#include "link/device_link.h"
#include "link/device_string.h"

namespace vta::remote {

struct RemoteModule : Module {
  // remote/client/open_elsewhere.h
  std::unique_ptr<DeviceLink> (*open)(const DeviceString& device, const VtaConfig& config);
  // The commands of cli/remote_commands.h, and the worker that `vta serve` starts; the exit code.
  int (*run)(int argc, const char* const* argv);
};

// Loaded by the first call; errors are those of load_module().
const RemoteModule& remote_module();

}  // namespace vta::remote

// The module's export: a RemoteModule.
extern "C" const vta::Module* vta_remote_module(vta::InterruptionSource scopes);
