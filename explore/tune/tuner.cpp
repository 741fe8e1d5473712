#include "explore/tune/tuner.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <set>

#include "base/elapsed.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/plural.h"
#include "base/progress.h"
#include "explore/tune/layer_search.h"
#include "explore/tune/tiles_text.h"
#include "explore/tune/worker_pool.h"
#include "runtime/bound.h"

namespace vta::explore {
namespace {

using Clock = std::chrono::steady_clock;

// Tiles that are measured side by side in one layer: few enough that what was learnt is used soon.
constexpr size_t kGeneration = 16;
// Of a layer, how many of the best alone are tried in the network.
constexpr size_t kFinalists = 8;
constexpr int kPasses = 2;
// Where cycles are to be few, so much more of them is nothing if it saves bytes, and no more than
// this part of those that were won.
constexpr int64_t kSharesOfGain = 4;
constexpr double kNoCyclesPercent = 0.1;
// Of a budget; the rest is for the network.
constexpr double kSearchShare = 0.7, kChoiceShare = 0.9;
constexpr double kSecondsBetweenWrites = 1;

// How a question about the network begins, and an answer that tiles cannot be used.
constexpr std::string_view kNetwork = "network ", kRefused = "unusable ";

// The one that bench_tune found best.
constexpr std::string_view kMethod = "climb";

// A tile that cannot be used is worse than any other.
constexpr Cost kUnusable{int64_t{1} << 60, int64_t{1} << 60};

std::string cost_text(const Cost& cost) {
  return fmt::format("{} {}", cost.cycles, cost.bytes);
}

Cost parse_cost(const std::string& text) {
  Cost cost;
  const size_t space = text.find(' ');
  VTA_CHECK(space != std::string::npos, "'{}' is no cost", text);
  std::from_chars(text.data(), text.data() + space, cost.cycles);
  std::from_chars(text.data() + space + 1, text.data() + text.size(), cost.bytes);
  return cost;
}

// Which tiles each layer has in the network; an empty text: those of `fast`.
using Choice = std::vector<std::string>;

class Tuner {
 public:
  Tuner(LoweredGraph lowered, const std::string& name, const VtaConfig& config,
        const TuneOptions& options)
      : network_(scheduled(std::move(lowered), config)),
        name_(name),
        config_(config),
        options_(options),
        writer_(options.database, options.objective),
        layers_(tunable_layers(network_)),
        pool_([this](const std::string& question) { return answer(question); }, options.jobs) {
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
    std::map<std::string, TrialRow> known;  // all trials of the database
    Measured measured;                      // those that this search asked for
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

  static ScheduledGraph scheduled(LoweredGraph lowered, const VtaConfig& config) {
    NetworkSchedule schedule = fast_schedule(lowered, config);
    return {std::move(lowered), std::move(schedule)};
  }

  // In the workers. "I TILES": layer I alone; "network TILES;TILES;...": with these of each layer.
  std::string answer(const std::string& question) const {
    const size_t space = question.find(' ');
    const std::string rest = question.substr(space + 1);
    if (question.starts_with(kNetwork))
      return cost_text(cost_of(network_.lowered, chosen(rest), config_));
    const TunableLayer& layer = layers_[static_cast<size_t>(std::stoll(question))];
    try {
      return cost_text(cost_of(layer, parse_tiles(layer.id, rest, "a question"), config_));
    } catch (const CompileError& e) {
      return fmt::format("{}{}", kRefused, e.what());
    }
  }

  // The network's schedule with these tiles of each layer, where there are any.
  NetworkSchedule chosen(const std::string& tiles) const {
    NetworkSchedule schedule = network_.schedule;
    size_t at = 0;
    for (const TunableLayer& layer : layers_) {
      const size_t end = tiles.find(';', at);
      const std::string text = tiles.substr(at, end - at);
      at = end + 1;
      if (text.empty())
        continue;
      const KernelTiles parsed = parse_tiles(layer.id, text, "a question");
      for (KernelSchedule& kernel : schedule.kernels)
        if (kernel.layer == layer.id)
          kernel.tiles = parsed;
    }
    return schedule;
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
    std::vector<std::string> questions;
    std::vector<std::pair<size_t, std::string>> asked;  // layer and tiles
    std::vector<std::pair<size_t, TileCandidate>> proposed;
    for (size_t i = 0; i < searches_.size(); ++i)
      propose(i, proposed);
    for (const auto& [i, candidate] : proposed) {
      if (searches_[i].known.contains(candidate.text)) {
        ++report_.known;
        continue;
      }
      asked.emplace_back(i, candidate.text);
      questions.push_back(fmt::format("{} {}", i, candidate.text));
    }
    report_.evaluations += std::ssize(proposed);
    const bool all = ask(questions, asked, std::ssize(proposed) - std::ssize(asked), progress);
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

  bool ask(const std::vector<std::string>& questions,
           const std::vector<std::pair<size_t, std::string>>& asked, int64_t known,
           Progress& progress) {
    std::vector<TrialRow> rows;
    auto written = Clock::now();
    const auto flush = [&] {
      if (!rows.empty())
        writer_.put_trials(config_, rows);
      rows.clear();
      written = Clock::now();
    };
    show(progress, known);
    const bool all = pool_.run(
        questions,
        [&](const WorkerPool::Answer& answer) {
          const auto& [i, tiles] = asked[answer.question];
          TrialRow row = trial(searches_[i].text, tiles, answer);
          searches_[i].known.emplace(tiles, row);
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

  TrialRow trial(const std::string& layer, const std::string& tiles,
                 const WorkerPool::Answer& answer) {
    if (answer.failed)
      throw InternalError(
          fmt::format("the trial of '{}' with '{}' failed: {}", layer, tiles, answer.text));
    if (!answer.text.starts_with(kRefused))
      return {layer, tiles, parse_cost(answer.text)};
    return {layer, tiles, std::nullopt, answer.text.substr(kRefused.size())};
  }

  void show(Progress& progress, int64_t done) {
    shown_ += done;
    if (options_.evaluations && !options_.budget_seconds)
      return progress.step(done);
    const double left = *options_.budget_seconds - seconds_since(start_);
    progress.say(
        fmt::format("{}, {} left", counted(shown_, "trial"), duration_text(std::max(left, 0.0))));
  }

  // What is tried of a layer in the network: tiles as text, the empty one for those of `fast`.
  struct Finalists {
    std::vector<std::string> best;     // by what they cost alone, whoever asked for them
    std::vector<std::string> thrifty;  // of those that no other beats in cycles and bytes, some
  };

  Finalists finalists(const Search& s) const {
    std::vector<std::pair<Score, std::string>> sorted;
    for (const auto& [tiles, row] : s.known)
      if (row.cost)
        sorted.emplace_back(score(*row.cost, options_.objective), tiles);
    std::ranges::sort(sorted);
    std::vector<std::string> front;
    int64_t least = std::numeric_limits<int64_t>::max();
    for (const auto& [cost, tiles] : sorted)
      if (cost.second < least) {
        least = cost.second;
        front.push_back(tiles);
      }
    Finalists chosen;
    for (size_t i = 0; i < std::min(kFinalists, sorted.size()); ++i)
      chosen.best.push_back(sorted[i].second);
    for (size_t i = 0; i < front.size(); i += std::max<size_t>(1, front.size() / kFinalists))
      chosen.thrifty.push_back(front[i]);
    chosen.best.emplace_back();
    chosen.thrifty.emplace_back();
    return chosen;
  }

  // Layers overlap, so what is best alone need not be best in the network: start with the better of
  // all finalists and all of `fast`, then change one layer at a time.
  void choose() {
    Progress progress("checking the network");
    const Choice fast(layers_.size());
    Choice best;
    for (const Search& s : searches_) {
      finalists_.push_back(finalists(s));
      best.push_back(finalists_.back().best.front());
    }
    const std::vector<Cost> costs = network_costs({fast, best});
    report_.network.fast = costs[0];
    if (options_.slower_percent)
      limit_ = percent_above(costs[0].cycles, *options_.slower_percent);
    const bool improved = better(costs[1], costs[0]);
    choice_ = improved ? best : fast;
    report_.network.cost = improved ? costs[1] : costs[0];
    for (int pass = 0; pass < kPasses; ++pass)
      if (!improve(progress))
        break;
    if (options_.objective == Objective::Cycles) {
      const int64_t fewest = report_.network.cost.cycles;
      limit_ = std::min(percent_above(fewest, kNoCyclesPercent),
                        fewest + (report_.network.fast.cycles - fewest) / kSharesOfGain);
    }
    for (int pass = 0; pass < kPasses && limit_ < std::numeric_limits<int64_t>::max(); ++pass)
      if (!save_bytes(progress))
        break;
  }

  static int64_t percent_above(int64_t cycles, double percent) {
    return cycles + static_cast<int64_t>(static_cast<double>(cycles) * percent / 100);
  }

  // Whether a network's cost is better, within the limit.
  bool better(const Cost& a, const Cost& b) const {
    return a.cycles <= limit_ && score(a, options_.objective) < score(b, options_.objective);
  }

  bool out_of_time(double share) const {
    return report_.stopped || interrupted() || time_is_up(share);
  }

  // The choice with others of these tiles in one layer.
  std::vector<Choice> changes(size_t layer, const std::vector<std::string>& others) const {
    std::vector<Choice> choices;
    for (const std::string& tiles : others)
      if (tiles != choice_[layer]) {
        choices.push_back(choice_);
        choices.back()[layer] = tiles;
      }
    return choices;
  }

  bool improve(Progress& progress) {
    bool improved = false;
    for (size_t i = 0; i < layers_.size(); ++i) {
      if (out_of_time(kChoiceShare))
        return false;
      const std::vector<Choice> choices = changes(i, finalists_[i].best);
      const std::vector<Cost> costs = network_costs(choices);
      for (size_t c = 0; c < choices.size(); ++c)
        if (better(costs[c], report_.network.cost)) {
          report_.network.cost = costs[c];
          choice_ = choices[c];
          improved = true;
        }
      progress.say(fmt::format("{} cycles", report_.network.cost.cycles));
    }
    return improved;
  }

  struct Saving {
    double cycles_per_byte = 0;  // lost for each saved
    size_t layer = 0;
    std::string tiles;
    auto operator<=>(const Saving&) const = default;
  };

  // What a layer costs alone with the tiles of a choice.
  std::optional<Cost> known_cost(size_t layer, const std::string& tiles) const {
    const auto& known = searches_[layer].known;
    const auto row = known.find(tiles.empty() ? tiles_text(layers_[layer].fast) : tiles);
    return row == known.end() ? std::nullopt : row->second.cost;
  }

  // Changes of one layer that save bytes alone, those first that lose fewest cycles for each.
  std::vector<Saving> savings() const {
    std::vector<Saving> all;
    for (size_t i = 0; i < layers_.size(); ++i) {
      const std::optional<Cost> now = known_cost(i, choice_[i]);
      for (const std::string& tiles : finalists_[i].thrifty) {
        const std::optional<Cost> then = known_cost(i, tiles);
        if (!now || !then || then->bytes >= now->bytes)
          continue;
        const auto saved = static_cast<double>(now->bytes - then->bytes);
        const auto lost = static_cast<double>(std::max<int64_t>(0, then->cycles - now->cycles));
        all.push_back({lost / saved, i, tiles});
      }
    }
    std::ranges::sort(all);
    return all;
  }

  // Spends the cycles up to the limit where they save most bytes; the network decides.
  bool save_bytes(Progress& progress) {
    bool improved = false;
    for (const Saving& saving : savings()) {
      if (out_of_time(1))
        break;
      Choice choice = choice_;
      choice[saving.layer] = saving.tiles;
      const Cost cost = network_costs({choice}).front();
      if (cost.cycles > limit_ || cost.bytes >= report_.network.cost.bytes)
        continue;
      report_.network.cost = cost;
      choice_ = std::move(choice);
      improved = true;
      progress.say(fmt::format("{} bytes", cost.bytes));
    }
    return improved;
  }

  std::vector<Cost> network_costs(const std::vector<Choice>& choices) {
    std::vector<std::string> questions;
    for (const Choice& choice : choices) {
      std::string question(kNetwork);
      for (const std::string& tiles : choice)
        question += tiles + ";";
      questions.push_back(std::move(question));
    }
    std::vector<Cost> costs(choices.size());
    pool_.run(questions,
              [&](const WorkerPool::Answer& answer) {
                if (answer.failed)
                  throw InternalError(fmt::format("the network failed: {}", answer.text));
                costs[answer.question] = parse_cost(answer.text);
              },
              {});
    report_.network_evaluations += std::ssize(choices);
    return costs;
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
    pool_.run({fmt::format("{} {}", i, tiles)},
              [&](const WorkerPool::Answer& answer) { cost = parse_cost(answer.text); }, {});
    return cost;
  }

  int64_t least_cycles() const {
    const std::optional<LayerBound> bound = network_bound(
        generate_program(network_.lowered, network_.schedule, config_, {.constants = false}));
    return bound ? bound->cycles : 0;
  }

  ScheduledGraph network_;  // as `fast` has it
  std::string name_;
  VtaConfig config_;
  TuneOptions options_;
  TuningWriter writer_;
  std::vector<TunableLayer> layers_;
  WorkerPool pool_;
  std::vector<Search> searches_;
  std::vector<Finalists> finalists_;  // by layer
  Choice choice_;
  int64_t limit_ = std::numeric_limits<int64_t>::max();
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
