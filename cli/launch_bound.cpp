#include "cli/launch_bound.h"

#include "workbench/machine.h"

namespace vta::cli {

void add_max_cycles(Command& command, int64_t& max_cycles) {
  const OptionGroup group = command.group("Limits");
  command.add_option("--max-cycles", max_cycles, workbench::kMaxCyclesHelp)
      ->check(positive())
      ->capture_default_str();
}

}  // namespace vta::cli
