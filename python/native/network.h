// A compiled network on a device, as the module offers it: the options are those of the commands,
// in their words.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/progress.h"
#include "compiler/recipe/setting.h"
#include "evaluation/preprocessing.h"
#include "runtime/executor.h"
#include "workbench/input.h"

namespace vta::python {

// A program, and what is known of it beside.
struct Compiled {
  Program program;
  std::vector<std::string> notes;
  std::function<ImagePreparation(int64_t channels)> preparation;  // of inputs that are pixels
};

// How a configuration is said: a name, a file or a point of a sweep, or (where `keys` is not empty)
// the JSON of some keys over those of another one.
struct ConfigSource {
  std::string name, keys;
};

struct CompileRequest {
  std::string model;  // its file
  std::string name;   // in reports, where the file's says nothing
  ConfigSource config;
  std::string memory;                    // --memory, or empty
  std::string settings;                  // JSON: a member for each keyword that was given
  std::string recipe;                    // a file of more of them, or empty
  std::vector<std::string> calibration;  // FILE, or NAME=FILE
  workbench::SampleArrays samples;       // what some of those stand for
  PixelFlags pixels;
  std::string dump_ir;  // a folder, or empty
  Progress::Output progress;
};

// A keyword of CompileRequest::settings: "batch", ..., "no_all_int8".
struct Keyword {
  std::string name;
  const Setting* setting;
  bool off = false;  // says false of a flag
};
std::vector<Keyword> setting_keywords();
// Options of `vta sweep`: "--jobs", ...
std::vector<std::string> sweep_options();

// As `vta compile`, --memory included. UsageError for settings that are none, called as keywords
// are; otherwise as compile_model.
std::shared_ptr<const Compiled> compile(const CompileRequest& request);
// A .vta file, for the machine that `config` (keys: over its own) and `memory` make of it; either
// may be empty.
std::shared_ptr<const Compiled> load(const std::string& path, const ConfigSource& config,
                                     const std::string& memory);

class Session {
 public:
  // UsageError for a device string that is none. Errors as Executor's.
  Session(std::shared_ptr<const Compiled> compiled, const std::string& device, int64_t max_cycles);

  // `input` may be pixels (uint8) where the network takes numbers: they are prepared as vta run
  // prepares them, and of (N, H, W, C) become (N, C, H, W).
  void set_input(int64_t index, Tensor input);
  void run();
  const Tensor& input(int64_t index) const;  // InputError where it has not been set
  const Tensor& output(int64_t index) const { return executor_.output(index); }
  // Whether an output is memory of its own: neither an input's nor a constant's.
  bool is_own(int64_t index) const;
  const RunStats& stats() const { return executor_.stats(); }
  bool has_values() const { return values_; }
  std::string report() const;  // of the last run: the JSON of vta run --json

 private:
  std::shared_ptr<const Compiled> compiled_;
  std::string backend_;
  bool values_;
  Executor executor_;
  std::vector<bool> prepared_;  // inputs that came as pixels
  double seconds_ = 0;          // of the last run
};

// The JSON of vta compare --json for two of vta run --json.
std::string compare_reports(const std::string& a, const std::string& b);
std::string compare_text(const std::string& a, const std::string& b, const std::string& name_a,
                         const std::string& name_b);

}  // namespace vta::python
