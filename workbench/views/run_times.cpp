#include "workbench/views/run_times.h"

#include <algorithm>
#include <boost/json/value_from.hpp>
#include <cmath>
#include <numeric>

#include "base/plural.h"
#include "base/text_table.h"
#include "explore/cost/clock_times.h"

namespace vta::workbench {

Spread spread_of(std::vector<double> values) {
  const auto n = static_cast<double>(values.size());
  Spread s;
  s.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  for (const double v : values)
    s.deviation += (v - s.mean) * (v - s.mean);
  s.deviation = std::sqrt(s.deviation / n);
  std::ranges::sort(values);
  const size_t half = values.size() / 2;
  s.median = values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  return s;
}

void RunTimes::add(const RunStats& stats) {
  const auto put = [this](std::vector<double>& sums, double value) {
    if (runs_ % number_ == 0)
      sums.push_back(0);
    sums.back() += value;
  };
  if (!stats.host_step_seconds.empty())
    put(host_, stats.host_seconds);
  if (stats.timing)
    put(cycles_, static_cast<double>(stats.timing->cycles));
  put(simulation_, stats.device_seconds);
  ++runs_;
}

std::vector<RunTimes::Series> RunTimes::series(const VtaConfig& config) const {
  std::vector<Series> out;
  const auto add = [&](std::string name, std::string member, const std::vector<double>& sums,
                       double factor) {
    Series one{std::move(name), std::move(member), sums};
    for (double& v : one.values)
      v *= factor / static_cast<double>(number_);
    out.push_back(std::move(one));
  };
  constexpr double kMs = 1e3;
  if (!host_.empty())
    add("host operators, ms here", "host_ms", host_, kMs);
  if (!cycles_.empty()) {
    add("accelerator, cycles", "cycles", cycles_, 1);
    if (const double mhz = config.clock.mhz.value_or(0); mhz > 0)
      add(fmt::format("accelerator, ms at {:g} MHz", mhz), "simulated_ms", cycles_,
          1 / (mhz * kMs));
  }
  add("simulating it, ms here", "simulation_ms", simulation_, kMs);
  return out;
}

std::string RunTimes::text(const VtaConfig& config) const {
  TextTable table({{.header = fmt::format("{}, each of {}", counted(repeat_, "measurement"),
                                          counted(number_, "run")),
                    .number = false},
                   {.header = "mean"},
                   {.header = "median"},
                   {.header = "std. deviation"}});
  for (const Series& s : series(config)) {
    const Spread spread = spread_of(s.values);
    const char* form = s.member == "cycles" ? "{:.1f}" : "{:.3f}";
    const auto cell = [&](double v) { return fmt::format(fmt::runtime(form), v); };
    table.add({s.name, cell(spread.mean), cell(spread.median), cell(spread.deviation)});
  }
  return table.text(kTableWidth);
}

boost::json::value RunTimes::json(const VtaConfig& config) const {
  if (!any())
    return nullptr;
  boost::json::object out = {{"repeat", repeat_},       {"number", number_},
                             {"host_ms", nullptr},      {"cycles", nullptr},
                             {"simulated_ms", nullptr}, {"simulation_ms", nullptr}};
  for (const Series& s : series(config)) {
    const Spread spread = spread_of(s.values);
    out[s.member] = {{"mean", spread.mean},
                     {"median", spread.median},
                     {"std", spread.deviation},
                     {"values", boost::json::value_from(s.values)}};
  }
  return out;
}

}  // namespace vta::workbench
