#include "remote/server/connection_table.h"

#include <algorithm>

#include "base/error.h"

namespace vta::remote {

ConnectionTable::ConnectionTable(int64_t most, double unknown_seconds)
    : most_(most),
      most_strangers_(std::max<int64_t>(most / 2, 1)),
      patience_(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
          std::chrono::duration<double>(unknown_seconds))) {
  VTA_CHECK(most >= 1, "a table of {} connections", most);
}

std::optional<ConnectionTable::Id> ConnectionTable::oldest_stranger() const {
  for (const std::set<Id>* some : {&refused_, &silent_, &speaking_})
    if (!some->empty())
      return *some->begin();
  return std::nullopt;
}

ConnectionTable::Id ConnectionTable::enter(const PeerAddress& peer, Time now) {
  VTA_CHECK(!full(), "{} connections, and one more", size());
  all_[++last_] = {peer, now + patience_};
  silent_.insert(last_);
  return last_;
}

void ConnectionTable::spoke(Id id) {
  if (silent_.erase(id) > 0)
    speaking_.insert(id);
}

std::optional<ConnectionTable::Id> ConnectionTable::with(const PeerAddress& peer) const {
  for (const std::set<Id>* some : {&speaking_, &refused_})
    for (const Id id : *some)
      if (all_.at(id).peer == peer)
        return id;
  return std::nullopt;
}

void ConnectionTable::let_in(const PeerAddress& peer) {
  if (const auto id = with(peer)) {
    speaking_.erase(*id);
    refused_.erase(*id);
  }
}

void ConnectionTable::refused(const PeerAddress& peer) {
  if (const auto id = with(peer)) {
    speaking_.erase(*id);
    refused_.insert(*id);
  }
}

void ConnectionTable::leave(Id id) {
  all_.erase(id);
  refused_.erase(id);
  silent_.erase(id);
  speaking_.erase(id);
}

std::vector<ConnectionTable::Id> ConnectionTable::expired(Time now) const {
  std::vector<Id> out;
  for (const std::set<Id>* some : {&refused_, &silent_, &speaking_})
    for (const Id id : *some)  // in the order in which they came
      if (all_.at(id).until <= now)
        out.push_back(id);
      else
        break;
  return out;
}

std::optional<ConnectionTable::Time> ConnectionTable::next_expiry() const {
  std::optional<Time> next;
  for (const std::set<Id>* some : {&refused_, &silent_, &speaking_})
    if (!some->empty())
      next = std::min(next.value_or(Time::max()), all_.at(*some->begin()).until);
  return next;
}

}  // namespace vta::remote
