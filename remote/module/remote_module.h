// All of remote/ behind one table: a shared library that is loaded when a remote device, or one of
// its commands, is used. Programs without them need no gRPC and start faster.
//
// The module has copies of the layers below remote/ for itself; objects and exceptions cross, since
// both sides are of one build, which is checked. The scopes of the program's threads
// (base/interruption.h) also apply in the module.
#pragma once

#include <memory>
#include <string_view>

#include "base/interruption.h"
#include "link/device_link.h"
#include "link/device_string.h"

namespace vta::remote {

struct RemoteModule {
  std::string_view interface;  // interface_identity() of the module
  // remote/client/open_elsewhere.h
  std::unique_ptr<DeviceLink> (*open)(const DeviceString& device, const VtaConfig& config);
  // The commands of cli/remote_commands.h, and the worker that `vta serve` starts; the exit code.
  int (*run)(int argc, const char* const* argv);
};

// Loaded by the first call. UsageError: it is missing (with the command that builds it), or is from
// another build.
const RemoteModule& remote_module();

// 16 hex digits over the headers whose types cross.
std::string_view interface_identity();

}  // namespace vta::remote

// The module's export. `scopes` is the program's; null: its own.
extern "C" const vta::remote::RemoteModule* vta_remote_module(vta::InterruptionSource scopes);
