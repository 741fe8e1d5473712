// Where two runs of a network differ: sides by what a person calls them, run and compared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/driver.h"
#include "explore/diff/difference.h"
#include "workbench/network.h"
#include "workbench/outcome.h"

namespace vta::workbench {

enum class SideKind { Float, Integers, Device, Files };

struct DiffSide {
  SideKind kind = SideKind::Integers;
  std::string text;  // as it was given
};
// "float", "int8" or "integers"; a file or a folder; else a device string. UsageError for what is
// none of them.
DiffSide diff_side(const std::string& text);

struct DiffRequest {
  std::string model;  // .onnx, .tflite or .ir
  CompileOptions options;
  PixelFlags pixels = {};
  DiffSide a, b;
  // --input. None: tensors of the sides' files where those have every input, else random.
  std::vector<std::string> inputs = {};
  std::optional<int64_t> sample = {};  // of inputs that are files of many: this one, from 0
  int64_t max_cycles = kMaxCycles;
  double least_sqnr_db = explore::kLeastSqnrDb;
  std::string save = {};  // a folder that gets A's tensors, or empty
};

struct DiffResult {
  Network network;
  explore::NetworkTensors tensors;
  explore::NetworkDifference difference;
  std::vector<InputUse> inputs;
};
// Errors as compile_network(), Session and match_tensors(). UsageError for a float side of a
// network that has none, and for a device that computes no values.
DiffResult diff_network(const DiffRequest& request);

}  // namespace vta::workbench
