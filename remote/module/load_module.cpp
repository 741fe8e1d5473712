#include "remote/module/remote_module.h"

namespace vta::remote {

const RemoteModule& remote_module() {
  static const Module& module = load_module(
      {.name = "vta_remote.so",
       .entry = "vta_remote_module",
       .users = "devices of other machines, vta serve, vta tracker and vta devices need",
       .remedy = "scripts/setup.sh --remote && scripts/build.sh release all_of_remote",
       .package = "vta-remote"});
  return static_cast<const RemoteModule&>(module);
}

}  // namespace vta::remote
