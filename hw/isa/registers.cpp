#include "hw/isa/registers.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "config/config_keys.h"

namespace vta {

namespace {

// Offsets are written out, not counted: they are an interface to drivers outside this tree.
constexpr std::array<RegisterSpec, kNumRegisters> kTable{{
    {Register::Control, "CONTROL", 0x00, 32, true, "write 1: launch"},
    {Register::Status, "STATUS", 0x04, 32, false,
     "bit 0 done, bit 1 error, bit 2 tokens left over"},
    {Register::ErrorCode, "ERROR_CODE", 0x08, 32, false, "error code of the last run, 0 for none"},
    {Register::ErrorInsn, "ERROR_INSN", 0x0c, 32, false, "index of the faulty instruction"},
    {Register::InsnCount, "INSN_COUNT", 0x10, 32, true, "instructions of the stream"},
    {Register::InsnAddr, "INSN_ADDR", 0x18, 64, true, "byte address of the instruction stream"},
    {Register::UopBase, "UOP_BASE", 0x20, 64, true, "byte address of micro-op element 0"},
    {Register::InpBase, "INP_BASE", 0x28, 64, true, "byte address of INP element 0"},
    {Register::WgtBase, "WGT_BASE", 0x30, 64, true, "byte address of WGT element 0"},
    {Register::AccBase, "ACC_BASE", 0x38, 64, true, "byte address of ACC and ACC_8BIT element 0"},
    {Register::OutBase, "OUT_BASE", 0x40, 64, true, "byte address of OUT element 0"},
    {Register::MemLo, "MEM_LO", 0x48, 64, true, "first legal byte address of memory instructions"},
    {Register::MemHi, "MEM_HI", 0x50, 64, true, "first byte address past the legal window"},
    {Register::MemReadLatency, "MEM_READ_LATENCY", 0x58, 32, true, "cycles, 0..1023"},
    {Register::MemWriteLatency, "MEM_WRITE_LATENCY", 0x5c, 32, true, "cycles, 0..1023"},
    {Register::MemGap, "MEM_GAP", 0x60, 32, true, "idle cycles between bursts, 0..255"},
    {Register::MemMaxOutstanding, "MEM_MAX_OUTSTANDING", 0x64, 32, true, "bursts in flight, 1..64"},
    {Register::MemBurstBeats, "MEM_BURST_BEATS", 0x68, 32, true,
     "longest burst, a power of two, 1..256"},
    {Register::Cycles, "CYCLES", 0x70, 64, false, "cycles of the last run"},
    {Register::InpLoadNbytes, "INP_LOAD_NBYTES", 0x78, 64, false, "INP bytes read"},
    {Register::WgtLoadNbytes, "WGT_LOAD_NBYTES", 0x80, 64, false, "WGT bytes read"},
    {Register::AccLoadNbytes, "ACC_LOAD_NBYTES", 0x88, 64, false, "ACC and ACC_8BIT bytes read"},
    {Register::UopLoadNbytes, "UOP_LOAD_NBYTES", 0x90, 64, false, "micro-op bytes read"},
    {Register::OutStoreNbytes, "OUT_STORE_NBYTES", 0x98, 64, false, "bytes written"},
    {Register::GemmCounter, "GEMM_COUNTER", 0xa0, 64, false, "GEMM steps that did not reset"},
    {Register::AluCounter, "ALU_COUNTER", 0xa8, 64, false, "ALU steps"},
    {Register::TokensLeft, "TOKENS_LEFT", 0xb0, 64, false,
     "sum of the four token counters at the end of the run"},
}};

using S = ShellRegister;
constexpr std::array<ShellRegisterSpec, kNumShellRegisters> kShellTable{{
    {S::ShellId, "SHELL_ID", 0x100, 32, false, "0x56544131: there is a shell"},
    {S::ShellVersion, "SHELL_VERSION", 0x104, 32, false, "of this map: major << 16 + minor"},
    {S::ShellControl, "SHELL_CONTROL", 0x108, 32, true, "write bit 0: abort, bit 1: soft reset"},
    {S::IrqEnable, "IRQ_ENABLE", 0x10c, 32, true, "bit 0: the end of a run raises irq"},
    {S::IrqStatus, "IRQ_STATUS", 0x110, 32, true, "bit 0: a run has ended; writing 1 clears it"},
    {S::Watchdog, "WATCHDOG", 0x114, 32, true, "cycles without progress on the bus, 0: off"},
    {S::StreamHash, "STREAM_HASH", 0x118, 64, false, "hash of what a stream depends on"},
    {S::MachineShape, "SHAPE", 0x120, 32, false,
     "bytes: log2 of batch, block in, block out, bus bytes"},
    {S::Depths, "DEPTHS", 0x124, 32, false, "bytes: log2 of the depths of UOP, INP, WGT, ACC"},
    {S::Features, "FEATURES", 0x128, 32, false,
     "byte 0 AXI, bit 8 and bits 10..15 ISA_EXT, bit 9 ACC_OVERLAP, bits 16..26 CMD_QUEUE_DEPTH"},
    {S::ShellStatus, "SHELL_STATUS", 0x12c, 32, false,
     "bit 0 running, bit 1 launches refused, byte 1 reads, byte 2 writes in flight"},
}};

constexpr bool is_indexed_by_id(const auto& table) {
  for (size_t i = 0; i < table.size(); ++i) {
    if (static_cast<size_t>(table[i].id) != i)
      return false;
  }
  return true;
}
static_assert(is_indexed_by_id(kTable) && is_indexed_by_id(kShellTable));

}  // namespace

std::span<const RegisterSpec> register_table() {
  return kTable;
}

std::span<const ShellRegisterSpec> shell_register_table() {
  return kShellTable;
}

Register register_of(const IntegerKey& key) {
  const auto found = std::ranges::find(kTable, key.name, &RegisterSpec::name);
  VTA_CHECK(found != kTable.end(), "key {} has no register", key.name);
  return found->id;
}

}  // namespace vta
