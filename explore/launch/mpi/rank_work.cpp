#include "explore/launch/mpi/rank_work.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <variant>

#include "base/error_class.h"
#include "explore/launch/mpi/mpi_job.h"
#include "explore/sweep/outcome_bytes.h"

namespace vta::explore {
namespace {

using Parent = ForkedWorker::Parent;

constexpr const char* kLead = "lead";
// Between rank 0 and its process: points to compute, one of them, and what ends either's work.
using LeadMessage = std::variant<std::vector<int64_t>, PointOutcome, Answer>;

void throw_failure(const Answer& answer) {
  if (answer.failed())
    throw_class(answer.code, answer.text);
}

template <typename Message>
Message message_in(const std::string& bytes) {
  return from_bytes<Message>(bytes, "a rank's process");
}

// In the process of rank 0: the points are computed behind its connection.
class LedRunner : public PointRunner {
 public:
  explicit LedRunner(Parent& parent) : parent_(parent) {}

  void run(const std::vector<int64_t>& indices, const OnOutcome& on_outcome) override {
    parent_.send(to_bytes(LeadMessage(indices)));
    for (std::string bytes; parent_.receive(bytes);) {
      auto message = message_in<LeadMessage>(bytes);
      if (const auto* end = std::get_if<Answer>(&message))
        return throw_failure(*end);
      on_outcome(std::get<PointOutcome>(std::move(message)));
    }
    throw InternalError("rank 0 has ended");
  }

 private:
  Parent& parent_;
};

void work_for(Parent& parent, const MpiJob& job) {
  std::string message;
  parent.receive(message);
  if (message == kLead) {
    const Answer end =
        answer_of([&] { return std::to_string(job.lead(std::make_unique<LedRunner>(parent))); });
    std::fflush(nullptr);  // this process is ended without
    parent.send(to_bytes(LeadMessage(end)));
    parent.receive(message);  // never: rank 0 lives, for who looks at it, until all have ended
    return;
  }
  PointFunction compute;
  parent.send(to_bytes(answer_of([&] { return compute = job.prepare(), std::string(); })));
  while (parent.receive(message))
    parent.send(to_bytes(answer_of([&] { return to_bytes(compute(std::stoll(message))); })));
}

}  // namespace

RankWork::RankWork(const MpiJob& job)
    : process_([&job](Parent& parent) { work_for(parent, job); }) {}

std::string RankWork::next(const std::function<void()>& waiting) {
  constexpr int kLookMilliseconds = 200;
  while (messages_.empty()) {
    waiting();
    ForkedWorker::wait_for_any({&process_}, kLookMilliseconds);
    if (process_.exchange(messages_) || !messages_.empty())
      continue;
    const int status = process_.end().status;
    if (WIFSIGNALED(status))
      ::raise(WTERMSIG(status));
    ::_exit(WEXITSTATUS(status));
  }
  std::string message = messages_.front();
  messages_.erase(messages_.begin());
  return message;
}

Answer RankWork::lead(PointRunner& runner) {
  std::exception_ptr failure;  // of the runner; thrown again by the next call
  const auto wait = [&] {
    try {
      if (!failure)
        runner.wait();
    } catch (const std::exception&) {
      failure = std::current_exception();
    }
  };
  struct Ended {};  // lead() waits for outcomes no more
  const auto pass_on = [&](const PointOutcome& outcome) {
    process_.send(to_bytes(LeadMessage(outcome)));
    if (!process_.exchange(messages_) || !messages_.empty())
      throw Ended();
  };
  process_.send(kLead);
  while (true) {
    const auto message = message_in<LeadMessage>(next(wait));
    if (const auto* end = std::get_if<Answer>(&message))
      return *end;
    try {
      process_.send(to_bytes(LeadMessage(answer_of([&] {
        if (failure)
          std::rethrow_exception(failure);
        return runner.run(std::get<std::vector<int64_t>>(message), pass_on), std::string();
      }))));
    } catch (const Ended&) {
    }
  }
}

PointFunction RankWork::prepare() {
  process_.send("prepare");
  throw_failure(message_in<Answer>(next()));
  return [this](int64_t index) {
    process_.send(std::to_string(index));
    const auto answer = message_in<Answer>(next());
    throw_failure(answer);
    return message_in<Outcome>(answer.text);
  };
}

}  // namespace vta::explore
