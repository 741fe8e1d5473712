// Models in their own integers on a machine, and elements counted that differ from a definition.
#pragma once

#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/compiler.h"

namespace vta::testing {

struct Machine {
  std::string name = "1x8";
  int64_t extensions = 3, ports = 2;

  VtaConfig config() const;
};

struct ModelRun {
  std::vector<float> output;
  CompileResult compiled;
  double device_share = 0;  // of the multiply-accumulates
};

Graph imported(const onnx::ModelProto& model);
// With --quant model, on fsim. Expects that kernels equal the integer interpreter.
ModelRun run_model(const Graph& graph, const Tensor& input, const Machine& machine = {});

// Elements that differ, and by how many steps at most.
struct Difference {
  int64_t elements = 0, differ = 0, most = 0;

  double share() const { return static_cast<double>(differ) / static_cast<double>(elements); }
  void count(const std::vector<float>& wanted, const std::vector<float>& have, float step);
};

}  // namespace vta::testing
