#include "sim/csim/compute.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "sim/semantics/execute.h"

namespace vta::csim {
namespace {

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

// How much later than without waiting the step `last` reads, where nothing is forwarded: a step
// that reads what one of the steps before it writes waits until that can be read.
int64_t cycles_waited(const Insn& n, int64_t last, std::span<const UopEntry> uops, int64_t ports) {
  const int64_t latency = step_latency(n, ports), cycles = step_cycles(n, ports);
  if (latency == 0 || last <= 0)
    return 0;
  struct Written {
    int64_t dst, readable;
  };
  constexpr size_t kInFlight = 8;  // at least latency / cycles
  std::array<Written, kInFlight> written;
  written.fill({-1, 0});
  const int64_t count = uop_count(n), vectors = src_vectors(n);
  int64_t read = -cycles;
  for (int64_t step = 0; step <= last; ++step) {
    const int64_t trip = step / count, o = trip / n.iter_in, i = trip % n.iter_in;
    const UopEntry& uop = uops[static_cast<size_t>(n.uop_bgn + step % count)];
    const int64_t dst = uop.dst + o * n.dst_out + i * n.dst_in;
    const int64_t src = uop.src + o * n.src_out + i * n.src_in;
    read += cycles;
    for (const Written& w : written)
      if (w.dst == dst || (w.dst >= src && w.dst < src + vectors))
        read = std::max(read, w.readable);
    written[static_cast<size_t>(step) % kInFlight] = {dst, read + latency};
  }
  return read - cycles * last;
}

}  // namespace

int64_t steps_done(const Insn& insn, int64_t start, std::span<const UopEntry> uops,
                   const VtaConfig& config) {
  const int64_t ports = config.acc_read_ports, steps = step_count(insn);
  return start + step_cycles(insn, ports) * steps + drain_cycles(insn, ports) +
         dot_product_cycles(insn, config) + cycles_waited(insn, steps - 1, uops, ports);
}

int64_t fault_edge(const Insn& insn, int64_t start, int64_t step, std::span<const UopEntry> uops,
                   const VtaConfig& config) {
  return start + kIndexChecked + step_cycles(insn, config.acc_read_ports) * step +
         cycles_waited(insn, step, uops, config.acc_read_ports);
}

std::optional<int64_t> first_fault_step(const Insn& n, const MachineState& s) {
  if (step_count(n) == 0)
    return std::nullopt;
  const auto entries =
      std::span(s.uop).subspan(static_cast<size_t>(n.uop_bgn), static_cast<size_t>(uop_count(n)));
  const bool gemm = n.op() == Opcode::Gemm;
  const bool reads = gemm ? n.reset == 0 : n.use_imm == 0;
  const int64_t further = std::max<int64_t>(src_vectors(n) - 1, 0);  // behind src
  const Reach dst{s.acc_depth, n.dst_out, n.dst_in};
  const Reach src{gemm ? s.inp_depth : s.acc_depth - further, n.src_out, n.src_in};
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
