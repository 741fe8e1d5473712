#include "explore/sweep/local_runner.h"

#include <utility>

#include "base/error.h"
#include "base/plural.h"
#include "explore/sweep/outcome_bytes.h"

namespace vta::explore {
namespace {

// Neighbours in index are often one program on several memories, which a worker compiles once.
constexpr int64_t kLongestRun = 8;

Outcome outcome_of(const Answer& answer) {
  if (answer.failed())
    return Failed{answer.text};
  try {
    return from_bytes<Outcome>(answer.text, fmt::format("worker {}", answer.worker));
  } catch (const InputError& e) {
    return Failed{e.what()};
  }
}

}  // namespace

LocalRunner::LocalRunner(Evaluate evaluate, LocalOptions options)
    : options_(std::move(options)),
      workers_([evaluate = std::move(evaluate)](
                   const std::string& index) { return to_bytes(evaluate(std::stoll(index))); },
               options_.jobs, kLongestRun) {}

void LocalRunner::run(const std::vector<int64_t>& indices, const OnOutcome& on_outcome) {
  std::vector<std::string> questions;
  for (const int64_t index : indices)
    questions.push_back(std::to_string(index));
  int64_t left = std::ssize(indices);
  const auto pass_on = [&](const Answer& answer) {
    --left;
    on_outcome({indices[answer.question], outcome_of(answer), answer.seconds, answer.worker});
  };
  if (!workers_.run(questions, pass_on, options_.stop))
    throw IncompleteError(fmt::format("interrupted with {} to go", counted(left, "point")));
}

}  // namespace vta::explore
