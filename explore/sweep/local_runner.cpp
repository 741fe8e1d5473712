#include "explore/sweep/local_runner.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include "base/elapsed.h"
#include "base/error.h"
#include "base/plural.h"
#include "base/process.h"
#include "explore/evaluate/result_codec.h"

namespace vta::explore {
namespace {

// Neighbours in index are often one program on several memories, which a worker compiles once.
constexpr int64_t kLongestRun = 8;
constexpr int kPollMilliseconds = 200;  // after which stop() is asked again

// In front of every encoded outcome.
struct Message {
  int64_t index = 0;
  double seconds = 0;
  uint64_t bytes = 0;
};
constexpr uint64_t kMostBytes = uint64_t{1} << 30;

// False: the other end is gone.
bool send_all(int socket, const void* data, size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = send(socket, at, size, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    at += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

bool receive_index(int socket, int64_t& index) {
  size_t got = 0;
  while (got < sizeof index) {
    const ssize_t n = recv(socket, reinterpret_cast<char*>(&index) + got, sizeof index - got, 0);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    got += static_cast<size_t>(n);
  }
  return true;
}

Outcome evaluate_or_fail(const LocalRunner::Evaluate& evaluate, int64_t index) {
  try {
    return evaluate(index);
  } catch (const std::exception& e) {
    return Failed{e.what()};
  }
}

// The first whole message; removed from `received`. InputError when it is none.
std::optional<PointOutcome> take_message(std::string& received, size_t worker) {
  Message message;
  if (received.size() < sizeof message)
    return std::nullopt;
  std::memcpy(&message, received.data(), sizeof message);
  if (message.bytes > kMostBytes)
    throw InputError(fmt::format("worker {}: a message of {} bytes", worker, message.bytes));
  if (received.size() < sizeof message + message.bytes)
    return std::nullopt;
  const std::string_view payload(received.data() + sizeof message, message.bytes);
  PointOutcome outcome{message.index, decode_outcome(payload, fmt::format("worker {}", worker)),
                       message.seconds, static_cast<int64_t>(worker)};
  received.erase(0, sizeof message + message.bytes);
  return outcome;
}

int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

LocalRunner::LocalRunner(Evaluate evaluate, LocalOptions options)
    : evaluate_(std::move(evaluate)), options_(std::move(options)) {
  VTA_CHECK(options_.jobs >= 1, "{} workers", options_.jobs);
  workers_.resize(static_cast<size_t>(options_.jobs));
}

LocalRunner::~LocalRunner() {
  for (Worker& worker : workers_)
    end(worker);
}

// It may be in the middle of a point: nobody wants that any more.
void LocalRunner::end(Worker& worker) {
  if (worker.pid < 0)
    return;
  kill(worker.pid, SIGKILL);
  close(worker.socket);
  wait_for(worker.pid);
  worker = Worker{};
}

void LocalRunner::run(const std::vector<int64_t>& indices, const OnOutcome& on_outcome) {
  waiting_.assign(indices.begin(), indices.end());
  lost_.clear();
  for (hand_out(); busy(); hand_out()) {
    listen(on_outcome);
    if (options_.stop && options_.stop())
      throw IncompleteError(fmt::format("interrupted with {} to go",
                                        counted(static_cast<int64_t>(unanswered()), "point")));
  }
}

int64_t LocalRunner::unanswered() const {
  int64_t count = std::ssize(waiting_);
  for (const Worker& worker : workers_)
    count += std::ssize(worker.given);
  return count;
}

bool LocalRunner::busy() const {
  return std::ranges::any_of(workers_, [](const Worker& w) { return !w.given.empty(); });
}

void LocalRunner::start(size_t slot) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw ResourceError(fmt::format("no socket for a worker: {}", std::strerror(errno)));
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0)
    throw ResourceError(fmt::format("no process for a worker: {}", std::strerror(errno)));
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
      _exit(0);
    for (const Worker& other : workers_)
      if (other.socket >= 0)
        close(other.socket);
    close(ends[0]);
    work(ends[1]);
  }
  close(ends[1]);
  workers_[slot] = {.pid = pid, .socket = ends[0], .given = {}, .received = {}};
}

// Nothing of the parent's is torn down here: _exit.
void LocalRunner::work(int socket) {
  std::signal(SIGINT, SIG_IGN);  // of the terminal: the parent decides
  std::signal(SIGTERM, SIG_DFL);
  int64_t index = 0;
  while (receive_index(socket, index)) {
    const auto start = std::chrono::steady_clock::now();
    const std::string bytes = encode_outcome(evaluate_or_fail(evaluate_, index));
    const double seconds = seconds_since(start);
    const Message message{index, seconds, bytes.size()};
    if (!send_all(socket, &message, sizeof message) ||
        !send_all(socket, bytes.data(), bytes.size()))
      break;
  }
  _exit(0);
}

// A worker that is at its last point gets the next run, so that it never waits; runs get shorter
// towards the end, so that all workers end at about the same time.
void LocalRunner::hand_out() {
  for (size_t slot = 0; slot < workers_.size() && !waiting_.empty(); ++slot) {
    if (workers_[slot].given.size() > 1)
      continue;
    const int64_t share = std::ssize(waiting_) / (4 * options_.jobs);
    const auto length = static_cast<size_t>(std::clamp<int64_t>(share, 1, kLongestRun));
    const std::vector<int64_t> indices(waiting_.begin(),
                                       waiting_.begin() + static_cast<std::ptrdiff_t>(length));
    if (share == 0 && !workers_[slot].given.empty())
      continue;
    if (workers_[slot].pid < 0)
      start(slot);
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(length));
    workers_[slot].given.insert(workers_[slot].given.end(), indices.begin(), indices.end());
    // A dead worker shows when its answers are awaited.
    send_all(workers_[slot].socket, indices.data(), indices.size() * sizeof(int64_t));
  }
}

