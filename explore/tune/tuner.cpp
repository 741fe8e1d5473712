#include "explore/tune/tuner.h"

#include <algorithm>
#include <chrono>

#include "base/elapsed.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/plural.h"
#include "base/progress.h"
#include "explore/tune/layer_search.h"
#include "explore/tune/network_choice.h"
#include "explore/tune/tiles_text.h"
#include "explore/tune/trial_pool.h"
#include "runtime/bound.h"

namespace vta::explore {
namespace {

using Clock = std::chrono::steady_clock;

// Tiles that are measured side by side in one layer: few enough that what was learnt is used soon.
constexpr size_t kGeneration = 16;
// Of a budget; the rest is for the network.
constexpr double kSearchShare = 0.7;
constexpr double kSecondsBetweenWrites = 1;

// The one that bench_tune found best.
constexpr std::string_view kMethod = "climb";

// A tile that cannot be used is worse than any other.
constexpr Cost kUnusable{int64_t{1} << 60, int64_t{1} << 60};

class Tuner {
 public:
  Tuner(LoweredGraph lowered, const std::string& name, const VtaConfig& config,
        const TuneOptions& options)
      : network_(scheduled(std::move(lowered), config, options.facts)),
        name_(name),
        config_(config),
        options_(options),
        writer_(options.database, options.objective),
        layers_(tunable_layers(network_)),
        pool_(network_, layers_, config_, options.jobs,
              options.device ? measure_elsewhere(options.device) : MeasureProgram(measure_here)) {
    if (layers_.empty())
      throw CompileError(
          fmt::format("{} has nothing to tune: no kernel of it runs on the accelerator", name));
    for (size_t i = 0; i < layers_.size(); ++i)
      searches_.push_back(begin_search(i));
  }

  TuneReport run() {
    search();
    choose();
    write();
    report_.seconds = seconds_since(start_);
    return std::move(report_);
  }

 private:
  struct Search {
    std::string text;  // of the layer
    TileSpace space;
    std::unique_ptr<LayerSearch> method;
    KnownTrials known;  // all trials of the database
    Measured measured;  // those that this search asked for
    bool exhausted = false;
  };

  Search begin_search(size_t i) {
    const LayerId& id = layers_[i].id;
    Search s{layer_text(id), TileSpace(id, config_), nullptr, {}, {}, false};
    s.known = writer_.trials(config_, s.text);
    return s;
  }

  // A layer's own: what others do must not change it.
  uint64_t seed_of(const Search& search) const {
    return hash64(fmt::format("{} {}", options_.seed, search.text));
  }

  static ScheduledGraph scheduled(LoweredGraph lowered, const VtaConfig& config,
                                  const ScheduleFacts& facts) {
    NetworkSchedule schedule = fast_schedule(lowered, config, facts);
    return {std::move(lowered), std::move(schedule)};
  }

  bool interrupted() const { return options_.stop && options_.stop(); }
  bool time_is_up(double share) const {
    return options_.budget_seconds && seconds_since(start_) > share * *options_.budget_seconds;
  }

  void search() {
    Progress progress = options_.evaluations && !options_.budget_seconds
                            ? Progress("trials", *options_.evaluations)
                            : Progress("tuning");
    for (bool more = true; more && !report_.stopped;)
      more = generation(progress);
  }

  // Every layer's next tiles, all measured side by side. False: nothing is left, or time is up.
  bool generation(Progress& progress) {
    std::vector<LayerTrial> asked;
    std::vector<std::pair<size_t, TileCandidate>> proposed;
    for (size_t i = 0; i < searches_.size(); ++i)
      propose(i, proposed);
    for (const auto& [i, candidate] : proposed) {
      if (searches_[i].known.contains(candidate.text)) {
        ++report_.known;
        continue;
      }
      asked.push_back({i, candidate.text});
    }
    report_.evaluations += std::ssize(proposed);
    const bool all = ask(asked, std::ssize(proposed) - std::ssize(asked), progress);
    for (const auto& [i, candidate] : proposed) {
      const auto row = searches_[i].known.find(candidate.text);
      if (row == searches_[i].known.end())
        continue;  // stopped before
      searches_[i].measured.emplace(candidate.text,
                                    Trial{candidate.tiles, row->second.cost.value_or(kUnusable)});
      report_.unusable += row->second.cost ? 0 : 1;
    }
    return all && !proposed.empty();
  }

