#include "sim/csim/compute.h"

#include <algorithm>
#include <limits>
#include <span>

#include "sim/semantics/execute.h"

namespace vta::csim {
namespace {

constexpr int64_t kDrain = 6;         // from the start to the last write, beside the steps
constexpr int64_t kIndexChecked = 3;  // from the start to the check of the first step's indices
constexpr int64_t kNone = std::numeric_limits<int64_t>::max();

// How far an index may still go, and by how much each loop moves it.
struct Reach {
  int64_t depth, out, in;
};

int64_t ceil_div(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}

// The first (o, i), as o * iter_in + i, at which first + o * out + i * in >= depth. Factors are not
// negative, so within one o the last i reaches farthest.
int64_t first_past(const Insn& n, int64_t first, const Reach& reach) {
  const int64_t row = (n.iter_in - 1) * reach.in;
  if (first + (n.iter_out - 1) * reach.out + row < reach.depth)
    return kNone;
  const int64_t missing = reach.depth - first - row;
  const int64_t o = missing > 0 ? ceil_div(missing, reach.out) : 0;
  const int64_t missing_in_row = reach.depth - first - o * reach.out;
  const int64_t i = missing_in_row > 0 ? ceil_div(missing_in_row, reach.in) : 0;
  return o * n.iter_in + i;
}

// The largest index of each kind: where these are no error, none is.
UopEntry farthest(std::span<const UopEntry> uops) {
  UopEntry far;
  for (const UopEntry& uop : uops)
    far = {std::max(far.dst, uop.dst), std::max(far.src, uop.src), std::max(far.wgt, uop.wgt)};
  return far;
}

// What a dot product adds to the drain.
int64_t dot_product_cycles(const Insn& insn, const VtaConfig& config) {
  return insn.op() == Opcode::Gemm && insn.reset == 0 ? config.gemm_pipeline : 0;
}

}  // namespace

int64_t steps_done(const Insn& insn, int64_t start, const VtaConfig& config) {
  return start + step_cycles(insn, config.acc_read_ports) * step_count(insn) + kDrain +
         dot_product_cycles(insn, config);
}

int64_t fault_edge(const Insn& insn, int64_t start, int64_t step, const VtaConfig& config) {
  return start + kIndexChecked + step_cycles(insn, config.acc_read_ports) * step;
}

std::optional<int64_t> first_fault_step(const Insn& n, const MachineState& s) {
  if (step_count(n) == 0)
    return std::nullopt;
  const auto entries =
      std::span(s.uop).subspan(static_cast<size_t>(n.uop_bgn), static_cast<size_t>(uop_count(n)));
  const bool gemm = n.op() == Opcode::Gemm;
  const bool reads = gemm ? n.reset == 0 : n.use_imm == 0;
  const Reach dst{s.acc_depth, n.dst_out, n.dst_in};
  const Reach src{gemm ? s.inp_depth : s.acc_depth, n.src_out, n.src_in};
  const Reach wgt{s.wgt_depth, n.wgt_out, n.wgt_in};
  const UopEntry far = farthest(entries);
  if (first_past(n, far.dst, dst) == kNone && (!reads || first_past(n, far.src, src) == kNone) &&
      (!reads || !gemm || first_past(n, far.wgt, wgt) == kNone))
    return std::nullopt;
  const int64_t uops = uop_count(n);
  int64_t first = kNone;
  for (int64_t u = 0; u < uops; ++u) {
    const UopEntry& uop = entries[static_cast<size_t>(u)];
    int64_t trip = first_past(n, uop.dst, dst);
    if (reads)
      trip = std::min(trip, first_past(n, uop.src, src));
    if (reads && gemm)
      trip = std::min(trip, first_past(n, uop.wgt, wgt));
    if (trip != kNone)
      first = std::min(first, trip * uops + u);
  }
  return first == kNone ? std::nullopt : std::optional(first);
}

}  // namespace vta::csim
