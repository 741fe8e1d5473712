#include "cli/launch_bound.h"

namespace vta::cli {

void add_max_cycles(Command& command, int64_t& max_cycles) {
  command
      .add_option("--max-cycles", max_cycles,
                  "give up a launch that takes more cycles; or that asks for more steps, or moves "
                  "more elements, before it begins")
      ->check(positive())
      ->capture_default_str();
}

}  // namespace vta::cli
