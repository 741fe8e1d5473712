// vta serve: devices of this machine for programs elsewhere.
#include <fmt/format.h>
#include <algorithm>
#include <memory>
#include <optional>
#include <thread>

#include "base/cores.h"
#include "base/error.h"
#include "base/resource_policy.h"
#include "base/version.h"
#include "cli/commands.h"
#include "cli/key_options.h"
#include "cli/remote_commands.h"
#include "cli/settings_file.h"
#include "remote/schemes/device_key.h"
#include "remote/server/device_server.h"
#include "remote/server/kept_models.h"
#include "remote/server/server_loop.h"
#include "remote/tracker/registration.h"

namespace vta::cli {
namespace {

using namespace remote;

struct ServeFlags {
  std::string listen = "127.0.0.1:7411";
  remote::ServerLimits limits;
  remote::ServerKeyFiles keys;
  remote::ServerPlace tracker;
  std::string advertise, settings;
  std::vector<std::string> offer;
  bool allow_build = false, json = false;
  double drain_seconds = 60;
};

constexpr const char* kServeExamples = R"(Examples:
  vta serve                                     # at 127.0.0.1:7411
  vta serve --listen 127.0.0.1:0 --workers 4    # any free port; it is printed
  vta serve --listen 0.0.0.0:7411 --tls-cert lab7.pem --tls-key lab7.key --token-file tokens
  vta serve --listen 127.0.0.1:0 --tracker 127.0.0.1:7412
  vta run resnet18.vta --device grpc://127.0.0.1:7411,backend=csim
  vta devices --server 127.0.0.1:7411

The first line on stdout is the listening address (JSON with --json). Events go to stderr, one JSON
object per line. SIGTERM and SIGINT drain the server: current runs finish, new ones are refused; a
second signal ends it at once. Errors of a limit name its option. docs/serve.md has the rest.
Exit codes: 0 drained; 2 wrong options, or an unavailable address; 8 no threads or descriptors.)";

// What the tracker is told; as it is now: models may have been built since.
tracker::v1::Offer offer_of(const ServeFlags& flags, const std::string& address) {
  tracker::v1::Offer offer;
  offer.set_version(1);
  offer.set_address(flags.advertise.empty() ? address : flags.advertise);
  offer.set_slots(static_cast<int32_t>(flags.limits.workers));
  offer.set_tool_version(std::string(version()));
  if (!flags.offer.empty()) {
    offer.mutable_keys()->Add(flags.offer.begin(), flags.offer.end());
    return offer;
  }
  offer.add_keys("*/fsim");
  offer.add_keys("*/csim");
  if (flags.allow_build) {
    offer.add_keys("*/tsim");
    return offer;
  }
  constexpr int kMostKeys = 256;
  for (const std::string& model : remote::kept_models())
    if (offer.keys_size() < kMostKeys)
      offer.add_keys(model + "/tsim");
  return offer;
}

// UsageError for what no tracker could make sense of.
void check_registration(const ServeFlags& flags) {
  if (flags.tracker.address.empty()) {
    if (!flags.advertise.empty() || !flags.offer.empty())
      throw UsageError(fmt::format("{} has an effect only with a tracker: give --tracker too",
                                   flags.advertise.empty() ? "--offer" : "--advertise"));
    return;
  }
  for (const std::string& key : flags.offer)
    remote::parse_device_key(key);
  remote::is_loopback(flags.tracker.address);  // has the form of an address
  const std::string& where = flags.advertise.empty() ? flags.listen : flags.advertise;
  if (where.starts_with("0.0.0.0:") || where.starts_with("[::]:"))
    throw UsageError(fmt::format(
        "'{}' is no address that clients can reach: give --advertise HOST:PORT", where));
  if (const std::string problem =
          flags.advertise.empty() ? "" : remote::client_address_problem(flags.advertise);
      !problem.empty())
    throw UsageError(
        fmt::format("--advertise: {}; legal is HOST:PORT, as lab7.example.org:7411", problem));
}

int serve(const ServeFlags& flags) {
  check_registration(flags);
  const sigset_t ends = block_end_signals();
  allow_connections(flags.limits.connections, flags.limits.sessions);
  remote::ServerOptions options;
  options.listen = flags.listen;
  options.limits = flags.limits;
  options.security = remote::server_security(flags.keys);
  options.worker.allow_build = flags.allow_build;
  options.log = log_to_stderr;
  remote::DeviceServer server(std::move(options));
  std::optional<remote::Registration> registration;
  if (!flags.tracker.address.empty())
    registration.emplace(
        flags.tracker, [&] { return offer_of(flags, server.address()); }, server.log());
  print_listening(server.address(), flags.json);
  wait_for_end_signal(ends);
  registration.reset();  // no client is sent here any more
  server.drain(flags.drain_seconds);
  return 0;
}

void add_limits(Command& command, remote::ServerLimits& limits) {
  limits.workers = std::max<int64_t>(static_cast<int64_t>(std::thread::hardware_concurrency()), 1);
  add_count(command, "--connections", limits.connections, 100000,
            "concurrent connections; further ones are closed");
  add_seconds(command, "--unknown-seconds", limits.unknown_seconds,
              "time limit of a connection before authentication; such connections share half of "
              "--connections, and the oldest is closed for a new one");
  add_count(command, "--sessions", limits.sessions, 10000, "concurrent sessions");
  add_count(command, "--workers", limits.workers, 1024,
            "concurrent runs; further ones wait for their turn");
  add_count(command, "--waiting", limits.waiting, 100000, "requests waiting for their turn");
  add_count(command, "--queued-runs", limits.queued_runs, 100000,
            "runs in one request of a session");
  add_count(command, "--launch-cycles", limits.launch_cycles, int64_t{1} << 60,
            "cycles per launch");
  add_bytes(command, "--session-memory", limits.session_memory,
            "bytes per session, for each of device memory, programs and tensors");
  add_bytes(command, "--total-memory", limits.total_memory,
            "bytes of device memory in all sessions together");
  add_bytes(command, "--program-memory", limits.program_memory,
            "bytes of programs kept for all clients");
  add_bytes(command, "--message-bytes", limits.message_bytes, "bytes per message");
  add_seconds(command, "--launch-seconds", limits.launch_seconds,
              "time limit of a run, counted from its turn");
  add_seconds(command, "--idle-seconds", limits.idle_seconds,
              "time limit of a session without a request or a reply read");
}

}  // namespace

