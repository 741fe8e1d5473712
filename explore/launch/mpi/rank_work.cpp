#include "explore/launch/mpi/rank_work.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <sstream>

#include "explore/evaluate/result_codec.h"
#include "explore/launch/mpi/mpi_job.h"
#include "explore/launch/point_message.h"
#include "link/wire/failure.h"

namespace vta::explore {
namespace {

using Parent = ForkedWorker::Parent;

constexpr const char* kLead = "lead";
// The first letter of a message between rank 0 and its process: points to compute, one of them,
// and an Answer, which ends both.
constexpr char kRun = 'r', kOutcome = 'o', kEnd = 'e';

void throw_failure(const Answer& answer) {
  if (answer.failed())
    wire::throw_class(static_cast<int32_t>(answer.code), answer.text);
}

// In the process of rank 0: the points are computed behind its connection.
class LedRunner : public PointRunner {
 public:
  explicit LedRunner(Parent& parent) : parent_(parent) {}

  void run(const std::vector<int64_t>& indices, const OnOutcome& on_outcome) override {
    parent_.send(fmt::format("{}{}", kRun, fmt::join(indices, " ")));
    std::string message;
    while (parent_.receive(message) && message[0] == kOutcome)
      on_outcome(decode_message(std::string_view(message).substr(1), "a rank"));
    throw_failure(parse_answer(message.substr(1)));
  }

 private:
  Parent& parent_;
};

void work_for(Parent& parent, const MpiJob& job) {
  std::string message;
  parent.receive(message);
  if (message == kLead) {
    message = kEnd + answer_message([&] {
                return std::to_string(job.lead(std::make_unique<LedRunner>(parent)));
              });
    std::fflush(nullptr);  // this process is ended without
    parent.send(message);
    parent.receive(message);  // never: rank 0 lives, for who looks at it, until all have ended
    return;
  }
  PointFunction compute;
  parent.send(answer_message([&] { return compute = job.prepare(), std::string(); }));
  while (parent.receive(message))
    parent.send(answer_message([&] { return encode_outcome(compute(std::stoll(message))); }));
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
    process_.send(kOutcome + encode_message(outcome));
    if (!process_.exchange(messages_) || !messages_.empty())
      throw Ended();
  };
  process_.send(kLead);
  std::string message;
  while ((message = next(wait))[0] == kRun) {
    std::istringstream in(message.substr(1));
    const std::vector<int64_t> indices{std::istream_iterator<int64_t>(in), {}};
    try {
      process_.send(kEnd + answer_message([&] {
                      if (failure)
                        std::rethrow_exception(failure);
                      return runner.run(indices, pass_on), std::string();
                    }));
    } catch (const Ended&) {
    }
  }
  return parse_answer(message.substr(1));
}

PointFunction RankWork::prepare() {
  process_.send("prepare");
  throw_failure(parse_answer(next()));
  return [this](int64_t index) {
    process_.send(std::to_string(index));
    const Answer answer = parse_answer(next());
    throw_failure(answer);
    return decode_outcome(answer.text, "the rank's process");
  };
}

}  // namespace vta::explore
