#include "explore/tune/layer_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

#include "base/error.h"
#include "explore/tune/tiles_text.h"

namespace vta::explore {
namespace {

double predicted(const Prediction& p, Objective objective) {
  return objective == Objective::Cycles ? p.cycles : p.bytes;
}

// Candidates of one generation: new ones alone.
class Generation {
 public:
  Generation(size_t most, const Measured& measured) : most_(most), measured_(measured) {}

  bool full() const { return out_.size() >= most_; }
  void add(const std::optional<KernelTiles>& tiles) {
    if (!tiles || full())
      return;
    TileCandidate candidate(*tiles);
    if (!measured_.contains(candidate.text) && chosen_.insert(candidate.text).second)
      out_.push_back(std::move(candidate));
  }
  std::vector<TileCandidate> take() { return std::move(out_); }

 private:
  size_t most_;
  const Measured& measured_;
  std::set<std::string> chosen_;
  std::vector<TileCandidate> out_;
};

struct Ranked {
  double cost = 0;
  std::string text;
  KernelTiles tiles;
  bool operator<(const Ranked& other) const {
    return std::tie(cost, text) < std::tie(other.cost, other.text);
  }
};

// The best of what was measured, best first.
std::vector<KernelTiles> best_of(const Measured& measured, Objective objective, size_t most) {
  std::vector<std::pair<Score, const Trial*>> sorted;
  for (const auto& [text, trial] : measured)
    sorted.emplace_back(score(trial.cost, objective), &trial);
  std::ranges::stable_sort(sorted, {}, &std::pair<Score, const Trial*>::first);
  std::vector<KernelTiles> tiles;
  for (size_t i = 0; i < std::min(most, sorted.size()); ++i)
    tiles.push_back(sorted[i].second->tiles);
  return tiles;
}

// Legal tiles that differ on one to three axes, mostly by little.
std::optional<KernelTiles> changed(const TileSpace& space, const KernelTiles& tiles,
                                   std::mt19937_64& random) {
  TilePoint point = space.point(tiles);
  const auto& extents = space.extents();
  const size_t changes = 1 + random() % 3;
  for (size_t i = 0; i < changes; ++i) {
    const size_t axis = random() % extents.size();
    const int extent = extents[axis];
    const int step = random() % 2 == 0 ? 1 : -1;
    point[axis] = random() % 3 == 0 ? static_cast<int>(random() % static_cast<uint64_t>(extent))
                                    : std::clamp(point[axis] + step, 0, extent - 1);
  }
  return space.tiles(point);
}

class Shortlist : public LayerSearch {
 public:
  explicit Shortlist(const SearchSetup& setup) : list_({setup.start}) {
    std::set<Ranked> best;
    setup.space.for_each_likely([&](const KernelTiles& tiles, const Prediction& prediction) {
      const double cost = predicted(prediction, setup.objective);
      if (best.size() == kMost && cost >= best.rbegin()->cost)
        return;
      best.insert({cost, tiles_text(tiles), tiles});
      if (best.size() > kMost)
        best.erase(std::prev(best.end()));
    });
    for (const Ranked& r : best)
      list_.push_back(r.tiles);
  }

  std::vector<TileCandidate> propose(size_t most, const Measured& measured) override {
    Generation next(most, measured);
    for (; at_ < list_.size() && !next.full(); ++at_)
      next.add(list_[at_]);
    return next.take();
  }

 private:
  static constexpr size_t kMost = 1024;
  std::vector<KernelTiles> list_;
  size_t at_ = 0;
};

class Anneal : public LayerSearch {
 public:
  explicit Anneal(const SearchSetup& setup)
      : space_(setup.space), objective_(setup.objective), random_(setup.seed), at_(setup.start) {}

  std::vector<TileCandidate> propose(size_t most, const Measured& measured) override {
    Generation next(most, measured);
    if (measured.empty()) {
      next.add(at_.tiles);
      return next.take();
    }
    walk(measured);
    for (int tries = 0; !next.full() && tries < kMostTries; ++tries)
      next.add(changed(space_, at_.tiles, random_));
    std::vector<TileCandidate> candidates = next.take();
    for (const TileCandidate& c : candidates)
      pending_.push_back(c.text);
    return candidates;
  }

 private:
  static constexpr int kMostTries = 2000;

  int64_t cost(const Measured& measured, const std::string& text) const {
    return score(measured.at(text).cost, objective_).first;
  }

  // Each of the last generation is taken or not, as if they had been tried one by one.
  void walk(const Measured& measured) {
    for (const std::string& text : pending_) {
      const auto here = static_cast<double>(cost(measured, at_.text));
      const double uphill = (static_cast<double>(cost(measured, text)) - here) / here;
      const double chance = std::exp(-uphill / temperature_);
      if (uphill <= 0 || static_cast<double>(random_() >> 11) * 0x1p-53 < chance)
        at_ = TileCandidate(measured.at(text).tiles);
      temperature_ *= kCooling;
    }
    pending_.clear();
    if (temperature_ < kColdest) {  // from the best again
      temperature_ = kWarmedUp;
      at_ = TileCandidate(best_of(measured, objective_, 1).front());
    }
  }

