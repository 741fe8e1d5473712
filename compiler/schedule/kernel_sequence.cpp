#include "compiler/schedule/kernel_sequence.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace vta {
namespace {

bool meet(const Range& a, const Range& b) {
  return a.begin < b.end() && b.begin < a.end();
}
bool meet(const TensorPart& a, const TensorPart& b) {
  return a.batch == b.batch && meet(a.h, b.h) && meet(a.w, b.w) && meet(a.groups, b.groups);
}

// What of a scratchpad is in use, and until when.
class InUse {
 public:
  // The slots of the next kernel: the first is behind what was used last, where there is one.
  void next(const KernelTimes::Slots& slots) {
    slots_ = slots;
    before_ = std::move(now_);
    now_.clear();
    const int64_t first = (last_.end() + slots.size - 1) / slots.size;
    first_ = first < slots.count ? first : 0;
  }
  int64_t free(int64_t slot) const {
    const Range range = of(slot);
    int64_t until = 0;
    for (const auto& [used, done] : before_)
      if (meet(used, range))
        until = std::max(until, done);
    return until;
  }
  void use(int64_t slot, int64_t done) { use(of(slot), done); }
  void use_behind(int64_t done) {
    if (slots_.behind > 0)
      use(Range{slots_.count * slots_.size, slots_.behind}, done);
  }

 private:
  Range of(int64_t slot) const {
    return {(first_ + slot) % slots_.count * slots_.size, slots_.size};
  }
  void use(const Range& range, int64_t done) {
    last_ = range;
    const auto at = std::ranges::find(now_, range, [](const auto& used) { return used.first; });
    if (at == now_.end())
      now_.emplace_back(range, done);
    else
      at->second = done;
  }

  KernelTimes::Slots slots_;
  int64_t first_ = 0;
  std::vector<std::pair<Range, int64_t>> before_, now_;
  Range last_;
};

class Sequence {
 public:
  explicit Sequence(std::span<const TimedKernel> kernels)
      : kernels_(kernels), stored_(kernels.size()) {}

  int64_t run() {
    for (size_t k = 0; k < kernels_.size(); ++k)
      kernel(k);
    return std::max(computed_, storing_.end());
  }

 private:
  // When what is read has been stored.
  int64_t there(int64_t producer, const TensorPart& part) const {
    if (producer < 0)
      return 0;
    const std::vector<TimedTile>& tiles = kernels_[static_cast<size_t>(producer)].times->tiles;
    const std::vector<int64_t>& stored = stored_[static_cast<size_t>(producer)];
    for (size_t i = tiles.size(); i-- > 0;)
      if (meet(tiles[i].writes, part))
        return stored[i];
    return 0;
  }

  // The two share a port: what moves in both delays the later.
  static int64_t shared(const Range& a, const Range& b) {
    return std::max<int64_t>(0, std::min(a.end(), b.end()) - std::max(a.begin, b.begin));
  }
  void load(int64_t cycles, int64_t from) {
    if (cycles == 0)
      return;
    loading_ = {std::max(loading_.end(), from), cycles};
    loading_.size += shared(loading_, storing_);
  }
  void store(int64_t cycles) {
    storing_ = {std::max(storing_.end(), computed_), cycles};
    storing_.size += shared(loading_, storing_);
  }

  void kernel(size_t k) {
    const TimedKernel& kernel = kernels_[k];
    const KernelTimes& times = *kernel.times;
    std::vector<int64_t>& stored = stored_[k];
    done_.assign(times.steps.size(), 0);
    weights_.next(times.weights);
    input_.next(times.input);
    const auto behind = [&](int64_t step, const InUse& used, int64_t slot) {
      return step < 0 ? used.free(slot) : done_[static_cast<size_t>(step)];
    };
    size_t s = 0;
    for (size_t t = 0; t < times.tiles.size(); ++t) {
      const auto threads = static_cast<size_t>(times.threads);
      if (t >= threads)
        computed_ = std::max(computed_, stored[t - threads]);
      for (; s < times.steps.size() && times.steps[s].tile == static_cast<int64_t>(t); ++s) {
        const TimedStep& step = times.steps[s];
        load(step.weights, behind(step.weights_behind, weights_, step.weights_slot));
        if (step.input > 0)
          load(step.input, std::max(behind(step.input_behind, input_, step.input_slot),
                                    there(kernel.data, step.reads)));
        if (step.weights + step.input > 0)
          computed_ = std::max(computed_, loading_.end());
        computed_ += step.compute;
        done_[s] = computed_;
        weights_.use(step.weights_slot, computed_);
        input_.use(step.input_slot, computed_);
      }
      const TimedTile& tile = times.tiles[t];
      if (tile.residual > 0) {
        load(tile.residual, there(kernel.residual, tile.writes));
        computed_ = std::max(computed_, loading_.end());
        weights_.use_behind(computed_);
        input_.use_behind(computed_);
      }
      computed_ += tile.epilogue;
      store(tile.storing);
      stored.push_back(storing_.end());
    }
  }

  std::span<const TimedKernel> kernels_;
  std::vector<std::vector<int64_t>> stored_;  // by kernel and tile
  std::vector<int64_t> done_;                 // by step of a kernel
  Range loading_, storing_;                   // the last ones
  InUse weights_, input_;
  int64_t computed_ = 0;
};

}  // namespace

int64_t cycles_of(std::span<const TimedKernel> kernels) {
  return Sequence(kernels).run();
}

}  // namespace vta
