// Fields of packed structures in a Verilated model's ports, which are arrays of 32-bit words where
// they are wider than 64 bits.
#pragma once

#include <cstddef>
#include <cstdint>

namespace vta {

inline uint64_t get_bits(const auto& words, int64_t lsb, int64_t width) {
  uint64_t value = 0;
  for (int64_t i = 0; i < width; ++i) {
    const uint32_t word = words[static_cast<size_t>((lsb + i) / 32)];
    value |= uint64_t{(word >> ((lsb + i) % 32)) & 1u} << i;
  }
  return value;
}

inline void set_bits(auto& words, int64_t lsb, int64_t width, uint64_t value) {
  for (int64_t i = 0; i < width; ++i) {
    const uint32_t mask = 1u << ((lsb + i) % 32);
    auto& word = words[static_cast<size_t>((lsb + i) / 32)];
    word = ((value >> i) & 1) != 0 ? word | mask : word & ~mask;
  }
}

// One rising edge; the outputs are those of the next cycle afterwards.
inline void clock_edge(auto& model) {
  model.eval();
  model.clk = 1;
  model.eval();
  model.clk = 0;
  model.eval();
}

}  // namespace vta
