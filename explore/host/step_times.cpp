#include "explore/host/step_times.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <limits>
#include <memory>
#include <optional>
#include <set>

#include "explore/host/step_runner.h"

namespace vta::explore {
namespace {

constexpr size_t kFigures = 3;  // ns, ns_per_element, ns_per_mac
using Figures = std::array<double, kFigures>;

double thread_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// What the figures are multiplied with.
Figures numbers_of(const StepWork& work) {
  return {1, static_cast<double>(work.elements), static_cast<double>(work.macs)};
}

// A row is a step, by its time: its figures should sum to 1.
Figures row_of(const MeasuredStep& step) {
  Figures row = numbers_of(step.work);
  for (double& number : row)
    number /= std::max(step.ns, 1.0);
  return row;
}

// Least squares over the chosen figures, by the normal equations of columns of length 1; nothing
// where they do not tell the figures apart.
std::optional<Figures> solved(std::span<const MeasuredStep> steps, unsigned chosen) {
  std::vector<size_t> at;
  for (size_t i = 0; i < kFigures; ++i)
    if ((chosen >> i & 1) != 0)
      at.push_back(i);
  Figures length{};
  for (const MeasuredStep& step : steps)
    for (const size_t i : at)
      length[i] += std::pow(row_of(step)[i], 2);
  std::array<std::array<double, kFigures + 1>, kFigures> a{};
  for (const MeasuredStep& step : steps)
    for (size_t r = 0; r < at.size(); ++r) {
      const double of_row = row_of(step)[at[r]] / std::sqrt(length[at[r]]);
      for (size_t c = 0; c < at.size(); ++c)
        a[r][c] += of_row * row_of(step)[at[c]] / std::sqrt(length[at[c]]);
      a[r][kFigures] += of_row;
    }
  constexpr double kLeastPivot = 1e-6;
  for (size_t p = 0; p < at.size(); ++p) {  // symmetric and positive: no exchange of rows
    if (!(a[p][p] > kLeastPivot))
      return std::nullopt;
    for (size_t r = 0; r < at.size(); ++r) {
      if (r == p)
        continue;
      const double factor = a[r][p] / a[p][p];
      for (size_t c = p; c <= kFigures; ++c)
        a[r][c] -= factor * a[p][c];
    }
  }
  Figures figures{};
  for (size_t p = 0; p < at.size(); ++p)
    figures[at[p]] = a[p][kFigures] / a[p][p] / std::sqrt(length[at[p]]);
  return figures;
}

double error_of(std::span<const MeasuredStep> steps, const Figures& figures) {
  double sum = 0;
  for (const MeasuredStep& step : steps) {
    const Figures row = row_of(step);
    double estimate = 0;
    for (size_t i = 0; i < kFigures; ++i)
      estimate += row[i] * figures[i];
    sum += std::pow(estimate - 1, 2);
  }
  return sum;
}

void measure(const Program& program, StepRunner& runner, bool counts,
             std::vector<MeasuredStep>& steps) {
  runner.begin();
  size_t next = 0;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    if (std::holds_alternative<LaunchStep>(program.steps[i]))
      continue;
    const double begin = thread_ns();
    runner.run(i);
    const double ns = thread_ns() - begin;
    MeasuredStep& step = steps[next++];
    if (counts)
      step.ns = std::min(step.ns, ns);
  }
}

std::vector<MeasuredStep> unmeasured(const Program& program) {
  std::vector<MeasuredStep> steps;
  for (const Step& step : program.steps)
    if (!std::holds_alternative<LaunchStep>(step))
      steps.push_back({step_work(program, step), std::numeric_limits<double>::infinity()});
  return steps;
}

}  // namespace

std::vector<std::vector<MeasuredStep>> measured_steps(std::span<const Program> programs,
                                                      int64_t runs) {
  std::vector<std::vector<MeasuredStep>> steps;
  std::vector<std::unique_ptr<StepRunner>> runners;
  for (const Program& program : programs) {
    steps.push_back(unmeasured(program));
    runners.push_back(std::make_unique<StepRunner>(program));
  }
  for (int64_t run = 0; run <= runs; ++run)
    for (size_t p = 0; p < programs.size(); ++p)
      measure(programs[p], *runners[p], run > 0, steps[p]);
  return steps;
}

StepCost fitted_cost(std::span<const MeasuredStep> steps) {
  Figures best{};
  double least = std::numeric_limits<double>::infinity();
  for (unsigned chosen = 1; chosen < 1U << kFigures; ++chosen) {
    const std::optional<Figures> figures = solved(steps, chosen);
    if (!figures || std::ranges::any_of(*figures, [](double f) { return f < 0; }))
      continue;
    if (const double error = error_of(steps, *figures); error < least) {
      least = error;
      best = *figures;
    }
  }
  return {.ns = best[0], .ns_per_element = best[1], .ns_per_mac = best[2]};
}

std::map<std::string, StepCost, std::less<>> fitted_costs(std::span<const MeasuredStep> steps) {
  std::map<std::string, std::vector<MeasuredStep>, std::less<>> by_row;
  for (const MeasuredStep& step : steps) {
    const std::set<std::string, std::less<>> rows = {step.work.typed_name, step.work.name,
                                                     std::string(step.work.kind_row),
                                                     std::string(kOtherRow)};
    for (const std::string& row : rows)
      by_row[row].push_back(step);
  }
  std::map<std::string, StepCost, std::less<>> costs;
  for (const auto& [row, of_row] : by_row)
    costs[row] = fitted_cost(of_row);
  return costs;
}

}  // namespace vta::explore
