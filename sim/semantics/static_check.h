// The static checks of ISA section 3: errors 1..7, 10 and 11, in their order of precedence.
//
// A NOP (a LOAD or STORE that writes no element) is checked for its opcode, its memory type and
// its token bits only. NO_FINISH is charged to the instruction that is missing: its index is the
// number of instructions, and all of them are executed first.
#pragma once

#include <cstdint>
#include <string>

#include "config/vta_config.h"
#include "hw/isa/insn.h"

namespace vta {

// Byte addresses that are added to dram_base * element bytes.
struct BaseAddresses {
  uint64_t uop = 0, inp = 0, wgt = 0, acc = 0, out = 0;
  uint64_t of(MemoryType type) const;
  bool operator==(const BaseAddresses&) const = default;
};

// Legal DRAM: lo <= address < hi.
struct DramWindow {
  uint64_t lo = 0, hi = 0;
  bool operator==(const DramWindow&) const = default;
};

struct CheckContext {
  const VtaConfig& config;
  BaseAddresses bases;
  DramWindow window;
  int64_t insn_count = 0;
};

struct Fault {
  IsaError error = IsaError::None;
  std::string text;  // the fault, the value, the limit; without the error's name
  explicit operator bool() const { return error != IsaError::None; }
};

// The first error, in precedence order, of instruction `index` of a stream; not NO_FINISH.
Fault check_insn(const Insn& insn, int64_t index, const CheckContext& context);

// "name: instruction index: text" and the instruction below: the form of every error report.
std::string fault_report(IsaError error, int64_t index, const std::string& text, const Insn* insn);

}  // namespace vta