void LocalRunner::listen(const OnOutcome& on_outcome) {
  std::vector<pollfd> polls;
  for (const Worker& worker : workers_)
    polls.push_back({worker.socket, POLLIN, 0});  // no worker: -1, which poll() leaves out
  if (poll(polls.data(), polls.size(), kPollMilliseconds) <= 0)
    return;
  for (size_t slot = 0; slot < polls.size(); ++slot)
    if (polls[slot].revents != 0 && !receive(slot, on_outcome))
      bury(slot, on_outcome);
}

bool LocalRunner::receive(size_t slot, const OnOutcome& on_outcome) {
  Worker& worker = workers_[slot];
  std::array<char, 65536> bytes;
  const ssize_t n = recv(worker.socket, bytes.data(), bytes.size(), 0);
  if (n < 0 && errno == EINTR)
    return true;
  if (n <= 0)
    return false;
  worker.received.append(bytes.data(), static_cast<size_t>(n));
  while (std::optional<PointOutcome> outcome = next_outcome(worker, slot)) {
    worker.given.pop_front();
    on_outcome(std::move(*outcome));
  }
  return true;
}

// A worker that answers nonsense is as good as dead.
std::optional<PointOutcome> LocalRunner::next_outcome(Worker& worker, size_t slot) {
  try {
    std::optional<PointOutcome> outcome = take_message(worker.received, slot);
    if (outcome && (worker.given.empty() || worker.given.front() != outcome->index))
      throw InputError(fmt::format("worker {} answers for point {}", slot, outcome->index));
    return outcome;
  } catch (const InputError&) {
    kill(worker.pid, SIGKILL);
    worker.received.clear();
    return std::nullopt;
  }
}

// Whole messages have been taken; what it was given and has not answered goes to others.
void LocalRunner::bury(size_t slot, const OnOutcome& on_outcome) {
  Worker worker = std::exchange(workers_[slot], Worker{});
  close(worker.socket);
  const std::string how = ending_text(wait_for(worker.pid));
  if (worker.given.empty())
    return;
  const int64_t index = worker.given.front();
  worker.given.pop_front();
  waiting_.insert(waiting_.begin(), worker.given.begin(), worker.given.end());
  if (lost_.emplace(index, how).second) {
    waiting_.push_front(index);
    return;
  }
  on_outcome({index,
              Failed{fmt::format("its worker died twice: {}, then {}", lost_.at(index), how)}, 0,
              static_cast<int64_t>(slot)});
}

}  // namespace vta::explore
