#include "explore/space/sampler.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "explore/space/nsga2.h"

namespace vta::explore {

namespace {

// All points in the order of their indexes, a block at a time.
class ExhaustiveSampler : public Sampler {
 public:
  explicit ExhaustiveSampler(const Space& space) : space_(space) {}

  Generation next(const Results&) override {
    constexpr int64_t kBlock = 1024;
    Generation generation;
    for (int64_t n = 0; n < kBlock && next_ < space_.size(); ++n, ++next_) {
      if (auto exclusion = space_.exclusion(next_))
        generation.excluded.emplace_back(next_, *std::move(exclusion));
      else
        generation.points.push_back(next_);
    }
    return generation;
  }
  int64_t most_points() const override { return space_.size(); }

 private:
  const Space& space_;
  int64_t next_ = 0;
};

// Legal points in a random order, a block at a time.
class RandomSampler : public Sampler {
 public:
  explicit RandomSampler(const Space& space)
      : most_(std::min(space.spec().sampling.points, space.size())),
        left_(most_),
        draw_(space, 0, space.size(), space.spec().sampling.seed) {}

  Generation next(const Results&) override {
    constexpr int64_t kBlock = 256;
    Generation generation;
    for (int64_t n = 0; n < kBlock && left_ > 0; ++n, --left_) {
      const int64_t index = draw_.next(seen_, generation);
      if (index < 0) {
        left_ = 0;
        break;
      }
      generation.points.push_back(index);
    }
    return generation;
  }
  int64_t most_points() const override { return most_; }

 private:
  int64_t most_, left_;
  RandomDraw draw_;
  std::set<int64_t> seen_;
};

// An evolution for each network, all in step; each has its share of the points.
class ParetoSampler : public Sampler {
 public:
  explicit ParetoSampler(const Space& space)
      : most_(std::min(space.spec().sampling.points, space.size())) {
    const Sampling& sampling = space.spec().sampling;
    const int64_t networks = space.radices()[0];
    Random seeds(sampling.seed);
    for (int64_t n = 0; n < networks; ++n) {
      const int64_t share = sampling.points / networks + (n < sampling.points % networks ? 1 : 0);
      evolutions_.emplace_back(space, n, share, sampling.population, seeds.next());
    }
  }

  Generation next(const Results& results) override {
    Generation generation;
    for (Evolution& evolution : evolutions_)
      evolution.next(results, generation);
    return generation;
  }
  bool needs_results() const override { return true; }
  int64_t most_points() const override { return most_; }

 private:
  int64_t most_;
  std::vector<Evolution> evolutions_;
};

}  // namespace

std::unique_ptr<Sampler> make_sampler(const Space& space) {
  switch (space.spec().sampling.method) {
    case SamplingMethod::Exhaustive:
      return std::make_unique<ExhaustiveSampler>(space);
    case SamplingMethod::Random:
      return std::make_unique<RandomSampler>(space);
    case SamplingMethod::Pareto:
      return std::make_unique<ParetoSampler>(space);
  }
  VTA_CHECK(false, "no such method of sampling");
}

}  // namespace vta::explore
