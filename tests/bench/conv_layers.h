// The ten convolution shapes of ResNet-18's body: 19 convolutions, 6,623,232 GEMM steps at 1x16x16.
#pragma once

#include <array>
#include <cstdint>

namespace vta::bench {

struct ConvLayer {
  int64_t in_channels, out_channels, in_size, kernel, stride;
  int64_t repeats;  // how often the network has it
  // Rows, output and input blocks of a tile. Rows are whole; long sums are what GEMM kernels like
  // best.
  int64_t tile_h, tile_co, tile_ci;
  int64_t pad() const { return kernel / 2; }
  int64_t out_size() const { return (in_size + 2 * pad() - kernel) / stride + 1; }
};

inline constexpr std::array<ConvLayer, 10> kResNet18Body = {{
    {64, 64, 56, 3, 1, 4, 4, 4, 4},
    {64, 128, 56, 3, 2, 1, 2, 8, 4},
    {64, 128, 56, 1, 2, 1, 4, 8, 4},
    {128, 128, 28, 3, 1, 3, 4, 8, 8},
    {128, 256, 28, 3, 2, 1, 2, 8, 8},
    {128, 256, 28, 1, 2, 1, 7, 16, 4},
    {256, 256, 14, 3, 1, 3, 14, 8, 8},
    {256, 512, 14, 3, 2, 1, 7, 8, 8},
    {256, 512, 14, 1, 2, 1, 7, 16, 8},
    {512, 512, 7, 3, 1, 3, 7, 16, 4},
}};

}  // namespace vta::bench
