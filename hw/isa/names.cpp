#include "hw/isa/insn.h"

namespace vta {

std::string_view isa_error_name(IsaError error) {
  switch (error) {
    case IsaError::None:
      return "NONE";
    case IsaError::Opcode:
      return "OPCODE";
    case IsaError::MemoryType:
      return "MEMORY_TYPE";
    case IsaError::TokenBits:
      return "TOKEN_BITS";
    case IsaError::Field:
      return "FIELD";
    case IsaError::UopRange:
      return "UOP_RANGE";
    case IsaError::SramRange:
      return "SRAM_RANGE";
    case IsaError::DramRange:
      return "DRAM_RANGE";
    case IsaError::IndexRange:
      return "INDEX_RANGE";
    case IsaError::Deadlock:
      return "DEADLOCK";
    case IsaError::NoFinish:
      return "NO_FINISH";
    case IsaError::FinishNotLast:
      return "FINISH_NOT_LAST";
    case IsaError::BusError:
      return "BUS_ERROR";
    case IsaError::Timeout:
      return "TIMEOUT";
    case IsaError::Aborted:
      return "ABORTED";
  }
  return "UNKNOWN";
}

}  // namespace vta