  static constexpr double kCooling = 0.985, kColdest = 1e-4, kWarmedUp = 0.01;
  const TileSpace& space_;
  Objective objective_;
  std::mt19937_64 random_;
  TileCandidate at_;
  std::vector<std::string> pending_;
  double temperature_ = 0.03;  // of relative costs
};

class Evolve : public LayerSearch {
 public:
  explicit Evolve(const SearchSetup& setup)
      : space_(setup.space),
        objective_(setup.objective),
        random_(setup.seed),
        start_(setup.start) {}

  std::vector<TileCandidate> propose(size_t most, const Measured& measured) override {
    Generation next(most, measured);
    if (measured.empty()) {
      next.add(start_);
      for (int tries = 0; !next.full() && tries < kMostTries; ++tries)
        next.add(space_.tiles(space_.random(random_)));
      return next.take();
    }
    const std::vector<KernelTiles> population = best_of(measured, objective_, kPopulation);
    for (int tries = 0; !next.full() && tries < kMostTries; ++tries)
      next.add(child(population));
    return next.take();
  }

 private:
  static constexpr size_t kPopulation = 24;
  static constexpr int kMostTries = 4000;

  // The better of two.
  const KernelTiles& parent(const std::vector<KernelTiles>& population) {
    const size_t a = random_() % population.size(), b = random_() % population.size();
    return population[std::min(a, b)];
  }

  std::optional<KernelTiles> child(const std::vector<KernelTiles>& population) {
    TilePoint point = space_.point(parent(population));
    const TilePoint other = space_.point(parent(population));
    for (size_t axis = 0; axis < point.size(); ++axis)
      if (random_() % 2 == 0)
        point[axis] = other[axis];
    const std::optional<KernelTiles> crossed = space_.tiles(point);
    if (!crossed || random_() % 4 == 0)
      return crossed;
    return changed(space_, *crossed, random_);
  }

  const TileSpace& space_;
  Objective objective_;
  std::mt19937_64 random_;
  KernelTiles start_;
};

class Climb : public LayerSearch {
 public:
  explicit Climb(const SearchSetup& setup)
      : space_(setup.space), objective_(setup.objective), random_(setup.seed), list_(setup) {}

  std::vector<TileCandidate> propose(size_t most, const Measured& measured) override {
    if (measured.size() < kShortlist) {
      std::vector<TileCandidate> next =
          list_.propose(std::min(most, kShortlist - measured.size()), measured);
      if (!next.empty())
        return next;
    }
    const std::vector<KernelTiles> good = best_of(measured, objective_, kGood);
    Generation next(most, measured);
    Generation near(most - most / 4, measured);
    add_neighbours(good, near);
    for (const TileCandidate& c : near.take())
      next.add(c.tiles);
    for (int tries = 0; !next.full() && tries < kMostTries; ++tries)
      next.add(changed(space_, good[random_() % good.size()], random_));
    return next.take();
  }

 private:
  static constexpr size_t kShortlist = 48;
  static constexpr size_t kGood = 4;
  static constexpr int kMostTries = 1000;

  // Of the best first; of each those that analysis likes most.
  void add_neighbours(const std::vector<KernelTiles>& good, Generation& next) const {
    for (const KernelTiles& from : good) {
      std::set<Ranked> ranked;
      for (const TilePoint& point : space_.neighbours(space_.point(from)))
        if (const auto tiles = space_.tiles(point))
          ranked.insert(
              {predicted(space_.predict(*tiles), objective_), tiles_text(*tiles), *tiles});
      for (const Ranked& r : ranked)
        next.add(r.tiles);
    }
  }

  const TileSpace& space_;
  Objective objective_;
  std::mt19937_64 random_;
  Shortlist list_;
};

constexpr std::array<std::string_view, 4> kMethods = {"shortlist", "anneal", "evolve", "climb"};

}  // namespace

TileCandidate::TileCandidate(KernelTiles t) : tiles(t), text(tiles_text(tiles)) {}

std::span<const std::string_view> search_methods() {
  return kMethods;
}

std::unique_ptr<LayerSearch> make_search(std::string_view method, const SearchSetup& setup) {
  if (method == "shortlist")
    return std::make_unique<Shortlist>(setup);
  if (method == "anneal")
    return std::make_unique<Anneal>(setup);
  if (method == "evolve")
    return std::make_unique<Evolve>(setup);
  VTA_CHECK(method == "climb", "there is no search method '{}'", method);
  return std::make_unique<Climb>(setup);
}

}  // namespace vta::explore
