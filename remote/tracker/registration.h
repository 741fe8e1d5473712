// Registers a server of devices at a tracker, renews the registration, and registers again after
// the tracker was unavailable.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "remote/client/server_place.h"
#include "remote/proto/vta_tracker.pb.h"
#include "remote/server/event_log.h"

namespace grpc {
class ClientContext;
}  // namespace grpc

namespace vta::remote {

class Registration {
 public:
  using MakeOffer = std::function<tracker::v1::Offer()>;  // as it is now; asked for each renewal

  // Runs by itself and logs failures. UsageError, InputError: mistakes in the key files.
  Registration(ServerPlace tracker, MakeOffer offer, EventLog& log);
  ~Registration();  // leaves
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

 private:
  void run();
  void register_once();
  bool pause(double seconds);  // false: it ends

  ServerPlace tracker_;
  MakeOffer offer_;
  EventLog& log_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ends_ = false;
  bool registered_ = false;
  std::string told_;                        // what went wrong last
  grpc::ClientContext* context_ = nullptr;  // of the call that goes on
  std::thread thread_;
};

}  // namespace vta::remote
