#include "explore/sweep/session.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>

#include "base/elapsed.h"
#include "base/error.h"
#include "base/file.h"
#include "base/progress.h"
#include "base/real_path.h"
#include "explore/cost/point_cost.h"
#include "explore/space/sampler.h"
#include "explore/store/reader.h"
#include "explore/store/reuse.h"
#include "explore/store/sweep_file.h"
#include "explore/store/writer.h"
#include "explore/sweep/accuracies.h"
#include "explore/sweep/import.h"
#include "explore/sweep/setup.h"

namespace vta::explore {
namespace {

using Clock = std::chrono::steady_clock;

std::string now_text() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

void refuse_points(const std::string& database) {
  if (is_new_sweep_file(database))
    return;
  const int64_t points = SweepReader(database).count("point");
  if (points > 0)
    throw InputError(fmt::format(
        "{} has {} points already: add the missing ones with --resume, or name another database",
        database, points));
}

class Session {
 public:
  Session(const SweepOptions& options, const Space& space, Evaluator& evaluator,
          PointRunner& runner)
      : options_(options),
        space_(space),
        evaluator_(evaluator),
        runner_(runner),
        accuracies_(space, evaluator, options.threads, [this] { runner_.wait(); }),
        writer_(options.database, header_of(space)),
        sampler_(make_sampler(space)) {
    if (options.resume) {
      writer_.check_networks(identities_of_files(space.spec().networks));
      StoredPoints(options.reuse, {}, header_of(space));  // they can be read, whether needed or not
    } else {
      import();
    }
    recall();
  }

  void run() {
    const auto start = Clock::now();
    if (sampler_->needs_results())
      run_generations();
    else
      run_all();
    seconds_ = seconds_since(start);
    runner_.finish();
  }

  void require_file() const { writer_.require_file(); }
  int64_t evaluated() const { return evaluated_; }
  int64_t reused() const { return reused_; }
  double seconds() const { return seconds_; }

 private:
  // Before the first point that is not stored: who resumes a sweep that is done needs no network.
  void import() {
    if (stored_)
      return;
    not_imported_ = import_networks(space_, evaluator_);
    std::vector<NetworkInfo> networks = evaluator_.infos();
    std::erase_if(networks, [](const NetworkInfo& n) { return n.hash.empty(); });  // not imported
    writer_.put_networks(networks);
    stored_.emplace(options_.reuse, networks, header_of(space_));
  }

  // What an earlier run has found: the sampler is told, and nothing of it is computed again.
  void recall() {
    SweepReader reader(options_.database);
    for (const PointRow& row : reader.points()) {
      results_[row.idx] = objective_values(space_.spec().objectives, row);
      accuracies_.recall(row);
    }
    for (const int64_t index : writer_.finished())
      results_.try_emplace(index);
  }

  void run_generations() {
    Progress progress("points", sampler_->most_points());
    progress.show_rate(std::ssize(results_));
    for (Generation g = sampler_->next(results_); !g.done(); g = sampler_->next(results_)) {
      record(g);
      compute(missing(g.points), progress);
    }
  }

  // No generation depends on results, so that no worker waits for the end of one. In order, because
  // neighbours are often one program on several memories, which is then compiled once.
  void run_all() {
    std::vector<int64_t> wanted;
    for (Generation g = sampler_->next(results_); !g.done(); g = sampler_->next(results_)) {
      record(g);
      wanted.insert(wanted.end(), g.points.begin(), g.points.end());
    }
    std::ranges::sort(wanted);
    const std::vector<int64_t> indices = missing(wanted);
    if (!indices.empty())
      import();
    measure(indices);
    Progress progress("points", std::ssize(wanted));
    progress.show_rate(std::ssize(wanted) - std::ssize(indices));
    compute(indices, progress);
  }

  void record(const Generation& generation) {
    std::vector<ExcludedRow> rows;
    for (const auto& [index, exclusion] : generation.excluded)
      rows.push_back({index, exclusion.kind, exclusion.rule, exclusion.reason});
    if (!rows.empty())
      writer_.put_excluded(rows);
  }

  std::vector<int64_t> missing(const std::vector<int64_t>& indices) const {
    std::vector<int64_t> left;
    for (const int64_t index : indices)
      if (!results_.contains(index))
        left.push_back(index);
    return left;
  }

  void compute(const std::vector<int64_t>& indices, Progress& progress) {
    if (indices.empty())
      return;
    import();
    const auto on_outcome = [&](const PointOutcome& outcome) {
      store(outcome);
      progress.step();
    };
    std::vector<int64_t> left = give_up_without_network(indices, on_outcome);
    std::erase_if(left, [&](int64_t index) {
      if (!take_over(index))
        return false;
      progress.step();
      return true;
    });
    measure(left);
    left = leave_inaccurate_out(left, on_outcome);
    if (!left.empty())
      runner_.run(left, on_outcome);
  }

  // Not of points whose accuracy another database has.
  void measure(const std::vector<int64_t>& indices) {
    std::vector<int64_t> fresh;
    for (const int64_t index : indices)
      if (!not_imported_.contains(space_.network(index).name) &&
          !stored_->has(std::get<PointSpec>(space_.point(index))))
        fresh.push_back(index);
    accuracies_.measure(fresh);
  }

