#include "remote/tracker/lease.h"

#include "remote/client/asking_read.h"
#include "remote/client/channel.h"
#include "remote/proto/vta_tracker.grpc.pb.h"

namespace vta::remote {
namespace {

namespace v1 = tracker::v1;

constexpr std::string_view kTracker = "a tracker (vta tracker)";

}  // namespace

struct Lease::Call {
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::Tracker::Stub> stub;
  grpc::ClientContext context;
  std::unique_ptr<grpc::ClientReaderWriter<v1::Ask, v1::Answer>> stream;
};

Lease::Lease(const ServerPlace& tracker, const v1::Ask& ask, const Waiting& waiting) {
  connect_within_turns([&] { begin(tracker, ask, waiting); });
}

void Lease::begin(const ServerPlace& tracker, const v1::Ask& ask, const Waiting& waiting) {
  call_ = std::make_unique<Call>();
  const ClientSecurity security = client_security(tracker.keys, tracker.address);
  security.add_token(call_->context);
  call_->channel = channel_to(tracker.address, security);
  call_->stub = v1::Tracker::NewStub(call_->channel);
  require_connected(tracker.address, *call_->channel, kTracker,
                    [this](grpc::ClientContext& context) {
                      v1::Listing none;
                      return call_->stub->List(&context, v1::ListRequest(), &none);
                    });
  call_->stream = call_->stub->Acquire(&call_->context);
  v1::Answer answer;
  bool going = call_->stream->Write(ask);
  while (going && (going = read_asking(*call_->stream, call_->context, answer)) &&
         answer.has_waiting())
    if (waiting)
      waiting(answer.waiting());
  if (!going) {
    const grpc::Status status = call_->stream->Finish();
    call_->stream.reset();
    if (status.error_code() == grpc::StatusCode::UNAVAILABLE)
      throw_not_connected(fmt::format("{}: {}", tracker.address, status.error_message()));
    throw_status(tracker.address, kTracker, status);
  }
  address_ = answer.grant().address();
  number_ = answer.grant().lease();
}

Lease::~Lease() {
  if (!call_->stream)
    return;
  call_->context.TryCancel();
  call_->stream->Finish();
}

v1::Listing list_tracker(const ServerPlace& tracker) {
  const ClientSecurity security = client_security(tracker.keys, tracker.address);
  const auto channel = channel_to(tracker.address, security);
  const auto stub = v1::Tracker::NewStub(channel);
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kConnecting);
  security.add_token(context);
  v1::Listing listing;
  const grpc::Status status = stub->List(&context, v1::ListRequest(), &listing);
  if (!status.ok())
    throw_status(tracker.address, kTracker, status);
  return listing;
}

}  // namespace vta::remote
