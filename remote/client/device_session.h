// A session at a server of devices, from the client's side: requests and replies of
// vta_device.proto.
#pragma once

#include <memory>
#include <string>

#include "remote/client/server_place.h"
#include "remote/proto/vta_device.pb.h"

namespace vta::remote {

// The connection broke, or the server is shutting down: another session may succeed.
struct LostSession {
  std::string text;
  bool answered = true;  // whether all requests had a response
};

class DeviceSession {
 public:
  // Connects and opens a session; retries for two seconds if it is turned away. NotConnected if no
  // server answers or accepts sessions; errors of the server are thrown with their class.
  DeviceSession(const ServerPlace& place, const v1::Open& open);
  ~DeviceSession();
  DeviceSession(const DeviceSession&) = delete;
  DeviceSession& operator=(const DeviceSession&) = delete;

  const v1::Opened& opened() const { return opened_; }

  // LostSession; ResourceError for a limit of the server that ended the session, DeviceError for
  // what else ended it.
  void send(const v1::Request& request);
  v1::Reply receive();
  // Both, and a Failure thrown as what it is.
  v1::Reply ask(const v1::Request& request);

 private:
  struct Call;
  void begin(const ServerPlace& place, const v1::Open& open);
  [[noreturn]] void fail();

  std::string address_;
  std::unique_ptr<Call> call_;
  v1::Opened opened_;
  int64_t unanswered_ = 0;
};

// The devices and users of a server. DeviceError if it does not answer.
v1::Description describe_server(const ServerPlace& place);

}  // namespace vta::remote
