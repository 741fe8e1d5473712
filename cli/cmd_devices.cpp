// vta devices: what a server of devices offers, and who uses it.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <memory>

#include "base/error.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/provenance.h"
#include "base/resource_policy.h"
#include "cli/commands.h"
#include "remote/client/device_session.h"

namespace vta::cli {
namespace {

using Session = remote::v1::SessionState;

struct DevicesFlags {
  std::string server;
  remote::ClientKeyFiles keys;
  bool json = false;
};

constexpr const char* kDevicesExamples = R"(Examples:
  vta devices --server 127.0.0.1:7411
  vta devices --server 127.0.0.1:7411 --json
  vta devices --server lab7.example.org:7411 --ca lab.pem --token-file token

What a server (vta serve) offers, its limits, and its sessions: since when each waits, runs or is idle.
Exit codes: 0 done; 2 wrong options, or the server refuses; 6 no server answers.)";

const char* what_text(Session::What what) {
  switch (what) {
    case Session::WAITING:
      return "waits";
    case Session::RUNNING:
      return "runs";
    default:
      return "idle";
  }
}

boost::json::object json_of(const remote::v1::Description& d, const std::string& server) {
  boost::json::array sessions;
  for (const Session& one : d.sessions())
    sessions.push_back({{"session", one.session()},
                        {"client", one.client()},
                        {"backend", one.backend()},
                        {"config", one.config()},
                        {"state", what_text(one.what())},
                        {"seconds", one.seconds()},
                        {"runs", one.runs()}});
  const auto& limits = d.limits();
  return {{"provenance", provenance_json({.schema = "vta.devices"})},
          {"server", server},
          {"version", d.tool_version()},
          {"protocol", d.version()},
          {"up_seconds", d.up_seconds()},
          {"draining", d.draining()},
          {"backends", boost::json::value_from(
                           std::vector<std::string>(d.backends().begin(), d.backends().end()))},
          {"tsim_models", boost::json::value_from(std::vector<std::string>(d.tsim_models().begin(),
                                                                           d.tsim_models().end()))},
          {"allow_build", d.allow_build()},
          {"workers", d.workers()},
          {"most_sessions", d.most_sessions()},
          {"limits",
           {{"session_memory", limits.memory_bytes()},
            {"launch_cycles", limits.max_cycles()},
            {"launch_seconds", limits.max_seconds()},
            {"queued_runs", limits.max_images()},
            {"idle_seconds", limits.idle_seconds()},
            {"message_bytes", limits.message_bytes()}}},
          {"sessions", sessions}};
}

void print_text(const remote::v1::Description& d, const std::string& server) {
  const std::vector<std::string> backends(d.backends().begin(), d.backends().end());
  fmt::print("{}: vta {}, up {:.0f} s{}\n", server, d.tool_version(), d.up_seconds(),
             d.draining() ? ", draining" : "");
  fmt::print("  backends: {}; models of tsim: {}\n", fmt::join(backends, ", "),
             d.allow_build() ? fmt::format("{} kept, others are built", d.tsim_models_size())
                             : fmt::format("{} kept, no others", d.tsim_models_size()));
  fmt::print("  {} at a time; a session may have {}, {} cycles and {} s a run\n",
             counted(d.workers(), "run"), binary_bytes_text(d.limits().memory_bytes()),
             d.limits().max_cycles(), d.limits().max_seconds());
  fmt::print("  {} of {}\n", counted(d.sessions_size(), "session"), d.most_sessions());
  for (const Session& one : d.sessions())
    fmt::print("  {:>6}  {:<24} {:<6} {:<20} {:<6} {:>8.1f} s {:>8}\n", one.session(), one.client(),
               one.backend().empty() ? "-" : one.backend(),
               one.config().empty() ? "-" : one.config(), what_text(one.what()), one.seconds(),
               counted(one.runs(), "run"));
}

void show(const DevicesFlags& flags) {
  const auto description = remote::describe_server({flags.server, flags.keys});
  if (flags.json)
    fmt::print("{}\n", json_text(json_of(description, flags.server)));
  else
    print_text(description, flags.server);
}

}  // namespace

void register_devices(Command& app) {
  auto flags = std::make_shared<DevicesFlags>();
  Command* command =
      app.add_subcommand("devices", "what a server of devices offers, and who uses it");
  command->add_option("--server", flags->server, "HOST:PORT of a vta serve")->required();
  command->add_option("--ca", flags->keys.ca,
                      "authority of the server's certificate: TLS is spoken");
  command->add_option("--cert", flags->keys.certificate,
                      "this client's own certificate, with --key");
  command->add_option("--key", flags->keys.key, "its key, for its owner's eyes only");
  command->add_option("--token-file", flags->keys.token,
                      "the token that the server asks for, likewise");
  command->add_flag("--json", flags->json, "print JSON");
  command->footer(kDevicesExamples);
  command->callback([flags] { show(*flags); });
}

}  // namespace vta::cli
