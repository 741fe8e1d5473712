// Checks as many random networks as it is asked for, and says what was among them.
//   check_exact values COUNT SEED [FIRST]   on fsim, any legal configuration
//   check_exact cycles COUNT SEED [FIRST]   csim beside tsim, named and six random configurations
//   check_exact bounds COUNT SEED [FIRST]   cycles on csim against the bounds of the network and
//   its schedule
// The first one is number FIRST, 0 if it is not given. Exit status: 0 when all are exact, 1 when
// one is not, 2 for a wrong command line.
#include <charconv>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "tests/compiler/exact/bound_case.h"
#include "tests/compiler/exact/exact_case.h"

namespace vta::testing {
namespace {

struct Request {
  std::string part;
  int64_t count = 0, seed = 0, first = 0;
};

bool read(const char* text, int64_t& value) {
  const char* end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, value);
  return error == std::errc() && stop == end && value >= 0;
}

bool read(int argc, char** argv, Request& request) {
  if (argc < 4 || argc > 5)
    return false;
  request.part = argv[1];
  return (request.part == "cycles" || request.part == "values" || request.part == "bounds") &&
         read(argv[2], request.count) && read(argv[3], request.seed) &&
         (argc == 4 || read(argv[4], request.first));
}

std::string summary(const Request& r, int64_t exact, const CaseResult& sum) {
  if (r.part == "values")
    return fmt::format(
        "values: {} of {} random networks bit-equal to the interpreter and free of races on fsim "
        "(seed {}; {} kernels, {} elements)",
        exact, r.count, r.seed, sum.kernels, sum.elements);
  return fmt::format(
      "cycles: {} of {} random networks the same on csim and tsim on {} configurations (seed {}; "
      "{} kernels, {} launches, {} instructions, {} cycles)",
      exact, r.count, cycles_configs(static_cast<uint64_t>(r.seed)).size(), r.seed, sum.kernels,
      sum.launches, sum.insns, sum.cycles);
}

void tell_progress(const Request& r, int64_t done) {
  if ((done + 1) * 20 / r.count > done * 20 / r.count)
    std::cerr << fmt::format("{}: {} of {}\n", r.part, done + 1, r.count);
}

void print_features(const Features& features) {
  std::string kinds;
  for (const auto& [name, count] : features)
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, name);
  fmt::print("among them: {}\n", kinds);
}

int run_bounds(const Request& r) {
  Features features;
  BoundResult sum;
  int64_t broken = 0;
  for (int64_t done = 0; done < r.count; ++done) {
    const int64_t index = r.first + done;
    if (const auto c = bound_case(static_cast<uint64_t>(r.seed), index, features)) {
      const BoundResult result = check_bound(*c);
      sum += result;
      broken += result.problem.empty() ? 0 : 1;
      if (!result.problem.empty())
        fmt::print("bounds {} ({}): {}\n  again: check_exact bounds 1 {} {}\n", index, c->text,
                   result.problem, r.seed, index);
    }
    tell_progress(r, done);
  }
  print_features(features);
  if (!sum.over.empty()) {
    std::ranges::sort(sum.over);
    const auto at = [&](double part) {
      return sum.over[static_cast<size_t>(part * static_cast<double>(sum.over.size() - 1))];
    };
    fmt::print(
        "cycles over the recurrence of their schedule: median {:.3f}, 90 % {:.3f}, "
        "most {:.3f} ({} cases)\n",
        at(0.5), at(0.9), at(1), sum.over.size());
  }
  fmt::print(
      "bounds: {} of {} random networks take at least their bounds on csim (seed {}; {} kernels, "
      "{} launches, {} cycles; {} within 10 % of their bound, {} below their sum of rooflines)\n",
      sum.cases - broken, sum.cases, r.seed, sum.kernels, sum.launches, sum.cycles, sum.near,
      sum.beaten_rooflines);
  return broken == 0 ? 0 : 1;
}

int run(const Request& r) {
  const bool cycles = r.part == "cycles";
  const auto seed = static_cast<uint64_t>(r.seed);
  Features features;
  CaseResult sum;
  int64_t exact = 0;
  for (int64_t done = 0; done < r.count; ++done) {
    const int64_t index = r.first + done;
    const ExactCase c =
        cycles ? cycles_case(seed, index, features) : values_case(seed, index, features);
    const CaseResult result = cycles ? check_cycles(c) : check_values(c);
    sum += result;
    exact += result.problem.empty() ? 1 : 0;
    if (!result.problem.empty())
      fmt::print("{} {} ({}, {}): {}\n  again: check_exact {} 1 {} {}\n", r.part, index,
                 c.options.config.name(), schedule_of(c.options.recipe), result.problem, r.part,
                 r.seed, index);
    tell_progress(r, done);
  }
  print_features(features);
  fmt::print("{}\n", summary(r, exact, sum));
  return exact == r.count ? 0 : 1;
}

}  // namespace
}  // namespace vta::testing

int main(int argc, char** argv) {
  vta::testing::Request request;
  if (!vta::testing::read(argc, argv, request)) {
    std::cerr << "check_exact: usage: check_exact values|cycles|bounds COUNT SEED [FIRST]\n";
    return 2;
  }
  return request.part == "bounds" ? vta::testing::run_bounds(request) : vta::testing::run(request);
}
