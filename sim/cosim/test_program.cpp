#include "sim/cosim/test_program.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <random>

namespace vta::cosim {
namespace {

uint64_t ones(int64_t lsb, int64_t width) {
  return (width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1) << lsb;
}

// Bits of a word that are no field's, by opcode.
class UnusedBits {
 public:
  UnusedBits(const InsnCodec& codec, uint64_t seed) : random_(seed), on_(seed != 0) {
    for (int64_t op = 0; op < 8; ++op) {
      InsnBits& unused = insn_[static_cast<size_t>(op)];
      unused = {~uint64_t{0}, ~uint64_t{0}};
      for (const PlacedField& f : codec.fields(op))
        (f.lsb < 64 ? unused.lo : unused.hi) &= ~ones(f.lsb % 64, f.width);
    }
    for (const PlacedUopField& f : codec.uop_fields())
      uop_ &= ~ones(f.lsb, f.width);
  }

  void set(int64_t opcode, InsnBits& bits) {
    const InsnBits& unused = insn_[static_cast<size_t>(opcode)];
    if (!on_)
      return;
    bits.lo |= random_() & unused.lo;
    bits.hi |= random_() & unused.hi;
  }
  void set(uint64_t& uop) {
    if (on_)
      uop |= random_() & uop_;
  }

 private:
  std::mt19937_64 random_;
  bool on_;
  std::array<InsnBits, 8> insn_;
  uint64_t uop_ = ~uint64_t{0};
};

}  // namespace

bool operator==(const TestProgram& a, const TestProgram& b) {
  return a.config == b.config && a.memory_bytes == b.memory_bytes && a.window.lo == b.window.lo &&
         a.window.hi == b.window.hi && a.bases == b.bases && a.insn_addr == b.insn_addr &&
         a.uop_addr == b.uop_addr && a.regions == b.regions && a.uops == b.uops &&
         a.insns == b.insns && a.relaunches == b.relaunches && a.kernels == b.kernels &&
         a.unused_bits == b.unused_bits && a.slice == b.slice && a.refused == b.refused &&
         a.racy == b.racy && a.expected_error == b.expected_error;
}

VtaConfig device_config(const VtaConfig& config) {
  VtaConfig device = config.hardware();
  device.mem_dram = config.mem_dram;
  device.mem_clock_khz = config.mem_clock_khz;
  return device;
}

std::vector<LaunchRange> launches_of(const TestProgram& program) {
  std::vector<LaunchRange> launches(1);
  for (const Relaunch& next : program.relaunches) {
    launches.back().end = next.first;
    launches.push_back({next.first, 0, next.fresh});
  }
  launches.back().end = std::ssize(program.insns);
  return launches;
}

void fill_random(uint64_t seed, std::byte* bytes, int64_t count) {
  std::mt19937_64 random(seed);
  for (int64_t at = 0; at < count; at += 8) {
    const uint64_t word = random();
    std::memcpy(bytes + at, &word, static_cast<size_t>(std::min<int64_t>(8, count - at)));
  }
}

void place_program(const TestProgram& program, DeviceMemory& memory, uint64_t at) {
  memory.clear(at, program.memory_bytes);
  for (const RandomRegion& region : program.regions)
    fill_random(region.seed, memory.at(at + region.addr, region.bytes).data(), region.bytes);
  const InsnCodec codec(program.config);
  UnusedBits unused(codec, program.unused_bits);
  const int64_t uop_bytes = codec.uop_bytes();
  auto uops = memory.at(at + program.uop_addr, std::ssize(program.uops) * uop_bytes);
  for (size_t i = 0; i < program.uops.size(); ++i) {
    uint64_t word = codec.encode_uop(program.uops[i]);
    unused.set(word);
    std::memcpy(uops.data() + i * static_cast<size_t>(uop_bytes), &word,
                static_cast<size_t>(uop_bytes));
  }
  auto stream = memory.at(at + program.insn_addr, std::ssize(program.insns) * 16);
  for (size_t i = 0; i < program.insns.size(); ++i) {
    InsnBits bits = codec.encode(program.insns[i]);
    unused.set(program.insns[i].opcode, bits);
    std::memcpy(stream.data() + i * 16, &bits, sizeof(bits));
  }
}

}  // namespace vta::cosim
