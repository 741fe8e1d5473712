// Connections to servers of any service, and their statuses as errors of this program.
#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "remote/client/server_place.h"

namespace vta::remote {

inline constexpr auto kConnecting = std::chrono::seconds(10);

std::shared_ptr<grpc::Channel> channel_to(const std::string& address,
                                          const ClientSecurity& security);

// Throws TurnedAway where the text, which has gRPC's words, says that the server closed the
// connection; else NotConnected.
[[noreturn]] void throw_not_connected(const std::string& text);

// Calls `connect`, and for two seconds calls it again where it throws TurnedAway. Until
// authentication a client shares the limited places for unknown connections, which free up within
// that time.
void connect_within_turns(const std::function<void()>& connect);

// NotConnected with the reason: no server listens, a certificate is not trusted. There is only one
// attempt. `ask` makes any call, for its status; `what` names the expected peer: "a server (vta
// serve)".
void require_connected(const std::string& address, grpc::Channel& channel, std::string_view what,
                       const std::function<grpc::Status(grpc::ClientContext&)>& ask);

// The error for a status that ends a call: ResourceError for limits, UsageError for refused
// clients, DeviceError for all others.
[[noreturn]] void throw_status(const std::string& address, std::string_view what,
                               const grpc::Status& status);

}  // namespace vta::remote
