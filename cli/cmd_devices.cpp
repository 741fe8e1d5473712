// vta devices: what a server of devices, or a tracker's servers, offer, and who uses them.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <memory>

#include "base/error.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/provenance.h"
#include "base/resource_policy.h"
#include "cli/commands.h"
#include "cli/key_options.h"
#include "cli/remote_commands.h"
#include "remote/client/device_session.h"
#include "remote/tracker/lease.h"

namespace vta::cli {
namespace {

using Session = remote::v1::SessionState;

struct DevicesFlags {
  std::string server, tracker;
  remote::ClientKeyFiles keys;
  bool json = false;
};

constexpr const char* kDevicesExamples = R"(Examples:
  vta devices --server 127.0.0.1:7411
  vta devices --server 127.0.0.1:7411 --json
  vta devices --server lab7.example.org:7411 --ca lab.pem --token-file token
  vta devices --tracker 127.0.0.1:7412
  vta devices --tracker 127.0.0.1:7412 --json

Shows the backends, limits and sessions of a server (vta serve), with the time that each session has
waited, run or been idle; or the servers of a tracker (vta tracker), their clients, and the waiting clients.
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

using Listing = tracker::v1::Listing;
using ClientState = tracker::v1::ClientState;
using ServerState = tracker::v1::ServerState;

boost::json::array json_of(const google::protobuf::RepeatedPtrField<ClientState>& clients) {
  boost::json::array out;
  for (const ClientState& one : clients)
    out.push_back({{"lease", one.lease()},
                   {"client", one.client()},
                   {"config", one.config()},
                   {"backend", one.backend()},
                   {"priority", one.priority()},
                   {"seconds", one.seconds()}});
  return out;
}

boost::json::object json_of(const Listing& listing, const std::string& tracker) {
  boost::json::array servers;
  for (const ServerState& one : listing.servers())
    servers.push_back({{"server", one.server()},
                       {"address", one.offer().address()},
                       {"slots", one.offer().slots()},
                       {"keys", boost::json::value_from(std::vector<std::string>(
                                    one.offer().keys().begin(), one.offer().keys().end()))},
                       {"version", one.offer().tool_version()},
                       {"seconds", one.seconds()},
                       {"renewed_seconds", one.renewed_seconds()},
                       {"granted", one.granted()},
                       {"clients", json_of(one.clients())}});
  return {{"provenance", provenance_json({.schema = "vta.tracker"})},
          {"tracker", tracker},
          {"version", listing.tool_version()},
          {"protocol", listing.version()},
          {"up_seconds", listing.up_seconds()},
          {"lease_seconds", listing.lease_seconds()},
          {"servers", servers},
          {"waiting", json_of(listing.waiting())}};
}

std::string who(const ClientState& one) {
  return fmt::format("{:<24} {:<5} {:<24} priority {} {:>9.1f} s", one.client(), one.backend(),
                     one.config(), one.priority(), one.seconds());
}

void print_text(const Listing& listing, const std::string& tracker) {
  fmt::print("{}: vta {}, up {:.0f} s, {}, {}\n", tracker, listing.tool_version(),
             listing.up_seconds(), counted(listing.servers_size(), "server"),
             counted(listing.waiting_size(), "client waits", "clients wait"));
  if (listing.servers_size() > 0)
    fmt::print("  {:<28} {:>9} {:>8} {:>8}  {}\n", "server", "in use", "granted", "up s", "offers");
  for (const ServerState& one : listing.servers()) {
    std::vector<std::string> keys(one.offer().keys().begin(), one.offer().keys().end());
    constexpr size_t kShown = 6;
    const size_t more = keys.size() - std::min(keys.size(), kShown);
    keys.resize(keys.size() - more);
    fmt::print("  {:<28} {:>9} {:>8} {:>8.0f}  {}{}\n", one.offer().address(),
               fmt::format("{} of {}", one.clients_size(), one.offer().slots()), one.granted(),
               one.seconds(), fmt::join(keys, " "),
               more > 0 ? fmt::format(" and {} more", more) : "");
    for (const ClientState& client : one.clients())
      fmt::print("    has it  {}\n", who(client));
  }
  for (const ClientState& client : listing.waiting())
    fmt::print("  waits     {}\n", who(client));
}

void show(const DevicesFlags& flags) {
  if (flags.server.empty() == flags.tracker.empty())
    throw UsageError("give one of --server HOST:PORT and --tracker HOST:PORT");
  if (!flags.tracker.empty()) {
    const Listing listing = remote::list_tracker({flags.tracker, flags.keys});
    if (flags.json)
      fmt::print("{}\n", json_text(json_of(listing, flags.tracker)));
    else
      print_text(listing, flags.tracker);
    return;
  }
  const auto description = remote::describe_server({flags.server, flags.keys});
  if (flags.json)
    fmt::print("{}\n", json_text(json_of(description, flags.server)));
  else
    print_text(description, flags.server);
}

}  // namespace

void register_devices(Command& app) {
  auto flags = std::make_shared<DevicesFlags>();
  Command* command = app.add_subcommand(kDevices.name, kDevices.description);
  command->add_option("--server", flags->server, "HOST:PORT of a vta serve");
  command->add_option("--tracker", flags->tracker, "HOST:PORT of a vta tracker");
  add_client_keys(*command, flags->keys, "", "the server or tracker");
  command->add_flag("--json", flags->json, "print JSON");
  command->footer(kDevicesExamples);
  command->callback([flags] { show(*flags); });
}

}  // namespace vta::cli
