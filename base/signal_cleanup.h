// What a signal must not leave behind: temporary files, and programs that were started.
#pragma once

#include <sys/types.h>

#include <string>

namespace vta {

// While one lives that has something to clean up, SIGINT, SIGTERM and SIGHUP do that before they
// end the process as they would have. A signal that the program handles itself (a sweep that stops
// in order) is left alone, and forked children clean up only what they asked for themselves.
class SignalCleanup {
 public:
  SignalCleanup() = default;
  ~SignalCleanup();
  SignalCleanup(const SignalCleanup&) = delete;
  SignalCleanup& operator=(const SignalCleanup&) = delete;

  // Each replaces what was asked for before.
  void remove_file(const std::string& path);
  void end_process_group(pid_t group);  // with SIGTERM

 private:
  bool take_entry();

  int entry_ = -1;
};

}  // namespace vta
