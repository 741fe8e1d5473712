// Counters of ISA section 7.
#include "sim/semantics/execute.h"

namespace vta {
namespace {

void count_load(const Insn& insn, const VtaConfig& config, Counters& c) {
  const int64_t bytes = insn.y_size * insn.x_size * config.element_bytes(insn.memory());
  switch (insn.memory()) {
    case MemoryType::Uop:
      c.uop_load_nbytes += bytes;
      break;
    case MemoryType::Wgt:
      c.wgt_load_nbytes += bytes;
      break;
    case MemoryType::Inp:
      c.inp_load_nbytes += bytes;
      break;
    case MemoryType::Acc:
      c.acc_load_nbytes += bytes;
      c.acc_load_nbytes_vta += bytes;
      break;
    case MemoryType::Acc8:
      c.acc_load_nbytes += bytes;
      c.acc_load_nbytes_vta += bytes * 4;
      break;
    case MemoryType::Out:
      break;
  }
}

}  // namespace

void count_insn(const Insn& insn, const VtaConfig& config, Counters& c) {
  ++c.insn_count[static_cast<size_t>(insn.opcode)];
  switch (insn.op()) {
    case Opcode::Load:
      count_load(insn, config, c);
      break;
    case Opcode::Store:
      c.out_store_nbytes += insn.y_size * insn.x_size * config.element_bytes(MemoryType::Out);
      break;
    case Opcode::Gemm:
      if (insn.reset == 0)
        c.gemm_counter += step_count(insn);
      break;
    case Opcode::Alu:
      c.alu_counter += step_count(insn);
      break;
    case Opcode::Finish:
      break;
  }
}

}  // namespace vta
