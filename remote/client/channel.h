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

// Calls `connect`, and for two seconds calls it again where it throws TurnedAway. A server's places
// are strangers' until those give way, and a client is a stranger until it has said who it is.
void connect_within_turns(const std::function<void()>& connect);

// NotConnected with the reason: nobody listens, a certificate is not believed. The first attempt
// counts; a client that waits for servers is another thing. `ask` makes any call, for its status;
// `what` is whom one expected there: "a server (vta serve)".
void require_connected(const std::string& address, grpc::Channel& channel, std::string_view what,
                       const std::function<grpc::Status(grpc::ClientContext&)>& ask);

// A status that ends a call as an error: ResourceError for limits, UsageError for who is refused,
// DeviceError for what is left.
[[noreturn]] void throw_status(const std::string& address, std::string_view what,
                               const grpc::Status& status);

}  // namespace vta::remote
