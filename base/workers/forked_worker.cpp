#include "base/workers/forked_worker.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <thread>

#include "base/error.h"
#include "base/frame.h"
#include "base/process.h"

namespace vta {
namespace {

// What another thread holds at the moment of a fork (a lock, half a list) stays so in the copy for
// ever. A thread that was joined may be listed a moment longer.
void require_one_thread() {
  constexpr int kLooks = 200;
  constexpr std::chrono::milliseconds kLook{5};
  std::ptrdiff_t threads = 1;
  for (int look = 0; look < kLooks; ++look, std::this_thread::sleep_for(kLook)) {
    std::error_code unknown;  // where /proc is missing, the count stays 0 and the fork is allowed
    threads = std::distance(std::filesystem::directory_iterator("/proc/self/task", unknown), {});
    if (threads <= 1)
      return;
  }
  VTA_CHECK(false, "a worker is a copy of a process of one thread: this one has {}", threads);
}

// Moves complete messages from the front of `received`. False: the bytes there are no message.
bool take_messages(std::string& received, std::vector<std::string>& messages) {
  std::string_view left = received;
  FrameEnd end;
  for (std::string text; (end = take_frame(left, text)) == FrameEnd::Whole;)
    messages.push_back(std::move(text));
  received.erase(0, received.size() - left.size());
  return end == FrameEnd::Cut;
}

enum class Got { Bytes, Nothing, End };

Got receive_some(int socket, std::string& received, int flags) {
  std::array<char, 65536> bytes;
  const ssize_t n = ::recv(socket, bytes.data(), bytes.size(), flags);
  if (n > 0) {
    received.append(bytes.data(), static_cast<size_t>(n));
    return Got::Bytes;
  }
  return n < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK) ? Got::Nothing
                                                                              : Got::End;
}

// Nothing of the parent's is torn down here: _exit.
[[noreturn]] void work_in_child(const std::function<void(ForkedWorker::Parent&)>& work,
                                int socket) {
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  int code = 0;
  try {
    ForkedWorker::Parent parent(socket);
    work(parent);
  } catch (...) {
    code = static_cast<int>(ExitCode::Internal);
  }
  ::_exit(code);
}

}  // namespace

bool ForkedWorker::Parent::receive(std::string& message) {
  while (true) {
    std::string_view left = received_;
    switch (take_frame(left, message)) {
      case FrameEnd::Whole:
        received_.erase(0, received_.size() - left.size());
        return true;
      case FrameEnd::Damaged:
        return false;
      case FrameEnd::Cut:
        if (receive_some(socket_, received_, 0) == Got::End)
          return false;
    }
  }
}

bool ForkedWorker::Parent::send(std::string_view message) {
  const std::string frame = framed(message);
  for (std::string_view left = frame; !left.empty();) {
    const ssize_t n = ::send(socket_, left.data(), left.size(), MSG_NOSIGNAL);
    if (n > 0)
      left.remove_prefix(static_cast<size_t>(n));
    else if (errno != EINTR)
      return false;
  }
  return true;
}

ForkedWorker::ForkedWorker(const std::function<void(Parent&)>& work) {
  require_one_thread();
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw ResourceError(fmt::format("no connection to a worker: {}", std::strerror(errno)));
  std::fflush(nullptr);  // or both would print it
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent)  // it had ended before
      ::_exit(0);
    ::close(ends[0]);
    work_in_child(work, ends[1]);
  }
  const int error = errno;
  ::close(ends[1]);
  socket_ = ends[0];
  if (pid_ < 0) {
    ::close(socket_);
    throw ResourceError(fmt::format("no process for a worker: {}", std::strerror(error)));
  }
}

ForkedWorker::~ForkedWorker() {
  end();
}

void ForkedWorker::send(std::string_view message) {
  outgoing_ += framed(message);
  flush();
}

// A worker that is gone shows when its answers are awaited.
void ForkedWorker::flush() {
  while (!outgoing_.empty()) {
    const ssize_t n =
        ::send(socket_, outgoing_.data(), outgoing_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0)
      outgoing_.erase(0, static_cast<size_t>(n));
    else if (errno == EAGAIN || errno == EWOULDBLOCK)
      return;
    else if (errno != EINTR)
      outgoing_.clear();
  }
}

bool ForkedWorker::exchange(std::vector<std::string>& messages) {
  flush();
  const Got got = receive_some(socket_, received_, MSG_DONTWAIT);
  garbled_ = got == Got::Bytes && !take_messages(received_, messages);
  return got != Got::End && !garbled_;
}

void ForkedWorker::signal(int number) const {
  ::kill(pid_, number);
}

// One that is ending by itself keeps the status that it is ending with.
WorkerEnding ForkedWorker::end() {
  WorkerEnding ending;
  if (pid_ < 0)
    return ending;
  ::kill(pid_, SIGKILL);
  ::close(socket_);
  rusage usage{};
  while (::wait4(pid_, &ending.status, 0, &usage) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  ending.garbled = garbled_;
  ending.text = garbled_ ? "sent bytes that are no message" : ending_text(ending.status);
  ending.peak_mb = static_cast<double>(usage.ru_maxrss) / 1024;
  return ending;
}

void ForkedWorker::forget() const {
  ::close(socket_);
}

void ForkedWorker::wait_for_any(const std::vector<const ForkedWorker*>& workers, int milliseconds) {
  std::vector<pollfd> polls;
  for (const ForkedWorker* worker : workers)
    if (worker != nullptr) {
      const int events = worker->outgoing_.empty() ? POLLIN : POLLIN | POLLOUT;
      polls.push_back({worker->socket_, static_cast<short>(events), 0});
    }
  ::poll(polls.data(), polls.size(), milliseconds);
}

}  // namespace vta
