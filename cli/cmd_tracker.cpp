// vta tracker: finds a server with a free device for whoever asks.
#include <memory>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/key_options.h"
#include "cli/remote_commands.h"
#include "cli/settings_file.h"
#include "remote/server/server_loop.h"
#include "remote/tracker/tracker_server.h"

namespace vta::cli {
namespace {

using namespace remote;

struct TrackerFlags {
  std::string listen = "127.0.0.1:7412";
  remote::TrackerLimits limits;
  remote::ServerKeyFiles keys;
  std::string server_tokens, settings;
  bool json = false;
};

constexpr const char* kTrackerExamples = R"(Examples:
  vta tracker                                              # at 127.0.0.1:7412
  vta serve --listen 127.0.0.1:0 --tracker 127.0.0.1:7412  # any number of these
  vta run resnet18.vta --device tracker://127.0.0.1:7412,key=csim,priority=5
  vta devices --tracker 127.0.0.1:7412
  vta tracker --settings lab.json                          # limits and keys from a file; docs/lab.md

The first line on stdout is the listening address (JSON with --json). Events go to stderr, one JSON
object per line. The tracker only hands out addresses of servers: if it ends, current runs continue, and
servers register again when it is back. SIGTERM and SIGINT end it; waiting clients get an error.
Exit codes: 0 ended; 2 wrong options, or an unavailable address; 3 a wrong file; 8 no threads or descriptors.)";

int track(const TrackerFlags& flags) {
  const sigset_t ends = block_end_signals();
  allow_connections(flags.limits.connections, 0);
  remote::TrackerOptions options;
  options.listen = flags.listen;
  options.limits = flags.limits;
  options.security = remote::server_security(flags.keys);
  if (!flags.server_tokens.empty()) {
    remote::ServerKeyFiles of_servers = flags.keys;
    of_servers.tokens = flags.server_tokens;
    options.servers = remote::server_security(of_servers).guard;
  }
  options.log = log_to_stderr;
  const remote::TrackerServer tracker(std::move(options));
  print_listening(tracker.address(), flags.json);
  wait_for_end_signal(ends);
  return 0;
}

void add_limits(Command& command, remote::TrackerLimits& limits) {
  add_count(command, "--connections", limits.connections, 100000,
            "concurrent connections; further ones are closed");
  add_seconds(command, "--unknown-seconds", limits.unknown_seconds,
              "time limit of a connection before authentication; such connections share half of "
              "--connections, and the oldest is closed for a new one");
  add_count(command, "--servers", limits.servers, 10000, "registered servers");
  add_count(command, "--clients", limits.clients, 10000,
            "clients that wait for a device or have one");
  add_seconds(command, "--lease-seconds", limits.lease_seconds,
              "time after which a silent server is removed");
  add_seconds(command, "--hold-seconds", limits.hold_seconds,
              "longest time that a client may hold a device");
  add_seconds(command, "--wait-seconds", limits.wait_seconds,
              "longest time that a client may wait");
  add_seconds(command, "--absent-seconds", limits.absent_seconds,
              "longest wait for a key that no server offers");
}

}  // namespace

void register_tracker(Command& app) {
  auto flags = std::make_shared<TrackerFlags>();
  Command* command = app.add_subcommand(kTracker.name, kTracker.description);
  command
      ->add_option("--listen", flags->listen,
                   "HOST:PORT to listen on; port 0: any free port; addresses reachable from other "
                   "machines need TLS and a token or client certificates")
      ->capture_default_str();
  add_server_keys(*command, flags->keys);
  command->add_option("--server-token-file", flags->server_tokens,
                      "file with the tokens of servers; default: the tokens of --token-file");
  add_limits(*command, flags->limits);
  command->add_option("--settings", flags->settings,
                      "file with options (JSON); the command line overrides it");
  command->add_flag("--json", flags->json, "print the listening address as JSON");
  command->footer(kTrackerExamples);
  command->callback([flags, command] {
    if (!flags->settings.empty())
      apply_settings(*command, flags->settings, "tracker");
    return track(*flags);
  });
}

}  // namespace vta::cli
