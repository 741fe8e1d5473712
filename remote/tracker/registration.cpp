#include "remote/tracker/registration.h"

#include <algorithm>

#include "remote/client/channel.h"
#include "remote/proto/vta_tracker.grpc.pb.h"

namespace vta::remote {
namespace {

namespace v1 = tracker::v1;

constexpr double kFirstPause = 0.2, kLongestPause = 5;
constexpr int kRenewalsPerLease = 3;

}  // namespace

Registration::Registration(ServerPlace tracker, MakeOffer offer, EventLog& log)
    : tracker_(std::move(tracker)), offer_(std::move(offer)), log_(log) {
  client_security(tracker_.keys, tracker_.address);  // says what is wrong, before anything begins
  thread_ = std::thread([this] { run(); });
}

Registration::~Registration() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
    if (context_ != nullptr)
      context_->TryCancel();
  }
  changed_.notify_all();
  thread_.join();
}

bool Registration::pause(double seconds) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return ends_; });
}

void Registration::run() {
  double wait = kFirstPause;
  do {
    registered_ = false;
    std::string why;
    try {
      register_once();
      return;  // it ends
    } catch (const vta::Error& e) {
      why = e.what();
    }
    wait = registered_ ? kFirstPause : std::min(wait * 2, kLongestPause);
    if (registered_ || why != told_)  // not each attempt
      log_.event("tracker_lost", {{"tracker", tracker_.address}, {"reason", why}});
    told_ = why;
  } while (pause(wait));
}

// Returns when it ends; throws where the call did.
void Registration::register_once() {
  const ClientSecurity security = client_security(tracker_.keys, tracker_.address);
  const auto channel = channel_to(tracker_.address, security);
  const auto stub = v1::Tracker::NewStub(channel);
  grpc::ClientContext context;
  security.add_token(context);
  struct Current {  // the call that the destructor may cancel
    Registration& self;
    Current(Registration& r, grpc::ClientContext& c) : self(r) {
      const std::scoped_lock lock(self.mutex_);
      self.context_ = &c;
      if (self.ends_)
        c.TryCancel();
    }
    ~Current() {
      const std::scoped_lock lock(self.mutex_);
      self.context_ = nullptr;
    }
  } const current(*this, context);
  const auto stream = stub->Register(&context);
  v1::Registered registered;
  while (stream->Write(offer_()) && stream->Read(&registered)) {
    if (!registered_)
      log_.event("registered", {{"tracker", tracker_.address}, {"server", registered.server()}});
    registered_ = true;
    if (!pause(std::clamp(registered.lease_seconds() / kRenewalsPerLease, 0.05, 60.0))) {
      context.TryCancel();
      break;
    }
  }
  const grpc::Status status = stream->Finish();
  if (pause(0))
    throw_status(tracker_.address, "a tracker (vta tracker)", status);
}

}  // namespace vta::remote
