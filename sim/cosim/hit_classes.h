// Coverage of random programs by class: a class that is rarely hit is hardly tested.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/cosim/backend_run.h"

namespace vta::cosim {

struct HitClass {
  std::string name;  // "LOAD y_size: large", "ALU SHR vector", "error DEADLOCK"
  int64_t hits = 0;  // programs
};

// The features that a campaign can observe and vary.
struct HitScope {
  bool timed = false;         // a backend says when a queue was full
  bool memory_varies = true;  // else its parameters are those of the configurations
};

// The classes of a set of configurations: those that none of them can reach are left out.
class HitTable {
 public:
  HitTable(std::span<const VtaConfig> configs, const HitScope& scope);

  // Classes that a program is in, ascending indices; `result` is of any backend, a timed one where
  // there is one.
  std::vector<int32_t> classify(const TestProgram& program, const RunResult& result) const;
  void add(std::span<const int32_t> classes);

  std::span<const HitClass> classes() const { return classes_; }
  std::vector<std::string> fewer_than(int64_t hits) const;

 private:
  std::vector<HitClass> classes_;  // sorted by name
};

// A line per group of classes.
std::string hit_text(std::span<const HitClass> classes);

}  // namespace vta::cosim
