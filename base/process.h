// Running another program, and places on disk that several processes share.
#pragma once

#include <string>
#include <vector>

namespace vta {

// Runs argv[0] (looked up in PATH) with stdin empty and stdout and stderr going to `log_path`.
// Returns its exit status, 128 + signal where a signal ended it, 127 where it cannot be run.
int run_process(const std::vector<std::string>& argv, const std::string& log_path,
                const std::string& working_directory = ".");

// Whether a program of that name is in PATH.
bool has_program(const std::string& name);

// The last `lines` lines of a file, for messages.
std::string tail_of(const std::string& path, int lines);

// Where made things are kept between runs: $VTA_CACHE_DIR, else $XDG_CACHE_HOME/vta, else
// $HOME/.cache/vta. Created when it is not there; InputError names the path when it cannot be.
std::string cache_directory();

// Held by one process at a time; released by the destructor, and by the system when a process dies.
class FileLock {
 public:
  explicit FileLock(const std::string& path);  // waits; InputError when it cannot be opened
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int fd_ = -1;
};

}  // namespace vta
