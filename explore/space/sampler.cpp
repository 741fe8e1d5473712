#include "explore/space/sampler.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

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

// What a machine is worth for several networks: the geometric mean of each objective, so that a
// network of many cycles counts no more than a small one; of shares of answers, which may be 0, the
// arithmetic one. That of one network is its own.
Objectives mean_of(std::span<const Objectives* const> networks,
                   const std::vector<std::string>& names) {
  if (networks.size() == 1)
    return *networks.front();
  Objectives means;
  for (size_t k = 0; k < networks.front()->size(); ++k) {
    const bool shares = k < names.size() && is_share_of_answers(names[k]);
    double sum = 0;
    for (const Objectives* objectives : networks)  // the logarithm of 0 makes the mean 0
      sum += shares ? (*objectives)[k] : std::log((*objectives)[k]);
    const double mean = sum / static_cast<double>(networks.size());
    means.push_back(shares ? mean : std::exp(mean));
  }
  return means;
}

// One evolution of machines; each that it asks for is run for every network, so that networks can
// be compared machine by machine.
//
// A machine counts by the mean over the networks, and not at all where one of them has no result on
// it. A network that has no result on any machine (it cannot be imported, say) is left out.
class ParetoSampler : public Sampler {
 public:
  explicit ParetoSampler(const Space& space)
      : networks_(space.radices()[0]),
        stride_(space.size() / networks_),
        machines_(std::min(space.spec().sampling.points / networks_, stride_)),
        objectives_(space.spec().objectives),
        counts_(static_cast<size_t>(networks_), false),
        evolution_(space, machines_, space.spec().sampling.population,
                   Random(space.spec().sampling.seed).next()) {}

  Generation next(const Results& results) override {
    learn(results);
    Generation machines;
    evolution_.next(means_, machines);
    fresh_ = machines.points;
    Generation generation;
    for (int64_t n = 0; n < networks_; ++n) {
      for (const int64_t machine : machines.points)
        generation.points.push_back(n * stride_ + machine);
      for (const auto& [machine, exclusion] : machines.excluded)
        generation.excluded.emplace_back(n * stride_ + machine, exclusion);
    }
    return generation;
  }
  bool needs_results() const override { return true; }
  int64_t most_points() const override { return machines_ * networks_; }

 private:
  // The means of the last generation, and again of all before it where a network begins to count.
  void learn(const Results& results) {
    const size_t before = asked_.size();
    asked_.insert(asked_.end(), fresh_.begin(), fresh_.end());
    bool again = false;
    for (int64_t n = 0; n < networks_; ++n)
      for (size_t i = before; i < asked_.size() && !counts_[static_cast<size_t>(n)]; ++i)
        if (!result_of(results, n, asked_[i]).empty())
          again = counts_[static_cast<size_t>(n)] = true;
    for (size_t i = again ? 0 : before; i < asked_.size(); ++i)
      means_[asked_[i]] = mean_on(results, asked_[i]);
  }

  Objectives mean_on(const Results& results, int64_t machine) const {
    std::vector<const Objectives*> found;
    for (int64_t n = 0; n < networks_; ++n) {
      if (!counts_[static_cast<size_t>(n)])
        continue;
      found.push_back(&result_of(results, n, machine));
      if (found.back()->empty())
        return {};
    }
    return found.empty() ? Objectives{} : mean_of(found, objectives_);
  }

  const Objectives& result_of(const Results& results, int64_t network, int64_t machine) const {
    const int64_t index = network * stride_ + machine;
    const auto result = results.find(index);
    VTA_CHECK(result != results.end(), "point {} was asked for and has no result", index);
    return result->second;
  }

  int64_t networks_, stride_, machines_;
  std::vector<std::string> objectives_;
  std::vector<bool> counts_;    // networks with a result
  std::vector<int64_t> asked_;  // machines, in order
  std::vector<int64_t> fresh_;  // the last generation, whose results are not known yet
  Results means_;               // by machine
  Evolution evolution_;
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
