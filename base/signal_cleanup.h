// Cleanup on signals: temporary files, and child processes.
#pragma once

#include <sys/types.h>

#include <string>

namespace vta {

// While an object with cleanup work lives, SIGINT, SIGTERM and SIGHUP perform it before they end
// the process as usual. A signal that the program handles itself (a sweep that stops in order) is
// not affected, and forked children clean up only their own work.
class SignalCleanup {
 public:
  SignalCleanup() = default;
  ~SignalCleanup();
  SignalCleanup(const SignalCleanup&) = delete;
  SignalCleanup& operator=(const SignalCleanup&) = delete;

  // Each replaces the earlier request.
  void remove_file(const std::string& path);
  void end_process_group(pid_t group);  // with SIGTERM

 private:
  bool take_entry();

  int entry_ = -1;
};

}  // namespace vta
