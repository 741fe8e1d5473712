#include "cli/remote_commands.h"

#include <algorithm>
#include <string_view>

#include "remote/worker/worker_main.h"

namespace vta::cli {
namespace {

constexpr RemoteCommand kCommands[] = {kServe, kTracker, kDevices};

}  // namespace

void list_remote_commands(Command& app) {
  for (const RemoteCommand& command : kCommands)
    app.add_subcommand(command.name, command.description);
}

bool is_remote_command(int argc, const char* const* argv) {
  if (argc == 2 && argv[1] == std::string_view(remote::kWorkerCommand))
    return true;
  const int at = argc > 1 && argv[1] == std::string_view("help") ? 2 : 1;
  return argc > at && std::ranges::any_of(kCommands, [&](const RemoteCommand& command) {
           return argv[at] == std::string_view(command.name);
         });
}

}  // namespace vta::cli
