// A session's worker, as its server has it: a process that is started, spoken to, and ended.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>

#include "base/process.h"
#include "remote/worker/worker.h"

namespace vta::remote {

struct WorkerProgram {
  std::string path = "/proc/self/exe";  // whose command kWorkerCommand is the worker
  bool allow_build = false;             // models of tsim that are not kept
};

class WorkerProcess final : public Worker {
 public:
  // ResourceError where the system has no process, descriptor or memory for it.
  WorkerProcess(const WorkerProgram& program, const v1::Limits& limits);

  MessagePipe& pipe() override { return *pipe_; }
  pid_t pid() const { return program_ ? program_->pid() : -1; }
  Ending end() override;

 private:
  std::unique_ptr<MessagePipe> pipe_;
  std::optional<RunningProgram> program_;  // ended, whatever it does, with this object
};

}  // namespace vta::remote
