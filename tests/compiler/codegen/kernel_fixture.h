// One kernel as a whole program: packed, scheduled, emitted, run on fsim; and the same in plain
// loops.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "compiler/codegen/codegen.h"
#include "runtime/executor.h"

namespace vta::testing {

Tensor random_int8(std::mt19937_64& random, Shape shape);
AluStep imm_step(AluOp op, int64_t value);
AluStep channel_step(AluOp op, std::mt19937_64& random, int64_t channels, int64_t limit);
AluStep tensor_step(AluOp op, int64_t input);

// A convolution with random weights and bias, requantized to int8, relu or not.
Kernel random_conv(std::mt19937_64& random, const ConvGeometry& geometry, bool relu);

// Plain loops over the kernel's fields; inputs and result are NCHW int8. `zero`: the zero point
// that a convolution's data are less, and pads are.
Tensor reference_kernel(const Kernel& kernel, const std::vector<Tensor>& inputs, int64_t zero = 0);

// A graph of this one kernel, which is its item behind those that send the inputs.
LoweredGraph lowered_kernel(Kernel kernel, const std::vector<Tensor>& inputs);

// A graph of several kernels, each of which reads the one before it.
LoweredGraph lowered_chain(std::vector<Kernel> kernels, const Shape& input);

struct KernelRun {
  Tensor output;
  RunStats stats;
};
Program compile_lowered(const LoweredGraph& lowered, const std::string& schedule,
                        const VtaConfig& config);

// Compiles and runs a graph of this one kernel.
KernelRun run_kernel(Kernel kernel, const std::vector<Tensor>& inputs, const std::string& schedule,
                     const VtaConfig& config);

// Compiles and runs them as one launch.
KernelRun run_chain(std::vector<Kernel> kernels, const Tensor& input, const std::string& schedule,
                    const VtaConfig& config);

// Output extents from the rest of a geometry.
ConvGeometry with_output(ConvGeometry g);

}  // namespace vta::testing
