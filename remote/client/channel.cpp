#include "remote/client/channel.h"

#include <thread>

#include "base/descriptors.h"

namespace vta::remote {
namespace {

constexpr int64_t kDescriptors = 32;  // gRPC ends the process where it has none
constexpr auto kComingAgain = std::chrono::seconds(2);
constexpr auto kPause = std::chrono::milliseconds(50);

}  // namespace

std::shared_ptr<grpc::Channel> channel_to(const std::string& address,
                                          const ClientSecurity& security) {
  require_descriptors(kDescriptors, "a connection to " + address);
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // a session is a connection
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 60000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 20000);
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);  // who says what is done twice is this library
  arguments.SetInt(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 4 << 20);  // a picture does not wait
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_FRAME_SIZE, 1 << 20);
  arguments.SetMaxReceiveMessageSize(1 << 30);
  arguments.SetMaxSendMessageSize(-1);
  // A host may be called unix or ipv4: with a scheme of its own the address is no other scheme's.
  return grpc::CreateCustomChannel("dns:///" + address, security.credentials, arguments);
}

void throw_not_connected(const std::string& text) {
  for (const char* closed : {"Socket closed", "Connection reset"})
    if (text.find(closed) != std::string::npos)
      throw TurnedAway(text);
  throw NotConnected(text);
}

void connect_within_turns(const std::function<void()>& connect) {
  using Clock = std::chrono::steady_clock;
  for (const auto until = Clock::now() + kComingAgain;;) {
    try {
      return connect();
    } catch (const TurnedAway&) {
      if (Clock::now() >= until)
        throw;
    }
    std::this_thread::sleep_for(kPause);
  }
}

void require_connected(const std::string& address, grpc::Channel& channel, std::string_view what,
                       const std::function<grpc::Status(grpc::ClientContext&)>& ask) {
  const auto deadline = std::chrono::system_clock::now() + kConnecting;
  auto state = channel.GetState(true);
  while (state != GRPC_CHANNEL_READY) {
    if (state == GRPC_CHANNEL_TRANSIENT_FAILURE || !channel.WaitForStateChange(state, deadline))
      break;
    state = channel.GetState(true);
  }
  if (state == GRPC_CHANNEL_READY)
    return;
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(1));
  const grpc::Status status = ask(context);
  throw_not_connected(fmt::format(
      "{}: no connection: {}: is {} running there, and does it use TLS if this client does (ca=)?",
      address, status.ok() ? "it arrived too late" : status.error_message(), what));
}

void throw_status(const std::string& address, std::string_view what, const grpc::Status& status) {
  switch (status.error_code()) {
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      throw ResourceError(fmt::format("{}: {}", address, status.error_message()));
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::PERMISSION_DENIED:
      throw UsageError(fmt::format("{}: refused: {}", address, status.error_message()));
    case grpc::StatusCode::UNIMPLEMENTED:
      throw DeviceError(fmt::format("{}: is not {}: {}", address, what, status.error_message()));
    default:
      throw DeviceError(fmt::format(
          "{}: {}", address,
          status.error_message().empty() ? "the session ended" : status.error_message()));
  }
}

}  // namespace vta::remote
