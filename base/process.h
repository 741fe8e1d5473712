// Running another program, and locks between processes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vta {

// Runs argv[0] (looked up in PATH) with stdin empty and stdout and stderr going to `log_path`.
// Returns its exit status, 128 + signal where a signal ended it, 127 where it cannot be run. A
// signal that ends this process ends it too, with the programs that it has started; so does what
// check_interruption() throws.
int run_process(const std::vector<std::string>& argv, const std::string& log_path,
                const std::string& working_directory = ".");

// The same with `waiting` called a few times a second while it runs.
int run_process_watched(const std::vector<std::string>& argv, const std::string& log_path,
                        const std::string& working_directory, const std::function<void()>& waiting);

struct ProcessOutput {
  int status = 0;    // as of run_process
  std::string text;  // stdout and stderr
};
// For short answers; needs no place on disk.
ProcessOutput output_of(const std::vector<std::string>& argv);

// Of a status that waitpid() gave: "ended by signal 9 (Killed)", "ended with exit code 3".
std::string ending_text(int wait_status);

// Whether a program of that name is in PATH.
bool has_program(const std::string& name);

// The last `lines` lines of a file, for messages.
std::string tail_of(const std::string& path, int lines);

// Held by one process at a time; released by the destructor, and by the system when a process dies.
class FileLock {
 public:
  explicit FileLock(const std::string& path);  // waits; InputError when it cannot be opened
  static std::optional<FileLock> take_if_free(const std::string& path);  // does not wait
  ~FileLock();
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;

 private:
  FileLock() = default;
  bool take(const std::string& path, bool wait);

  int fd_ = -1;
};

}  // namespace vta
