// A device with instructions and data at known places, and short ways to write instructions.
#pragma once

#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "hw/isa/codec.h"
#include "sim/factory/device_factory.h"

namespace vta::test {

inline Insn load(MemoryType type, int64_t sram, int64_t dram, int64_t y, int64_t x) {
  Insn i;
  i.opcode = 0;
  i.memory_type = static_cast<int64_t>(type);
  i.sram_base = sram;
  i.dram_base = dram;
  i.y_size = y;
  i.x_size = x;
  i.x_stride = x;
  return i;
}
inline Insn store(int64_t sram, int64_t dram, int64_t y, int64_t x) {
  Insn i = load(MemoryType::Out, sram, dram, y, x);
  i.opcode = 1;
  return i;
}
inline Insn gemm(int64_t uop_bgn, int64_t uop_end, int64_t iter_out = 1, int64_t iter_in = 1) {
  Insn i;
  i.opcode = 2;
  i.uop_bgn = uop_bgn;
  i.uop_end = uop_end;
  i.iter_out = iter_out;
  i.iter_in = iter_in;
  return i;
}
inline Insn alu(AluOp op, int64_t uop_bgn, int64_t uop_end, int64_t iter_out = 1,
                int64_t iter_in = 1) {
  Insn i = gemm(uop_bgn, uop_end, iter_out, iter_in);
  i.opcode = 4;
  i.alu_opcode = static_cast<int64_t>(op);
  return i;
}
inline Insn alu_imm(AluOp op, int64_t imm, int64_t uop_bgn = 0, int64_t uop_end = 1) {
  Insn i = alu(op, uop_bgn, uop_end);
  i.use_imm = 1;
  i.imm = imm;
  return i;
}
inline Insn finish() {
  Insn i;
  i.opcode = 3;
  return i;
}
enum Token { PopPrev = 1, PopNext = 2, PushPrev = 4, PushNext = 8 };
inline Insn with(Insn i, int tokens) {
  i.pop_prev = (tokens & PopPrev) != 0;
  i.pop_next = (tokens & PopNext) != 0;
  i.push_prev = (tokens & PushPrev) != 0;
  i.push_next = (tokens & PushNext) != 0;
  return i;
}

// Data region of `kDataBytes` from address 0 on (every base register is 0), stream behind it.
class Bench {
 public:
  static constexpr int64_t kDataBytes = int64_t{1} << 20;
  static constexpr uint64_t kStreamAddr = kDataBytes;

  explicit Bench(const VtaConfig& config, const std::string& kernels = "reference",
                 const std::string& backend = "fsim")
      : codec(config), device(make_device(backend, config, {kernels, int64_t{1} << 22})) {
    device->write_register(Register::MemHi, kDataBytes);
  }
  explicit Bench(const std::string& config = "default", const std::string& kernels = "reference")
      : Bench(named_config(config), kernels) {}

  void begin(const std::vector<Insn>& insns) {
    for (size_t k = 0; k < insns.size(); ++k) {
      const InsnBits bits = codec.encode(insns[k]);
      std::memcpy(device->memory().at(kStreamAddr + 16 * k, 16).data(), &bits, 16);
    }
    device->write_register(Register::InsnAddr, kStreamAddr);
    device->write_register(Register::InsnCount, insns.size());
    device->write_register(Register::Control, 1);
  }
  const RunReport& run(const std::vector<Insn>& insns) {
    begin(insns);
    while (!device->advance(int64_t{1} << 40)) {
    }
    return device->report();
  }

  template <typename T>
  void poke(uint64_t addr, const std::vector<T>& values) {
    std::memcpy(device->memory().at(addr, static_cast<int64_t>(values.size() * sizeof(T))).data(),
                values.data(), values.size() * sizeof(T));
  }
  template <typename T>
  std::vector<T> peek(uint64_t addr, int64_t count) {
    std::vector<T> out(static_cast<size_t>(count));
    std::memcpy(out.data(),
                device->memory().at(addr, count * static_cast<int64_t>(sizeof(T))).data(),
                out.size() * sizeof(T));
    return out;
  }
  void poke_uops(int64_t element, const std::vector<Uop>& uops) {
    const auto bytes = static_cast<size_t>(codec.uop_bytes());
    for (size_t k = 0; k < uops.size(); ++k) {
      const uint64_t word = codec.encode_uop(uops[k]);
      const uint64_t addr = (static_cast<uint64_t>(element) + k) * bytes;
      std::memcpy(device->memory().at(addr, static_cast<int64_t>(bytes)).data(), &word, bytes);
    }
  }
  std::vector<int32_t> acc(int64_t first, int64_t count) const {
    const auto bytes = device->read_scratchpad(MemoryType::Acc, first, count);
    std::vector<int32_t> out(bytes.size() / 4);
    std::memcpy(out.data(), bytes.data(), bytes.size());
    return out;
  }

  InsnCodec codec;
  std::unique_ptr<Device> device;
};

}  // namespace vta::test
