#include "explore/trace/event_writer.h"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <cmath>

namespace vta::explore {
namespace {

constexpr size_t kBufferBytes = size_t{1} << 16;

std::string quoted(std::string_view text) {
  return boost::json::serialize(boost::json::string(text));
}

int64_t nanoseconds(int64_t cycle, double ns_per_cycle) {
  return static_cast<int64_t>(std::llround(static_cast<double>(cycle) * ns_per_cycle));
}

std::string microseconds(int64_t ns) {
  return fmt::format("{}.{:03}", ns / 1000, ns % 1000);
}

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
  members_ += quoted(text);
  return *this;
}

JsonMembers& JsonMembers::add(std::string_view name, const JsonMembers& object) {
  begin(name);
  members_ += object.text();
  return *this;
}

EventWriter::EventWriter(OutputFile& file, double mhz) : file_(file), ns_per_cycle_(1000.0 / mhz) {
  buffer_ = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";
}

std::string EventWriter::time(int64_t cycle) const {
  return microseconds(nanoseconds(cycle, ns_per_cycle_));
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
                    quoted(name)));
  event(fmt::format(R"("ph":"M","pid":{},"name":"process_sort_index","args":{{"sort_index":{}}})",
                    process, process));
}

void EventWriter::name_thread(const Track& track, std::string_view name) {
  event(fmt::format(R"("ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":{}}})",
                    track.process, track.thread, quoted(name)));
  event(fmt::format(
      R"("ph":"M","pid":{},"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}})",
      track.process, track.thread, track.thread));
}

void EventWriter::slice(const Slice& s, const JsonMembers& args) {
  const int64_t begin = nanoseconds(s.span.begin, ns_per_cycle_);
  const int64_t end = nanoseconds(s.span.end, ns_per_cycle_);
  event(fmt::format(R"("ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"cat":"{}","name":{},"args":{})",
                    s.track.process, s.track.thread, microseconds(begin), microseconds(end - begin),
                    s.category, quoted(s.name), args.text()));
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
