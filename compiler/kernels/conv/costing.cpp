// The analytic cost of a convolution's tiles.
//
// Loads are counted from how often each operand's tile changes along the walk. A run of T tiles
// that share an operand of R reduction steps in S slots loads R + (T-1) * (R - min(S, R)) tiles
// when every second tile walks its reduction backwards: the last S tiles are still there. Without
// reuse every tile loads R.
//
// A search asks for many tiles of the same sizes, so what they have in common is found once.
#include "compiler/kernels/conv/costing.h"

#include <algorithm>

#include "base/round.h"
#include "compiler/kernels/border_classes.h"
#include "compiler/kernels/conv/input_layout.h"

namespace vta {
namespace {

// Ranges of outputs of a class that lie in one tile, of tiles of `size`.
int64_t class_ranges(const ConvAxis& axis, int64_t size) {
  const std::vector<Range> classes = output_classes(axis);
  return ceil_div(axis.out, size) +
         std::ranges::count_if(classes, [&](const Range& r) { return r.begin % size != 0; });
}

int64_t run_loads(int64_t run, int64_t steps, int64_t slots, bool reuse) {
  if (!reuse)
    return run * steps;
  return steps + (run - 1) * (steps - std::min(slots, steps));
}

}  // namespace

ConvCosting::ConvCosting(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue,
                         const TileTotals& totals, const VtaConfig& config)
    : d_(d),
      epilogue_(epilogue),
      c_{d.batches,
         ceil_div(d.oh, t.h),
         ceil_div(d.ow, t.w),
         ceil_div(d.co, t.co),
         totals.channels.most_steps,
         ceil_div(d.kh, step_kh(d, t)) * ceil_div(d.kw, step_kw(d, t))},
      positions_(c_.n * c_.h * c_.w),
      steps_(c_.ci * c_.k),
      tiles_(positions_ * c_.co),
      parts_(tiles_ * steps_),
      inp_elements_(vta::inp_tile_elements(d, t, totals)),
      wgt_elements_(vta::wgt_tile_elements(d, t, totals)),
      inp_bytes_(input_once_bytes(d, totals, config)),
      wgt_bytes_(weights_once_bytes(d, config)),
      uop_room_(config.depth(MemoryType::Uop) / 2) {
  // With groups, tiles of output channels seldom have inputs in common: each reads its own.
  if (!d.dense())
    inp_bytes_ = inp_bytes_ / d.ci * totals.channels.read;
  // One LOAD for all channel groups where a window is as wide as the image (moves.cpp).
  one_run_ = t.exact_taps && (t.w == d.ow || totals.rows.widest == 1);
  const bool narrower = totals.rows.pitch > 1 || leaves_out(column_axis(d), step_kw(d, t));
  inp_insns_ = one_run_ && !(narrower && totals.rows.widest > 1) ? 1 : t.ci;
  if (t.single_pixels)
    inp_insns_ =
        PixelRuns::of(d, t.ci, totals.rows.widest, totals.cols.widest, totals.rows.pitch).loads;
  const bool rows_apart = c_.k > 1 && t.ci * d.sub_in > 1;
  wgt_insns_ = rows_apart ? d.out.most(t.co) : 1;
  vector_bytes_ =
      (epilogue.vectors * d.out.count + epilogue.scalars) * config.element_bytes(MemoryType::Acc);
  const int64_t pixels = d.batches * d.oh * d.ow, vectors = pixels * d.out.count;
  same_.out_bytes = epilogue.results * vectors * config.element_bytes(MemoryType::Out);
  same_.gemm_steps = d.batches * d.blocks() * totals.rows.taps * totals.cols.taps;
  same_.compute_steps = same_.gemm_steps + vectors * (1 + epilogue.steps + epilogue.rescales);
  same_.compute_insns = c_.n * totals.channels.gemms * totals.rows.gemms * totals.cols.gemms +
                        tiles_ * (1 + epilogue.steps) +
                        positions_ * d.out.split_ranges(t.co) * epilogue.vectors;
  if (epilogue.classes > 1)  // a step of the epilogue is one ALU instruction for each of a tile's
    same_.compute_insns +=
        c_.n * c_.co *
            (class_ranges(row_axis(d), t.h) * class_ranges(column_axis(d), t.w) - c_.h * c_.w) -
        positions_ * d.out.split_ranges(t.co) * (epilogue.classes - 1);
  if (epilogue.residual) {  // a step of the epilogue, but in parts
    same_.inp_bytes = pixels * d.co * d.sub_in * config.element_bytes(MemoryType::Inp);
    same_.gemm_steps += pixels * residual_pairs(d);
    same_.compute_steps += pixels * residual_pairs(d) - vectors;
  }
  kinds_ = totals.rows.kinds * totals.cols.kinds;
  uop_bytes_ = wgt_elements_ * config.element_bytes(MemoryType::Uop);
}

// Input tile loads, in units of tiles.
double ConvCosting::inp_loads(const ConvTiles& t) const {
  if (t.order == LoopOrder::HeightChannelWidth) {
    const int64_t rows = c_.n * c_.h;
    if (t.reuse && c_.w * steps_ <= t.inp_slots)
      return static_cast<double>(positions_ * steps_);
    if (c_.w == 1)
      return static_cast<double>(rows * run_loads(c_.co, steps_, t.inp_slots, t.reuse));
    return static_cast<double>(parts_);
  }
  if (t.reuse && positions_ * steps_ <= t.inp_slots)
    return static_cast<double>(positions_ * steps_);
  if (positions_ == 1)
    return static_cast<double>(run_loads(c_.co, steps_, t.inp_slots, t.reuse));
  return static_cast<double>(parts_);
}

double ConvCosting::wgt_loads(const ConvTiles& t) const {
  if (t.reuse && c_.co * steps_ <= t.wgt_slots)
    return static_cast<double>(c_.co * steps_);
  if (t.order == LoopOrder::ChannelHeightWidth)
    return static_cast<double>(c_.co * run_loads(positions_, steps_, t.wgt_slots, t.reuse));
  if (c_.co == 1)
    return static_cast<double>(run_loads(tiles_, steps_, t.wgt_slots, t.reuse));
  return static_cast<double>(c_.n * c_.h * c_.co * run_loads(c_.w, steps_, t.wgt_slots, t.reuse));
}

int64_t ConvCosting::inp_bytes(double loads) const {
  if (!d_.dense())
    return inp_bytes_;
  return static_cast<int64_t>(static_cast<double>(inp_bytes_) * loads /
                              static_cast<double>(positions_ * steps_));
}

int64_t ConvCosting::wgt_bytes(double loads) const {
  return static_cast<int64_t>(static_cast<double>(wgt_bytes_) * loads /
                              static_cast<double>(c_.co * steps_));
}

KernelCost ConvCosting::of(const ConvTiles& t) const {
  KernelCost cost = same_;
  const double inp = inp_loads(t), wgt = wgt_loads(t);
  cost.inp_bytes += inp_bytes(inp);
  cost.wgt_bytes = wgt_bytes(wgt);
  cost.inp_load_insns = static_cast<int64_t>(inp) * inp_insns_;
  cost.wgt_load_insns = static_cast<int64_t>(wgt) * wgt_insns_;
  const bool vectors_stay =
      t.reuse && (c_.co <= t.threads || t.order == LoopOrder::ChannelHeightWidth);
  cost.acc_bytes = vector_bytes_ * (vectors_stay ? 1 : c_.n * c_.h * (t.reuse ? 1 : c_.w));
  cost.uop_bytes = uop_loads(t) * uop_bytes_;
  if (epilogue_.residual)
    add_residual(t, cost);
  return cost;
}

void ConvCosting::add_residual(const ConvTiles& t, KernelCost& cost) const {
  const int64_t row_parts = ceil_div(t.h, residual_rows(t));
  cost.inp_load_insns += tiles_ * row_parts * (one_run_ ? ceil_div(t.co, t.residual_groups) : t.co);
  cost.compute_insns += tiles_ * (residual_parts(t) - 1);
}

// Sequences of micro-ops that do not all fit beside others are loaded again at every use.
int64_t ConvCosting::uop_loads(const ConvTiles& t) const {
  const int64_t inp_used = std::min(t.inp_slots, positions_ * steps_);
  const int64_t wgt_used = std::min(t.wgt_slots, c_.co * steps_);
  const int64_t pairs = t.reuse ? inp_used * wgt_used : std::max(inp_used, wgt_used);
  const int64_t variants = std::min(parts_, kinds_ * pairs * std::min(t.threads, tiles_));
  const bool resident = variants * wgt_elements_ <= uop_room_;
  return resident ? variants : parts_;
}

KernelCost ConvCosting::least(const ConvTiles& most) const {
  KernelCost cost = least();
  const double inp = inp_loads(most), wgt = wgt_loads(most);
  cost.inp_bytes = same_.inp_bytes + inp_bytes(inp);
  cost.wgt_bytes = wgt_bytes(wgt);
  cost.inp_load_insns = static_cast<int64_t>(inp) * inp_insns_ + (epilogue_.residual ? tiles_ : 0);
  cost.wgt_load_insns = static_cast<int64_t>(wgt) * wgt_insns_;
  return cost;
}

KernelCost ConvCosting::least() const {
  KernelCost cost = same_;
  cost.inp_bytes += inp_bytes_;
  cost.wgt_bytes = wgt_bytes_;
  cost.inp_load_insns = positions_ * steps_ * inp_insns_ + (epilogue_.residual ? tiles_ : 0);
  cost.wgt_load_insns = c_.co * steps_ * wgt_insns_;
  cost.acc_bytes = vector_bytes_;
  cost.uop_bytes = std::min(parts_, kinds_) * uop_bytes_;
  return cost;
}

}  // namespace vta
