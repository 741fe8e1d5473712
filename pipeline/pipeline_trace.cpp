#include "pipeline/pipeline_trace.h"

#include <fmt/format.h>

#include <algorithm>

#include "explore/trace/event_writer.h"

namespace vta::piped {
namespace {

using explore::EventWriter;
using explore::JsonMembers;
using explore::Track;

constexpr int64_t kProcess = 1;

Track track_of(size_t part) {
  return {kProcess, static_cast<int64_t>(part) + 1};
}

// What a part did for an image, and that it could not be rid of it.
void write_visit(const Visit& visit, size_t image, size_t part, EventWriter& events) {
  JsonMembers args;
  args.add("image", static_cast<int64_t>(image))
      .add("cycles", visit.done - visit.start)
      .add("waited", visit.start - visit.arrived);
  events.slice({track_of(part), {visit.start, visit.done}, fmt::format("image {}", image), "image"},
               args);
  if (visit.left > visit.done)
    events.slice({track_of(part), {visit.done, visit.left}, "queue is full", "wait"}, {});
}

// Steps of the number of images that wait before a part, in the order of time.
void write_queue(const Schedule& schedule, size_t part, EventWriter& events) {
  std::vector<std::pair<int64_t, int64_t>> steps;
  for (const std::vector<Visit>& visits : schedule.visits)
    if (const Visit& visit = visits[part]; visit.start > visit.arrived) {
      steps.emplace_back(visit.arrived, 1);
      steps.emplace_back(visit.start, -1);
    }
  std::ranges::sort(steps);
  const std::string name = fmt::format("queue before part {}", part);
  int64_t level = 0;
  events.counter(kProcess, name, 0, JsonMembers().add("images", level));
  for (size_t i = 0; i < steps.size(); ++i) {
    level += steps[i].second;
    if (i + 1 == steps.size() || steps[i + 1].first != steps[i].first)
      events.counter(kProcess, name, steps[i].first, JsonMembers().add("images", level));
  }
}

}  // namespace

void write_trace(const Schedule& schedule, const std::string& model,
                 const std::vector<std::string>& parts, double mhz,
                 const boost::json::object& other, explore::TraceOutput& file) {
  EventWriter events(file, mhz);
  events.name_process(kProcess, model);
  for (size_t part = 0; part < parts.size(); ++part)
    events.name_thread(track_of(part), parts[part], static_cast<int64_t>(part));
  for (size_t part = 0; part < parts.size(); ++part) {
    for (size_t image = 0; image < schedule.visits.size(); ++image) {
      const std::vector<Visit>& visits = schedule.visits[image];
      write_visit(visits[part], image, part, events);
      if (part > 0)
        events.flow({"image", track_of(part - 1), track_of(part), visits[part - 1].done,
                     visits[part].start});
    }
    if (part > 0)
      write_queue(schedule, part, events);
  }
  events.finish(other);
}

}  // namespace vta::piped
