// What the module offers of the workbench: keywords to requests, errors in their names.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "compiler/recipe/setting.h"
#include "workbench/session.h"

namespace vta::python {

// How a configuration is said: a name, a file or a point of a sweep, or (where `keys` is not empty)
// the JSON of some keys over those of another one.
struct ConfigSource {
  std::string name, keys;
};

// ConfigError as config_by_name() and config_with_keys().
VtaConfig configuration(const ConfigSource& source);

struct CompileCall {
  std::string model;  // its file
  std::string name;   // in reports, where the file's says nothing
  ConfigSource config;
  std::string memory;                    // see apply_memory, or empty
  std::string settings;                  // JSON: a member for each keyword that was given
  std::string recipe;                    // a file of more of them, or empty
  std::vector<std::string> calibration;  // FILE, or NAME=FILE
  workbench::SampleArrays samples;       // what some of those stand for
  PixelFlags pixels;
  std::string dump_ir;  // a folder, or empty
  Progress::Output progress;
};

// A keyword of CompileCall::settings: "batch", ..., "no_all_int8".
struct Keyword {
  std::string name;
  const Setting* setting;
  bool off = false;  // says false of a flag
};
std::vector<Keyword> setting_keywords();

// vta.eval: the accuracy of a network on samples.
struct EvalCall {
  CompileCall compile;
  std::string device;
  std::vector<std::string> images = {};       // FILE, or NAME=FILE
  workbench::SampleArrays image_arrays = {};  // what some of those stand for
  std::string labels = {};                    // a file, or empty
  std::optional<Tensor> label_array = {};
  int64_t max_cycles = 0, limit = 0, threads = 0;
  bool verify = false;
};
// The JSON of vta eval --json.
std::string evaluate(const EvalCall& call);

// The JSON of a recipe of such settings, over those of a file or of none.
std::string recipe_text(const std::string& settings, const std::string& recipe);

// UsageError for settings that are none, called as keywords are; otherwise as compile_network().
std::shared_ptr<workbench::Network> compile(const CompileCall& call);
// A .vta file, for the machine that `config` (keys: over its own) and `memory` make of it; either
// may be empty.
std::shared_ptr<workbench::Network> load(const std::string& path, const ConfigSource& config,
                                         const std::string& memory);

// The JSON of vta compare --json for two of vta run --json.
std::string compare_reports(const std::string& a, const std::string& b);
std::string compare_text(const std::string& a, const std::string& b, const std::string& name_a,
                         const std::string& name_b);

}  // namespace vta::python
