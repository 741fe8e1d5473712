#include "explore/certify/front_search.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>

#include "base/error.h"
#include "base/interruption.h"

namespace vta::explore {
namespace {

constexpr double kNothing = std::numeric_limits<double>::infinity();

class Search {
 public:
  Search(std::span<const FrontPoint> points, CycleSource& source, double epsilon,
         const OnState& on_state)
      : points_(points), source_(source), factor_(1 + epsilon), on_state_(on_state) {}

  FrontResult run() {
    out_.decisions.resize(points_.size());
    bound_all();
    std::vector<size_t> order;
    for (size_t i = 0; i < points_.size(); ++i)
      if (out_.decisions[i].legal)
        order.push_back(i);
    std::ranges::stable_sort(order, {}, [&](size_t i) { return points_[i].area; });
    count_areas(order);
    for (size_t begin = 0, end = 0; begin < order.size(); begin = end) {
      while (end < order.size() && points_[order[end]].area == points_[order[begin]].area)
        ++end;
      decide(std::span(order).subspan(begin, end - begin));
      ++out_.state.areas_done;
      tell(end < order.size() ? least_from_[end] : kNothing);
    }
    take_front(order);
    return std::move(out_);
  }

 private:
  double value(size_t i) const { return points_[i].scale.value(out_.decisions[i].cycles); }

  void bound_all() {
    for (size_t i = 0; i < points_.size(); ++i) {
      check_interruption();
      const std::optional<int64_t> cycles = source_.any_schedule(i);
      out_.decisions[i].legal = cycles.has_value();
      out_.decisions[i].cycles = cycles.value_or(0);
    }
  }

  void count_areas(std::span<const size_t> order) {
    out_.state.points = std::ssize(order);
    least_from_.assign(order.size(), kNothing);
    for (size_t k = order.size(); k-- > 0;) {
      least_from_[k] =
          std::min(value(order[k]), k + 1 < order.size() ? least_from_[k + 1] : kNothing);
      const bool last =
          k + 1 == order.size() || points_[order[k]].area != points_[order[k + 1]].area;
      out_.state.areas += last ? 1 : 0;
    }
  }

  void tell(double least_left) {
    SearchState& s = out_.state;
    s.gap = best_ && least_left > 0 && least_left < kNothing
                ? std::max(0.0, value(*best_) / least_left - 1)
                : 0;
    if (on_state_)
      on_state_(s);
  }

  // The witness so far excludes the point by its bound.
  bool excluded(size_t i) const {
    if (!best_)
      return false;
    const double witness = value(*best_), bound = value(i);
    if (factor_ == 1 && witness == bound && points_[*best_].area == points_[i].area)
      return false;
    return witness <= factor_ * bound;
  }

  // Of equal area: the least bound first, until the witness excludes even that.
  void decide(std::span<const size_t> group) {
    using Entry = std::tuple<double, size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    for (const size_t i : group)
      open.emplace(value(i), i);
    while (!open.empty()) {
      check_interruption();
      const size_t i = std::get<1>(open.top());
      open.pop();
      Decision& at = out_.decisions[i];
      if (excluded(i)) {
        at.witness = best_;
        ++out_.state.decided;
        continue;  // equal pairs may come behind it
      }
      if (at.level == BoundLevel::Schedule) {
        simulate(i);
        continue;
      }
      sharpen(i);
      open.emplace(value(i), i);
    }
  }

  void sharpen(size_t i) {
    Decision& at = out_.decisions[i];
    const bool any = at.level == BoundLevel::AnySchedule;
    at.level = any ? BoundLevel::Tiles : BoundLevel::Schedule;
    at.cycles = std::max(at.cycles, any ? source_.by_tiles(i) : source_.schedule(i));
    out_.state.walked += any ? 0 : 1;
  }

  void simulate(size_t i) {
    Decision& at = out_.decisions[i];
    ++out_.state.decided;
    ++out_.state.simulated;
    const std::optional<int64_t> cycles = source_.exact(i);
    if (!cycles) {
      at.legal = false;
      return;
    }
    VTA_CHECK(*cycles >= at.cycles, "{} cycles of point {} are below their bound, {}", *cycles,
              points_[i].index, at.cycles);
    at.level = BoundLevel::Exact;
    at.cycles = *cycles;
    if (!best_ || value(i) < value(*best_))
      best_ = i;
    if (on_state_)
      on_state_(out_.state);
  }

  // Nothing simulated is smaller and as fast, or as small and faster.
  void take_front(std::span<const size_t> order) {
    std::vector<size_t> exact;
    for (const size_t i : order)
      if (out_.decisions[i].legal && out_.decisions[i].level == BoundLevel::Exact)
        exact.push_back(i);
    std::ranges::stable_sort(exact, {},
                             [&](size_t i) { return std::pair(points_[i].area, value(i)); });
    for (const size_t i : exact) {
      const bool first = out_.front.empty();
      const size_t last = first ? i : out_.front.back();
      if (first || value(i) < value(last) ||
          (value(i) == value(last) && points_[i].area == points_[last].area))
        out_.front.push_back(i);
    }
  }

  std::span<const FrontPoint> points_;
  CycleSource& source_;
  double factor_;
  const OnState& on_state_;
  FrontResult out_;
  std::optional<size_t> best_;      // the least value that was simulated; no area is larger
  std::vector<double> least_from_;  // by position: the least bound from there on
};

}  // namespace

std::string_view level_name(BoundLevel level) {
  switch (level) {
    case BoundLevel::AnySchedule:
      return "any schedule";
    case BoundLevel::Tiles:
      return "tiles";
    case BoundLevel::Schedule:
      return "schedule";
    case BoundLevel::Exact:
      break;
  }
  return "exact";
}

double ValueScale::value(int64_t cycles) const {
  const double of_image = static_cast<double>(cycles) / static_cast<double>(images);
  constexpr double kPerMillisecond = 1e6;  // nanoseconds
  return period_ns > 0 ? of_image * period_ns / kPerMillisecond : of_image;
}

FrontResult search_front(std::span<const FrontPoint> points, CycleSource& source, double epsilon,
                         const OnState& on_state) {
  return Search(points, source, epsilon, on_state).run();
}

}  // namespace vta::explore
