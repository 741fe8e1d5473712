// The analytic cost of a convolution's tiles.
//
// Loads are counted from how often each operand's tile changes along the walk. A run of T tiles
// that share an operand of R reduction steps in S slots loads R + (T-1) * (R - min(S, R)) tiles
// when every second tile walks its reduction backwards: the last S tiles are still there. Without
// reuse every tile loads R.
#include <algorithm>
#include <string>
#include <utility>

#include "base/round.h"
#include "compiler/schedule/field_range.h"
#include "compiler/schedule/schedule.h"
#include "hw/isa/insn.h"

namespace vta {
namespace {

struct Counts {
  int64_t n, h, w, co, ci, k;  // tiles per axis; k: kernel parts per reduction
  int64_t steps() const { return ci * k; }
  int64_t tiles() const { return n * h * w * co; }
};

int64_t run_loads(int64_t run, int64_t steps, int64_t slots, bool reuse) {
  if (!reuse)
    return run * steps;
  return steps + (run - 1) * (steps - std::min(slots, steps));
}

// Input tile loads, in units of tiles.
double inp_loads(const Counts& c, const ConvTiles& t) {
  const int64_t positions = c.n * c.h * c.w;
  const int64_t steps = c.steps();
  if (t.order == LoopOrder::HeightChannelWidth) {
    const int64_t rows = c.n * c.h;
    if (t.reuse && c.w * steps <= t.inp_slots)
      return static_cast<double>(positions * steps);
    if (c.w == 1)
      return static_cast<double>(rows * run_loads(c.co, steps, t.inp_slots, t.reuse));
    return static_cast<double>(positions * c.co * steps);
  }
  if (t.reuse && positions * steps <= t.inp_slots)
    return static_cast<double>(positions * steps);
  if (positions == 1)
    return static_cast<double>(run_loads(c.co, steps, t.inp_slots, t.reuse));
  return static_cast<double>(positions * c.co * steps);
}

double wgt_loads(const Counts& c, const ConvTiles& t) {
  const int64_t steps = c.steps();
  if (t.reuse && c.co * steps <= t.wgt_slots)
    return static_cast<double>(c.co * steps);
  if (t.order == LoopOrder::ChannelHeightWidth)
    return static_cast<double>(c.co * run_loads(c.n * c.h * c.w, steps, t.wgt_slots, t.reuse));
  if (c.co == 1)
    return static_cast<double>(run_loads(c.tiles(), steps, t.wgt_slots, t.reuse));
  return static_cast<double>(c.n * c.h * c.co * run_loads(c.w, steps, t.wgt_slots, t.reuse));
}

}  // namespace

int64_t input_once_bytes(const ConvDims& d, const TileTotals& totals, const VtaConfig& config) {
  return totals.rows.read * totals.cols.read * d.batches * d.ci * d.sub_in *
         config.element_bytes(MemoryType::Inp);
}

static int64_t touched_pixels(const ConvAxis& axis) {
  std::vector<bool> touched(static_cast<size_t>(axis.image), false);
  for (int64_t o = 0; o < axis.out; ++o)
    for (int64_t k = 0; k < axis.kernel; ++k)
      if (const int64_t pixel = axis.pixel(o, k); pixel >= 0 && pixel < axis.image)
        touched[static_cast<size_t>(pixel)] = true;
  return std::ranges::count(touched, true);
}

int64_t input_touched_bytes(const ConvDims& d, const VtaConfig& config) {
  return touched_pixels(row_axis(d)) * touched_pixels(column_axis(d)) * d.batches * d.ci *
         d.sub_in * config.element_bytes(MemoryType::Inp);
}

int64_t weights_once_bytes(const ConvDims& d, const VtaConfig& config) {
  return d.links() * d.sub_out * d.sub_in * d.kh * d.kw * config.element_bytes(MemoryType::Wgt);
}

// With groups, tiles of output channels seldom have inputs in common: each reads its own.
static int64_t input_bytes(const ConvDims& d, const ConvTiles& t, const Counts& c,
                           const TileTotals& totals, const VtaConfig& config) {
  const int64_t once = input_once_bytes(d, totals, config);
  if (!d.dense())
    return once / d.ci * totals.channels.read;
  return static_cast<int64_t>(static_cast<double>(once) * inp_loads(c, t) /
                              static_cast<double>(c.n * c.h * c.w * c.steps()));
}

ConvCost conv_cost(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue,
                   const TileTotals& totals, const VtaConfig& config) {
  const int64_t kh = step_kh(d, t);
  const int64_t kw = step_kw(d, t);
  const Counts c{d.batches,
                 ceil_div(d.oh, t.h),
                 ceil_div(d.ow, t.w),
                 ceil_div(d.co, t.co),
                 totals.channels.most_steps,
                 ceil_div(d.kh, kh) * ceil_div(d.kw, kw)};
  ConvCost cost;
  cost.inp_bytes = input_bytes(d, t, c, totals, config);
  cost.wgt_bytes = static_cast<int64_t>(static_cast<double>(weights_once_bytes(d, config)) *
                                        wgt_loads(c, t) / static_cast<double>(c.co * c.steps()));
  // One LOAD for all channel groups where a window is as wide as the image (codegen/conv.cpp).
  const bool one_run = t.exact_taps && (t.w == d.ow || totals.rows.widest == 1);
  cost.inp_load_insns = static_cast<int64_t>(inp_loads(c, t)) * (one_run ? 1 : t.ci);
  const bool rows_apart = c.k > 1 && t.ci * d.sub_in > 1;
  cost.wgt_load_insns = static_cast<int64_t>(wgt_loads(c, t)) * (rows_apart ? t.co * d.sub_out : 1);
  const bool vectors_stay =
      t.reuse && (c.co <= t.threads || t.order == LoopOrder::ChannelHeightWidth);
  const int64_t vector_loads = vectors_stay ? 1 : c.n * c.h * (t.reuse ? 1 : c.w);
  cost.acc_bytes =
      epilogue.vectors * vector_loads * d.co * d.sub_out * config.element_bytes(MemoryType::Acc);
  cost.out_bytes = epilogue.results * d.batches * d.co * d.sub_out * d.oh * d.ow *
                   config.element_bytes(MemoryType::Out);

  const int64_t vectors = d.batches * d.co * d.sub_out;
  cost.gemm_steps =
      d.batches * d.links() * d.sub_out * d.sub_in * totals.rows.taps * totals.cols.taps;
  cost.compute_steps = cost.gemm_steps + vectors * d.oh * d.ow * (1 + epilogue.steps);
  cost.compute_insns = c.n * totals.channels.gemms * totals.rows.gemms * totals.cols.gemms +
                       c.tiles() * (1 + epilogue.steps);
  if (epilogue.residual) {  // a step of the epilogue, but in parts
    cost.inp_bytes +=
        d.batches * d.co * d.sub_in * d.oh * d.ow * config.element_bytes(MemoryType::Inp);
    const int64_t row_parts = ceil_div(t.h, residual_rows(t));
    cost.inp_load_insns +=
        c.tiles() * row_parts * (one_run ? ceil_div(t.co, t.residual_groups) : t.co);
    cost.compute_steps += vectors * d.oh * d.ow * (d.sub_in - 1);
    cost.compute_insns += c.tiles() * (residual_parts(t) - 1);
  }

  const int64_t inp_used = std::min(t.inp_slots, c.n * c.h * c.w * c.steps());
  const int64_t wgt_used = std::min(t.wgt_slots, c.co * c.steps());
  const int64_t pairs = t.reuse ? inp_used * wgt_used : std::max(inp_used, wgt_used);
  const int64_t kinds = totals.rows.kinds * totals.cols.kinds;
  const int64_t variants =
      std::min(c.tiles() * c.steps(), kinds * pairs * std::min(t.threads, c.tiles()));
  const int64_t per_variant = wgt_tile_elements(d, t, totals);
  // Sequences that do not all fit beside others are loaded again at every use.
  const bool resident = variants * per_variant <= config.depth(MemoryType::Uop) / 2;
  const int64_t uop_loads = resident ? variants : c.tiles() * c.steps();
  cost.uop_bytes = uop_loads * per_variant * config.element_bytes(MemoryType::Uop);
  return cost;
}

// Sizes and strides of LOAD and STORE are fields of 16 bits.
static std::string transfer_problem(const ConvDims& d, const ConvTiles& t,
                                    const EpilogueShape& epilogue) {
  constexpr int64_t kMaxField = (1 << 16) - 1;
  const std::pair<const char*, int64_t> fields[] = {
      {"an image row", std::max(d.iw * d.sub_in, d.ow * d.sub_out)},
      {"a row of the residual operand", epilogue.residual ? d.ow * d.sub_in : 0},
      {"the channels of a vector", epilogue.vectors > 0 ? d.co * d.sub_out : 0},
      {"the rows of an input tile", (t.h - 1) * d.stride_h + (d.kh - 1) * d.dilation_h + 1},
      {"a row of weights", t.ci * d.sub_in * d.kh * d.kw},
  };
  for (const auto& [what, count] : fields)
    if (count > kMaxField)
      return fmt::format("{}: {} elements, a transfer counts to {}", what, count, kMaxField);
  return {};
}

std::string conv_tiles_problem(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue,
                               const VtaConfig& config) {
  auto beyond = [](const char* what, int64_t need, int64_t have) {
    return need > have
               ? fmt::format("{} needs {} elements, the scratchpad has {}", what, need, have)
               : std::string();
  };
  const FieldRange fields[] = {
      {"h", t.h, 1, d.oh},
      {"w", t.w, 1, d.ow},
      {"co", t.co, 1, d.co},
      {"ci", t.ci, 1, d.ci},
      {"kh", t.kh, 0, d.kh},
      {"kw", t.kw, 0, d.kw},
      {"threads", t.threads, 1, 2},
      {"inp_slots", t.inp_slots, 1, config.depth(MemoryType::Inp)},
      {"wgt_slots", t.wgt_slots, 1, config.depth(MemoryType::Wgt)},
      {"residual_groups", t.residual_groups, epilogue.residual ? 1 : 0,
       epilogue.residual ? t.co : 0},
      {"residual_slots", t.residual_slots, epilogue.residual ? 1 : 0,
       epilogue.residual ? config.depth(MemoryType::Inp) : 0},
      {"residual_rows", t.residual_rows, 0, epilogue.residual ? t.h : 0},
  };
  if (std::string p = range_problem(fields); !p.empty())
    return p;
  if (std::string p =
          beyond("input tiles", t.inp_slots * inp_tile_elements(d, t) + residual_elements(d, t),
                 config.depth(MemoryType::Inp));
      !p.empty())
    return p;
  if (std::string p =
          beyond("weight tiles", t.wgt_slots * wgt_tile_elements(d, t) + identity_elements(d, t),
                 config.depth(MemoryType::Wgt));
      !p.empty())
    return p;
  const int64_t acc =
      t.threads * (acc_tile_elements(d, t) + vector_tile_elements(d, t, epilogue.vectors));
  if (std::string p = beyond("accumulator tiles", acc, config.depth(MemoryType::Acc)); !p.empty())
    return p;
  if (std::string p = transfer_problem(d, t, epilogue); !p.empty())
    return p;
  if (t.h > kMaxIterations || t.w > kMaxIterations)
    return fmt::format("tile of {} x {} outputs exceeds {} loop iterations", t.h, t.w,
                       kMaxIterations);
  return {};
}

}  // namespace vta
