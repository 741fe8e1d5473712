#include "remote/client/device_session.h"

#include <grpcpp/grpcpp.h>

#include "base/error.h"
#include "remote/client/asking_read.h"
#include "remote/client/channel.h"
#include "remote/messages/run_messages.h"
#include "remote/proto/vta_device.grpc.pb.h"

namespace vta::remote {
namespace {

constexpr std::string_view kServer = "a server of devices (vta serve)";

}  // namespace

struct DeviceSession::Call {
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::Device::Stub> stub;
  grpc::ClientContext context;
  std::unique_ptr<grpc::ClientReaderWriter<v1::Request, v1::Reply>> stream;
};

DeviceSession::DeviceSession(const ServerPlace& place, const v1::Open& open)
    : address_(place.address) {
  connect_within_turns([&] { begin(place, open); });
}

void DeviceSession::begin(const ServerPlace& place, const v1::Open& open) {
  call_ = std::make_unique<Call>();
  unanswered_ = 0;
  const ClientSecurity security = client_security(place.keys, place.address);
  security.add_token(call_->context);
  call_->channel = channel_to(place.address, security);
  call_->stub = v1::Device::NewStub(call_->channel);
  require_connected(place.address, *call_->channel, kServer, [this](grpc::ClientContext& context) {
    v1::Description none;
    return call_->stub->Describe(&context, v1::DescribeRequest(), &none);
  });
  call_->stream = call_->stub->Session(&call_->context);
  v1::Request request;
  *request.mutable_open() = open;
  try {
    v1::Reply reply = ask(request);
    if (!reply.has_opened())
      throw DeviceError(fmt::format("{}: no answer to Open", address_));
    opened_ = std::move(*reply.mutable_opened());
  } catch (const LostSession& lost) {
    throw_not_connected(fmt::format("{}: {}", address_, lost.text));
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
  throw_status(address_, kServer, status);
}

void DeviceSession::send(const v1::Request& request) {
  if (!call_->stream)
    throw LostSession{"the session has ended", unanswered_ == 0};
  if (opened_.limits().message_bytes() > 0 &&
      static_cast<int64_t>(request.ByteSizeLong()) > opened_.limits().message_bytes())
    throw ResourceError(
        fmt::format("{}: a request of {} bytes; the server accepts {} (vta serve --message-bytes)",
                    address_, request.ByteSizeLong(), opened_.limits().message_bytes()));
  if (!call_->stream->Write(request))
    fail();
  ++unanswered_;
}

v1::Reply DeviceSession::receive() {
  if (!call_->stream)
    throw LostSession{"the session has ended", unanswered_ == 0};
  v1::Reply reply;
  if (!read_asking(*call_->stream, call_->context, reply))
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
    throw_status(place.address, kServer, status);
  return description;
}

}  // namespace vta::remote
