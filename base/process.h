// Running another program, and locks between processes.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <csignal>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/signal_cleanup.h"

namespace vta {

// The descriptor by which a program that is started with a socket finds it.
inline constexpr int kStartedSocket = 3;

struct ProgramStart {
  std::vector<std::string> argv;
  std::string path = {};  // the program; empty: argv[0], looked up in PATH
  std::string directory = ".";
  std::vector<std::string> environment =
      {};                                  // "NAME=VALUE", in place of this process's of that name
  std::array<int, 3> streams = {0, 1, 2};  // what of this process its standard streams are
  // -1: none. Else its kStartedSocket; it gets no other descriptor, and signals as a program finds
  // them usually.
  int socket = -1;
  bool own_group = true;         // it, and what it starts, is ended as a whole
  int ends_by = SIGTERM;         // the signal with which it is ended
  bool ends_with_thread = true;  // also with the thread that has started it, however that ends
};

// There is no such program, or it may not be run.
struct CannotRun : ResourceError {
  using ResourceError::ResourceError;
};

// A program that runs beside this one. It is started without a copy of this process (vfork), so
// threads may exist, whatever they do: a library starts programs in processes that are not its own.
class RunningProgram {
 public:
  // ResourceError where the system does not give a process; CannotRun where there is no such
  // program.
  explicit RunningProgram(const ProgramStart& start);
  ~RunningProgram();  // ends it, and waits for that
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  pid_t pid() const { return pid_; }  // -1: it has ended, and its status was taken
  bool ended_within(std::chrono::milliseconds time) const;
  void signal(int number) const;  // to its group
  int wait();                     // until it ends by itself; the status as waitpid() gives it
  int end(int number);            // by this signal, where it has not ended

 private:
  pid_t pid_ = -1;
  int ends_by_;
  bool own_group_;
  SignalCleanup cleanup_;
};

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

// Of a status that waitpid() gave: that of run_process().
int exit_status(int wait_status);
// The same in words: "ended by signal 9 (Killed)", "ended with exit code 3".
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
