// The rows of a sweep's database as data: a writer takes them and a reader returns them unchanged.
// The writer derives the columns that only serve queries (macs, wgt_bytes, config_hash, ...).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explore/accuracy.h"
#include "explore/cost/point_cost.h"
#include "explore/network_info.h"
#include "explore/point.h"
#include "explore/store/schema_version.h"

namespace vta::explore {

// The properties that two databases of one sweep share.
struct SweepHeader {
  int64_t schema_version = kSweepSchemaVersion;
  std::string tool_version;  // of the program that evaluates
  std::string build;         // its build_identity(); empty: not recorded
  std::string spec;          // text of the specification
  std::string spec_hash;     // equal for equal meaning
  // Names, files with their identity (compiler/schedule/policy.h); none: not recorded.
  std::vector<std::string> schedules = {};
  std::string provenance;               // JSON
  std::vector<std::string> objectives;  // names of metrics
  int64_t space_points = 0;             // indices are below this
  ClockLabel clock = {};                // of the base configuration; equal in every point
  bool operator==(const SweepHeader&) const = default;

  // Its cycles come from a machine whose GEMM and ALU instructions ended earlier than with any
  // GEMM_PIPELINE; its configurations are read as those of the default.
  bool before_gemm_pipeline() const { return schema_version < 3; }
};

// An index that is not a point.
struct ExcludedRow {
  int64_t idx = 0;
  std::string kind;  // "illegal", "constraint", "uncompilable"
  std::string rule;  // "width-gemm", "max_macs", ...
  std::string reason;
  bool operator==(const ExcludedRow&) const = default;
};

// All counters except insn_count are kept; `timing.outside` is the part of the total that belongs
// to no layer.
struct PointRow {
  int64_t idx = 0;
  PointSpec spec;
  std::string memory;  // text of the axis; empty if the specification has none
  PointResult result;
  PointCost cost;
  // For a network with samples: the key of the computed values (Evaluator::values_key), and their
  // accuracy.
  std::string values_key = {};
  std::optional<Accuracy> accuracy = {};
  bool operator==(const PointRow&) const = default;
};

struct FailureRow {
  int64_t idx = 0;
  std::string reason;
  bool operator==(const FailureRow&) const = default;
};

struct ConfirmationRow {
  int64_t idx = 0;
  std::string status;  // "confirmed", "different", "unconfirmed"
  std::optional<int64_t> csim_cycles, tsim_cycles;
  std::string reason;  // of "different" and "unconfirmed"
  bool operator==(const ConfirmationRow&) const = default;
};

struct EffortRow {
  int64_t idx = 0;
  double seconds = 0;
  int64_t worker = 0;
  std::string finished_at;  // UTC, "2025-01-31T12:00:00Z"
  bool operator==(const EffortRow&) const = default;
};

struct ConfirmEffortRow {
  int64_t idx = 0;
  bool built = false;  // false: the model was in the cache
  double build_seconds = 0, build_peak_mb = 0;
  double run_seconds = 0, run_peak_mb = 0;
  bool operator==(const ConfirmEffortRow&) const = default;
};

}  // namespace vta::explore
