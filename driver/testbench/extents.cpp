#include <algorithm>
#include <limits>

#include "driver/testbench/testbench.h"
#include "sim/semantics/static_check.h"

namespace vta::testbench {
namespace {

bool is_memory(const Insn& insn) {
  return insn.op() == Opcode::Load || insn.op() == Opcode::Store;
}

int64_t end_element(const Insn& insn) {
  return insn.dram_base + (insn.y_size - 1) * insn.x_stride + insn.x_size;
}

}  // namespace

Extents find_extents(const VtaConfig& config, std::span<const InsnBits> insns) {
  const InsnCodec codec(config);
  // Any address is legal here: the arrays become as large as the stream needs them.
  const CheckContext context{
      .config = config,
      .bases = {},
      .window = {0, std::numeric_limits<uint64_t>::max()},
      .insn_count = std::ssize(insns),
  };
  Extents extents{};
  for (int64_t i = 0; i < std::ssize(insns); ++i) {
    const Insn insn = codec.decode(insns[static_cast<size_t>(i)]);
    if (check_insn(insn, i, context) || insn.op() == Opcode::Finish)
      break;
    if (!is_memory(insn) || insn.y_size == 0 || insn.x_size == 0)
      continue;
    const MemoryType type = insn.memory();
    const MemoryType array = type == MemoryType::Acc8 ? MemoryType::Acc : type;
    int64_t& extent = extents[static_cast<size_t>(array)];
    extent = std::max(extent, end_element(insn) * config.element_bytes(type));
  }
  return extents;
}

}  // namespace vta::testbench
