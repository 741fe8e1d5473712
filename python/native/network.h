// A compiled network on a device, as the module offers it: the options are those of the commands,
// in their words.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "evaluation/preprocessing.h"
#include "runtime/executor.h"

namespace vta::python {

// A program, and what is known of it beside.
struct Compiled {
  Program program;
  std::vector<std::string> notes;
  ImagePreparation preparation;  // of inputs that are pixels
};

// The keys of a configuration by its name, its file, or a point of a sweep.
std::string config_json(const std::string& name);

// As `vta compile MODEL ARGUMENTS...`, --memory included. UsageError for arguments that it refuses;
// otherwise as compile_model.
std::shared_ptr<const Compiled> compile(const std::string& model,
                                        const std::vector<std::string>& arguments);
// A .vta file, for the machine that `config` and `memory` make of its own (either may be empty).
std::shared_ptr<const Compiled> load(const std::string& path, const std::string& config,
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
std::string compare_text(const std::string& a, const std::string& b);

}  // namespace vta::python
