#include "explore/tune/worker_pool.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <deque>
#include <utility>

#include "base/error.h"
#include "base/process.h"

namespace vta::explore {
namespace {

constexpr int kPollMilliseconds = 100;  // after which stop() is asked again
constexpr size_t kMostBytes = 64 << 20;

// A message: its kind, the length of its text, the text.
struct Header {
  uint64_t failed = 0;
  uint64_t bytes = 0;
};

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

bool send_message(int socket, bool failed, const std::string& text) {
  const Header header{failed ? uint64_t{1} : uint64_t{0}, text.size()};
  return send_all(socket, &header, sizeof header) && send_all(socket, text.data(), text.size());
}

bool receive_exactly(int socket, void* data, size_t size) {
  char* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t n = recv(socket, at, size, 0);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    at += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

WorkerPool::WorkerPool(Function answer, int64_t workers) : function_(std::move(answer)) {
  VTA_CHECK(workers >= 1, "{} workers", workers);
  workers_.resize(static_cast<size_t>(workers));
}

WorkerPool::~WorkerPool() {
  for (Worker& worker : workers_)
    end(worker);
}

void WorkerPool::end(Worker& worker) {
  if (worker.pid < 0)
    return;
  kill(worker.pid, SIGKILL);
  close(worker.socket);
  wait_for(worker.pid);
  worker = Worker{};
}

void WorkerPool::start(Worker& worker) {
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
  worker.pid = pid;
  worker.socket = ends[0];
}

// Nothing of the parent's is torn down here: _exit.
void WorkerPool::work(int socket) const {
  std::signal(SIGINT, SIG_IGN);  // of the terminal: the parent decides
  std::signal(SIGTERM, SIG_DFL);
  Header header;
  while (receive_exactly(socket, &header, sizeof header)) {
    std::string question(header.bytes, '\0');
    if (!receive_exactly(socket, question.data(), question.size()))
      break;
    bool failed = false;
    std::string answer;
    try {
      answer = function_(question);
    } catch (const std::exception& e) {
      failed = true;
      answer = e.what();
    }
    if (!send_message(socket, failed, answer))
      break;
  }
  _exit(0);
}

void WorkerPool::ask(Worker& worker, size_t question, const std::string& text) {
  if (worker.pid < 0)
    start(worker);
  worker.question = static_cast<int64_t>(question);
  send_message(worker.socket, false, text);  // a dead worker shows when its answer is awaited
}

bool WorkerPool::listen(Worker& worker, Answer& answer) {
  std::array<char, 65536> bytes;
  const ssize_t n = recv(worker.socket, bytes.data(), bytes.size(), 0);
  if (n < 0 && errno == EINTR)
    return false;
  answer.question = static_cast<size_t>(worker.question);
  if (n <= 0) {
    const pid_t pid = worker.pid;
    close(worker.socket);
    worker = Worker{};
    answer.text = ending_text(wait_for(pid));
    answer.failed = true;
    return true;
  }
  worker.received.append(bytes.data(), static_cast<size_t>(n));
  Header header;
  if (worker.received.size() < sizeof header)
    return false;
  std::memcpy(&header, worker.received.data(), sizeof header);
  VTA_CHECK(header.bytes <= kMostBytes, "a worker answers with {} bytes", header.bytes);
  if (worker.received.size() < sizeof header + header.bytes)
    return false;
  answer.failed = header.failed != 0;
  answer.text = worker.received.substr(sizeof header, header.bytes);
  worker.received.clear();
  worker.question = -1;
  return true;
}

bool WorkerPool::run(const std::vector<std::string>& questions,
                     const std::function<void(const Answer&)>& on_answer,
                     const std::function<bool()>& stop) {
  std::deque<size_t> waiting;
  for (size_t i = 0; i < questions.size(); ++i)
    waiting.push_back(i);
  std::vector<int> deaths(questions.size(), 0);
  size_t answered = 0;
  while (answered < questions.size()) {
    if (stop && stop()) {
      for (Worker& worker : workers_)
        if (worker.question >= 0)
          end(worker);
      return false;
    }
    for (Worker& worker : workers_)
      if (worker.question < 0 && !waiting.empty()) {
        ask(worker, waiting.front(), questions[waiting.front()]);
        waiting.pop_front();
      }
    std::vector<pollfd> polls;
    for (const Worker& worker : workers_)  // an idle one: -1, which poll() leaves out
      polls.push_back({worker.question >= 0 ? worker.socket : -1, POLLIN, 0});
    if (poll(polls.data(), polls.size(), kPollMilliseconds) <= 0)
      continue;
    for (size_t i = 0; i < polls.size(); ++i) {
      Answer answer;
      if (polls[i].revents == 0 || !listen(workers_[i], answer))
        continue;
      if (workers_[i].pid < 0 && ++deaths[answer.question] == 1) {
        waiting.push_front(answer.question);
        continue;
      }
      ++answered;
      on_answer(answer);
    }
  }
  return true;
}

}  // namespace vta::explore
