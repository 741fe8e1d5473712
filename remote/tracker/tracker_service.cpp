#include "remote/tracker/tracker_service.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/plural.h"
#include "base/version.h"
#include "remote/credentials/listen_address.h"

namespace vta::remote {
namespace {

using grpc::Status;
using grpc::StatusCode;
namespace v1 = tracker::v1;

constexpr int64_t kMostSlots = 1024, kMostKeys = 256, kMostPriority = 9, kMostAvoided = 16;
// A peer that does not begin, or takes no answer, has that long.
constexpr double kPatience = 20;

double seconds_since(LeaseBook::Time then) {
  return std::chrono::duration<double>(CallWatch::Clock::now() - then).count();
}

Status no_version(uint32_t version) {
  return {StatusCode::FAILED_PRECONDITION,
          fmt::format("version {} of the protocol: this is version 1 (vta {})", version,
                      vta::version())};
}

Status invalid(const std::string& why) {
  return {StatusCode::INVALID_ARGUMENT, why};
}

Status check_offer(const v1::Offer& offer) {
  if (offer.version() != 1)
    return no_version(offer.version());
  if (const std::string problem = client_address_problem(offer.address()); !problem.empty())
    return invalid("an offer's " + problem);
  if (offer.slots() < 1 || offer.slots() > kMostSlots)
    return invalid(
        fmt::format("an offer of {} slots, legal are 1 to {}", offer.slots(), kMostSlots));
  if (offer.keys_size() < 1 || offer.keys_size() > kMostKeys)
    return invalid(
        fmt::format("an offer of {} keys, legal are 1 to {}", offer.keys_size(), kMostKeys));
  try {
    for (const std::string& key : offer.keys())
      parse_device_key(key);
  } catch (const UsageError& e) {
    return invalid(e.what());
  }
  return Status::OK;
}

Status check_ask(const v1::Ask& ask) {
  if (ask.version() != 1)
    return no_version(ask.version());
  if (ask.priority() < 0 || ask.priority() > kMostPriority)
    return invalid(fmt::format("priority {}, legal are 0 to {}", ask.priority(), kMostPriority));
  if (ask.avoid_size() > kMostAvoided)
    return invalid(
        fmt::format("{} servers to avoid, the limit is {}", ask.avoid_size(), kMostAvoided));
  if (!std::isfinite(ask.wait_seconds()) || ask.wait_seconds() < 0)
    return invalid("a wait that is not a number of seconds");
  try {
    parse_device_key(ask.config() + "/" + ask.backend());
  } catch (const UsageError& e) {
    return invalid(e.what());
  }
  return Status::OK;
}

LeaseBook::Offer offer_of(const v1::Offer& offer) {
  return {.address = offer.address(),
          .slots = offer.slots(),
          .keys = {offer.keys().begin(), offer.keys().end()},
          .tool_version = offer.tool_version().substr(0, 100)};
}

void put(uint64_t number, const LeaseBook::Lease& lease, v1::ClientState& out) {
  out.set_lease(number);
  out.set_client(lease.want.client);
  out.set_config(lease.want.key.config);
  out.set_backend(lease.want.key.backend);
  out.set_priority(static_cast<int32_t>(lease.want.priority));
  out.set_seconds(seconds_since(lease.since));
}

}  // namespace

Status TrackerService::refused(const grpc::ServerContext& context, StatusCode code,
                               const std::string& why) {
  log_.event("refused", {{"client", context.peer()}, {"reason", why}});
  return {code, why};
}

// Under the lock.
void TrackerService::settle() {
  for (const LeaseBook::Granted& one : book_.settle(Clock::now())) {
    const LeaseBook::Lease& lease = *book_.lease(one.lease);
    log_.event("granted", {{"lease", one.lease},
                           {"server", one.server},
                           {"client", lease.want.client},
                           {"key", lease.want.key.text()}});
  }
  changed_.notify_all();
}

Status TrackerService::Register(grpc::ServerContext* context, Registration* stream) {
  if (Status status = admission_.check(*context, servers_); !status.ok())
    return status;
  Watched watched(watch_, [context] { context->TryCancel(); });
  v1::Offer offer;
  watched.arm(kPatience);
  if (!stream->Read(&offer))
    return {StatusCode::CANCELLED, "no offer arrived"};
  watched.disarm();
  if (Status status = check_offer(offer); !status.ok())
    return refused(*context, status.error_code(), status.error_message());
  uint64_t number = 0;
  {
    const std::scoped_lock lock(mutex_);
    const bool known = std::ranges::any_of(book_.servers(), [&](const auto& one) {
      return one.second.offer.address == offer.address();
    });
    if (ends_)
      return {StatusCode::UNAVAILABLE, "the tracker ends"};
    if (!known && static_cast<int64_t>(book_.servers().size()) >= limits_.servers)
      return refused(
          *context, StatusCode::RESOURCE_EXHAUSTED,
          fmt::format("{} servers are registered, which is the limit (vta tracker --servers)",
                      limits_.servers));
    number = book_.enter(offer_of(offer), Clock::now());
    log_.event("server",
               {{"server", number}, {"address", offer.address()}, {"slots", offer.slots()}});
    settle();
  }
  const Status status = keep(*stream, watched, number);
  const std::scoped_lock lock(mutex_);
  book_.leave(number);
  log_.event("server_end", {{"server", number},
                            {"address", offer.address()},
                            {"reason", status.ok() ? "it left" : status.error_message()}});
  changed_.notify_all();
  return status;
}

Status TrackerService::keep(Registration& stream, Watched& watched, uint64_t server) {
  v1::Registered registered;
  registered.set_server(server);
  registered.set_lease_seconds(limits_.lease_seconds);
  v1::Offer offer;
  while (true) {
    watched.arm(limits_.lease_seconds);  // for the answer to be taken, and the next offer to come
    const bool got = stream.Write(registered) && stream.Read(&offer);
    watched.disarm();
    if (!got)
      return watched.expired()
                 ? Status(StatusCode::DEADLINE_EXCEEDED,
                          fmt::format("it sent nothing for {} s (vta tracker --lease-seconds)",
                                      limits_.lease_seconds))
                 : Status::OK;
    if (Status status = check_offer(offer); !status.ok())
      return status;
    const std::scoped_lock lock(mutex_);
    if (ends_)
      return {StatusCode::UNAVAILABLE, "the tracker ends"};
    if (!book_.renew(server, offer_of(offer), Clock::now()))
      return {StatusCode::ABORTED,
              fmt::format("a server with the address {} has registered since", offer.address())};
    settle();
  }
}

Status TrackerService::Acquire(grpc::ServerContext* context, Asking* stream) {
  if (Status status = admission_.check(*context, clients_); !status.ok())
    return status;
  Watched watched(watch_, [context] { context->TryCancel(); });
  v1::Ask ask;
  watched.arm(kPatience);
  if (!stream->Read(&ask))
    return {StatusCode::CANCELLED, "no request arrived"};
  watched.disarm();
  if (Status status = check_ask(ask); !status.ok())
    return refused(*context, status.error_code(), status.error_message());
  uint64_t lease = 0;
  {
    const std::scoped_lock lock(mutex_);
    if (ends_)
      return {StatusCode::UNAVAILABLE, "the tracker ends"};
    if (static_cast<int64_t>(book_.leases().size()) >= limits_.clients)
      return refused(
          *context, StatusCode::RESOURCE_EXHAUSTED,
          fmt::format(
              "{} clients wait or have a device, which is the limit (vta tracker --clients)",
              limits_.clients));
    lease = book_.ask({.key = {ask.config(), ask.backend()},
                       .priority = ask.priority(),
                       .client = context->peer(),
                       .avoid = {ask.avoid().begin(), ask.avoid().end()}},
                      Clock::now());
    settle();
  }
  const auto start = Clock::now();
  Status status =
      wait(*context, *stream, watched, lease, std::min(ask.wait_seconds(), limits_.wait_seconds));
  if (status.ok())
    status = hold(*stream, watched, lease);
  const std::scoped_lock lock(mutex_);
  book_.end(lease);
  log_.event("lease_end",
             {{"lease", lease},
              {"seconds", seconds_since(start)},
              {"reason", status.ok() ? "the client ended it" : status.error_message()}});
  settle();
  return status;
}

std::string TrackerService::nobody(const DeviceKey& key) const {
  std::set<std::string> offered;
  for (const auto& [number, server] : book_.servers())
    offered.insert(server.offer.keys.begin(), server.offer.keys.end());
  return offered.empty()
             ? fmt::format("no registered server offers {}: no server is registered", key.text())
             : fmt::format("no registered server offers {}; servers offer {}", key.text(),
                           fmt::join(offered, ", "));
}

Status TrackerService::wait(grpc::ServerContext& context, Asking& stream, Watched& watched,
                            uint64_t lease, double seconds) {
  // A client that vanishes is seen at the next look; what it waits for wakes this at once.
  constexpr auto kLook = std::chrono::milliseconds(100);
  constexpr double kTell = 1;
  const auto start = Clock::now();
  auto offered_at = start;  // when a server had it last
  double told_at = -kTell;
  std::pair<int64_t, int64_t> told = {-1, -1};
  std::unique_lock lock(mutex_);
  const DeviceKey key = book_.lease(lease)->want.key;
  while (book_.lease(lease)->server == 0) {
    if (context.IsCancelled())
      return {StatusCode::CANCELLED, "the client left while it waited"};
    if (ends_)
      return {StatusCode::UNAVAILABLE, "the tracker ends"};
    const double waited = seconds_since(start);
    const std::pair<int64_t, int64_t> now = {book_.before(lease), book_.offering(key)};
    if (now.second > 0)
      offered_at = Clock::now();
    if (now.second == 0 && std::min(seconds, limits_.absent_seconds) <= seconds_since(offered_at))
      return {StatusCode::DEADLINE_EXCEEDED, nobody(key)};
    if (waited >= seconds)
      return {StatusCode::DEADLINE_EXCEEDED,
              fmt::format("no device of {} within {:g} s: {} it, {} before this one", key.text(),
                          seconds, counted(now.second, "server has", "servers have"),
                          counted(now.first, "client is", "clients are"))};
    if (now != told && waited - told_at >= kTell) {
      told = now;
      told_at = waited;
      v1::Answer answer;
      answer.mutable_waiting()->set_before(now.first);
      answer.mutable_waiting()->set_servers(static_cast<int32_t>(now.second));
      lock.unlock();
      watched.arm(kPatience);
      const bool sent = stream.Write(answer);
      watched.disarm();
      lock.lock();
      if (!sent)
        return {StatusCode::CANCELLED, "the client left while it waited"};
      continue;
    }
    changed_.wait_for(lock, kLook);
  }
  v1::Answer answer;
  answer.mutable_grant()->set_lease(lease);
  answer.mutable_grant()->set_address(book_.lease(lease)->address);
  lock.unlock();
  watched.arm(kPatience);
  const bool sent = stream.Write(answer);
  watched.disarm();
  return sent ? Status::OK : Status(StatusCode::CANCELLED, "the client left while it waited");
}

Status TrackerService::hold(Asking& stream, Watched& watched, uint64_t) {
  v1::Ask more;
  watched.arm(limits_.hold_seconds);
  const bool got = stream.Read(&more);
  watched.disarm();
  if (got)
    return invalid("a second request in one call");
  if (watched.expired())
    return {StatusCode::DEADLINE_EXCEEDED,
            fmt::format("the client held a device for {} s (vta tracker --hold-seconds)",
                        limits_.hold_seconds)};
  return Status::OK;
}

Status TrackerService::List(grpc::ServerContext* context, const v1::ListRequest*,
                            v1::Listing* out) {
  if (Status status = admission_.check(*context, clients_); !status.ok())
    return status;
  out->set_version(1);
  out->set_tool_version(std::string(vta::version()));
  out->set_up_seconds(seconds_since(start_));
  out->set_lease_seconds(limits_.lease_seconds);
  const std::scoped_lock lock(mutex_);
  for (const auto& [number, server] : book_.servers()) {
    v1::ServerState& state = *out->add_servers();
    state.set_server(number);
    v1::Offer& offer = *state.mutable_offer();
    offer.set_version(1);
    offer.set_address(server.offer.address);
    offer.set_slots(static_cast<int32_t>(server.offer.slots));
    offer.mutable_keys()->Add(server.offer.keys.begin(), server.offer.keys.end());
    offer.set_tool_version(server.offer.tool_version);
    state.set_seconds(seconds_since(server.since));
    state.set_renewed_seconds(seconds_since(server.renewed));
    state.set_granted(server.granted);
    for (const auto& [lease_number, lease] : book_.leases())
      if (lease.server == number)
        put(lease_number, lease, *state.add_clients());
  }
  for (const uint64_t number : book_.waiting())
    put(number, *book_.lease(number), *out->add_waiting());
  return Status::OK;
}

void TrackerService::end() {
  const std::scoped_lock lock(mutex_);
  ends_ = true;
  changed_.notify_all();
}

}  // namespace vta::remote
