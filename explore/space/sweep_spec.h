// SweepSpec: the specification of `vta sweep`, read from JSON (docs/sweep.md describes the format).
//
// Strict: every member that is unknown, of another type, out of range or without meaning is an
// InputError that names it, its value, and the legal values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/vta_config.h"
#include "explore/network.h"
#include "explore/space/axes.h"
#include "explore/space/constraints.h"

namespace vta::explore {

enum class SamplingMethod : uint8_t { Exhaustive, Random, Pareto };

struct Sampling {
  SamplingMethod method = SamplingMethod::Exhaustive;
  int64_t points = 0;  // legal points asked for; 0: all (exhaustive)
  uint64_t seed = 1;
  int64_t population = 0;  // machines of a generation (pareto)
};

struct SweepSpec {
  std::string text;  // verbatim
  std::string hash;  // of the text without its formatting, of the base's keys, of a device's limits
  // A model's path is relative to the working directory, not to the specification.
  std::vector<NetworkSpec> networks;
  std::string base_name;  // as in the file
  VtaConfig base;
  std::vector<Axis> axes;
  std::vector<int64_t> images;                    // empty: as many as the configuration's BATCH
  std::vector<std::string> schedules = {"fast"};  // SchedulePolicy::named
  std::vector<std::string> quantizations;         // Recipe::text(), those
                                                  // of axes of settings too; empty: no axis
  std::vector<Constraint> constraints;
  Sampling sampling;
  std::vector<std::string> objectives;  // names of metrics, all to be minimized
  std::optional<double> goal_ms;        // of a frame (read_goal.h)
};

// `metrics` are the legal objectives. Files that the text names are relative to `folder`
// ("" is the working directory). ConfigError where the base configuration is illegal.
SweepSpec parse_sweep_spec(std::string_view text, std::string_view origin,
                           const std::string& folder, std::span<const std::string_view> metrics);
// Files that it names are relative to its own folder.
SweepSpec load_sweep_spec(const std::string& path, std::span<const std::string_view> metrics);

std::string_view sampling_name(SamplingMethod method);  // "exhaustive", "random", "pareto"

}  // namespace vta::explore
