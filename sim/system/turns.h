// Hosts of the cores of a system, one a core, as plain code that waits: each is a function in a
// thread of its own, and only one of them acts at a time.
//
// What a host does takes no time of the system but its writes of registers. Time goes on when every
// host waits. So a run is the same every time: hosts that are ready act in the order of their
// numbers, at the edge at which what they wait for has come. Where no core runs, hosts may still
// wait so many edges.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

#include "sim/system/system.h"

namespace vta {

class Turns {
 public:
  static constexpr int64_t kForEver = std::numeric_limits<int64_t>::max();

  explicit Turns(System& system) : system_(system) {}

  // Runs all hosts to their ends. The first exception of one ends the others, in their waits, and
  // is passed on.
  void run(std::vector<std::function<void()>> hosts);

  // For hosts: returns when ready() holds, or so many edges have passed. ready() is asked in other
  // threads, while no host acts.
  void wait(const std::function<bool()>& ready, int64_t edges = kForEver);

  // Edges so far in which the system ran, or stood still while a host waited for time to pass; what
  // hosts do besides takes none.
  int64_t edges() const { return before_ + system_.now(); }

  // Of all runs that have ended, whenever the system stood still.
  const DramStatistics& dram_statistics() const { return dram_; }

  // A core as a device for its host: its advance() waits. Valid as long as this and the system.
  std::unique_ptr<Device> device(int64_t core);

 private:
  class TurnDevice;
  struct Host {
    std::function<void()> act;
    std::function<bool()> ready;
    int64_t until = kForEver;
    bool ended = false;
  };
  struct Ended {};  // thrown in a wait, when another host has failed

  bool give_turns();
  void give_turn(size_t host);
  void take_turn(std::unique_lock<std::mutex>& lock, size_t host);
  void begin_launch();
  void take_statistics();
  void go_on();
  bool any_running() const;

  System& system_;
  std::vector<Host> hosts_;
  DramStatistics dram_;
  bool counts_ = false;  // a launch of which the DRAM's statistics are not in it yet
  int64_t before_ = 0;   // edges before the system's edge 0
  static constexpr size_t kNobody = ~size_t{0};
  std::mutex mutex_;
  std::condition_variable turned_;
  size_t turn_ = kNobody;
  std::exception_ptr failure_;
};

}  // namespace vta
