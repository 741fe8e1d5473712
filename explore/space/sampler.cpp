#include "explore/space/sampler.h"

#include <algorithm>

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

}  // namespace

std::unique_ptr<Sampler> make_sampler(const Space& space) {
  return std::make_unique<ExhaustiveSampler>(space);
}

}  // namespace vta::explore
