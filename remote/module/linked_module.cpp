// In builds with sanitizers, whose checks of types want every type once.
#include "remote/module/remote_module.h"

namespace vta::remote {

const RemoteModule& remote_module() {
  return static_cast<const RemoteModule&>(*vta_remote_module(nullptr));
}

}  // namespace vta::remote
