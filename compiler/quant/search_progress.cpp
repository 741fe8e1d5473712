#include "compiler/quant/search_progress.h"

#include <algorithm>
#include <numeric>

namespace vta {

SearchProgress::SearchProgress(std::vector<double> expected, std::function<void(double)> show)
    : expected_(std::move(expected)),
      show_(std::move(show)),
      total_(std::max(std::accumulate(expected_.begin(), expected_.end(), 0.0), 1e-9)) {}

void SearchProgress::trial(double work) {
  if (phase_ < expected_.size())
    done_ = std::min(done_ + work, expected_[phase_]);
  show();
}

void SearchProgress::next_phase() {
  if (phase_ < expected_.size())
    before_ += expected_[phase_];
  done_ = 0;
  ++phase_;
  show();
}

void SearchProgress::finish() {
  if (show_)
    show_(1);
}

void SearchProgress::show() {
  constexpr double kAlmost = 0.999;
  if (show_)
    show_(std::min((before_ + done_) / total_, kAlmost));
}

std::function<void(double)> part_of(std::function<void(double)> whole, int64_t index,
                                    int64_t count) {
  if (!whole)
    return {};
  return [whole = std::move(whole), index, count](double part) {
    whole((static_cast<double>(index) + part) / static_cast<double>(count));
  };
}

}  // namespace vta
