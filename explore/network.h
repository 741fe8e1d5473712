// A network that a sweep simulates, and what is known of it once it has been prepared.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explore/accuracy.h"
#include "explore/compile_setting.h"

namespace vta::explore {

// Equal specs give equal quantised graphs. Exactly one of `zoo` and `model` is given.
struct NetworkSpec {
  std::string name = {};   // what PointSpec::network refers to
  std::string zoo = {};    // a name of `vta model`: weights from `seed`
  std::string model = {};  // or the path of an .onnx file or .ir listing
  uint64_t seed = 0;       // of the zoo's weights, or of constants that a listing lacks
  // As the options of `vta compile` of the same names, activation scales as --quant global.
  double scale = 8.0;
  std::vector<std::string> skip_conv = {"0"};  // by index or name; empty: none
  bool dense_on_device = false;
  bool all_int8 = false;  // with skip_conv empty unless it was given
  bool skip_conv_given = false;
  std::optional<AccuracyData> accuracy = {};
  CompileSettings settings = {};
  bool operator==(const NetworkSpec&) const = default;
};

struct NetworkInfo {
  std::string name;
  std::string model;  // the path, or "zoo:resnet18_v1"
  std::string hash;   // of the model file's bytes
  std::string quantization;
  std::string accuracy = {};  // samples, labels and calibration by their contents; empty: none
};

}  // namespace vta::explore
