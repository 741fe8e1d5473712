// Decides which connections stay, without sockets, threads and clock.
//
// A connection without an authenticated call is a stranger. Strangers have some seconds each, and
// together half of the table. A new connection is always accepted as long as there are strangers:
// the oldest of them is closed, first those that were refused (a wrong token), then those that have
// sent nothing. An authenticated connection is never closed for another one.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "remote/server/peer_address.h"

namespace vta::remote {

class ConnectionTable {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Id = uint64_t;  // in the order in which they came

  ConnectionTable(int64_t most, double unknown_seconds);

  // Whether an unknown connection, the oldest, is closed for one more.
  bool is_crowded() const { return full() || strangers() >= most_strangers_; }
  bool full() const { return size() >= most_; }
  std::optional<Id> oldest_stranger() const;
  Id enter(const PeerAddress& peer, Time now);  // while it is not full
  void spoke(Id id);                            // has sent something
  // From now on a client's, or one that was refused. A stranger that has ended since is no mistake.
  void let_in(const PeerAddress& peer);
  void refused(const PeerAddress& peer);
  void leave(Id id);

  std::optional<Id> with(const PeerAddress& peer) const;  // the stranger that has it
  std::vector<Id> expired(Time now) const;                // strangers whose time is over
  std::optional<Time> next_expiry() const;
  int64_t size() const { return static_cast<int64_t>(all_.size()); }
  int64_t strangers() const {
    return static_cast<int64_t>(refused_.size() + silent_.size() + speaking_.size());
  }

 private:
  struct Row {
    PeerAddress peer;
    Time until;
  };

  const int64_t most_, most_strangers_;
  const std::chrono::steady_clock::duration patience_;
  Id last_ = 0;
  std::map<Id, Row> all_;
  std::set<Id> refused_, silent_, speaking_;  // strangers
};

}  // namespace vta::remote
