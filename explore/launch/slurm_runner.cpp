#include "explore/launch/slurm_runner.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "base/error.h"
#include "base/file.h"
#include "base/process.h"
#include "explore/sweep/outcome_bytes.h"

namespace vta::explore {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// Looks often while results come, seldom in a long queue.
class Pace {
 public:
  void wait() {
    std::this_thread::sleep_for(pause_);
    pause_ = std::min(pause_ * 3 / 2, kLongest);
  }
  void reset() { pause_ = kShortest; }

 private:
  static constexpr std::chrono::milliseconds kShortest = 100ms, kLongest = 3000ms;
  std::chrono::milliseconds pause_ = kShortest;
};

std::string plural(int64_t n, const std::string& what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

// How a task ended that left points undone.
std::string ending(const Slurm& slurm, const ArrayFolder& folder, const ArrayFolder::Job& job,
                   int64_t task) {
  if (const std::optional<int> status = folder.exit_status(task))
    return fmt::format("ended with status {}", *status);
  const std::string state = slurm.state(job.id, task);
  if (state == "PENDING" || state == "RUNNING")
    return fmt::format("is {}", state);
  return state.empty() ? "was killed" : fmt::format("was killed (Slurm says {})", state);
}

}  // namespace

SlurmRunner::SlurmRunner(SlurmOptions options)
    : options_(std::move(options)), slurm_(options_.root) {
  if (options_.mode != SlurmMode::Collect)
    Slurm::require_programs();
  std::error_code error;
  fs::create_directories(options_.root, error);
  if (error)
    throw InputError(fmt::format("cannot make the folder {}: {}", options_.root, error.message()));
  for (const ArrayFolder& folder : array_folders(options_.root))
    if (const auto job = folder.job())
      add_array(folder, *job, /*retry_failed=*/options_.mode != SlurmMode::Collect);
}

void SlurmRunner::add_array(const ArrayFolder& folder, const ArrayFolder::Job& job,
                            bool retry_failed) {
  Array array{
      .folder = folder, .job = job, .points = {}, .shares = {}, .retry_failed = retry_failed};
  for (int64_t task = 0; task < job.tasks; ++task) {
    array.points.push_back(read_point_list(folder.points_file(task)));
    array.shares.emplace_back(folder.share_file(task), options_.identity);
  }
  arrays_.push_back(std::move(array));
}

bool SlurmRunner::concerns_missing(const Array& array) const {
  const auto missing = [this](int64_t index) { return missing_.contains(index); };
  return std::ranges::any_of(
      array.points, [&](const auto& points) { return std::ranges::any_of(points, missing); });
}

void SlurmRunner::run(const std::vector<int64_t>& indices, const OnOutcome& on_outcome) {
  missing_ = {indices.begin(), indices.end()};
  deliver(on_outcome);
  if (options_.mode != SlurmMode::Collect) {
    wait_for_earlier(on_outcome);
    if (missing_.empty())
      return;
    const Array& array = submit();
    if (options_.mode == SlurmMode::Submit)
      throw SubmittedOnly{array.job.id, array.job.tasks, std::ssize(missing_)};
    wait_for(array, on_outcome);
  }
  if (!missing_.empty())
    explain_missing();
}

void SlurmRunner::read_shares() {
  for (Array& array : arrays_)
    for (size_t task = 0; task < array.shares.size(); ++task)
      for (const std::string& payload : array.shares[task].poll()) {
        PointOutcome outcome = from_bytes<PointOutcome>(payload, array.shares[task].path());
        if (array.retry_failed && std::holds_alternative<Failed>(outcome.outcome))
          continue;
        outcome.worker = static_cast<int64_t>(task);
        early_.insert_or_assign(outcome.index, std::move(outcome));
      }
}

void SlurmRunner::deliver(const OnOutcome& on_outcome) {
  read_shares();
  for (auto next = missing_.begin(); next != missing_.end() && !early_.empty();) {
    auto node = early_.extract(*next);
    if (node.empty()) {
      ++next;
      continue;
    }
    next = missing_.erase(next);
    on_outcome(std::move(node.mapped()));
  }
}

Slurm::Tasks SlurmRunner::tasks_in_queue(const Array& array) const {
  for (int64_t task = 0; task < array.job.tasks; ++task)
    if (!array.folder.exit_status(task))
      return slurm_.tasks(array.job.id);
  return {};
}

void SlurmRunner::wait_for_earlier(const OnOutcome& on_outcome) {
  for (const Array& array : arrays_) {
    if (!concerns_missing(array))
      continue;
    const Slurm::Tasks tasks = tasks_in_queue(array);
    if (tasks.none()) {
      deliver(on_outcome);  // what its tasks did since the shares were read
      continue;
    }
    const int64_t left = std::ssize(tasks.waiting) + std::ssize(tasks.running);
    if (options_.mode == SlurmMode::Submit)
      throw IncompleteError(
          fmt::format("job {} of this sweep still has {}; without --submit-only this command waits "
                      "for it, --collect takes its present results",
                      array.job.id, plural(left, "task")));
    options_.say(fmt::format("job {} of this sweep still has {}: waiting for it", array.job.id,
                             plural(left, "task")));
    wait_for(array, on_outcome);
  }
}

SlurmRunner::Array& SlurmRunner::submit() {
  const ArrayFolder folder = next_array_folder(options_.root);
  ArrayScript script = options_.script;
  script.tasks = write_point_lists(folder, {missing_.begin(), missing_.end()}, options_.tasks);
  write_text_file(folder.script(), array_script_text(script));
  const ArrayFolder::Job job{.id = slurm_.submit(folder.path(), folder.script()),
                             .tasks = script.tasks};
  folder.set_job(job);
  options_.say(fmt::format("job {}: {} for {}, in {}", job.id, plural(job.tasks, "task"),
                           plural(std::ssize(missing_), "point"), folder.path()));
  add_array(folder, job, /*retry_failed=*/false);
  return arrays_.back();
}

// Results come first: the array counts as over only when Slurm said so before they were read.
void SlurmRunner::wait_for(const Array& array, const OnOutcome& on_outcome) {
  constexpr int kMostRefusals = 20;  // a controller that restarts is back by then
  int refusals = 0;
  bool over = false;
  for (Pace pace;; pace.wait()) {
    const size_t before = missing_.size();
    deliver(on_outcome);
    if (missing_.empty() || over)
      return;
    if (options_.stop())
      throw IncompleteError(fmt::format(
          "stopped with {} missing; job {} goes on: --resume waits for it, scancel {} ends it",
          plural(std::ssize(missing_), "point"), array.job.id, array.job.id));
    if (missing_.size() < before)
      pace.reset();
    try {
      over = tasks_in_queue(array).none();
      refusals = 0;
    } catch (const Error&) {
      if (++refusals > kMostRefusals)
        throw;
    }
  }
}

// Newest first: of a point that two arrays have lost, the later says more. `log` becomes that of a
// task that has one.
std::string SlurmRunner::endings(std::string& log) const {
  std::set<int64_t> unexplained = missing_;
  std::string text;
  for (auto array = arrays_.rbegin(); array != arrays_.rend(); ++array)
    for (int64_t task = 0; task < array->job.tasks; ++task) {
      const ArrayFolder& folder = array->folder;
      int64_t lost = 0;
      for (const int64_t index : array->points[static_cast<size_t>(task)])
        lost += static_cast<int64_t>(unexplained.erase(index));
      if (lost == 0)
        continue;
      text += fmt::format("; task {} of job {} {} with {} undone", task, array->job.id,
                          ending(slurm_, folder, array->job, task), plural(lost, "point"));
      if (fs::exists(folder.log_file(task)))
        log = folder.log_file(task);
    }
  return text;
}

void SlurmRunner::explain_missing() const {
  std::string log;
  std::string text =
      fmt::format("{} missing{}", plural(std::ssize(missing_), "point"), endings(log));
  if (const std::string end = log.empty() ? "" : tail_of(log, 5); !end.empty())
    text += fmt::format("; the end of {}:\n{}", log, end);
  throw IncompleteError(text);
}

void SlurmRunner::finish() {
  for (const ArrayFolder& folder : array_folders(options_.root))
    if (const std::string why = folder.remove(); !why.empty())
      options_.say(fmt::format("{} remains: {}; it is no longer needed", folder.path(), why));
  std::error_code ignored;  // somebody else's files stay, and the folder with them
  fs::remove(options_.root, ignored);
}

}  // namespace vta::explore
