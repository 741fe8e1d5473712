// What a sweep is asked for. One row per option: the options of `vta sweep` and `vta-sweep-mpi` and
// the keywords of Python are made from one table.
#pragma once

#include <boost/json/value.hpp>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compiler/recipe/setting.h"
#include "driver/driver.h"

namespace vta::workbench {

// SweepOption::most of a number without a bound.
inline constexpr int64_t kNoMost = std::numeric_limits<int64_t>::max();

struct SweepRequest {
  static constexpr int64_t kDefaultTasks = 4;

  std::string spec, database;  // files
  int64_t jobs = 0;            // 0: as many as there are cores
  bool resume = false;
  std::vector<std::string> reuse;  // databases whose points are taken over
  std::string confirm = "none";
  int64_t confirm_macs = 1024, confirm_above = 3;
  int64_t max_cycles = kMaxCycles;
  std::string launcher = "local";
  int64_t tasks = 0, ranks = 0;  // 0: kDefaultTasks; one more than there are cores
  bool submit_only = false, collect = false;
  std::vector<std::string> sbatch_options, mpirun_options;

  std::set<std::string_view> given = {};  // keys of the rows that somebody set
  Face face = Face::Options;              // how messages call them

  int64_t workers() const;  // `jobs`, or the number of cores
};

struct SweepOption {
  std::string_view key;  // "confirm_macs"; the option is --confirm-macs
  std::variant<bool SweepRequest::*, int64_t SweepRequest::*, std::string SweepRequest::*,
               std::vector<std::string> SweepRequest::*>
      member;
  std::string_view help;
  std::vector<std::string_view> choices = {};  // of a text
  int64_t least = 0, most = 0;                 // of a number
  bool shows_preset = true;                    // the member's own value is the default
  // It goes with one value of another row alone.
  std::string_view of = {}, of_value = {};

  bool of_launcher() const { return key == "launcher" || of == "launcher"; }
};
std::span<const SweepOption> sweep_options();
std::string name_of(const SweepOption& option, Face face);  // "--confirm-macs", "confirm_macs"

// Members of an object, called as the rows, with "spec" and "database". UsageError for one that is
// none, or has another type or value than is legal.
SweepRequest parse_sweep_request(const boost::json::value& members, Face face);

// UsageError where something is missing, or a row was set that nothing would read.
void check_sweep_request(const SweepRequest& request);

}  // namespace vta::workbench
