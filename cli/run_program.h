// What main() of every program does around its work.
#pragma once

#include <functional>

namespace vta::cli {

// Sends logs to stderr, runs `work` and returns its exit code. An exception becomes one line on
// stderr that starts with `program`, and the exit code that base/error.h gives it.
int run_program(const char* program, const std::function<int()>& work);

}  // namespace vta::cli
