#include "base/workers/workers.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <new>
#include <numeric>
#include <optional>
#include <utility>

#include "base/elapsed.h"
#include "base/error_class.h"
#include "base/interruption.h"

namespace vta {
namespace {

constexpr int kPatienceMilliseconds = 100;  // after which stop() is asked again

std::optional<Answer> answer_in(const std::string& message) {
  try {
    return from_bytes<Answer>(message, "an answer");
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

Answer answer_of(const std::function<std::string()>& function) {
  const Stopwatch watch;
  Answer answer;
  try {
    answer.text = function();
  } catch (const std::bad_alloc&) {
    answer.code = ExitCode::ResourceLimit;
    answer.text = "out of memory";
  } catch (const std::exception& e) {
    answer.code = class_of(e);
    answer.text = e.what();
  }
  answer.seconds = watch.seconds();
  return answer;
}

struct Workers::Round {
  const std::vector<std::string>& questions;
  const std::function<void(const Answer&)>& on_answer;
  std::deque<size_t> waiting;
  std::map<size_t, std::string> lost;  // questions whose worker ended once, and how
  size_t answered = 0;
  void answer(const Answer& a) {
    ++answered;
    on_answer(a);
  }
};

Workers::Workers(Function function, int64_t workers, int64_t longest_run)
    : function_(std::move(function)), longest_run_(longest_run) {
  VTA_CHECK(workers >= 1 && longest_run >= 1, "{} workers, {} questions", workers, longest_run);
  workers_.resize(static_cast<size_t>(workers));
}

bool Workers::run(const std::vector<std::string>& questions,
                  const std::function<void(const Answer&)>& on_answer,
                  const std::function<bool()>& stop) {
  // Ends the workers that still have a question: the next run begins with idle ones.
  struct Leaving {
    std::vector<Worker>& workers;
    ~Leaving() {
      for (Worker& worker : workers)
        if (!worker.given.empty())
          worker = Worker{};
    }
  };
  const Leaving leaving{workers_};
  Round round{questions, on_answer, std::deque<size_t>(questions.size()), {}};
  std::iota(round.waiting.begin(), round.waiting.end(), size_t{0});
  while (round.answered < questions.size()) {
    check_interruption();
    if (stop && stop())
      return false;
    hand_out(round);
    std::vector<const ForkedWorker*> processes;
    for (const Worker& worker : workers_)
      processes.push_back(worker.process.get());
    ForkedWorker::wait_for_any(processes, kPatienceMilliseconds);
    for (size_t slot = 0; slot < workers_.size(); ++slot)
      listen(round, slot);
  }
  return true;
}

void Workers::start(Worker& worker) {
  worker.process = std::make_unique<ForkedWorker>([this](ForkedWorker::Parent& parent) {
    for (const Worker& other : workers_)
      if (other.process != nullptr)
        other.process->forget();
    for (std::string question; parent.receive(question);)
      if (!parent.send(to_bytes(answer_of([&] { return function_(question); }))))
        return;
  });
}

// A worker that is at its last question gets the next run, so that it never waits; runs get shorter
// towards the end, so that all workers end at about the same time.
void Workers::hand_out(Round& round) {
  for (Worker& worker : workers_) {
    const int64_t share = std::ssize(round.waiting) / (4 * std::ssize(workers_));
    if (round.waiting.empty() || worker.given.size() > 1 || (share == 0 && !worker.given.empty()))
      continue;
    if (worker.process == nullptr)
      start(worker);
    for (int64_t left = std::clamp<int64_t>(share, 1, longest_run_); left > 0; --left) {
      worker.given.push_back(round.waiting.front());
      round.waiting.pop_front();
      worker.process->send(round.questions[worker.given.back()]);
    }
  }
}

void Workers::listen(Round& round, size_t slot) {
  Worker& worker = workers_[slot];
  if (worker.process == nullptr)
    return;
  std::vector<std::string> messages;
  bool lives = worker.process->exchange(messages);
  for (const std::string& message : messages) {
    std::optional<Answer> answer = answer_in(message);
    if (!answer || worker.given.empty()) {  // it has not been asked
      lives = false;
      break;
    }
    answer->question = worker.given.front();
    answer->worker = static_cast<int64_t>(slot);
    worker.given.pop_front();
    round.answer(*answer);
  }
  if (!lives)
    bury(round, slot);
}

void Workers::bury(Round& round, size_t slot) {
  Worker worker = std::exchange(workers_[slot], Worker{});
  const std::string how = worker.process->end().text;
  if (worker.given.empty())
    return;
  const size_t question = worker.given.front();
  const bool first = round.lost.emplace(question, how).second;
  if (!first)
    worker.given.pop_front();
  round.waiting.insert(round.waiting.begin(), worker.given.begin(), worker.given.end());
  if (first)
    return;
  Answer answer{question, static_cast<int64_t>(slot)};
  answer.text = fmt::format("its worker died twice: {}, then {}", round.lost.at(question), how);
  answer.code = ExitCode::Internal;
  round.answer(answer);
}

ChildReport run_in_child(const std::function<std::string()>& function,
                         const std::function<bool()>& stop) {
  const Stopwatch watch;
  ForkedWorker child(
      [&](ForkedWorker::Parent& parent) { parent.send(to_bytes(answer_of(function))); });
  std::vector<std::string> messages;
  do {
    if (messages.empty() && stop && stop())
      child.signal(SIGTERM);
    ForkedWorker::wait_for_any({&child}, kPatienceMilliseconds);
  } while (child.exchange(messages));
  const WorkerEnding ending = child.end();
  ChildReport report;
  report.seconds = watch.seconds();
  report.peak_mb = ending.peak_mb;
  if (ending.status != 0 || messages.empty()) {
    report.failure = "its process " + ending.text;
    // The kernel kills with it whoever takes the last of the memory.
    const bool killed = WIFSIGNALED(ending.status) && WTERMSIG(ending.status) == SIGKILL;
    report.code = killed ? ExitCode::ResourceLimit : ExitCode::Internal;
  } else {
    const auto answer = from_bytes<Answer>(messages.front(), "an answer");
    report.code = answer.code;
    (answer.failed() ? report.failure : report.answer) = answer.text;
  }
  return report;
}

}  // namespace vta
