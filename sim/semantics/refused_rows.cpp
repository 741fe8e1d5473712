#include "sim/semantics/refused_rows.h"

#include <algorithm>

namespace vta {

bool meets_refused_rows(const Insn& n, const VtaConfig& config, const BaseAddresses& bases,
                        const RefusedWindow& refused) {
  if (refused.empty() || n.x_size == 0)
    return false;
  const auto bytes = static_cast<uint64_t>(config.element_bytes(n.memory()));
  const uint64_t row_bytes = static_cast<uint64_t>(n.x_size) * bytes;
  uint64_t row = bases.of(n.memory()) + static_cast<uint64_t>(n.dram_base) * bytes;
  for (int64_t y = 0; y < n.y_size; ++y, row += static_cast<uint64_t>(n.x_stride) * bytes)
    if (refused.meets(row, row + row_bytes))
      return true;
  return false;
}

std::optional<int64_t> first_refused_insn(uint64_t insn_addr, int64_t count,
                                          const RefusedWindow& refused) {
  const uint64_t end = insn_addr + static_cast<uint64_t>(count * kInsnBytes);
  if (refused.empty() || count == 0 || !refused.meets(insn_addr, end))
    return std::nullopt;
  const uint64_t before = std::max(refused.lo, insn_addr) - insn_addr;
  return static_cast<int64_t>(before) / kInsnBytes;
}

}  // namespace vta