void register_serve(Command& app) {
  auto flags = std::make_shared<ServeFlags>();
  Command* command = app.add_subcommand(kServe.name, kServe.description);
  command
      ->add_option("--listen", flags->listen,
                   "HOST:PORT to listen on; port 0: any free port; addresses reachable from other "
                   "machines need TLS and a token or client certificates")
      ->capture_default_str();
  add_server_keys(*command, flags->keys);
  add_limits(*command, flags->limits);
  command->add_flag("--allow-build", flags->allow_build,
                    "build missing RTL models for sessions that use tsim");
  add_seconds(*command, "--drain-seconds", flags->drain_seconds,
              "time that a drain waits for current runs");
  command->add_option("--tracker", flags->tracker.address,
                      "HOST:PORT of a vta tracker, which sends clients here");
  command->add_option(
      "--advertise", flags->advertise,
      "HOST:PORT at which clients reach this server; default: the address of --listen");
  command
      ->add_option("--offer", flags->offer,
                   "CONFIG/BACKEND to register with the tracker, * for any CONFIG; default: "
                   "*/fsim, */csim, and tsim for the built models")
      ->delimiter(',');
  add_client_keys(*command, flags->tracker.keys, "tracker-", "the tracker");
  command->add_option("--settings", flags->settings,
                      "file with options (JSON); the command line overrides it");
  command->add_flag("--json", flags->json, "print the listening address as JSON");
  command->footer(kServeExamples);
  command->callback([flags, command] {
    if (!flags->settings.empty())
      apply_settings(*command, flags->settings, "serve");
    return serve(*flags);
  });
}

}  // namespace vta::cli
