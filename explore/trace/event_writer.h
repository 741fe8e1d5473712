// The Chrome trace event format, as ui.perfetto.dev and chrome://tracing read it: one JSON object
// with an array of events, written in order of arrival. Times are in cycles; the file has
// microseconds with three decimals, so that no two events swap or overlap by rounding.
#pragma once

#include <fmt/format.h>

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "explore/trace/trace_output.h"

namespace vta::explore {

// A thread of a process in the viewer.
struct Track {
  int64_t process = 0;
  int64_t thread = 0;
};

// From the end of cycle `begin` to the end of cycle `end`.
struct Span {
  int64_t begin = 0, end = 0;
};

// {"name":value,...}, built member by member.
class JsonMembers {
 public:
  JsonMembers& add(std::string_view name, int64_t value);
  JsonMembers& add(std::string_view name, double value);  // with one decimal
  JsonMembers& add(std::string_view name, std::string_view text);
  JsonMembers& add(std::string_view name, const JsonMembers& object);
  std::string text() const { return "{" + members_ + "}"; }
  bool empty() const { return members_.empty(); }

 private:
  void begin(std::string_view name);
  std::string members_;
};

class EventWriter {
 public:
  // One cycle takes 1000 / mhz nanoseconds; 0 < mhz <= 1000.
  EventWriter(TraceOutput& file, double mhz);

  // From now on cycles are so many later than before.
  void shift(int64_t cycles) { shift_ += cycles; }

  // Processes are shown in the order of their numbers.
  void name_process(int64_t process, std::string_view name);
  // Viewers show the threads of a process in the order of `place`.
  void name_thread(const Track& track, std::string_view name, int64_t place);

  struct Slice {
    Track track;
    Span span;
    std::string_view name, category;
  };
  // Slices of one track must arrive in the order of time.
  void slice(const Slice& slice, const JsonMembers& args);
  // The value of `series` in the counter `name` from `at` on.
  void counter(int64_t process, std::string_view name, int64_t at, const JsonMembers& series);
  // An arrow from the slice at `from` on one track to the slice at `to` on the other.
  struct Flow {
    std::string_view name;
    Track from_track, to_track;
    int64_t from = 0, to = 0;
  };
  void flow(const Flow& flow);

  // Ends the array and the object; viewers show `other` as information on the trace.
  void finish(const boost::json::object& other);

  int64_t events() const { return events_; }

 private:
  std::string time(int64_t cycle) const;
  void event(std::string_view members);
  void flush();

  TraceOutput& file_;
  double ns_per_cycle_;
  int64_t shift_ = 0;
  std::string buffer_;
  int64_t events_ = 0;
  int64_t flows_ = 0;
};

}  // namespace vta::explore
