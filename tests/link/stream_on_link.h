// A short program on a device of a link, written to its memory by the link alone.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hw/isa/assembler.h"
#include "link/device_link.h"

namespace vta::test {

inline constexpr uint64_t kStream = 0x1000, kData = 0x2000, kEnd = 0x4000;

// Loads two elements, adds, stores one element twice with others between, and pads.
inline constexpr const char* kProgram =
    "load inp dram_base=2 y_size=2 x_size=2 x_stride=3 x_pad_0=1\n"
    "load acc8 y_size=1 x_size=2 x_stride=2 push_next\n"
    "store out y_size=1 x_size=1 pop_prev push_prev\n"
    "gemm pop_next push_next\n"
    "store out sram_base=1 y_size=1 x_size=1 pop_prev\n"
    "finish\n";

// The stream is at kStream, kernels are two and three instructions, the store's element is read
// back after both of its STOREs.
inline LaunchRequest place_program(DeviceLink& link, const std::string& text = kProgram) {
  const InsnCodec codec(link.info().config);
  std::vector<InsnBits> bits;
  for (const Insn& insn : assemble(text, "program", codec).insns)
    bits.push_back(codec.encode(insn));
  link.write(kStream, std::as_bytes(std::span(bits)));
  std::vector<std::byte> data(256);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = std::byte(i * 7);
  link.write(kData, data);
  LaunchRequest request;
  request.insn_addr = kStream;
  request.insn_count = std::ssize(bits);
  request.bases = DramBases::all(kData);
  request.bases.out = kData + 0x1000;
  request.kernel_first_insn = {0, 2};
  request.max_cycles = 100000;
  request.window = {kStream, kEnd};
  request.read_backs = {{2, kData + 0x1000, 16}, {4, kData + 0x1000, 16}};
  return request;
}

}  // namespace vta::test
