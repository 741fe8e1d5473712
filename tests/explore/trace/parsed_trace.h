// A trace file read back: decompressed, parsed, times in nanoseconds.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace vta::test {

inline constexpr int64_t kLayers = 1, kFetch = 2, kLoad = 3, kCompute = 4, kStore = 5, kReads = 6,
                         kWrites = 7;

struct TracePlace {
  int64_t process = 0, thread = 0, at = 0;
  auto operator<=>(const TracePlace&) const = default;  // NOLINT: no pointer
};

struct TraceSlice {
  TracePlace begin;
  int64_t end = 0;
  std::string name, category;
  boost::json::object args;

  int64_t length() const { return end - begin.at; }
  int64_t arg(const char* key) const { return args.at(key).as_int64(); }
  int64_t field(const char* key) const { return args.at("fields").at(key).as_int64(); }
};

struct TraceFlow {
  int64_t begins = 0, ends = 0;
  TracePlace from, to;
  std::string name;
};

struct TraceCounter {
  TracePlace place;  // thread 0
  std::string name;
  boost::json::object series;
};

struct ParsedTrace {
  explicit ParsedTrace(const std::string& path) {
    document = boost::json::parse(text_of(path)).as_object();
    for (const auto& event : document.at("traceEvents").as_array())
      add(event.as_object());
    pair_up();
  }

  // Of one category, or of all; in the order of time.
  std::vector<TraceSlice> of(int64_t thread, const std::string& category = "") const {
    std::vector<TraceSlice> out;
    for (const TraceSlice& s : slices)
      if (s.begin.thread == thread && (category.empty() || s.category == category))
        out.push_back(s);
    return out;
  }
  int64_t total(int64_t thread, const std::string& category) const {
    int64_t sum = 0;
    for (const TraceSlice& s : of(thread, category))
      sum += s.length();
    return sum;
  }

  boost::json::object document;
  std::vector<TraceSlice> slices;
  std::map<int64_t, TraceFlow> flows;  // by id
  std::vector<TraceCounter> counters;
  std::map<std::pair<int64_t, int64_t>, std::string> threads;  // names
  std::map<int64_t, std::string> processes;

 private:
  // gzopen reads plain files as they are.
  static std::string text_of(const std::string& path) {
    gzFile file = gzopen(path.c_str(), "rb");
    EXPECT_NE(file, nullptr) << path;
    std::string text;
    char buffer[1 << 16];
    for (int n = 0; (n = gzread(file, buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<size_t>(n));
    EXPECT_EQ(gzclose(file), Z_OK) << path;
    return text;
  }

  static int64_t nanoseconds(const boost::json::value& microseconds) {
    return std::llround(microseconds.to_number<double>() * 1000);
  }

  // No slice lies in another, so the i-th end of a track is that of its i-th begin.
  void pair_up() {
    ASSERT_EQ(begins.size(), ends.size());
    std::ranges::sort(begins, {}, &TraceSlice::begin);
    std::ranges::sort(ends);
    for (size_t i = 0; i < begins.size(); ++i) {
      begins[i].end = ends[i].at;
      EXPECT_EQ(begins[i].begin.process, ends[i].process);
      EXPECT_EQ(begins[i].begin.thread, ends[i].thread);
      EXPECT_LT(begins[i].begin.at, ends[i].at) << begins[i].name;
    }
    slices = std::move(begins);
  }

  std::vector<TraceSlice> begins;
  std::vector<TracePlace> ends;
  std::map<std::pair<int64_t, int64_t>, TracePlace> last;  // begin or end of a track
  std::map<std::pair<int64_t, int64_t>, bool> open;

  // Begins and ends of a track alternate, in the file as in time.
  void check_order(const TracePlace& place, bool begins_slice) {
    const std::pair track(place.process, place.thread);
    EXPECT_NE(open[track], begins_slice) << "at " << place.at;
    EXPECT_LE(last[track].at, place.at);
    open[track] = begins_slice;
    last[track] = place;
  }

  void add(const boost::json::object& event) {
    const std::string phase(event.at("ph").as_string());
    const std::string name(event.if_contains("name") ? event.at("name").as_string() : "");
    const int64_t process = event.at("pid").as_int64();
    const int64_t thread = event.if_contains("tid") ? event.at("tid").as_int64() : 0;
    if (phase == "M") {
      if (name == "process_name")
        processes[process] = event.at("args").at("name").as_string();
      if (name == "thread_name")
        threads[{process, thread}] = event.at("args").at("name").as_string();
      return;
    }
    const TracePlace place{process, thread, nanoseconds(event.at("ts"))};
    if (phase == "B" || phase == "E")
      check_order(place, phase == "B");
    if (phase == "B") {
      begins.push_back(
          {place, 0, name, std::string(event.at("cat").as_string()), event.at("args").as_object()});
    } else if (phase == "E") {
      ends.push_back(place);
    } else if (phase == "C") {
      counters.push_back({place, name, event.at("args").as_object()});
    } else if (phase == "s" || phase == "f") {
      TraceFlow& flow = flows[event.at("id").as_int64()];
      flow.name = name;
      (phase == "s" ? flow.begins : flow.ends) += 1;
      (phase == "s" ? flow.from : flow.to) = place;
    } else {
      ADD_FAILURE() << "an event of phase " << phase;
    }
  }
};

}  // namespace vta::test
