#include "compiler/quant/search_progress.h"

#include <algorithm>
#include <numeric>

namespace vta {
namespace {

constexpr double kAlmost = 0.999;  // of a search

}  // namespace

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
  if (show_)
    show_(std::min((before_ + done_) / total_, kAlmost));
}

std::function<void(double)> part_of(std::function<void(double)> whole, double first, double share) {
  if (!whole)
    return {};
  return [whole = std::move(whole), first, share](double part) {
    whole(std::min(first + share * part, kAlmost));
  };
}

}  // namespace vta
