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

The first line on stdout is where it listens (JSON with --json); what happens is written to stderr, a JSON
object a line. SIGTERM and SIGINT drain: what runs ends, nothing begins; a second one ends it at once.
A limit that is met names its option here. docs/serve.md has the rest.
Exit codes: 0 drained; 2 wrong options, or an address that cannot be had; 8 no threads or descriptors.)";

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
      throw UsageError(fmt::format("{} is for a tracker: give --tracker too",
                                   flags.advertise.empty() ? "--offer" : "--advertise"));
    return;
  }
  for (const std::string& key : flags.offer)
    remote::parse_device_key(key);
  remote::is_loopback(flags.tracker.address);  // has the form of an address
  const std::string& where = flags.advertise.empty() ? flags.listen : flags.advertise;
  if (where.starts_with("0.0.0.0:") || where.starts_with("[::]:"))
    throw UsageError(fmt::format(
        "'{}' is no address that clients could reach: give --advertise HOST:PORT", where));
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
            "connections at a time; others are closed");
  add_seconds(
      command, "--unknown-seconds", limits.unknown_seconds,
      "seconds of a connection on which nobody was let in; these have half of --connections, "
      "and the oldest gives way");
  add_count(command, "--sessions", limits.sessions, 10000, "sessions at a time");
  add_count(command, "--workers", limits.workers, 1024,
            "runs at a time; others wait for their turn");
  add_count(command, "--waiting", limits.waiting, 100000, "requests that wait for their turn");
  add_count(command, "--queued-runs", limits.queued_runs, 100000,
            "runs that one request of a session may ask for");
  add_count(command, "--launch-cycles", limits.launch_cycles, int64_t{1} << 60,
            "cycles of a launch");
  add_bytes(command, "--session-memory", limits.session_memory,
            "bytes of a session: device memory, and programs and tensors, each");
  add_bytes(command, "--total-memory", limits.total_memory,
            "bytes of device memory of all sessions");
  add_bytes(command, "--program-memory", limits.program_memory,
            "bytes of programs that are kept for all");
  add_bytes(command, "--message-bytes", limits.message_bytes, "bytes of a message");
  add_seconds(command, "--launch-seconds", limits.launch_seconds,
              "seconds of a run, from its turn on");
  add_seconds(command, "--idle-seconds", limits.idle_seconds,
              "seconds without a request, or a reply taken");
}

}  // namespace

void register_serve(Command& app) {
  auto flags = std::make_shared<ServeFlags>();
  Command* command = app.add_subcommand(kServe.name, kServe.description);
  command
      ->add_option("--listen", flags->listen,
                   "HOST:PORT; port 0: any that is free; others than of this machine alone take "
                   "TLS and a token or "
                   "certificates of clients")
      ->capture_default_str();
  add_server_keys(*command, flags->keys);
  add_limits(*command, flags->limits);
  command->add_flag(
      "--allow-build", flags->allow_build,
      "let a session build the model of the RTL that its configuration of tsim lacks");
  add_seconds(*command, "--drain-seconds", flags->drain_seconds,
              "how long a drain waits for what runs");
  command->add_option("--tracker", flags->tracker.address,
                      "HOST:PORT of a vta tracker, which sends clients here");
  command->add_option("--advertise", flags->advertise,
                      "HOST:PORT where its clients reach this server; default: where it listens");
  command
      ->add_option("--offer", flags->offer,
                   "CONFIG/BACKEND that it says it has, * for any CONFIG; default: */fsim, "
                   "*/csim, and tsim of the models that are built")
      ->delimiter(',');
  add_client_keys(*command, flags->tracker.keys, "tracker-", "the tracker");
  command->add_option("--settings", flags->settings,
                      "file of options (JSON) for what is not given here");
  command->add_flag("--json", flags->json, "print where it listens as JSON");
  command->footer(kServeExamples);
  command->callback([flags, command] {
    if (!flags->settings.empty())
      apply_settings(*command, flags->settings, "serve");
    return serve(*flags);
  });
}

}  // namespace vta::cli
