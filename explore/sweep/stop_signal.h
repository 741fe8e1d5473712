// Ctrl-C as a question that work asks between two steps.
#pragma once

#include <csignal>

namespace vta {

// While it lives, the first SIGINT or SIGTERM makes requested() true; a second one ends the process
// as if nobody had asked. One object at a time.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  static bool requested();

 private:
  struct sigaction interrupt_, terminate_;  // what was there before
};

}  // namespace vta
