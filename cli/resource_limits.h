// --max-memory and --max-seconds: what a command that reads networks, programs or pictures may
// take.
#pragma once

#include <functional>
#include <type_traits>

#include "base/resource_policy.h"
#include "cli/options.h"

namespace vta::cli {

// Adds both options to a command; the action that is returned does `action` within them. Memory is
// bounded twice: by what is asked for (a message that names it) and by the system, as a last
// resort. Time is asked for between steps; a step that goes on beyond it ends the process with exit
// code 8.
std::function<int()> limited(Command& command, std::function<int()> action);

// The same without the system's bound: for a command that reserves many device memories, which the
// system would count in full.
std::function<int()> limited_by_meter(Command& command, std::function<int()> action);

template <typename Action>
requires std::is_void_v<std::invoke_result_t<Action>> std::function<int()> limited(Command& command,
                                                                                   Action action) {
  return limited(command, std::function<int()>([action] {
                   action();
                   return 0;
                 }));
}

}  // namespace vta::cli
