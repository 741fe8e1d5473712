// A session at a server of devices, from the client's side: requests and replies of
// vta_device.proto.
#pragma once

#include <memory>
#include <string>

#include "remote/client/server_place.h"
#include "remote/proto/vta_device.pb.h"

namespace vta::remote {

// The connection broke, or the server is going: another session may do.
struct LostSession {
  std::string text;
  bool answered = true;  // whether all that was asked had been answered
};

class DeviceSession {
 public:
  // Connects and opens, for two seconds again where it is turned away. NotConnected where nobody
  // answers at the address, or takes sessions; what the server throws of its own is thrown with its
  // class.
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

// What a server offers, and who uses it. DeviceError where nobody answers.
v1::Description describe_server(const ServerPlace& place);

}  // namespace vta::remote