  // Points that miss a lower limit are excluded, and those whose accuracy nobody knows fail, before
  // their cycles are asked for.
  std::vector<int64_t> leave_inaccurate_out(const std::vector<int64_t>& indices,
                                            const OnOutcome& on_outcome) {
    std::vector<int64_t> left;
    for (const int64_t index : indices) {
      const Accuracies::Found found = accuracies_.of(index);
      if (!found.failure.empty())
        on_outcome({index, Failed{found.failure}, 0, 0});
      else if (!exclude_inaccurate(index, found.accuracy))
        left.push_back(index);
    }
    return left;
  }

  bool exclude_inaccurate(int64_t index, const std::optional<Accuracy>& accuracy) {
    if (!accuracy)
      return false;
    const auto exclusion = missed_accuracy(space_.spec().constraints, *accuracy);
    if (!exclusion)
      return false;
    const ExcludedRow row{index, exclusion->kind, exclusion->rule, exclusion->reason};
    writer_.put_excluded(std::span(&row, 1));
    results_.try_emplace(index);
    return true;
  }

  // What another database has found of the point.
  bool take_over(int64_t index) {
    const PointSpec spec = std::get<PointSpec>(space_.point(index));
    std::optional<StoredPoint> stored = stored_->find(spec);
    if (!stored)
      return false;
    accuracies_.recall(stored->row);
    if (exclude_inaccurate(index, stored->row.accuracy))
      return true;
    stored->row.idx = stored->effort.idx = index;
    stored->row.spec = spec;
    stored->row.memory = space_.memory_text(index);
    writer_.put_point(stored->row, stored->effort);
    results_[index] = objective_values(space_.spec().objectives, stored->row);
    ++reused_;
    return true;
  }

  // The points of networks that cannot be imported fail here; the others are left.
  std::vector<int64_t> give_up_without_network(const std::vector<int64_t>& indices,
                                               const OnOutcome& on_outcome) const {
    std::vector<int64_t> left;
    for (const int64_t index : indices) {
      const auto failure = not_imported_.find(space_.network(index).name);
      if (failure == not_imported_.end())
        left.push_back(index);
      else
        on_outcome({index, Failed{failure->second}, 0, 0});
    }
    return left;
  }

  void store(const PointOutcome& done) {
    const EffortRow effort{done.index, done.seconds, done.worker, now_text()};
    std::vector<double>& objectives = results_[done.index];
    ++evaluated_;
    if (const auto* failed = std::get_if<Failed>(&done.outcome)) {
      writer_.put_failure({done.index, failed->reason}, effort);
    } else if (const auto* uncompilable = std::get_if<Uncompilable>(&done.outcome)) {
      writer_.put_uncompilable(
          {done.index, std::string(kUncompilable), "compile", uncompilable->reason}, effort);
    } else {
      const PointRow row = point_row(done.index, std::get<PointResult>(done.outcome));
      writer_.put_point(row, effort);
      objectives = objective_values(space_.spec().objectives, row);
    }
  }

  PointRow point_row(int64_t index, const PointResult& result) const {
    PointRow row;
    row.idx = index;
    row.spec = std::get<PointSpec>(space_.point(index));
    row.memory = space_.memory_text(index);
    row.result = result;
    row.cost = point_cost(row.spec.config, result);
    const Accuracies::Found found = accuracies_.of(index);
    if (found.accuracy) {
      row.values_key = found.values_key;
      row.accuracy = found.accuracy;
    }
    return row;
  }

  const SweepOptions& options_;
  const Space& space_;
  Evaluator& evaluator_;
  PointRunner& runner_;
  Accuracies accuracies_;
  SweepWriter writer_;
  std::unique_ptr<Sampler> sampler_;
  NetworkFailures not_imported_;
  std::optional<StoredPoints> stored_;  // once networks are imported
  Results results_;
  int64_t evaluated_ = 0, reused_ = 0;
  double seconds_ = 0;
};

}  // namespace

SweepSummary run_sweep(const SweepOptions& options, const Space& space, Evaluator& evaluator,
                       PointRunner& runner) {
  for (const std::string& other : options.reuse)
    if (real_path(other) == real_path(options.database))
      throw InputError(fmt::format("{} cannot take points from itself", options.database));
  if (!options.resume)
    refuse_points(options.database);
  SweepSummary run;
  {
    Session session(options, space, evaluator, runner);
    try {
      session.run();
    } catch (const IncompleteError&) {  // who catches it says where the rest is
      session.require_file();
      throw;
    }
    run.evaluated = session.evaluated();
    run.reused = session.reused();
    run.seconds = session.seconds();
  }
  SweepSummary summary = summarize(options.database);
  summary.evaluated = run.evaluated;
  summary.reused = run.reused;
  summary.seconds = run.seconds;
  return summary;
}

SweepSummary summarize(const std::string& database) {
  SweepReader reader(database);
  SweepSummary summary;
  summary.space_points = reader.header().space_points;
  summary.points = reader.count("point");
  summary.failed = reader.count("failure");
  for (const ExcludedRow& row : reader.excluded()) {
    summary.illegal += row.kind == kIllegal ? 1 : 0;
    summary.constraint += row.kind == kConstraint ? 1 : 0;
    summary.uncompilable += row.kind == kUncompilable ? 1 : 0;
  }
  summary.pareto = pareto_points(reader.header().objectives, reader.points());
  return summary;
}

}  // namespace vta::explore
