// `vta sweep` beyond one machine, as a user runs it, and the processes that it is made of.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "base/process.h"
#include "explore/store/digest.h"
#include "explore/store/reader.h"
#include "tests/cli/run_vta.h"
#include "tests/explore/launch/engines.h"
#include "tests/explore/sweep/sweep_fixture.h"

namespace vta::explore {

inline std::string whole_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A process of this user with both words in its command line and the variable in its environment;
// 0 when there is none.
inline pid_t find_process(const std::string& word, const std::string& other,
                          const std::string& variable) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos)
      continue;
    const std::string command = whole_file(entry.path() / "cmdline");
    if (command.find(word) == std::string::npos || command.find(other) == std::string::npos)
      continue;
    if (('\0' + whole_file(entry.path() / "environ")).find('\0' + variable + '\0') !=
        std::string::npos)
      return std::stoi(name);
  }
  return 0;
}

class LaunchedSweep : public SweepTest {
 protected:
  // 528 points, 480 of them legal: two seconds of two cores.
  std::string large_spec(const std::string& more = "") const {
    return spec("large.json", R"("LOG_BLOCK": [3, 4], "LOG_BATCH": [0, 1],
        "buffers": [{"LOG_INP_BUFF_SIZE": 13, "LOG_WGT_BUFF_SIZE": 15, "LOG_ACC_BUFF_SIZE": 14},
                    {"LOG_INP_BUFF_SIZE": 14, "LOG_WGT_BUFF_SIZE": 16, "LOG_ACC_BUFF_SIZE": 15},
                    {"LOG_INP_BUFF_SIZE": 15, "LOG_WGT_BUFF_SIZE": 17, "LOG_ACC_BUFF_SIZE": 16},
                    {"LOG_INP_BUFF_SIZE": 15, "LOG_WGT_BUFF_SIZE": 18, "LOG_ACC_BUFF_SIZE": 17}],
        "LOG_BUS_WIDTH": [6, 7],
        "memory": ["read=8", "read=16", "read=24", "read=32", "read=40", "read=48",
                   "read=8,write=16", "read=16,write=16", "read=24,write=16", "read=32,write=16"])",
                R"("images": [1, 2])" + more);
  }

  std::string local_digest(const std::string& spec_file) const {
    const CommandResult run = run_vta("sweep " + spec_file + " --db " + path("local.db"));
    EXPECT_EQ(run.exit_code, 0) << run.text;
    return digest("local.db");
  }
  std::string digest(const std::string& database) const {
    return sweep_digest(path(database)).hash;
  }
  int64_t points(const std::string& database) const {
    if (!std::filesystem::exists(path(database)))
      return 0;
    try {
      return SweepReader(path(database)).count("point");
    } catch (const InputError&) {  // nothing but an empty file yet
      return 0;
    }
  }

  // Runs `vta ARGUMENTS`, calls `meanwhile` over and over until it returns true or vta has ended.
  struct Ended {
    int exit_code = -1;
    bool happened = false;  // what `meanwhile` waits for
    std::string log;
  };
  Ended run_meanwhile(const std::string& arguments, const std::function<bool()>& meanwhile) const {
    const std::string command = "exec " + std::string(VTA_BINARY_DIR) + "/bin/vta " + arguments +
                                " >" + path("log") + " 2>&1";
    const pid_t pid = ::fork();
    if (pid == 0) {
      ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      ::_exit(127);
    }
    Ended ended;
    int status = 0;
    bool over = false;
    while (!over && !ended.happened) {
      ended.happened = meanwhile();
      over = ::waitpid(pid, &status, WNOHANG) == pid;
    }
    if (!over)
      ::waitpid(pid, &status, 0);
    ended.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    ended.log = whole_file(path("log"));
    return ended;
  }
};

}  // namespace vta::explore
