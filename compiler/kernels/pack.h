// Constants in the device's layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "compiler/kernels/kernel.h"
#include "config/vta_config.h"

namespace vta {

// Weights [oc][ic / groups][kh][kw] -> [co][sub_out][ci][sub_in][kh][kw][block_out][block_in],
// channels padded to blocks; of each group of output channels those input groups that it sums,
// zeros between channels that are not connected.
int64_t packed_weight_bytes(const ConvGeometry& g, const VtaConfig& config);
void pack_weights(const Tensor& weight, const ConvGeometry& g, const VtaConfig& config,
                  std::span<std::byte> packed);
// Identity blocks times 2^shift that add a group of channels as INP has it to the group as ACC has
// it: [pair of an INP and an ACC element][block_out][block_in].
int64_t packed_identity_bytes(const VtaConfig& config);
void pack_identity(int64_t shift, const VtaConfig& config, std::span<std::byte> packed);
// Single elements of steps [scalar][batch][block_out], then channel vectors, int32 [c] each, of
// every class -> [vector][channel blocks][batch][block_out]; padded channels get the step's
// immediate.
int64_t packed_vector_bytes(std::span<const AluStep> steps, int64_t channels,
                            const VtaConfig& config);
void pack_vectors(std::span<const AluStep> steps, int64_t channels, const VtaConfig& config,
                  std::span<std::byte> packed);

}  // namespace vta
