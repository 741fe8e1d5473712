// What a session does, in its worker: a device, a program, runs, and a driver's calls. One request,
// its replies.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "remote/proto/vta_device.pb.h"
#include "remote/worker/checked_link.h"
#include "runtime/executor.h"

namespace vta::remote {

class WorkerSession {
 public:
  using Send = std::function<void(const v1::Reply&)>;

  explicit WorkerSession(v1::Limits limits) : limits_(std::move(limits)) {}

  // Replies go to `send`; what is wrong is a Failure, and the session is as before. A Chunk has the
  // whole program here: the server has put it together. What `send` throws is passed on.
  void answer(const v1::Request& request, const Send& send);

 private:
  v1::Reply open(const v1::Open& request);
  v1::Reply load(const v1::Chunk& whole);
  v1::Reply run(const v1::Run& request);
  void frame(const v1::Frame& request, const Send& send);
  std::unique_ptr<DeviceLink> new_device() const;
  void run_once(bool launches_only);

  v1::Limits limits_;
  std::optional<v1::Open> opened_;
  std::optional<VtaConfig> config_;
  std::unique_ptr<CheckedLink> link_;   // for Frames; made by the first
  std::unique_ptr<Executor> executor_;  // for Runs, with a device of its own
};

}  // namespace vta::remote
