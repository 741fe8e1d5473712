// What no schedule of a kernel avoids: its steps on one accelerator, whatever the tiles.
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

#include "compiler/lower/kernel.h"
#include "compiler/schedule/conv_dims.h"
#include "runtime/program.h"

namespace vta {

LeastWork least_work(const Kernel& kernel, const VtaConfig& config);
// Of a 1x1 convolution and the maximum of its result in one kernel: sums that no window has are not
// needed, the first step with a vector sets each of the others, and all further steps keep the
// order of values, so that they are the maximum's.
LeastWork least_work(const Kernel& conv, const Kernel& pool, const VtaConfig& config);

// Pairs of an output and a tap along one axis that multiply a pixel of the image.
int64_t taps_inside(const ConvAxis& axis);
// Pairs of a block of output channels and one of input channels of which some are connected.
int64_t connected_blocks(const ConvGeometry& g, const VtaConfig& config);

}  // namespace vta
