// Accepts the connections of a server itself, so that there are never more than may be: what is
// over the limit is closed at once, before anybody reads from it or thinks about keys.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <thread>

namespace vta::remote {

class ConnectionGate {
 public:
  // Gets a connected socket, which is its own from then on.
  using Take = std::function<void(int listener, int fd)>;
  // Connections that were closed at accept since this was called last, and how many were open: at
  // most once a second.
  using Refused = std::function<void(int64_t closed, int64_t open)>;

  // Listens at HOST:PORT (HOST numeric, [::1] in brackets; PORT 0: any that is free). UsageError
  // names the address where that cannot be.
  ConnectionGate(const std::string& address, int64_t most);
  ~ConnectionGate();
  ConnectionGate(const ConnectionGate&) = delete;
  ConnectionGate& operator=(const ConnectionGate&) = delete;

  int port() const { return port_; }
  const std::string& address() const { return address_; }  // HOST:PORT
  void start(Take take, Refused refused);
  void stop();  // accepts nothing more; what is open stays
  int64_t open() const { return open_; }

 private:
  void run();
  void accept_all();
  void forget(int watched);
  void refuse(int fd);
  void tell_refused(bool now);

  int listener_ = -1, epoll_ = -1, wake_ = -1;
  int64_t most_;
  int port_ = 0;
  std::string address_;
  Take take_;
  Refused refused_;
  std::thread thread_;
  std::atomic<int64_t> open_ = 0;
  int64_t closed_ = 0;
  int64_t told_ms_ = 0;
};

}  // namespace vta::remote
