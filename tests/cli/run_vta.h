// Runs the program `vta` of this build and keeps what it prints.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <string>

namespace vta {

struct CommandResult {
  int exit_code = -1;
  std::string text;  // stdout, then stderr where the shell merges it
};

// `arguments` go through the shell, so redirections work.
inline CommandResult run_vta(const std::string& arguments) {
  CommandResult result;
  const std::string command = std::string(VTA_BINARY_DIR) + "/bin/vta " + arguments + " 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr)
    return result;
  std::array<char, 4096> buffer;
  while (const size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
    result.text.append(buffer.data(), n);
  const int status = pclose(pipe);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

}  // namespace vta
