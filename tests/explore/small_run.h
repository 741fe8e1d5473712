// A small network, compiled and run on csim for its cycles alone.
#pragma once

#include <set>
#include <string>

#include "compiler/compiler.h"
#include "config/memory_preset.h"
#include "explore/record/timed_run.h"
#include "workbench/views/report.h"

namespace vta::test {

struct SmallRun {
  Program program;
  RunStats stats;

  explore::RunRecord record(const std::string& origin) const {
    return explore::record_of(program, stats, "csim", origin);
  }
  // What `vta run --json` prints.
  boost::json::object json() const {
    workbench::RunOutcome outcome = workbench::outcome_of(program, stats, "csim");
    outcome.has_outputs = false;
    return workbench::outcome_json(outcome);
  }
};

inline std::string small_model() {
  return std::string(VTA_SOURCE_DIR) + "/tests/data/digits_resnet8.onnx";
}

struct SmallRunOptions {
  std::string config = "default", memory{}, schedule = "fast";
  int64_t images = 1;
  std::set<int64_t> skip_conv = {0};  // in float on the host, so that launches are cut there
};

inline Program small_program(const SmallRunOptions& given = {}) {
  CompileOptions options;
  options.config = named_config(given.config);
  if (!given.memory.empty())
    options.config = apply_memory(options.config, given.memory);
  options.recipe.set("schedule", given.schedule);
  options.recipe.set("batch", std::to_string(given.images));
  SettingValues skipped;
  for (const int64_t conv : given.skip_conv)
    skipped.push_back(std::to_string(conv));
  options.recipe.set_list("skip_conv", skipped);
  return compile_model(small_model(), options).program;
}

inline SmallRun small_run(const SmallRunOptions& given = {}) {
  explore::TimedRun run = explore::timed_run(small_program(given), "csim");
  return {std::move(run.program), std::move(run.stats)};
}

}  // namespace vta::test
