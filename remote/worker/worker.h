// Who answers a session's requests, as the server has it: a process; in tests of the server a
// thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "remote/worker/message_pipe.h"

namespace vta::remote {

class Worker {
 public:
  virtual ~Worker() = default;
  virtual MessagePipe& pipe() = 0;
  struct Ending {
    std::string text;         // "ended by signal 9 (Killed)"
    bool for_memory = false;  // it may have wanted more than it may have
  };
  // Ends it now, whatever it does.
  virtual Ending end() = 0;
};

// ResourceError where the system has no process, descriptor or memory for it.
using MakeWorker = std::function<std::unique_ptr<Worker>(const v1::Limits&)>;

}  // namespace vta::remote
