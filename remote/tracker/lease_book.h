// The assignment of devices to clients: the tracker's decisions without connections, threads and
// clock.
//
// A request gets a free slot of a server that has its key. Among requests the highest priority is
// first, then the earliest; a request without a suitable free slot does not delay later ones. Among
// servers one that the client has not found unreachable is taken, among these the one with the most
// free slots, then the one that is there longest.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "remote/schemes/device_key.h"

namespace vta::remote {

class LeaseBook {
 public:
  using Time = std::chrono::steady_clock::time_point;

  struct Offer {
    std::string address;
    int64_t slots = 1;
    std::vector<std::string> keys;
    std::string tool_version = {};
  };
  struct Want {
    DeviceKey key;
    int64_t priority = 0;
    std::string client = {};              // for whoever looks
    std::vector<std::string> avoid = {};  // addresses of servers that it could not reach
  };
  struct Server {
    Offer offer;
    Time since, renewed;
    int64_t granted = 0;  // leases so far
    int64_t in_use = 0;
  };
  struct Lease {
    Want want;
    Time since;           // it waits, or has it
    uint64_t server = 0;  // 0: it waits
    std::string address = {};
    bool server_is_gone = false;
  };
  struct Granted {
    uint64_t lease, server;
  };

  // A server, with a number from 1 on. One with the same address is replaced.
  uint64_t enter(Offer offer, Time now);
  // false: there is no such server any more.
  bool renew(uint64_t server, Offer offer, Time now);
  // Who has a lease of it keeps it, and a server that enters anew knows nothing of it.
  void leave(uint64_t server);

  uint64_t ask(Want want, Time now);  // a lease, with a number from 1 on; it waits
  void end(uint64_t lease);           // whether it waits or has a device

  // Assigns free slots; to be called after every change.
  std::vector<Granted> settle(Time now);

  const std::map<uint64_t, Server>& servers() const { return servers_; }
  const Lease* lease(uint64_t number) const;
  const std::map<uint64_t, Lease>& leases() const { return leases_; }
  std::vector<uint64_t> waiting() const;         // who is next, first
  int64_t before(uint64_t lease) const;          // who wait and come first
  int64_t offering(const DeviceKey& key) const;  // servers

 private:
  Server* free_server(const Want& want, uint64_t& number);

  std::map<uint64_t, Server> servers_;
  std::map<uint64_t, Lease> leases_;
  uint64_t last_server_ = 0, last_lease_ = 0;
};

}  // namespace vta::remote
