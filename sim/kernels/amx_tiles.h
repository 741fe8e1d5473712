// AMX's tile instructions and the shapes of the eight tiles.
//
// Everything has internal linkage, as in all files of one instruction set.
#pragma once

#include <cstdint>

namespace vta::kernels {
namespace {

constexpr int kRows = 16;
constexpr int kTileBytes = 64;

// Tile instructions. GCC's intrinsics do not tell the compiler that they read memory.
inline void configure(const void* config) {
  asm volatile("ldtilecfg (%0)" : : "r"(config) : "memory");
}
inline void release() {
  asm volatile("tilerelease" : : : "memory");
}
template <int Tile>
[[gnu::always_inline]] inline void clear() {
  asm volatile("tilezero %%tmm%c0" : : "n"(Tile));
}
template <int Tile>
[[gnu::always_inline]] inline void load(const void* rows, int64_t stride) {
  asm volatile("tileloadd (%0,%1,1), %%tmm%c2" : : "r"(rows), "r"(stride), "n"(Tile) : "memory");
}
template <int Tile>
[[gnu::always_inline]] inline void store(void* rows, int64_t stride) {
  asm volatile("tilestored %%tmm%c2, (%0,%1,1)" : : "r"(rows), "r"(stride), "n"(Tile) : "memory");
}
template <int C, int A, int B>
[[gnu::always_inline]] inline void multiply() {
  asm volatile("tdpbssd %%tmm%c2, %%tmm%c1, %%tmm%c0" : : "n"(C), "n"(A), "n"(B));
}

// What ldtilecfg reads.
struct alignas(64) TileConfig {
  uint8_t palette = 1, start_row = 0, reserved[14] = {};
  uint16_t row_bytes[16] = {};
  uint8_t rows[16] = {};
};

// One for each number of positions and of 16 bytes, made before they are needed: the instruction
// would wait for their stores. The first tiles are C, two are A, the rest B.
struct TileConfigs {
  TileConfig of[kRows + 1][kTileBytes / 16 + 1];
};

constexpr TileConfigs make_configs(int c_tiles) {
  TileConfigs all;
  for (int positions = 1; positions <= kRows; ++positions)
    for (int k = 1; k <= kTileBytes / 16; ++k)
      for (int t = 0; t < 8; ++t) {
        const bool a = t >= c_tiles && t < c_tiles + 2, b = t >= c_tiles + 2;
        all.of[positions][k].row_bytes[t] = static_cast<uint16_t>(a ? k * 16 : 64);
        all.of[positions][k].rows[t] = static_cast<uint8_t>(b ? k * 4 : positions);
      }
  return all;
}

// Long sums: C of two columns and two strips, A of two strips, B of two columns.
constexpr TileConfigs kFourSums = make_configs(4);
// Short sums, bound by the loads and stores of C: the B of a column's up to four steps stay, C and
// A take turns.
constexpr TileConfigs kHeldWeights = make_configs(2);
constexpr int64_t kMaxHeld = 4;

class Shape {
 public:
  Shape() = default;
  Shape(const Shape&) = delete;
  Shape& operator=(const Shape&) = delete;
  ~Shape() { release(); }

  // Clears all tiles if the shape is another one than before.
  void use(const TileConfigs& configs, int32_t positions, int64_t bytes) {
    const TileConfig* config = &configs.of[positions][bytes / 16];
    if (config != current_)
      configure(config);
    current_ = config;
  }

 private:
  const TileConfig* current_ = nullptr;
};

}  // namespace
}  // namespace vta::kernels
