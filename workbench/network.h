// A network for a machine, compiled now or before: what a session opens on a device.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/progress.h"
#include "compiler/compiler.h"
#include "evaluation/preprocessing.h"
#include "workbench/input.h"

namespace vta::workbench {

struct CompileRequest {
  std::string model;  // .onnx, .tflite or .ir
  VtaConfig config;
  Recipe recipe;
  SampleFiles calibration = {};
  PixelFlags pixels = {};  // how its samples are prepared, if they are images
  std::string dump_dir = {}, stop_after = {};
  Progress::Output progress = Progress::stderr_output();
};
// With the samples read, and tiles of tuning databases known. UsageError for values without
// meaning, in the words of Recipe::face; otherwise as calibration_samples().
CompileOptions compile_options(const CompileRequest& request);
// The same without samples, for those who read them themselves.
CompileOptions options_without_samples(const CompileRequest& request);

struct Network {
  CompileResult compiled;  // of a program that was compiled before: it and the notes alone
  bool loaded = false;
  PixelFlags pixels = {};                      // how images are prepared: as given,
  std::optional<ImagePreparation> known = {};  // and as the network says
  double seconds = 0;                          // that compiling or loading took

  const Program& program() const { return compiled.program; }
  ImagePreparation preparation(int64_t channels = 3) const;
};

// Errors as compile_model().
Network compile_network(const std::string& model, const CompileOptions& options,
                        const PixelFlags& pixels);

// What memory and clock make of a configuration.
using MachineChange = std::function<VtaConfig(VtaConfig)>;

struct LoadRequest {
  std::string path;         // .vta
  std::string config = {};  // a name, a file, a point; empty: its own
  MachineChange machine = {};
  std::string params = {};  // a file of parameters that take the place of its own, or empty
  PixelFlags pixels = {};
};
// The program for the machine that `machine` makes of the configuration. Bus, queues, read ports
// and memory may be others than it was compiled for; ConfigError names the keys where its
// instructions would mean something else (KeyRole::Stream).
Network load_network(const LoadRequest& request);

// compile_model(), its notes on stderr: for those who print none themselves.
Program compile_with_notes_logged(const std::string& model, const CompileOptions& options);

// UsageError when no kernel of the program runs on the accelerator: `what` would compare nothing.
void require_kernels(const CompileResult& compiled, const std::string& what);

}  // namespace vta::workbench
