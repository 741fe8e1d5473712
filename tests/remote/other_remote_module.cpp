// A module as another build would have it.
#include "remote/module/remote_module.h"

const vta::Module* vta_remote_module(vta::InterruptionSource) {
  static const vta::remote::RemoteModule module = {{"0123456789abcdef"}, nullptr, nullptr};
  return &module;
}
