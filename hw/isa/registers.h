// The register map of the accelerator: one table from which the driver, the simulators, the RTL's
// register block and the AXI-Lite map are made.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace vta {

struct IntegerKey;  // config/config_keys.h

enum class Register : uint8_t {
  Control,    // write 1: launch
  Status,     // bit 0 done, bit 1 error, bit 2 tokens left over
  ErrorCode,  // IsaError of the last run
  ErrorInsn,  // index of the faulty instruction
  InsnCount,
  InsnAddr,  // byte address of the instruction stream
  UopBase,
  InpBase,
  WgtBase,
  AccBase,
  OutBase,  // byte addresses added to dram_base * element
  MemLo,
  MemHi,  // window of legal DRAM: MemLo <= address < MemHi
  MemReadLatency,
  MemWriteLatency,
  MemGap,
  MemMaxOutstanding,
  MemBurstBeats,
  Cycles,
  InpLoadNbytes,
  WgtLoadNbytes,
  AccLoadNbytes,
  UopLoadNbytes,
  OutStoreNbytes,
  GemmCounter,
  AluCounter,
  TokensLeft,  // sum over the four counters at the end of the run
};
inline constexpr int kNumRegisters = static_cast<int>(Register::TokensLeft) + 1;

struct RegisterSpec {
  Register id;
  std::string_view name;  // SystemVerilog and AXI-Lite name, e.g. "INSN_ADDR"
  int64_t offset;         // byte offset in the AXI-Lite map
  int64_t bits;           // 32 or 64; a 64-bit register takes two words, low first
  bool writable;
  std::string_view description;
};
std::span<const RegisterSpec> register_table();  // indexed by Register
// The register that holds a key of the memory (KeyRole::Memory): the one of its name.
Register register_of(const IntegerKey& key);

}  // namespace vta
