// Accepts the connections of a server itself, to enforce their limit: a connection over the limit
// is closed at once, before any byte is read, and a connection without authentication is closed
// after some seconds (connection_table.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "remote/server/connection_table.h"

namespace vta::remote {

class ConnectionGate {
 public:
  // Gets a connected socket that has something to read, which is its own from then on.
  using Take = std::function<void(int listener, int fd)>;
  // Connections that were closed for want of room, and those of strangers whose time was over,
  // since this was called last, and how many are open: at most once a second.
  using Tell = std::function<void(int64_t crowded, int64_t expired, int64_t open)>;

  // Listens at HOST:PORT (HOST numeric, [::1] in brackets; PORT 0: any that is free). UsageError
  // names the address where that cannot be; ResourceError: no descriptors.
  ConnectionGate(const std::string& address, int64_t most, double unknown_seconds);
  ~ConnectionGate();
  ConnectionGate(const ConnectionGate&) = delete;
  ConnectionGate& operator=(const ConnectionGate&) = delete;

  int port() const { return port_; }
  const std::string& address() const { return address_; }  // HOST:PORT
  void start(Take take, Tell tell);
  void stop();  // accepts nothing more; what is open stays
  // For a connection, by gRPC's name of its other end: marks it as authenticated; as refused;
  // closes it if unknown.
  void let_in(const std::string& peer);
  void refused(const std::string& peer);
  void cut(const std::string& peer);

 private:
  using Id = ConnectionTable::Id;
  struct Sockets {
    int watched;  // a second descriptor
    int held;     // the first, until something has come; then -1
  };

  void run();
  int wait_ms() const;
  void accept_all();
  bool make_room();
  void add(int fd, const PeerAddress& peer);
  void on_event(Id id, uint32_t events);
  void end(Id id);
  void forget(Id id);
  void end_expired();
  void refuse(int fd);
  void tell(bool now);

  int listener_ = -1, epoll_ = -1, wake_ = -1;
  int port_ = 0;
  std::string address_;
  Take take_;
  Tell tell_;
  std::thread thread_;
  int64_t crowded_ = 0, expired_ = 0;  // not told yet
  ConnectionTable::Time told_{};
  mutable std::mutex mutex_;  // guards what follows
  ConnectionTable table_;
  std::map<Id, Sockets> sockets_;
};

}  // namespace vta::remote
