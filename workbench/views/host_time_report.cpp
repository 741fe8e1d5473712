#include "workbench/views/host_time_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text_table.h"
#include "workbench/views/layer_report.h"
#include "workbench/views/report.h"

namespace vta::workbench {
namespace {

// Steps of one name.
struct NamedSteps {
  std::string name;
  int64_t steps = 0;
  double host_ms = 0, device_ms = 0;
};

std::vector<NamedSteps> by_name(const explore::HostTimeline& timeline) {
  std::vector<NamedSteps> rows;
  for (const explore::TimedStep& step : timeline.steps) {
    auto row = std::ranges::find(rows, step.work.name, &NamedSteps::name);
    if (row == rows.end())
      row = rows.insert(rows.end(), {.name = step.work.name});
    ++row->steps;
    row->host_ms += step.host_ms;
    row->device_ms += step.device_ms;
  }
  std::ranges::stable_sort(rows, std::ranges::greater{},
                           [](const NamedSteps& r) { return r.host_ms + r.device_ms; });
  return rows;
}

std::string answers_words(const explore::HostTimeline& timeline) {
  if (timeline.of_a_position)
    return "A position, an estimate";
  return timeline.images == 1 ? "Image to answer, an estimate"
                              : fmt::format("{} images to answers, estimated", timeline.images);
}

}  // namespace

std::string host_time_line(const RunOutcome& o) {
  return o.host_time ? summary_line(answers_words(*o.host_time), host_timeline_text(*o.host_time))
                     : std::string();
}

std::string host_time_table(const explore::HostTimeline& timeline) {
  TextTable table({{.header = "estimate", .number = false},
                   {.header = "steps"},
                   {.header = "host ms"},
                   {.header = "accelerator ms"},
                   {.header = "%"}});
  const auto row = [&](const NamedSteps& r) {
    const double ms = r.host_ms + r.device_ms, all = timeline.latency_ms();
    table.add({r.name, fmt::format("{}", r.steps), fmt::format("{:.3f}", r.host_ms),
               fmt::format("{:.3f}", r.device_ms),
               fmt::format("{:.1f}", all > 0 ? 100 * ms / all : 0)});
  };
  for (const NamedSteps& named : by_name(timeline))
    row(named);
  row({.name = "all",
       .steps = std::ssize(timeline.steps),
       .host_ms = timeline.host_ms,
       .device_ms = timeline.device_ms});
  return table.text(kTableWidth);
}

}  // namespace vta::workbench
