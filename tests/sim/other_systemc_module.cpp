// A module as another build would have it.
#include "sim/csim/systemc_bench.h"

const vta::Module* vta_systemc_module(vta::InterruptionSource) {
  static const vta::csim::SystemcModule module = {{"0123456789abcdef"}, nullptr};
  return &module;
}
