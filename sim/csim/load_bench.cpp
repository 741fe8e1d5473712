#include "sim/csim/systemc_bench.h"

namespace vta::csim {

SystemcBench& SystemcBench::of_process() {
  static const Module& module = load_module({.name = "vta_systemc.so",
                                             .entry = "vta_systemc_module",
                                             .users = "csim needs",
                                             .remedy = "scripts/build.sh release vta_cli",
                                             .package = "libvta0"});
  return static_cast<const SystemcModule&>(module).bench_of_process();
}

}  // namespace vta::csim
