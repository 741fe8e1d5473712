// Error 8. Loop factors are not negative, so a micro-op's largest index is that of its last step:
// one look at each micro-op decides for all steps.
#include <fmt/format.h>

#include "sim/semantics/execute.h"

namespace vta {
namespace {

struct Limit {
  const char* name;
  int64_t value;
  int64_t depth;
};

}  // namespace

std::optional<std::string> find_index_fault(const Insn& n, const MachineState& s) {
  if (step_count(n) == 0)
    return std::nullopt;
  const int64_t o = n.iter_out - 1;
  const int64_t i = n.iter_in - 1;
  const bool gemm = n.op() == Opcode::Gemm;
  const bool reads = gemm ? n.reset == 0 : n.use_imm == 0;
  const int64_t src_depth = gemm ? s.inp_depth : s.acc_depth;
  const int64_t dst_room = s.acc_depth - (o * n.dst_out + i * n.dst_in);
  const int64_t src_room = src_depth - (o * n.src_out + i * n.src_in);
  const int64_t wgt_room = s.wgt_depth - (o * n.wgt_out + i * n.wgt_in);
  for (int64_t k = n.uop_bgn; k < n.uop_end; ++k) {
    const UopEntry& u = s.uop[static_cast<size_t>(k)];
    const Limit limits[] = {
        {"dst", u.dst, dst_room}, {"src", u.src, src_room}, {"wgt", u.wgt, wgt_room}};
    const int checked = !reads ? 1 : gemm ? 3 : 2;
    for (int c = 0; c < checked; ++c)
      if (limits[c].value >= limits[c].depth) {
        const int64_t depth = c == 0 ? s.acc_depth : c == 1 ? src_depth : s.wgt_depth;
        return fmt::format("{} reaches {} with micro-op {}: the scratchpad holds {} elements",
                           limits[c].name, limits[c].value + depth - limits[c].depth, k, depth);
      }
  }
  return std::nullopt;
}

}  // namespace vta
