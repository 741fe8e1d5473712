#include "explore/host/host_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>

#include "base/error.h"
#include "explore/cost/clock_times.h"
#include "explore/images.h"

namespace vta::explore {
namespace {

constexpr double kNsPerMs = 1e6, kNsPerSecond = 1e9;

// The host's part of a step.
void add_cost(TimedStep& step, const StepCost& cost) {
  const auto times = [](double figure, int64_t number) {
    return figure * static_cast<double>(number);
  };
  if (cost.bytes_per_second > 0)
    step.memory_ms = times(kNsPerSecond / cost.bytes_per_second, step.work.bytes) / kNsPerMs;
  step.host_ms = step.memory_ms + (cost.ns + times(cost.ns_per_element, step.work.elements) +
                                   times(cost.ns_per_mac, step.work.macs)) /
                                      kNsPerMs;
}

bool launches_something(const Step& step) {
  const auto* launch = std::get_if<LaunchStep>(&step);
  return launch != nullptr && launch->insn_count > 0;
}

void require_cycles(const Program& program, const std::vector<int64_t>& launch_cycles,
                    std::string_view backend) {
  const auto launches = std::ranges::count_if(program.steps, launches_something);
  if (std::ssize(launch_cycles) != launches)
    throw UsageError(
        fmt::format("the host's timeline needs cycles of {} launches, and backend {} told those of "
                    "{}: a backend that models time (csim) does",
                    launches, backend, launch_cycles.size()));
  if (launches > 0 && !program.config.clock.mhz)
    throw UsageError("the host's timeline needs a clock, and the configuration has none: --clock");
}

boost::json::object step_json(const TimedStep& step, double start_ms) {
  boost::json::object out = {
      {"step", step.index},        {"name", step.work.name},         {"kind", step.work.kind_row},
      {"start_ms", start_ms},      {"host_ms", step.host_ms},        {"device_ms", step.device_ms},
      {"nbytes", step.work.bytes}, {"elements", step.work.elements}, {"macs", step.work.macs}};
  if (step.launch) {
    out["launch"] = *step.launch;
    out["cycles"] = step.cycles;
  }
  return out;
}

}  // namespace

double HostTimeline::images_per_second() const {
  const double shared = (host_ms - memory_ms) / static_cast<double>(host.cores) + memory_ms;
  const double ms = host.overlap ? std::max(shared, device_ms) : latency_ms();
  return ms > 0 ? static_cast<double>(images) * 1e3 / ms : 0;
}

HostTimeline host_timeline(const Program& program, const std::vector<int64_t>& launch_cycles,
                           const HostCosts& host, std::string_view backend) {
  require_cycles(program, launch_cycles, backend);
  HostTimeline timeline{.host = host,
                        .clock = launch_cycles.empty() ? ClockLabel{} : program.config.clock,
                        .images = images_of(program),
                        .of_a_position = program.positions.has_value()};
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    const bool launches = launches_something(step);
    if (!launches && std::holds_alternative<LaunchStep>(step))
      continue;
    TimedStep timed{.index = i, .work = step_work(program, step)};
    add_cost(timed, timed.work.cost_on(host));
    if (launches) {
      timed.launch = std::ranges::count_if(timeline.steps,
                                           [](const TimedStep& s) { return s.launch.has_value(); });
      timed.cycles = launch_cycles[static_cast<size_t>(*timed.launch)];
      timed.device_ms = milliseconds(timed.cycles, *program.config.clock.mhz);
    }
    timeline.memory_ms += timed.memory_ms;
    timeline.host_ms += timed.host_ms;
    timeline.device_ms += timed.device_ms;
    timeline.steps.push_back(std::move(timed));
  }
  return timeline;
}

HostTimeline host_part(const Program& program, const HostCosts& host) {
  const auto launches = std::ranges::count_if(program.steps, launches_something);
  return host_timeline(program, std::vector<int64_t>(static_cast<size_t>(launches), 0), host, "");
}

std::string host_timeline_text(const HostTimeline& t) {
  const std::string clock =
      t.clock.mhz ? fmt::format(" at {}", clock_words(*t.clock.mhz, t.clock.estimated)) : "";
  return fmt::format(
      "{:.3f} ms on {} ({}){}: host {:.3f}, accelerator {:.3f}; {:.2f} {} a second sustained, {} "
      "overlap",
      t.latency_ms(), t.host.name, t.host.basis(), clock, t.host_ms, t.device_ms,
      t.images_per_second(), t.of_a_position ? "positions" : "images",
      t.host.overlap ? "with" : "without");
}

boost::json::object host_timeline_json(const HostTimeline& t) {
  boost::json::object out;
  out["estimate"] = true;
  out["name"] = t.host.name;
  out["title"] = t.host.title;
  out["basis"] = t.host.basis();
  out["cores"] = t.host.cores;
  out["overlap"] = t.host.overlap;
  out["clock_mhz"] = t.clock.mhz ? boost::json::value(*t.clock.mhz) : boost::json::value();
  out["clock_estimated"] = t.clock.estimated;
  out["images"] = t.images;
  out["of_a_position"] = t.of_a_position;
  out["latency_ms"] = t.latency_ms();
  out["host_ms"] = t.host_ms;
  out["device_ms"] = t.device_ms;
  out["images_per_second"] = t.images_per_second();
  boost::json::array steps;
  double start_ms = 0;
  for (const TimedStep& step : t.steps) {
    steps.push_back(step_json(step, start_ms));
    start_ms += step.ms();
  }
  out["steps"] = steps;
  return out;
}

}  // namespace vta::explore