  void propose(size_t i, std::vector<std::pair<size_t, TileCandidate>>& proposed) {
    Search& s = searches_[i];
    if (s.exhausted || report_.stopped)
      return;
    if (!s.method)
      s.method = make_search(kMethod, {s.space, layers_[i].fast, options_.objective, seed_of(s)});
    size_t most = kGeneration;
    if (options_.evaluations)
      most = static_cast<size_t>(
          std::clamp<int64_t>(*options_.evaluations - report_.evaluations - std::ssize(proposed), 0,
                              static_cast<int64_t>(kGeneration)));
    if (most == 0)
      return;
    std::vector<TileCandidate> next = s.method->propose(most, s.measured);
    s.exhausted = next.empty();
    for (TileCandidate& candidate : next)
      proposed.emplace_back(i, std::move(candidate));
  }

  bool ask(const std::vector<LayerTrial>& asked, int64_t known, Progress& progress) {
    std::vector<TrialRow> rows;
    auto written = Clock::now();
    const auto flush = [&] {
      if (!rows.empty())
        writer_.put_trials(config_, rows);
      rows.clear();
      written = Clock::now();
    };
    show(progress, known);
    const bool all = pool_.measure(
        asked,
        [&](const LayerTrial& trial, TrialRow row) {
          searches_[trial.layer].known.emplace(trial.tiles, row);
          rows.push_back(std::move(row));
          show(progress, 1);
          if (seconds_since(written) > kSecondsBetweenWrites)
            flush();
        },
        [&] { return interrupted() || time_is_up(kSearchShare); });
    flush();
    if (!all && interrupted())
      report_.stopped = true;
    return all;
  }

  void show(Progress& progress, int64_t done) {
    shown_ += done;
    if (options_.evaluations && !options_.budget_seconds)
      return progress.step(done);
    const double left = *options_.budget_seconds - seconds_since(start_);
    progress.say(
        fmt::format("{}, {} left", counted(shown_, "trial"), duration_text(std::max(left, 0.0))));
  }

  void choose() {
    ChoiceRequest request{.objective = options_.objective,
                          .slower_percent = options_.slower_percent,
                          .more_bytes_percent = options_.more_bytes_percent,
                          .fast = {},
                          .known = {},
                          .out_of_time = [this](double share) {
                            return report_.stopped || interrupted() || time_is_up(share);
                          }};
    for (size_t i = 0; i < layers_.size(); ++i) {
      request.fast.push_back(tiles_text(layers_[i].fast));
      request.known.push_back(&searches_[i].known);
    }
    NetworkChoice chosen = choose_tiles(request, pool_);
    choice_ = std::move(chosen.tiles);
    report_.network.fast = chosen.fast;
    report_.network.cost = chosen.cost;
    report_.network_evaluations = chosen.evaluations;
  }

  void write() {
    std::vector<TunedRow> rows;
    for (size_t i = 0; i < layers_.size(); ++i) {
      Search& s = searches_[i];
      if (!s.method)
        continue;
      const std::string fast = tiles_text(layers_[i].fast);
      const std::string tiles = choice_[i].empty() ? fast : choice_[i];
      TunedRow row{layers_[i].id, parse_tiles(layers_[i].id, tiles, s.text), cost_alone(i, tiles),
                   cost_alone(i, fast)};
      rows.push_back(row);
      report_.layers.push_back({row, layers_[i].kernels, std::ssize(s.measured), tiles == fast});
    }
    report_.network.name = name_;
    report_.network.least_cycles = least_cycles();
    writer_.put_result(config_, rows, report_.network);
  }

  Cost cost_alone(size_t i, const std::string& tiles) {
    const auto found = searches_[i].known.find(tiles);
    if (found != searches_[i].known.end() && found->second.cost)
      return *found->second.cost;
    Cost cost;
    pool_.measure({{i, tiles}},
                  [&](const LayerTrial&, const TrialRow& row) { cost = row.cost.value_or(Cost{}); },
                  {});
    return cost;
  }

  int64_t least_cycles() const {
    const std::optional<LeastCycles> bound = network_bound(
        generate_program(network_.lowered, network_.schedule, config_, {.constants = false}));
    return bound ? bound->cycles : 0;
  }

  ScheduledGraph network_;  // as `fast` has it
  std::string name_;
  VtaConfig config_;
  TuneOptions options_;
  TuningWriter writer_;
  std::vector<TunableLayer> layers_;
  TrialPool pool_;
  std::vector<Search> searches_;
  TilesChoice choice_;
  int64_t shown_ = 0;
  TuneReport report_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

TuneReport tune_network(LoweredGraph lowered, const std::string& name, const VtaConfig& config,
                        const TuneOptions& options) {
  VTA_CHECK(options.budget_seconds || options.evaluations, "tuning without an end");
  return Tuner(std::move(lowered), name, config, options).run();
}

}  // namespace vta::explore
