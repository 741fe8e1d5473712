// One run as data: what was run, on what, and what came out. Only runs with timing are records.
#pragma once

#include <string>

#include "explore/images.h"
#include "explore/record/quantity.h"
#include "runtime/executor.h"

namespace vta::explore {

// Of vta.run. 2: a run may be of timing only, without outputs. 3: all keys of the configuration,
// images, instructions. 4: the share of the network's work. 5: GEMM_PIPELINE,
// PRODUCTS_PER_MULTIPLIER and ACC_OVERLAP among the keys. 6: names of quantity.h.
inline constexpr int64_t kRunSchemaVersion = 7;
// 5 is read as well.
inline constexpr int64_t kOldestRunSchemaVersion = 5;

struct RunRecord {
  std::string origin;  // "a.json", "sweep.db#12" or what else names the run in messages
  std::string tool_version;
  std::string model;  // as it was given to the run, or the network's name in a sweep
  std::string quantization;
  std::string schedule;
  std::string backend;
  int64_t seed = 0;
  VtaConfig config;
  int64_t images = 1;
  bool timed = true;                  // false: cycles and states are 0
  bool before_gemm_pipeline = false;  // a point of an older sweep: SweepHeader
  PointResult result;
  RunView view() const { return {config, images, result}; }
  bool operator==(const RunRecord&) const = default;
};

// What a run of the program found; cycles are 0 where stats.timing is not there.
PointResult point_result(const Program& program, const RunStats& stats);
// Of a run of the program: what bounds, shares and lost cycles of any kind are derived from. Only
// one with stats.timing is a record that is compared and reported.
RunRecord record_of(const Program& program, const RunStats& stats, const std::string& backend,
                    std::string origin = {});

// What `vta run --json` printed. InputError, with `origin` in front: another schema or version,
// truncated, a run without timing, numbers that do not add up, keys that do not hash to the
// configuration's hash.
RunRecord parse_run(std::string_view text, const std::string& origin);
RunRecord load_run(const std::string& path);

}  // namespace vta::explore
