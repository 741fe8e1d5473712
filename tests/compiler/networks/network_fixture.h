// Whole networks through the compiler and the simulator, every kernel compared with the integer
// interpreter.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "compiler/compiler.h"
#include "compiler/oracle.h"

namespace vta::testing {

// A network of the model zoo with weights from seed 0, by way of an ONNX file.
Graph zoo_network(const std::string& name, int64_t batch = 1);

// A residual block and a dense layer on 6 x 6 pixels: every kind of kernel.
Graph small_network();

// Every layer on the device that can be.
CompileOptions all_on_device(VtaConfig config, const std::string& schedule = "fast");

CompileOptions options_for(const std::string& config, const std::string& schedule = "fast");

// The same values for the same type.
Tensor random_tensor(const TensorType& type);

struct NetworkRun {
  CompileResult compiled;  // its program has moved into the executor: see `kernels`
  std::vector<ProgramKernel> kernels;
  int64_t host_macs = 0, device_macs = 0;
  RunStats stats;
  VerifyReport report;
};

// Compiles, runs once on a random input and compares.
NetworkRun run_network(const Graph& graph, const CompileOptions& options,
                       OracleCache* cache = nullptr, const std::string& backend = "fsim");

// Every element of at least `kernels` kernels is exact, and the host's float operators agree.
void expect_exact(const VerifyReport& report, int64_t kernels = 1);

// Names of the configurations that are meant for networks of this size: all but tiny.
std::vector<std::string> large_configs();
std::vector<std::string> all_configs();

}  // namespace vta::testing
