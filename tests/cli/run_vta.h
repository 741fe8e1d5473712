// Runs the program `vta` of this build and keeps what it prints.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include "base/file.h"

namespace vta {

inline const std::string kTestData = std::string(VTA_SOURCE_DIR) + "/tests/data/";

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

struct ApartResult {
  int exit_code = -1;
  std::string out, err;
};

// The same with stdout and stderr apart.
// `before` stands in front of the program: shell commands, a wrapper.
inline ApartResult run_vta_apart(const std::string& arguments, const std::string& before = "") {
  const std::string err_path = (std::filesystem::temp_directory_path() /
                                ("vta_stderr_" + std::to_string(::getpid()) + ".txt"))
                                   .string();
  const std::string command =
      "{ " + before + std::string(VTA_BINARY_DIR) + "/bin/vta " + arguments + "; } 2>" + err_path;
  ApartResult result;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr)
    return result;
  std::array<char, 4096> buffer;
  while (const size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
    result.out.append(buffer.data(), n);
  const int status = pclose(pipe);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.err = read_text_file(err_path);
  std::filesystem::remove(err_path);
  return result;
}

}  // namespace vta
