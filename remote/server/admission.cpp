#include "remote/server/admission.h"

#include <grpcpp/grpcpp.h>

#include "remote/credentials/credentials.h"

namespace vta::remote {
namespace {

// A person's typing errors are answered at once. A refusal that waits keeps a thread of the server:
// 2 s at 8 a second keep 16 of the 32 that are for such calls.
constexpr double kAnswersPerSecond = 8, kLinesPerSecond = 1;
constexpr int kAtOnce = 8;
constexpr auto kLongestWait = std::chrono::seconds(2);

}  // namespace

Admission::Admission(EventLog& log)
    : log_(log), answers_(kAnswersPerSecond, kAtOnce), lines_(kLinesPerSecond, kAtOnce) {}

Admission::~Admission() {
  end();
  if (unsaid_ > 0)
    log_.event("unauthenticated", {{"more", unsaid_}});
}

grpc::Status Admission::check(const grpc::ServerContextBase& context, const ClientGuard& guard) {
  grpc::Status status = guard.check(context);
  const std::string peer = context.peer();
  if (status.ok()) {
    connections_.let_in(peer);
    return status;
  }
  connections_.refused(peer);
  log_refusal(peer, status.error_message());
  if (!wait_for_turn())
    connections_.cut(peer);
  return status;
}

void Admission::log_refusal(const std::string& peer, const std::string& reason) {
  boost::json::object line = {{"client", peer}, {"reason", reason}};
  {
    const std::scoped_lock lock(mutex_);
    if (!lines_.next(Pace::Clock::now(), {})) {
      ++unsaid_;
      return;
    }
    if (unsaid_ > 0)
      line["more"] = unsaid_;
    unsaid_ = 0;
  }
  log_.event("unauthenticated", std::move(line));
}

bool Admission::wait_for_turn() {
  std::unique_lock lock(mutex_);
  const auto wait = answers_.next(Pace::Clock::now(), kLongestWait);
  if (!wait)
    return false;
  ended_.wait_for(lock, *wait, [this] { return ends_; });
  return true;
}

void Admission::end() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
  }
  ended_.notify_all();
}

}  // namespace vta::remote
