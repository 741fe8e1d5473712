// What two runs say of the time from image to answer, side by side.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>

#include "explore/host/host_timeline.h"

namespace vta::explore {

// The figures of a timeline that runs are compared by.
struct HostAnswer {
  std::string host, basis;
  int64_t images = 1;
  double latency_ms = 0, host_ms = 0, device_ms = 0, images_per_second = 0;
};
HostAnswer answer_of(const HostTimeline& timeline);
// Of a document `vta.run`; nothing where the run had no --host. InputError names the member.
std::optional<HostAnswer> read_answer(const boost::json::value& run, const std::string& origin);

// "12.345 ms on cortex-a9 (estimated): host 2.345, accelerator 10.000; 95.20 images a second".
std::string answer_text(const HostAnswer& answer);

struct NamedAnswer {
  std::string name;  // of the side
  HostAnswer answer;
};
// Two lines, one per side, and the change from the first to the second.
std::string answers_text(const NamedAnswer& a, const NamedAnswer& b);
// {a, b, latency_percent, rate_percent}; percent of A, null where that is 0.
boost::json::object answers_json(const HostAnswer& a, const HostAnswer& b);

}  // namespace vta::explore
