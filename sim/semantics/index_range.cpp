// Error 8. Loop factors are not negative, so a micro-op's largest index is that of its last step:
// one look at each micro-op decides for all steps.
#include <fmt/format.h>

#include <algorithm>

#include "sim/semantics/execute.h"

namespace vta {
namespace {

struct Limit {
  const char* name;
  int64_t value;
  int64_t depth;
};

struct Rooms {
  int64_t dst, src, wgt;
};
constexpr int64_t kNoLimit = int64_t{1} << 40;

// The common case, without a decision per micro-op.
bool all_inside(const Insn& n, const MachineState& s, const Rooms& rooms) {
  uint32_t dst = 0, src = 0, wgt = 0;
  for (int64_t k = n.uop_bgn; k < n.uop_end; ++k) {
    const UopEntry& u = s.uop[static_cast<size_t>(k)];
    dst = std::max(dst, u.dst);
    src = std::max(src, u.src);
    wgt = std::max(wgt, u.wgt);
  }
  return dst < rooms.dst && src < rooms.src && wgt < rooms.wgt;
}

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
  const int64_t further = std::max<int64_t>(src_vectors(n) - 1, 0);  // behind src
  const int64_t src_room = src_depth - further - (o * n.src_out + i * n.src_in);
  const int64_t wgt_room = s.wgt_depth - (o * n.wgt_out + i * n.wgt_in);
  if (all_inside(n, s,
                 {dst_room, reads ? src_room : kNoLimit, reads && gemm ? wgt_room : kNoLimit}))
    return std::nullopt;
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
