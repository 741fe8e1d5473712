#include "explore/trace/event_writer.h"

#include <boost/json/serialize.hpp>
#include <cmath>

#include "base/text_safety.h"

namespace vta::explore {
namespace {

constexpr size_t kBufferBytes = size_t{1} << 16;

}  // namespace

void JsonMembers::begin(std::string_view name) {
  if (!members_.empty())
    members_ += ',';
  members_ += fmt::format("\"{}\":", name);
}

JsonMembers& JsonMembers::add(std::string_view name, int64_t value) {
  begin(name);
  fmt::format_to(std::back_inserter(members_), "{}", value);
  return *this;
}

JsonMembers& JsonMembers::add(std::string_view name, double value) {
  begin(name);
  fmt::format_to(std::back_inserter(members_), "{:.1f}", value);
  return *this;
}

JsonMembers& JsonMembers::add(std::string_view name, std::string_view text) {
  begin(name);
  members_ += json_string(text);
  return *this;
}

JsonMembers& JsonMembers::add(std::string_view name, const JsonMembers& object) {
  begin(name);
  members_ += object.text();
  return *this;
}

EventWriter::EventWriter(TraceOutput& file, double mhz) : file_(file), ns_per_cycle_(1000.0 / mhz) {
  buffer_ = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";
}

std::string EventWriter::time(int64_t cycle) const {
  const auto ns =
      static_cast<int64_t>(std::llround(static_cast<double>(cycle + shift_) * ns_per_cycle_));
  return fmt::format("{}.{:03}", ns / 1000, ns % 1000);
}

void EventWriter::event(std::string_view members) {
  buffer_ += events_++ == 0 ? "\n{" : ",\n{";
  buffer_ += members;
  buffer_ += '}';
  if (buffer_.size() >= kBufferBytes)
    flush();
}

void EventWriter::flush() {
  file_.write(buffer_);
  buffer_.clear();
}

void EventWriter::name_process(int64_t process, std::string_view name) {
  event(fmt::format(R"("ph":"M","pid":{},"name":"process_name","args":{{"name":{}}})", process,
                    json_string(name)));
  event(fmt::format(R"("ph":"M","pid":{},"name":"process_sort_index","args":{{"sort_index":{}}})",
                    process, process));
}

void EventWriter::name_thread(const Track& track, std::string_view name, int64_t place) {
  event(fmt::format(R"("ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":{}}})",
                    track.process, track.thread, json_string(name)));
  event(fmt::format(
      R"("ph":"M","pid":{},"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}})",
      track.process, track.thread, place));
}

// A begin and an end, not one event with a duration: a reader that adds in floating point would
// find the end a little behind the next begin.
void EventWriter::slice(const Slice& s, const JsonMembers& args) {
  const std::string name = json_string(s.name);
  const auto at = [&](char phase, int64_t cycle) {
    return fmt::format(R"("ph":"{}","pid":{},"tid":{},"ts":{},"cat":"{}","name":{})", phase,
                       s.track.process, s.track.thread, time(cycle), s.category, name);
  };
  event(at('B', s.span.begin) + fmt::format(R"(,"args":{})", args.text()));
  event(at('E', s.span.end));
}

void EventWriter::counter(int64_t process, std::string_view name, int64_t at,
                          const JsonMembers& series) {
  event(fmt::format(R"("ph":"C","pid":{},"ts":{},"name":"{}","args":{})", process, time(at), name,
                    series.text()));
}

void EventWriter::flow(const Flow& f) {
  const int64_t id = ++flows_;
  event(fmt::format(R"("ph":"s","pid":{},"tid":{},"ts":{},"id":{},"cat":"token","name":"{}")",
                    f.from_track.process, f.from_track.thread, time(f.from), id, f.name));
  event(fmt::format(
      R"("ph":"f","bp":"e","pid":{},"tid":{},"ts":{},"id":{},"cat":"token","name":"{}")",
      f.to_track.process, f.to_track.thread, time(f.to), id, f.name));
}

void EventWriter::finish(const boost::json::object& other) {
  buffer_ += fmt::format("\n],\"otherData\":{}}}\n", boost::json::serialize(other));
  flush();
}

}  // namespace vta::explore
