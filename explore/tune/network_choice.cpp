#include "explore/tune/network_choice.h"

#include <algorithm>
#include <limits>

#include "base/progress.h"

namespace vta::explore {
namespace {

// Of a layer, how many of the best alone are tried in the network.
constexpr size_t kFinalists = 8;
constexpr int kPasses = 2;
// Where cycles are to be few, so much more of them is nothing if it saves bytes, and no more than
// this part of those that were won.
constexpr int64_t kSharesOfGain = 4;
constexpr double kNoCyclesPercent = 0.1;
// Of a budget; the rest is for saving bytes.
constexpr double kChoiceShare = 0.9;

int64_t percent_above(int64_t cycles, double percent) {
  return cycles + static_cast<int64_t>(static_cast<double>(cycles) * percent / 100);
}

double percent_of_fast(int64_t part, int64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

// What is tried of a layer in the network: tiles as text, the empty one for those of `fast`.
struct Finalists {
  std::vector<std::string> best;     // by what they cost alone, whoever asked for them
  std::vector<std::string> thrifty;  // of those that no other beats in cycles and bytes, some
};

Finalists finalists(const KnownTrials& known, Objective objective) {
  std::vector<std::pair<Score, std::string>> sorted;
  for (const auto& [tiles, row] : known)
    if (row.cost)
      sorted.emplace_back(score(*row.cost, objective), tiles);
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

class Chooser {
 public:
  Chooser(const ChoiceRequest& request, TrialPool& pool) : request_(request), pool_(pool) {
    for (const KnownTrials* known : request.known)
      finalists_.push_back(finalists(*known, request.objective));
  }

  NetworkChoice run() {
    Progress progress("checking the network");
    begin();
    for (int pass = 0; pass < kPasses; ++pass)
      if (!improve(progress))
        break;
    if (request_.objective == Objective::Cycles) {
      const int64_t fewest = out_.cost.cycles;
      limit_ = std::min(percent_above(fewest, kNoCyclesPercent),
                        fewest + (out_.fast.cycles - fewest) / kSharesOfGain);
    }
    for (int pass = 0; pass < kPasses && limit_ < std::numeric_limits<int64_t>::max(); ++pass)
      if (!save_bytes(progress))
        break;
    return std::move(out_);
  }

 private:
  // The better of all finalists and all of `fast`.
  void begin() {
    const TilesChoice fast(finalists_.size());
    TilesChoice best;
    for (const Finalists& f : finalists_)
      best.push_back(f.best.front());
    const std::vector<Cost> costs = network_costs({fast, best});
    out_.fast = costs[0];
    if (request_.slower_percent)
      limit_ = percent_above(costs[0].cycles, *request_.slower_percent);
    const bool improved = better(costs[1], costs[0]);
    out_.tiles = improved ? best : fast;
    out_.cost = improved ? costs[1] : costs[0];
  }

  std::vector<Cost> network_costs(const std::vector<TilesChoice>& choices) {
    out_.evaluations += std::ssize(choices);
    return pool_.network_costs(choices);
  }

  // Whether a network's cost is better, within the limit.
  bool better(const Cost& a, const Cost& b) const {
    return a.cycles <= limit_ && worth_its_bytes(a) &&
           score(a, request_.objective) < score(b, request_.objective);
  }

  // Few cycles are not bought with many bytes, which cost energy, and time of everybody else who
  // uses the memory.
  bool worth_its_bytes(const Cost& cost) const {
    if (request_.objective != Objective::Cycles || cost.bytes <= out_.fast.bytes)
      return true;
    const double won = percent_of_fast(out_.fast.cycles - cost.cycles, out_.fast.cycles);
    const double more = percent_of_fast(cost.bytes - out_.fast.bytes, out_.fast.bytes);
    return more <= request_.more_bytes_percent.value_or(won);
  }

  // The choice with others of these tiles in one layer.
  std::vector<TilesChoice> changes(size_t layer, const std::vector<std::string>& others) const {
    std::vector<TilesChoice> choices;
    for (const std::string& tiles : others)
      if (tiles != out_.tiles[layer]) {
        choices.push_back(out_.tiles);
        choices.back()[layer] = tiles;
      }
    return choices;
  }

  bool improve(Progress& progress) {
    bool improved = false;
    for (size_t i = 0; i < finalists_.size(); ++i) {
      if (request_.out_of_time(kChoiceShare))
        return false;
      const std::vector<TilesChoice> choices = changes(i, finalists_[i].best);
      const std::vector<Cost> costs = network_costs(choices);
      for (size_t c = 0; c < choices.size(); ++c)
        if (better(costs[c], out_.cost)) {
          out_.cost = costs[c];
          out_.tiles = choices[c];
          improved = true;
        }
      progress.say(fmt::format("{} cycles", out_.cost.cycles));
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
    const KnownTrials& known = *request_.known[layer];
    const auto row = known.find(tiles.empty() ? request_.fast[layer] : tiles);
    return row == known.end() ? std::nullopt : row->second.cost;
  }

  // Changes of one layer that save bytes alone, those first that lose fewest cycles for each.
  std::vector<Saving> savings() const {
    std::vector<Saving> all;
    for (size_t i = 0; i < finalists_.size(); ++i) {
      const std::optional<Cost> now = known_cost(i, out_.tiles[i]);
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
      if (request_.out_of_time(1))
        break;
      TilesChoice choice = out_.tiles;
      choice[saving.layer] = saving.tiles;
      const Cost cost = network_costs({choice}).front();
      if (cost.cycles > limit_ || cost.bytes >= out_.cost.bytes)
        continue;
      out_.cost = cost;
      out_.tiles = std::move(choice);
      improved = true;
      progress.say(fmt::format("{} bytes", cost.bytes));
    }
    return improved;
  }

  const ChoiceRequest& request_;
  TrialPool& pool_;
  std::vector<Finalists> finalists_;  // by layer
  int64_t limit_ = std::numeric_limits<int64_t>::max();
  NetworkChoice out_;
};

}  // namespace

NetworkChoice choose_tiles(const ChoiceRequest& request, TrialPool& pool) {
  return Chooser(request, pool).run();
}

}  // namespace vta::explore
