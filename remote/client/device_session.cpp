#include "remote/client/device_session.h"

#include <grpcpp/grpcpp.h>

#include "base/error.h"
#include "link/device_string.h"
#include "remote/messages/run_messages.h"
#include "remote/proto/vta_device.grpc.pb.h"

namespace vta::remote {
namespace {

constexpr auto kConnecting = std::chrono::seconds(10);

std::shared_ptr<grpc::Channel> channel_to(const std::string& address,
                                          const ClientSecurity& security) {
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
  return grpc::CreateCustomChannel(address, security.credentials, arguments);
}

// A status that ends a session as an error of this program.
[[noreturn]] void throw_status(const std::string& address, const grpc::Status& status) {
  switch (status.error_code()) {
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      throw ResourceError(fmt::format("{}: {}", address, status.error_message()));
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::PERMISSION_DENIED:
      throw UsageError(fmt::format("{}: refused: {}", address, status.error_message()));
    case grpc::StatusCode::UNIMPLEMENTED:
      throw DeviceError(fmt::format("{}: is no server of devices (vta serve): {}", address,
                                    status.error_message()));
    default:
      throw DeviceError(fmt::format(
          "{}: {}", address,
          status.error_message().empty() ? "the session ended" : status.error_message()));
  }
}

// DeviceError with the reason: nobody listens, a certificate is not believed. The first attempt
// counts; a client that waits for servers is another thing.
void require_connected(const std::string& address, grpc::Channel& channel, v1::Device::Stub& stub) {
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
  v1::Description none;
  const grpc::Status status = stub.Describe(&context, v1::DescribeRequest(), &none);
  throw DeviceError(
      fmt::format("{}: no connection: {}: is a server there (vta serve), and does it "
                  "speak TLS where this does (ca=)?",
                  address, status.ok() ? "it came too late" : status.error_message()));
}

}  // namespace

struct DeviceSession::Call {
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::Device::Stub> stub;
  grpc::ClientContext context;
  std::unique_ptr<grpc::ClientReaderWriter<v1::Request, v1::Reply>> stream;
};

DeviceSession::DeviceSession(const ServerPlace& place, const v1::Open& open)
    : address_(place.address), call_(std::make_unique<Call>()) {
  const ClientSecurity security = client_security(place.keys, place.address);
  security.add_token(call_->context);
  call_->channel = channel_to(place.address, security);
  call_->stub = v1::Device::NewStub(call_->channel);
  require_connected(place.address, *call_->channel, *call_->stub);
  call_->stream = call_->stub->Session(&call_->context);
  v1::Request request;
  *request.mutable_open() = open;
  try {
    v1::Reply reply = ask(request);
    if (!reply.has_opened())
      throw DeviceError(fmt::format("{}: no answer to Open", address_));
    opened_ = std::move(*reply.mutable_opened());
  } catch (const LostSession& lost) {
    throw DeviceError(fmt::format("{}: {}", address_, lost.text));
  }
}

DeviceSession::~DeviceSession() {
  if (!call_->stream)
    return;
  call_->context.TryCancel();  // nothing that was asked is of interest any more
  call_->stream->Finish();
}

void DeviceSession::fail() {
  const grpc::Status status = call_->stream->Finish();
  call_->stream.reset();
  if (status.error_code() == grpc::StatusCode::UNAVAILABLE ||
      status.error_code() == grpc::StatusCode::CANCELLED || status.ok())
    throw LostSession{
        status.error_message().empty() ? "the server ended the session" : status.error_message(),
        unanswered_ == 0};
  throw_status(address_, status);
}

void DeviceSession::send(const v1::Request& request) {
  if (!call_->stream)
    throw LostSession{"the session has ended", unanswered_ == 0};
  if (opened_.limits().message_bytes() > 0 &&
      static_cast<int64_t>(request.ByteSizeLong()) > opened_.limits().message_bytes())
    throw ResourceError(
        fmt::format("{}: a request of {} bytes; the server takes {} (vta serve --message-bytes)",
                    address_, request.ByteSizeLong(), opened_.limits().message_bytes()));
  if (!call_->stream->Write(request))
    fail();
  ++unanswered_;
}

v1::Reply DeviceSession::receive() {
  if (!call_->stream)
    throw LostSession{"the session has ended", unanswered_ == 0};
  v1::Reply reply;
  if (!call_->stream->Read(&reply))
    fail();
  unanswered_ = 0;
  return reply;
}

v1::Reply DeviceSession::ask(const v1::Request& request) {
  send(request);
  v1::Reply reply = receive();
  if (reply.has_failure())
    throw_failure(reply.failure());
  return reply;
}

v1::Description describe_server(const ServerPlace& place) {
  const ClientSecurity security = client_security(place.keys, place.address);
  const auto channel = channel_to(place.address, security);
  const auto stub = v1::Device::NewStub(channel);
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kConnecting);
  security.add_token(context);
  v1::Description description;
  const grpc::Status status = stub->Describe(&context, v1::DescribeRequest(), &description);
  if (!status.ok())
    throw_status(place.address, status);
  return description;
}

}  // namespace vta::remote
