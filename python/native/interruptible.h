// Work of the library without the interpreter's lock, which Ctrl-C ends.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "base/interruption.h"

namespace vta::python {

bool on_main_thread();
// What the handlers of signals throw (KeyboardInterrupt) ends the work.
void look_at_signals();

// Without the interpreter's lock; on its main thread, which alone gets signals, looking at them.
template <typename Work>
auto interruptible(const Work& work) {
  std::optional<InterruptionScope> scope;
  if (on_main_thread())
    scope.emplace(look_at_signals);
  const pybind11::gil_scoped_release unlocked;
  return work();
}

}  // namespace vta::python
