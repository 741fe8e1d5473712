#include "explore/tune/layer_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "base/error.h"

namespace vta::explore {
namespace {

auto members(const ConvTiles& t) {
  return std::tie(t.h, t.w, t.co, t.ci, t.kh, t.kw, t.order, t.threads, t.inp_slots, t.wgt_slots,
                  t.residual_groups, t.reuse, t.exact_taps);
}

using TilesSet = std::set<ConvTiles, TilesLess>;

double predicted(const TileSpace& space, const ConvTiles& t, Objective objective) {
  const Prediction p =
      predict(space.dims(), t, space.epilogue(), TileTotals::of(space.dims(), t), space.config());
  return objective == Objective::Cycles ? p.cycles : p.bytes;
}

struct Ranked {
  double cost = 0;
  ConvTiles tiles;
  bool operator<(const Ranked& other) const {
    return std::tie(cost) < std::tie(other.cost) ||
           (cost == other.cost && TilesLess{}(tiles, other.tiles));
  }
};

// The tiles of least predicted cost, best first.
std::vector<ConvTiles> shortlist(const TileSpace& space, Objective objective, size_t most) {
  std::set<Ranked> best;
  space.for_each_likely([&](const ConvTiles& tiles, double cycles, double bytes) {
    const double cost = objective == Objective::Cycles ? cycles : bytes;
    if (best.size() == most && cost >= best.rbegin()->cost)
      return;
    best.insert({cost, tiles});
    if (best.size() > most)
      best.erase(std::prev(best.end()));
  });
  std::vector<ConvTiles> tiles;
  for (const Ranked& r : best)
    tiles.push_back(r.tiles);
  return tiles;
}

ConvTiles analytic_choice(const TileSpace& space) {
  return search_conv_tiles(space.dims(), space.epilogue(), space.config(), true);
}

class Shortlist : public LayerSearch {
 public:
  Shortlist(const TileSpace& space, Objective objective)
      : list_(shortlist(space, objective, kMost)) {
    list_.insert(list_.begin(), analytic_choice(space));
  }

  std::vector<ConvTiles> propose(size_t most, const Measured& measured) override {
    std::vector<ConvTiles> next;
    TilesSet chosen;
    for (; at_ < list_.size() && next.size() < most; ++at_)
      if (!measured.contains(list_[at_]) && chosen.insert(list_[at_]).second)
        next.push_back(list_[at_]);
    return next;
  }

