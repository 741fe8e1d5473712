#include "compiler/kernels/conv/score.h"

#include <algorithm>

#include "base/round.h"

namespace vta {
namespace {

// What a cycle that compute loses weighs against bytes moved.
constexpr double kBytesPerCycle = 24, kBytesPerCycleAfresh = 8;

// What a GEMM or ALU instruction loses: its start and its drain.
constexpr double kPerInsn = 24;

// A LOAD's first beat comes so much later than it starts, and the next one starts behind its last;
// a STORE ends so much later than its last beat.
constexpr double kLatency = 48;

// Beats of a burst, behind which there is a gap.
constexpr double kBurst = 16;
constexpr double kGaps = 17.0 / 16;

}  // namespace

ConvScore::ConvScore(const ConvDims& d, const EpilogueShape& epilogue, const VtaConfig& config,
                     bool reuse)
    : d_(d),
      epilogue_(epilogue),
      config_(config),
      reuse_(reuse),
      leaves_out_pixels_(reuse &&
                         (leaves_out(row_axis(d), d.kh) || leaves_out(column_axis(d), d.kw))),
      bus_(static_cast<double>(config.bus_bytes())),
      bytes_per_cycle_(reuse ? kBytesPerCycle : kBytesPerCycleAfresh) {}

ConvScore::Sized ConvScore::sized(const ConvCosting& costing, const ConvTiles& t,
                                  const TileTotals& totals) const {
  const int64_t bytes = costing.inp_tile_elements() * config_.element_bytes(MemoryType::Inp) +
                        costing.wgt_tile_elements() * config_.element_bytes(MemoryType::Wgt);
  Sized sizes{costing, static_cast<double>(costing.tiles()), static_cast<double>(bytes) / bus_,
              static_cast<double>(costing.out_bytes()) / bus_};
  if (leaves_out_pixels_)
    count_rows(sizes, t, totals);
  return sizes;
}

// Where pixels are left out, rows are short: a burst each, however short, and a tile takes many
// LOADs. So these count, and what is stored as well, by the same port. (Elsewhere rows are seldom
// shorter than a burst.)
void ConvScore::count_rows(Sized& sizes, const ConvTiles& t, const TileTotals& totals) const {
  const auto pixel = static_cast<double>(d_.sub_in * config_.element_bytes(MemoryType::Inp));
  const int64_t in_row = ceil_div(d_.ow, t.w) * ceil_div(d_.kw, step_kw(d_, t));  // windows
  const double width =
      t.single_pixels ? 1 : static_cast<double>(totals.cols.read) / static_cast<double>(in_row);
  sizes.input_byte = port_cycles(pixel * width) / (pixel * width);
  sizes.first_tiles += kLatency * static_cast<double>(sizes.costing.inp_tile_loads() - 1);
  // One STORE for all groups of a tile where each is one run of the tensor (moves.cpp).
  const bool whole_rows = t.w == d_.ow;
  const int64_t tiles = d_.batches * ceil_div(d_.oh, t.h) * ceil_div(d_.ow, t.w);
  const int64_t groups = whole_rows || t.h == 1 ? ceil_div(d_.co, t.co) : d_.co;
  const int64_t rows = tiles * d_.co * (whole_rows ? 1 : t.h);
  const auto stored = static_cast<double>(sizes.costing.out_bytes());
  const auto runs = static_cast<double>(epilogue_.results * rows);
  sizes.stored = runs * port_cycles(stored / runs);
  sizes.storing = sizes.stored + kLatency * static_cast<double>(epilogue_.results * tiles * groups);
}

// Of a row of a transfer: its beats, and a gap behind each burst.
double ConvScore::port_cycles(double row_bytes) const {
  const double beats = std::max(1.0, row_bytes / bus_);
  return beats + std::max(1.0, beats / kBurst);
}

double ConvScore::of(const Sized& sizes, const ConvTiles& t) const {
  const KernelCost cost = sizes.costing.of(t);
  const double lost = reuse_ ? lost_cycles(sizes, t, cost) : lost_cycles_afresh(sizes, t, cost);
  return static_cast<double>(cost.total_bytes()) + bytes_per_cycle_ * lost;
}

double ConvScore::least(const Sized& sizes, int64_t threads, const KernelCost& least) const {
  ConvTiles t;
  t.threads = threads;
  if (!reuse_)
    return static_cast<double>(least.total_bytes()) +
           bytes_per_cycle_ * lost_cycles_afresh(sizes, t, least);
  const double waits =
      std::max(0.0, loading_cycles(sizes, least) - static_cast<double>(least.compute_steps));
  return static_cast<double>(least.total_bytes()) +
         bytes_per_cycle_ *
             (kPerInsn * static_cast<double>(least.compute_insns) + sizes.first_tiles +
              static_cast<double>(least.uop_bytes + least.acc_bytes) / bus_ +
              (threads == 1 ? sizes.storing : sizes.storing / sizes.tiles) + waits);
}

double ConvScore::least(int64_t bytes, int64_t insns) const {
  return static_cast<double>(bytes) + bytes_per_cycle_ * kPerInsn * static_cast<double>(insns);
}

double ConvScore::lost_cycles_afresh(const Sized& sizes, const ConvTiles& t,
                                     const KernelCost& cost) const {
  double lost = kPerInsn * static_cast<double>(cost.compute_insns) + sizes.first_tiles +
                static_cast<double>(cost.uop_bytes + cost.acc_bytes) / bus_;
  if (t.threads == 1)
    lost += static_cast<double>(cost.out_bytes) / bus_;
  if (t.inp_slots == 1 || t.wgt_slots == 1)
    lost += static_cast<double>(cost.inp_bytes + cost.wgt_bytes) / bus_;
  return lost;
}

// What the compute unit loses: a start and a drain per instruction, the first tiles before anything
// can run and the last one's store, with one thread every tile's, and what loads take longer.
double ConvScore::lost_cycles(const Sized& sizes, const ConvTiles& t,
                              const KernelCost& cost) const {
  return kPerInsn * static_cast<double>(cost.compute_insns) + sizes.first_tiles +
         static_cast<double>(cost.uop_bytes + cost.acc_bytes) / bus_ +
         (t.threads == 1 ? sizes.storing : sizes.storing / sizes.tiles) +
         waits_for_loads(sizes, t, cost);
}

double ConvScore::loading_cycles(const Sized& sizes, const KernelCost& cost) const {
  const double latency = kLatency * static_cast<double>(cost.inp_load_insns + cost.wgt_load_insns);
  const int64_t bytes = cost.inp_bytes + cost.wgt_bytes;
  if (!leaves_out_pixels_)
    return kGaps * static_cast<double>(bytes) / bus_ + latency;
  const int64_t input = cost.inp_bytes - sizes.costing.residual_bytes();
  return sizes.input_byte * static_cast<double>(input) +
         kGaps * static_cast<double>(bytes - input) / bus_ + std::max(latency, sizes.stored);
}

// Loads run beside compute where there are two slots.
double ConvScore::waits_for_loads(const Sized& sizes, const ConvTiles& t,
                                  const KernelCost& cost) const {
  const double loading = loading_cycles(sizes, cost);
  const double lost = epilogue_.residual ? waits_for_residual(sizes, t) : 0;
  if (t.inp_slots == 1 || t.wgt_slots == 1)
    return lost + loading;
  return lost + std::max(0.0, loading - static_cast<double>(cost.compute_steps));
}

// Parts of a residual operand for which there is no slot come one by one. Where a channel group
// has several, what such a part moves counts as well, since its GEMM takes no longer; and the
// next tile's first loads, which follow the last part in the queue, come late.
double ConvScore::waits_for_residual(const Sized& sizes, const ConvTiles& t) const {
  const int64_t late = std::max<int64_t>(0, residual_parts(t) - t.residual_slots);
  if (t.residual_rows == 0)
    return kLatency * sizes.tiles * static_cast<double>(late);
  const int64_t part = residual_elements(d_, t) / t.residual_slots;
  const double bytes = static_cast<double>(part * config_.element_bytes(MemoryType::Inp));
  const double moving = bytes / bus_;
  return sizes.tiles * (static_cast<double>(late) * (kLatency + moving) + 2 * kLatency);
}

}  // namespace vta
