// The ten convolution shapes of ResNet-18's body: 19 convolutions, 6,623,232 GEMM steps at 1x16x16.
#pragma once

#include <array>
#include <cstdint>

namespace vta::bench {

struct ConvLayer {
  int64_t in_channels, out_channels, in_size, kernel, stride;
  int64_t repeats;                   // how often the network has it
  int64_t tile_h, tile_co, tile_ci;  // rows, output and input blocks of a tile; rows are whole
  int64_t pad() const { return kernel / 2; }
  int64_t out_size() const { return (in_size + 2 * pad() - kernel) / stride + 1; }
};

inline constexpr std::array<ConvLayer, 10> kResNet18Body = {{
    {64, 64, 56, 3, 1, 4, 8, 2, 1},
    {64, 128, 56, 3, 2, 1, 7, 4, 1},
    {64, 128, 56, 1, 2, 1, 7, 4, 1},
    {128, 128, 28, 3, 1, 3, 14, 2, 2},
    {128, 256, 28, 3, 2, 1, 14, 4, 1},
    {128, 256, 28, 1, 2, 1, 14, 4, 1},
    {256, 256, 14, 3, 1, 3, 14, 4, 4},
    {256, 512, 14, 3, 2, 1, 7, 16, 2},
    {256, 512, 14, 1, 2, 1, 7, 16, 4},
    {512, 512, 7, 3, 1, 3, 7, 16, 2},
}};

}  // namespace vta::bench
