// Points near the Pareto front by evolution: NSGA-II (K. Deb, A. Pratap, S. Agarwal, T. Meyarivan,
// "A Fast and Elitist Multiobjective Genetic Algorithm: NSGA-II", IEEE Transactions on Evolutionary
// Computation 6(2), 2002).
//
// A point's genes are its digits (one per axis). The best of parents and children together survive:
// by front, and within the last front by crowding distance. Parents of a child win a tournament of
// two by the same order; their digits are mixed (uniform crossover), and some are changed, half of
// them to a neighbouring value. Three things differ from the paper, because a point is expensive
// and its result never changes: a child that was requested before, or is excluded, is tried again;
// a child for which no try succeeds is drawn at random; a point without results is no parent.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "explore/space/pareto.h"
#include "explore/space/permutation.h"
#include "explore/space/sampler.h"

namespace vta::explore {

// Draws legal points of [first, first + size) at random, without replacement.
class RandomDraw {
 public:
  RandomDraw(const Space& space, int64_t first, int64_t size, uint64_t seed);

  // The next legal point that is not in `seen`; points excluded on the way go to `out` and `seen`.
  // -1 if no point is left, or 20,000 draws in a row found nothing.
  int64_t next(std::set<int64_t>& seen, Generation& out);

 private:
  const Space& space_;
  int64_t first_, position_ = 0;
  Permutation order_;
};

// The evolution of machines: points of network 0, which stand for the points of every network that
// have the other digits in common.
class Evolution {
 public:
  // Requests `machines` machines, `population` per generation.
  Evolution(const Space& space, int64_t machines, int64_t population, uint64_t seed);

  // Appends the next generation to `out`; nothing once all machines are requested. `results` has
  // every requested machine; its objectives may change from call to call.
  void next(const Results& results, Generation& out);

 private:
  struct Member {
    int64_t index;
    Objectives objectives;
    int64_t rank = 0;
    double crowding = 0;
  };
  void select(const Results& results);
  int64_t child(Generation& out);
  const Member& tournament();
  std::vector<int64_t> crossover(const std::vector<int64_t>& a, const std::vector<int64_t>& b);
  void mutate(std::vector<int64_t>& digits);
  static bool better(const Member& a, const Member& b);

  const Space& space_;
  int64_t left_, population_;
  Random random_;
  RandomDraw draw_;
  std::vector<size_t> genes_;  // digits with more than one value, except the network's
  std::set<int64_t> seen_;
  std::vector<int64_t> asked_;  // the last generation
  std::vector<Member> parents_;
};

}  // namespace vta::explore
