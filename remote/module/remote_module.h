// All of remote/ behind one table: a shared library that is loaded when a device elsewhere, or one
// of its commands, is named. Who needs neither builds no gRPC, and waits for none at a start.
//
// The module has copies of the layers below remote/ for itself; objects and exceptions cross, since
// both sides are of one build, which is checked. What a thread of the program has in force
// (base/interruption.h) holds in the module too.
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

// Loaded by the first call. UsageError: it is not there, with what makes it, or is of another
// build.
const RemoteModule& remote_module();

// 16 hex digits over the headers whose types cross.
std::string_view interface_identity();

}  // namespace vta::remote

// What the module exports. `scopes` is the program's; null: its own.
extern "C" const vta::remote::RemoteModule* vta_remote_module(vta::InterruptionSource scopes);
