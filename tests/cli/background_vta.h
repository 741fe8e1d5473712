// A program that serves, for a test that is its client.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <thread>

#include "base/error.h"
#include "base/file.h"

namespace vta::test {

// `vta COMMAND` in the background; its first line says where it listens.
class Background {
 public:
  // Its stdout and stderr are files: `files`.out and .err.
  Background(const std::string& command, const std::string& files) : files_(files) {
    pid_ = ::fork();
    if (pid_ == 0) {
      const std::string line =
          "exec " VTA_BINARY_DIR "/bin/vta " + command + " >" + files + ".out 2>>" + files + ".err";
      ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
      ::_exit(127);
    }
    const std::regex form("listening at (.*)\n");
    for (int look = 0; look < 3000 && address_.empty(); ++look) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      std::smatch match;
      const std::string text =
          std::filesystem::exists(files + ".out") ? read_text_file(files + ".out") : "";
      if (std::regex_search(text, match, form))
        address_ = match[1];
    }
  }
  ~Background() {
    if (pid_ > 0)
      end(SIGKILL);
  }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  const std::string& address() const { return address_; }
  std::string log() const { return read_text_file(files_ + ".err"); }
  void signal(int which) const { ::kill(pid_, which); }
  // Its exit code; -1 where it was killed.
  int end(int with = SIGTERM) {
    ::kill(pid_, with);
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  int64_t memory_kb() const {
    std::ifstream file(fmt::format("/proc/{}/status", pid_));
    std::string word;
    while (file >> word)
      if (word == "VmRSS:") {
        int64_t kb = 0;
        file >> kb;
        return kb;
      }
    return 0;
  }
  int64_t descriptors() const {
    return std::distance(std::filesystem::directory_iterator(fmt::format("/proc/{}/fd", pid_)), {});
  }

 private:
  pid_t pid_ = -1;
  std::string files_, address_;
};

}  // namespace vta::test
