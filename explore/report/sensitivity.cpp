#include "explore/report/sensitivity.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace vta::explore {
namespace {

// Ratios of nothing to nothing do not count.
class Ratios {
 public:
  void add(double from, double to) {
    if (from <= 0 || to <= 0)
      return;
    const double ratio = to / from;
    least_ = count_ == 0 ? ratio : std::min(least_, ratio);
    most_ = count_ == 0 ? ratio : std::max(most_, ratio);
    logarithms_ += std::log(ratio);
    ++count_;
  }
  double mean() const {
    return count_ == 0 ? 1 : std::exp(logarithms_ / static_cast<double>(count_));
  }
  double least() const { return least_; }
  double most() const { return most_; }

 private:
  double logarithms_ = 0, least_ = 1, most_ = 1;
  int64_t count_ = 0;
};

struct Pair {
  const Candidate& from;
  const Candidate& to;
  const PointCost& from_cost;
  const PointCost& to_cost;
};

Sensitivity summarize(std::span<const Pair> pairs) {
  const auto ratios = [&](auto from) {
    Ratios out;
    for (const Pair& pair : pairs)
      out.add(std::invoke(from, pair.from), std::invoke(from, pair.to));
    return out;
  };
  const auto of_cost = [&](int64_t PointCost::*member) {
    Ratios out;
    for (const Pair& pair : pairs)
      out.add(static_cast<double>(pair.from_cost.*member),
              static_cast<double>(pair.to_cost.*member));
    return out.mean();
  };
  Sensitivity out;
  out.pairs = std::ssize(pairs);
  const Ratios cycles = ratios(&Candidate::cycles);
  out.cycles = cycles.mean();
  out.cycles_least = cycles.least();
  out.cycles_most = cycles.most();
  out.dram_bytes = ratios(&Candidate::dram_bytes).mean();
  out.energy = ratios(&Candidate::energy_uj).mean();
  out.share = ratios(&Candidate::share).mean();
  out.lut = of_cost(&PointCost::lut);
  out.dsp = of_cost(&PointCost::dsp);
  out.bram18 = of_cost(&PointCost::bram18);
  return out;
}

}  // namespace

std::vector<Sensitivity> sensitivities(std::span<const PointRow> points,
                                       std::span<const CandidateSet> sets,
                                       std::span<const PointAxis> axes) {
  std::vector<Sensitivity> out;
  for (size_t set = 0; set < sets.size(); ++set) {
    const std::vector<Candidate>& candidates = sets[set].candidates;
    const auto row_of = [&](size_t candidate) { return candidates[candidate].rows.front(); };
    const std::vector<Step> steps = steps_of(sets[set], axes);
    for (size_t i = 0; i < steps.size();) {
      const PointAxis& axis = axes[steps[i].axis];
      const size_t value = axis.value_of[row_of(steps[i].from)];
      std::vector<Pair> pairs;
      for (const size_t group = steps[i].axis; i < steps.size() && steps[i].axis == group &&
                                               axis.value_of[row_of(steps[i].from)] == value;
           ++i)
        pairs.push_back({candidates[steps[i].from], candidates[steps[i].to],
                         points[row_of(steps[i].from)].cost, points[row_of(steps[i].to)].cost});
      Sensitivity row = summarize(pairs);
      row.set = set;
      row.axis = axis.name;
      row.from = axis.labels[value];
      row.to = axis.labels[value + 1];
      out.push_back(std::move(row));
    }
  }
  return out;
}

ColumnTable sensitivity_table(std::span<const Sensitivity> rows) {
  ColumnTable table("sensitivity");
  const auto add = [&]<typename Value>(const char* name, auto from, Value) {
    std::vector<Value> values;
    for (const Sensitivity& row : rows)
      values.push_back(static_cast<Value>(std::invoke(from, row)));
    table.add({name, std::move(values)});
  };
  add("set", &Sensitivity::set, int64_t{});
  add("axis", &Sensitivity::axis, std::string());
  add("from", &Sensitivity::from, std::string());
  add("to", &Sensitivity::to, std::string());
  add("pairs", &Sensitivity::pairs, int64_t{});
  add("cycles", &Sensitivity::cycles, double{});
  add("cycles_least", &Sensitivity::cycles_least, double{});
  add("cycles_most", &Sensitivity::cycles_most, double{});
  add("total_nbytes", &Sensitivity::dram_bytes, double{});
  add("energy", &Sensitivity::energy, double{});
  add("lut", &Sensitivity::lut, double{});
  add("dsp", &Sensitivity::dsp, double{});
  add("bram18", &Sensitivity::bram18, double{});
  add("share", &Sensitivity::share, double{});
  return table;
}

}  // namespace vta::explore