 private:
  static constexpr size_t kMost = 4096;
  std::vector<ConvTiles> list_;
  size_t at_ = 0;
};

// A legal point that differs from this one on one axis or two.
std::optional<ConvTiles> changed(const TileSpace& space, const ConvTiles& tiles,
                                 std::mt19937_64& random) {
  TilePoint point = space.point(tiles);
  const auto& extents = space.extents();
  const size_t changes = 1 + random() % 3;
  for (size_t i = 0; i < changes; ++i) {
    const size_t axis = random() % extents.size();
    const int extent = extents[axis];
    if (extent == 1)
      continue;
    if (random() % 3 == 0) {
      point[axis] = static_cast<int>(random() % static_cast<uint64_t>(extent));
    } else {
      const int step = random() % 2 == 0 ? 1 : -1;
      point[axis] = std::clamp(point[axis] + step, 0, extent - 1);
    }
  }
  return space.tiles(point);
}

std::optional<ConvTiles> random_legal(const TileSpace& space, std::mt19937_64& random) {
  for (int i = 0; i < 20'000; ++i)
    if (std::optional<ConvTiles> tiles = space.tiles(space.random(random)))
      return tiles;
  return std::nullopt;
}

class Anneal : public LayerSearch {
 public:
  Anneal(const TileSpace& space, Objective objective, uint64_t seed)
      : space_(space), objective_(objective), random_(seed), at_(analytic_choice(space)) {}

  std::vector<ConvTiles> propose(size_t most, const Measured& measured) override {
    if (!measured.contains(at_)) {
      pending_ = {at_};
      return pending_;
    }
    walk(measured);
    std::vector<ConvTiles> next;
    TilesSet chosen;
    for (int tries = 0; next.size() < most && tries < 2000; ++tries) {
      const ConvTiles& from = tries < 1500 ? at_ : best(measured);
      const std::optional<ConvTiles> tiles = changed(space_, from, random_);
      if (tiles && !measured.contains(*tiles) && chosen.insert(*tiles).second)
        next.push_back(*tiles);
    }
    pending_ = next;
    return next;
  }

 private:
  ConvTiles best(const Measured& measured) const {
    return std::ranges::min_element(measured, {},
                                    [&](const auto& m) { return score(m.second, objective_); })
        ->first;
  }

  // Each of the last generation is taken or not, as if they had been tried one by one.
  void walk(const Measured& measured) {
    for (const ConvTiles& tiles : pending_) {
      const auto here = static_cast<double>(score(measured.at(at_), objective_).first);
      const auto there = static_cast<double>(score(measured.at(tiles), objective_).first);
      const double relative = (there - here) / here;
      const double chance = std::exp(-relative / temperature_);
      if (relative <= 0 || static_cast<double>(random_() >> 11) * 0x1p-53 < chance)
        at_ = tiles;
      temperature_ *= 0.985;
    }
    pending_.clear();
    if (temperature_ < 1e-4) {  // from the best again
      temperature_ = 0.01;
      at_ = best(measured);
    }
  }

  const TileSpace& space_;
  Objective objective_;
  std::mt19937_64 random_;
  ConvTiles at_;
  std::vector<ConvTiles> pending_;
  double temperature_ = 0.03;
};

class Evolve : public LayerSearch {
 public:
  Evolve(const TileSpace& space, Objective objective, uint64_t seed)
      : space_(space), objective_(objective), random_(seed) {}

  std::vector<ConvTiles> propose(size_t most, const Measured& measured) override {
    if (measured.empty())
      return first(most);
    std::vector<std::pair<Score, ConvTiles>> sorted;
    for (const auto& [tiles, cost] : measured)
      sorted.emplace_back(score(cost, objective_), tiles);
    std::ranges::sort(sorted, [](const auto& a, const auto& b) {
      return a.first < b.first || (a.first == b.first && TilesLess{}(a.second, b.second));
    });
    if (sorted.size() > kPopulation)
      sorted.resize(kPopulation);
    std::vector<ConvTiles> next;
    TilesSet chosen;
    for (int tries = 0; next.size() < most && tries < 4000; ++tries) {
      const std::optional<ConvTiles> tiles = child(sorted);
      if (tiles && !measured.contains(*tiles) && chosen.insert(*tiles).second)
        next.push_back(*tiles);
    }
    return next;
  }

 private:
  static constexpr size_t kPopulation = 24;

  std::vector<ConvTiles> first(size_t most) {
    std::vector<ConvTiles> tiles = {analytic_choice(space_)};
    TilesSet chosen(tiles.begin(), tiles.end());
    for (int tries = 0; tiles.size() < most && tries < 200; ++tries)
      if (const auto t = random_legal(space_, random_); t && chosen.insert(*t).second)
        tiles.push_back(*t);
    return tiles;
  }

  const ConvTiles& parent(const std::vector<std::pair<Score, ConvTiles>>& sorted) {
    const size_t a = random_() % sorted.size(), b = random_() % sorted.size();
    return sorted[std::min(a, b)].second;
  }

  std::optional<ConvTiles> child(const std::vector<std::pair<Score, ConvTiles>>& sorted) {
    TilePoint point = space_.point(parent(sorted));
    const TilePoint other = space_.point(parent(sorted));
    for (size_t axis = 0; axis < point.size(); ++axis)
      if (random_() % 2 == 0)
        point[axis] = other[axis];
    const std::optional<ConvTiles> crossed = space_.tiles(point);
    if (!crossed)
      return std::nullopt;
    return random_() % 4 == 0 ? crossed : changed(space_, *crossed, random_);
  }

  const TileSpace& space_;
  Objective objective_;
  std::mt19937_64 random_;
};

class Climb : public LayerSearch {
 public:
  Climb(const TileSpace& space, Objective objective, uint64_t seed)
      : space_(space), objective_(objective), random_(seed), list_(space, objective) {}

  std::vector<ConvTiles> propose(size_t most, const Measured& measured) override {
    if (measured.size() < kShortlist) {
      std::vector<ConvTiles> next =
          list_.propose(std::min(most, kShortlist - measured.size()), measured);
      if (!next.empty())
        return next;
    }
    std::vector<ConvTiles> next;
    TilesSet chosen;
    add_neighbours(most - most / 4, measured, next, chosen);
    for (int tries = 0; next.size() < most && tries < 2000; ++tries) {
      const auto tiles = changed(space_, good(measured), random_);
      if (tiles && !measured.contains(*tiles) && chosen.insert(*tiles).second)
        next.push_back(*tiles);
    }
    return next;
  }

 private:
  static constexpr size_t kShortlist = 16;
  static constexpr size_t kGood = 4;

  std::vector<ConvTiles> best(const Measured& measured) const {
    std::vector<std::pair<Score, const ConvTiles*>> sorted;
    for (const auto& [tiles, cost] : measured)
      sorted.emplace_back(score(cost, objective_), &tiles);
    std::ranges::stable_sort(sorted, {}, &std::pair<Score, const ConvTiles*>::first);
    std::vector<ConvTiles> tiles;
    for (size_t i = 0; i < std::min(kGood, sorted.size()); ++i)
      tiles.push_back(*sorted[i].second);
    return tiles;
  }

  ConvTiles good(const Measured& measured) {
    const std::vector<ConvTiles> tiles = best(measured);
    return tiles[random_() % tiles.size()];
  }

  // Of the best first; of each those that analysis likes most.
  void add_neighbours(size_t most, const Measured& measured, std::vector<ConvTiles>& next,
                      TilesSet& chosen) const {
    for (const ConvTiles& from : best(measured)) {
      std::set<Ranked> ranked;
      for (const TilePoint& point : space_.neighbours(space_.point(from)))
        if (const auto tiles = space_.tiles(point); tiles && !measured.contains(*tiles))
          ranked.insert({predicted(space_, *tiles, objective_), *tiles});
      for (const Ranked& r : ranked)
        if (next.size() < most && chosen.insert(r.tiles).second)
          next.push_back(r.tiles);
    }
  }

  const TileSpace& space_;
  Objective objective_;
  std::mt19937_64 random_;
  Shortlist list_;
};

constexpr std::array<std::string_view, 4> kMethods = {"shortlist", "anneal", "evolve", "climb"};

}  // namespace

Score score(const Cost& cost, Objective objective) {
  return objective == Objective::Cycles ? Score{cost.cycles, cost.bytes}
                                        : Score{cost.bytes, cost.cycles};
}

bool TilesLess::operator()(const ConvTiles& a, const ConvTiles& b) const {
  return members(a) < members(b);
}

std::span<const std::string_view> search_methods() {
  return kMethods;
}

std::unique_ptr<LayerSearch> make_search(std::string_view method, const TileSpace& space,
                                         Objective objective, uint64_t seed) {
  if (method == "shortlist")
    return std::make_unique<Shortlist>(space, objective);
  if (method == "anneal")
    return std::make_unique<Anneal>(space, objective, seed);
  if (method == "evolve")
    return std::make_unique<Evolve>(space, objective, seed);
  VTA_CHECK(method == "climb", "there is no search method '{}'", method);
  return std::make_unique<Climb>(space, objective, seed);
}

}  // namespace vta::explore
