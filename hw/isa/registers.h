// The register map of the accelerator: the common tables of the driver, the simulators, the RTL's
// register block and the AXI-Lite map.
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

// Registers of the shell around the core (hw/rtl/axi/README.md). Simulated devices have none.
enum class ShellRegister : uint8_t {
  ShellId,       // kShellId
  ShellVersion,  // major in the upper half, minor in the lower
  ShellControl,  // bit 0: abort, bit 1: soft reset
  IrqEnable,
  IrqStatus,  // writing 1 clears
  Watchdog,
  StreamHash,  // VtaConfig::stream_hash()
  MachineShape,
  Depths,
  Features,
  ShellStatus,
};
inline constexpr int kNumShellRegisters = static_cast<int>(ShellRegister::ShellStatus) + 1;
inline constexpr uint32_t kShellId = 0x56544131;  // "VTA1"
inline constexpr uint32_t kShellVersion = 0x00010000;

// Bits of STATUS.
inline constexpr uint32_t kStatusDone = 1;
inline constexpr uint32_t kStatusError = 2;
inline constexpr uint32_t kStatusTokensLeft = 4;
inline constexpr uint32_t kStatusRefusing = 8;  // of the shell: launches are refused
// Bits of SHELL_CONTROL.
inline constexpr uint32_t kShellAbort = 1;
inline constexpr uint32_t kShellSoftReset = 2;

template <typename Id>
struct RegisterRow {
  Id id;
  std::string_view name;  // SystemVerilog and AXI-Lite name, e.g. "INSN_ADDR"
  int64_t offset;         // byte offset in the AXI-Lite map
  int64_t bits;           // 32 or 64; a 64-bit register takes two words, low first
  bool writable;
  std::string_view description;
};
using RegisterSpec = RegisterRow<Register>;
using ShellRegisterSpec = RegisterRow<ShellRegister>;
std::span<const RegisterSpec> register_table();             // indexed by Register
std::span<const ShellRegisterSpec> shell_register_table();  // indexed by ShellRegister
// The register that holds a key of the memory (KeyRole::Memory): it has the key's name.
Register register_of(const IntegerKey& key);

}  // namespace vta
