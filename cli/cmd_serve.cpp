// vta serve: devices of this machine for programs elsewhere.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <memory>
#include <thread>

#include "base/cores.h"
#include "base/error.h"
#include "base/json.h"
#include "base/provenance.h"
#include "base/resource_policy.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "remote/server/device_server.h"

namespace vta::cli {
namespace {

struct ServeFlags {
  std::string listen = "127.0.0.1:7411";
  remote::ServerLimits limits;
  remote::ServerKeyFiles keys;
  bool allow_build = false, json = false;
  double drain_seconds = 60;
};

constexpr const char* kServeExamples = R"(Examples:
  vta serve                                     # at 127.0.0.1:7411
  vta serve --listen 127.0.0.1:0 --workers 4    # any free port; it is printed
  vta serve --listen 0.0.0.0:7411 --tls-cert lab7.pem --tls-key lab7.key --token-file tokens
  vta run resnet18.vta --device grpc://127.0.0.1:7411,backend=csim
  vta devices --server 127.0.0.1:7411

The first line on stdout is where it listens (JSON with --json); what happens is written to stderr, a JSON
object a line. SIGTERM and SIGINT drain: what runs ends, nothing begins; a second one ends it at once.
A limit that is met names its option here. docs/serve.md has the rest.
Exit codes: 0 drained; 2 wrong options, or an address that cannot be had; 8 no threads or descriptors.)";

// Signals that end it are waited for, not handled: every other thread has them blocked.
sigset_t block_signals() {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  ::pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  return ends;
}

void print_address(const std::string& address, bool json) {
  if (json)
    std::puts(boost::json::serialize(boost::json::object{{"listening", address}}).c_str());
  else
    fmt::print("listening at {}\n", address);
  finish_standard_output();  // who waits for it has it now, or this ends
}

int serve(const ServeFlags& flags) {
  const sigset_t ends = block_signals();
  remote::ServerOptions options;
  options.listen = flags.listen;
  options.limits = flags.limits;
  options.security = remote::server_security(flags.keys);
  options.worker.allow_build = flags.allow_build;
  options.log = [](std::string_view line) {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
  };
  remote::DeviceServer server(std::move(options));
  print_address(server.address(), flags.json);
  int which = 0;
  ::sigwait(&ends, &which);
  // The second one, while the first drains, ends the program as it would any other.
  ::signal(SIGTERM, SIG_DFL);
  ::signal(SIGINT, SIG_DFL);
  ::pthread_sigmask(SIG_UNBLOCK, &ends, nullptr);
  server.drain(flags.drain_seconds);
  return 0;
}

void add_count(Command& command, const std::string& name, int64_t& value, int64_t most,
               const std::string& help) {
  command.add_option(name, value, help)->check(range(1, most))->capture_default_str();
}

void add_bytes(Command& command, const std::string& name, int64_t& value, const std::string& help) {
  command
      .add_option_function(
          name,
          [&value, name](const std::string& text) {
            value = parse_bytes(text, name);
            if (value < int64_t{64} << 10)
              throw UsageError(fmt::format("{} '{}': it must be at least 64K", name, text));
          },
          help)
      ->default_str(binary_bytes_text(value));
}

void add_seconds(Command& command, const std::string& name, double& value,
                 const std::string& help) {
  command.add_option(name, value, help)->check(real_range(0.01, 1e6))->capture_default_str();
}

void add_limits(Command& command, remote::ServerLimits& limits) {
  limits.workers = std::max<int64_t>(static_cast<int64_t>(std::thread::hardware_concurrency()), 1);
  add_count(command, "--connections", limits.connections, 100000,
            "connections at a time; others are closed");
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
  Command* command =
      app.add_subcommand("serve", "offer this machine's devices to programs elsewhere");
  command
      ->add_option("--listen", flags->listen,
                   "HOST:PORT; port 0: any that is free; others than of this machine alone take "
                   "TLS and a token or "
                   "certificates of clients")
      ->capture_default_str();
  command->add_option("--tls-cert", flags->keys.certificate,
                      "certificate (PEM) of this server, with --tls-key");
  command->add_option("--tls-key", flags->keys.key, "its key (PEM), for its owner's eyes only");
  command->add_option("--client-ca", flags->keys.client_ca,
                      "authorities (PEM) whose clients are let in");
  command->add_option("--token-file", flags->keys.tokens,
                      "tokens of those who are let in, one a line; for its owner's eyes only");
  add_limits(*command, flags->limits);
  command->add_flag(
      "--allow-build", flags->allow_build,
      "let a session build the model of the RTL that its configuration of tsim lacks");
  add_seconds(*command, "--drain-seconds", flags->drain_seconds,
              "how long a drain waits for what runs");
  command->add_flag("--json", flags->json, "print where it listens as JSON");
  command->footer(kServeExamples);
  command->callback([flags] { return serve(*flags); });
}

}  // namespace vta::cli
