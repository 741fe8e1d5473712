// The least work of a kernel: the steps on one accelerator that every schedule needs.
//
// GEMM: a step for each vector of outputs, block of input channels that it sums and tap, but for
// taps that lie in the padding. A sum of tensors: a step for each vector, as the GEMM can add one
// (weights that are a multiple of the identity) in the kernel that makes the other. ALU, for each
// vector of a convolution: the first step with a channel's vector (it sets what was there, too),
// one for each further vector, one for each shift, one MAX and one MIN for the clip at the end of
// each chain, which CLIP of ISA_EXT does at once. What is added to all channels is part of a
// vector. A bias, shift and clip: 4 steps, 3 with ISA_EXT. ALU, of a pool: a step for each input
// that a window has, but one for each output, since a step makes one value of two.
#pragma once

#include <cstdint>
#include <span>

#include "compiler/kernels/kernel.h"
#include "compiler/kernels/window.h"
#include "config/vta_config.h"
#include "runtime/program.h"

namespace vta {

LeastWork least_work(const Kernel& kernel, const VtaConfig& config);
// Of a kernel and the maximum of its result in one.
LeastWork least_work(const Kernel& kernel, const Kernel& pool, const VtaConfig& config);

// ---- tools for the kinds ----------------------------------------------------------------

// Steps of one vector of results.
struct VectorSteps {
  int64_t sums = 0, imm = 0, vector = 0;
};
VectorSteps least_steps(std::span<const AluStep> steps, const VtaConfig& config);
// Vectors of a result.
int64_t result_vectors(const ConvGeometry& g, const VtaConfig& config);
// Pixels of the input that some window has; taps that some output multiplies by a pixel.
int64_t touched_pixels(const ConvGeometry& g);
int64_t used_taps(const ConvGeometry& g);
// Pairs of an output and a tap along one axis that multiply a pixel of the image.
int64_t taps_inside(const ConvAxis& axis);
// Pairs of a block of output channels and one of input channels of which some are connected.
int64_t connected_blocks(const ConvGeometry& g, const VtaConfig& config);

}  // namespace vta
