#include "compiler/quant/search_progress.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace vta {
namespace {

constexpr double kAlmost = 0.999;  // of a search
// So many trials of a phase tell as much of the others as what was expected.
constexpr double kTelling = 8;
constexpr double kMostWrong = 4;   // the largest factor by which an expectation is corrected
constexpr double kRest = 0.05;     // of a phase that has had all its trials
constexpr double kOfOthers = 0.5;  // what one phase tells of another, in powers of it

double left_after(double trials, const SearchProgress::Phase& phase) {
  const double left = std::max(1 - trials / std::max(phase.trials, 1.0), kRest);
  return phase.falls ? left * left : left;
}

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

SearchProgress::SearchProgress(std::function<void(double)> show, std::function<double()> seconds)
    : show_(std::move(show)), seconds_(std::move(seconds)), start_(seconds_()), last_(start_) {
  if (show_)
    show_(0);
}

void SearchProgress::begin(std::vector<Form> forms) {
  const double now = seconds_();
  ahead_ = now - last_;
  last_ = now;
  forms_ = std::move(forms);
  phase_ = 0;
  trials_ = spent_ = before_ = 0;
  show();
}

// Of a phase of this place in whichever form. Where none was seen, what was found of others tells
// much: `now` of the current phase, where it is one of those.
double SearchProgress::expected(size_t phase, const Phase& what, const Found& now) const {
  const double cost = what.trials * what.cost;
  if (phase < ratio_.size() && ratio_[phase] > 0)
    return cost * ratio_[phase];
  double product = std::pow(now.ratio, now.weight), seen = now.weight;
  for (const double ratio : ratio_)
    if (ratio > 0) {
      product *= ratio;
      ++seen;
    }
  return seen == 0 ? cost : cost * std::pow(product, kOfOthers / std::max(seen, 1.0));
}

const SearchProgress::Phase* SearchProgress::current() const {
  return forms_.empty() || phase_ >= forms_.front().size() ? nullptr : &forms_.front()[phase_];
}

double SearchProgress::part_left(const Phase& phase) const {
  return left_after(trials_, phase);
}

// The first trial does not count: it contains the work that precedes every trial, and the others
// are compared with its result.
SearchProgress::Found SearchProgress::found() const {
  const Phase* now = current();
  if (now == nullptr || trials_ <= 1)
    return {};
  const double all = expected(phase_, *now, {}) * (left_after(1, *now) - part_left(*now));
  if (all <= 0)
    return {};
  return {std::clamp((spent_ - before_) / all, 1 / kMostWrong, kMostWrong),
          (trials_ - 1) / (kTelling + trials_ - 1)};
}

double SearchProgress::work_left() const {
  double left = 0;
  const Found now = found();
  if (const Phase* phase = current())
    left = phase->pace * expected(phase_, *phase, {}) * part_left(*phase) *
           (1 + (now.ratio - 1) * now.weight);
  for (size_t form = 0; form < forms_.size(); ++form)
    for (size_t i = form == 0 ? phase_ + 1 : 0; i < forms_[form].size(); ++i)
      left += forms_[form][i].pace * expected(i, forms_[form][i], now);
  return left;
}

void SearchProgress::count(double spent) {
  const double now = seconds_();
  busy_ += now - last_;
  last_ = now;
  const Phase* phase = current();
  work_ += (spent - spent_) * (phase != nullptr ? phase->pace : 1);
  spent_ = spent;
}

void SearchProgress::trial(double spent) {
  count(spent);
  if (++trials_ == 1)
    before_ = spent;
  show();
}

void SearchProgress::next_phase(double spent) {
  count(spent);
  ratio_.resize(std::max(ratio_.size(), phase_ + 1), 0);
  if (const Phase* now = current(); now != nullptr && trials_ > 1 && now->trials > 1)
    ratio_[phase_] = std::clamp(
        (spent - before_) / std::max(now->trials * now->cost * left_after(1, *now), 1e-9),
        1 / kMostWrong, kMostWrong);
  before_ = spent;
  trials_ = 0;
  ++phase_;
  show();
}

void SearchProgress::finish() {
  if (show_)
    show_(1);
}

void SearchProgress::show() {
  if (!show_ || work_ <= 0)
    return;
  const double over = last_ - start_;
  const double left = work_left() * busy_ / work_ +
                      ahead_ * static_cast<double>(std::max<size_t>(forms_.size(), 1) - 1);
  shown_ = std::max(shown_, std::min(over / (over + left), kAlmost));
  show_(shown_);
}

}  // namespace vta
