// What a program that serves does beside serving: says where, waits for its end, logs.
#pragma once

#include <signal.h>

#include <string>
#include <string_view>

namespace vta::remote {

// SIGTERM and SIGINT are waited for, not handled: every thread that is begun later has them
// blocked.
sigset_t block_end_signals();
// Returns at the first; a second one ends the program as it would any other.
void wait_for_end_signal(const sigset_t& ends);

// Each connection takes two descriptors, a session's worker a few.
void allow_connections(int64_t connections, int64_t sessions);

// The first line on stdout; IoError where it cannot be written.
void print_listening(const std::string& address, bool json);
void log_to_stderr(std::string_view line);

}  // namespace vta::remote
