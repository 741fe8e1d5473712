#include "explore/space/nsga2.h"

#include <algorithm>

#include "base/error.h"

namespace vta::explore {

namespace {

constexpr int64_t kPatience = 20'000;  // draws in a row without a legal point
constexpr int kTries = 50;             // for a child that is new and legal
constexpr double kCrossover = 0.9;     // the paper's probability

}  // namespace

RandomDraw::RandomDraw(const Space& space, int64_t first, int64_t size, uint64_t seed)
    : space_(space), first_(first), order_(size, seed) {}

int64_t RandomDraw::next(std::set<int64_t>& seen, Generation& out) {
  for (int64_t n = 0; n < kPatience && position_ < order_.size(); ++n) {
    const int64_t index = first_ + order_.at(position_++);
    if (!seen.insert(index).second)
      continue;
    auto exclusion = space_.exclusion(index);
    if (!exclusion)
      return index;
    out.excluded.emplace_back(index, *std::move(exclusion));
  }
  return -1;
}

Evolution::Evolution(const Space& space, int64_t machines, int64_t population, uint64_t seed)
    : space_(space),
      left_(machines),
      population_(population),
      random_(seed),
      draw_(space, 0, space.size() / space.radices()[0], random_.next()) {
  for (size_t i = 1; i < space.radices().size(); ++i) {
    if (space.radices()[i] > 1)
      genes_.push_back(i);
  }
}

bool Evolution::better(const Member& a, const Member& b) {
  return a.rank != b.rank ? a.rank < b.rank : a.crowding > b.crowding;
}

// The next parents: the best of the last parents and their children.
void Evolution::select(const Results& results) {
  std::vector<Member> candidates;
  const auto consider = [&](int64_t index) {
    const auto result = results.find(index);
    VTA_CHECK(result != results.end(), "point {} was asked for and has no result", index);
    if (!result->second.empty())
      candidates.push_back({index, result->second});
  };
  for (const Member& parent : parents_)
    consider(parent.index);
  for (const int64_t index : asked_)
    consider(index);
  parents_ = std::move(candidates);
  std::vector<Objectives> objectives;
  for (const Member& member : parents_)
    objectives.push_back(member.objectives);
  const std::vector<int64_t> ranks = front_ranks(objectives);
  for (int64_t rank = 0; std::count(ranks.begin(), ranks.end(), rank) > 0; ++rank) {
    std::vector<Objectives> front;
    for (size_t i = 0; i < ranks.size(); ++i) {
      if (ranks[i] == rank)
        front.push_back(objectives[i]);
    }
    const std::vector<double> distances = crowding_distances(front);
    for (size_t i = 0, j = 0; i < ranks.size(); ++i) {
      if (ranks[i] == rank) {
        parents_[i].rank = rank;
        parents_[i].crowding = distances[j++];
      }
    }
  }
  std::stable_sort(parents_.begin(), parents_.end(), better);
  if (static_cast<int64_t>(parents_.size()) > population_)
    parents_.resize(static_cast<size_t>(population_));
}

const Evolution::Member& Evolution::tournament() {
  const auto any = [&]() -> const Member& {
    return parents_[static_cast<size_t>(random_.below(static_cast<int64_t>(parents_.size())))];
  };
  const Member& a = any();
  const Member& b = any();
  return better(b, a) ? b : a;
}

std::vector<int64_t> Evolution::crossover(const std::vector<int64_t>& a,
                                          const std::vector<int64_t>& b) {
  std::vector<int64_t> mixed = a;
  if (random_.unit() >= kCrossover)
    return mixed;
  for (const size_t gene : genes_) {
    if (random_.below(2) == 1)
      mixed[gene] = b[gene];
  }
  return mixed;
}

// Each gene with probability 1 / genes: values of an axis are in an order, so that a neighbour is
// the likelier improvement, and any other value keeps the search from being caught.
void Evolution::mutate(std::vector<int64_t>& digits) {
  for (const size_t gene : genes_) {
    if (random_.below(static_cast<int64_t>(genes_.size())) != 0)
      continue;
    const int64_t radix = space_.radices()[gene], now = digits[gene];
    if (random_.below(2) == 0) {
      const bool up = now == 0 || (now + 1 < radix && random_.below(2) == 0);
      digits[gene] = now + (up ? 1 : -1);
    } else {
      const int64_t other = random_.below(radix - 1);
      digits[gene] = other + (other >= now ? 1 : 0);
    }
  }
}

int64_t Evolution::child(Generation& out) {
  for (int n = 0; n < kTries && !parents_.empty(); ++n) {
    const std::vector<int64_t> mother = space_.digits(tournament().index);
    const std::vector<int64_t> father = space_.digits(tournament().index);
    std::vector<int64_t> digits = crossover(mother, father);
    mutate(digits);
    const int64_t index = space_.index_of(digits);
    if (!seen_.insert(index).second)
      continue;
    auto exclusion = space_.exclusion(index);
    if (!exclusion)
      return index;
    out.excluded.emplace_back(index, *std::move(exclusion));
  }
  return draw_.next(seen_, out);
}

void Evolution::next(const Results& results, Generation& out) {
  select(results);
  asked_.clear();
  for (int64_t n = 0; n < population_ && left_ > 0; ++n) {
    const int64_t index = child(out);
    if (index < 0) {
      left_ = 0;
      break;
    }
    asked_.push_back(index);
    --left_;
  }
  out.points.insert(out.points.end(), asked_.begin(), asked_.end());
}

}  // namespace vta::explore
