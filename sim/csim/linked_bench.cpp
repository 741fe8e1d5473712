// In builds with sanitizers, whose checks of types want every type once.
#include "sim/csim/systemc_bench.h"

namespace vta::csim {

SystemcBench& SystemcBench::of_process() {
  return static_cast<const SystemcModule&>(*vta_systemc_module(nullptr)).bench_of_process();
}

}  // namespace vta::csim
