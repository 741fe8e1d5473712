#include "compiler/quant/search_progress.h"

#include <algorithm>

namespace vta {
namespace {

constexpr double kAlmost = 0.999;  // of a search
// So many trials of a phase tell as much of the others as what was expected.
constexpr double kTelling = 8;
constexpr double kMostWrong = 4;  // what is expected, beside what is found
constexpr double kRest = 0.05;    // of a phase that has had all its trials

}  // namespace

SearchProgress::SearchProgress(std::vector<Phase> expected, std::function<void(double)> show)
    : expected_(std::move(expected)), show_(std::move(show)) {
  if (show_)
    show_(0);
}

double SearchProgress::left() const {
  if (phase_ >= expected_.size())
    return 0;
  const auto wrong = [](double spent, double told) {
    return told <= 0 ? 1 : std::clamp(spent / told, 1 / kMostWrong, kMostWrong);
  };
  const Phase& now = expected_[phase_];
  const double so_far = spent_ - before_;
  const double cost = now.cost * wrong(before_, expected_of_past_);
  double left = std::max(now.trials - trials_, kRest * now.trials) * (cost * kTelling + so_far) /
                (kTelling + trials_);
  const double of_others = wrong(spent_, expected_of_past_ + now.cost * trials_);
  for (size_t i = phase_ + 1; i < expected_.size(); ++i)
    left += expected_[i].trials * expected_[i].cost * of_others;
  return left;
}

void SearchProgress::expect(size_t phase, Phase what) {
  if (phase > phase_ && phase < expected_.size())
    expected_[phase] = what;
}

void SearchProgress::trial(double spent) {
  spent_ = spent;
  ++trials_;
  show();
}

void SearchProgress::next_phase(double spent) {
  if (phase_ < expected_.size())
    expected_of_past_ += expected_[phase_].cost * trials_;
  spent_ = before_ = spent;
  trials_ = 0;
  ++phase_;
  show();
}

void SearchProgress::finish() {
  if (show_)
    show_(1);
}

void SearchProgress::show() {
  if (!show_ || spent_ <= 0)
    return;
  shown_ = std::max(shown_, std::min(spent_ / (spent_ + left()), kAlmost));
  show_(shown_);
}

std::function<void(double)> part_of(std::function<void(double)> whole, double first, double share) {
  if (!whole)
    return {};
  return [whole = std::move(whole), first, share](double part) {
    whole(std::min(first + share * part, kAlmost));
  };
}

}  // namespace vta
