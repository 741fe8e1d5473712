#include "remote/server/server_loop.h"

#include <fmt/format.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <cstdio>

#include "base/descriptors.h"
#include "base/standard_streams.h"

namespace vta::remote {

sigset_t block_end_signals() {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  ::pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  return ends;
}

void wait_for_end_signal(const sigset_t& ends) {
  int which = 0;
  ::sigwait(&ends, &which);
  ::signal(SIGTERM, SIG_DFL);
  ::signal(SIGINT, SIG_DFL);
  ::pthread_sigmask(SIG_UNBLOCK, &ends, nullptr);
}

void allow_connections(int64_t connections, int64_t sessions) {
  allow_descriptors(2 * connections + 4 * sessions + 256);
}

void print_listening(const std::string& address, bool json) {
  if (json)
    std::puts(boost::json::serialize(boost::json::object{{"listening", address}}).c_str());
  else
    fmt::print("listening at {}\n", address);
  finish_standard_output();  // who waits for it has it now, or this ends
}

void log_to_stderr(std::string_view line) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace vta::remote
