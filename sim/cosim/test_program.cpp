#include "sim/cosim/test_program.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace vta::cosim {

bool operator==(const TestProgram& a, const TestProgram& b) {
  return a.config == b.config && a.memory_bytes == b.memory_bytes && a.window.lo == b.window.lo &&
         a.window.hi == b.window.hi && a.bases == b.bases && a.insn_addr == b.insn_addr &&
         a.uop_addr == b.uop_addr && a.regions == b.regions && a.uops == b.uops &&
         a.insns == b.insns && a.kernels == b.kernels && a.racy == b.racy &&
         a.expected_error == b.expected_error;
}

VtaConfig hardware_of(VtaConfig config) {
  const VtaConfig defaults;
  config.target = defaults.target;
  config.hw_ver = defaults.hw_ver;
  config.mem_read_latency = defaults.mem_read_latency;
  config.mem_write_latency = defaults.mem_write_latency;
  config.mem_gap = defaults.mem_gap;
  config.mem_max_outstanding = defaults.mem_max_outstanding;
  config.mem_burst_beats = defaults.mem_burst_beats;
  return config;
}

void fill_random(uint64_t seed, std::byte* bytes, int64_t count) {
  std::mt19937_64 random(seed);
  for (int64_t at = 0; at < count; at += 8) {
    const uint64_t word = random();
    std::memcpy(bytes + at, &word, static_cast<size_t>(std::min<int64_t>(8, count - at)));
  }
}

void place_program(const TestProgram& program, DeviceMemory& memory) {
  const auto image = memory.at(0, program.memory_bytes);
  std::memset(image.data(), 0, image.size());
  for (const RandomRegion& region : program.regions)
    fill_random(region.seed, memory.at(region.addr, region.bytes).data(), region.bytes);
  const InsnCodec codec(program.config);
  const int64_t uop_bytes = codec.uop_bytes();
  auto uops = memory.at(program.uop_addr, std::ssize(program.uops) * uop_bytes);
  for (size_t i = 0; i < program.uops.size(); ++i) {
    const uint64_t word = codec.encode_uop(program.uops[i]);
    std::memcpy(uops.data() + i * static_cast<size_t>(uop_bytes), &word,
                static_cast<size_t>(uop_bytes));
  }
  auto stream = memory.at(program.insn_addr, std::ssize(program.insns) * 16);
  for (size_t i = 0; i < program.insns.size(); ++i) {
    const InsnBits bits = codec.encode(program.insns[i]);
    std::memcpy(stream.data() + i * 16, &bits, sizeof(bits));
  }
}

}  // namespace vta::cosim
