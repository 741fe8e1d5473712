#include "explore/tune/tile_space.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/error.h"
#include "base/round.h"

namespace vta::explore {
namespace {

constexpr int64_t kMostSlots = 64;

// Smallest size for every possible number of parts, smallest first.
std::vector<int64_t> part_sizes(int64_t extent) {
  std::vector<int64_t> sizes;
  for (int64_t parts = extent; parts >= 1; --parts)
    if (const int64_t size = ceil_div(extent, parts); sizes.empty() || sizes.back() != size)
      sizes.push_back(size);
  return sizes;
}

// 1, 2, 3, 4, 6, 8, 12, ... 64.
std::vector<int64_t> slot_counts() {
  std::vector<int64_t> counts = {1};
  for (int64_t n = 2; n <= kMostSlots; n *= 2) {
    counts.push_back(n);
    if (n / 2 * 3 <= kMostSlots)
      counts.push_back(n / 2 * 3);
  }
  return counts;
}

int nearest(const std::vector<int64_t>& values, int64_t wanted) {
  const auto at =
      std::ranges::min_element(values, {}, [&](int64_t value) { return std::abs(value - wanted); });
  return static_cast<int>(at - values.begin());
}

}  // namespace

TileSpace::TileSpace(const ConvDims& dims, const EpilogueShape& epilogue, const VtaConfig& config)
    : dims_(dims), epilogue_(epilogue), config_(config) {
  const std::vector<int64_t> both = {0, 1};
  values_ = {part_sizes(dims.oh),
             part_sizes(dims.ow),
             part_sizes(dims.co),
             part_sizes(dims.ci),
             part_sizes(dims.kh),
             part_sizes(dims.kw),
             both,
             {1, 2},
             slot_counts(),
             slot_counts(),
             epilogue.residual ? part_sizes(dims.co) : std::vector<int64_t>{0},
             both,
             both};
  VTA_CHECK(values_.size() == kAxes, "{} axes", values_.size());
  for (const auto& values : values_)
    extents_.push_back(static_cast<int>(values.size()));
}

double TileSpace::size() const {
  double points = 1;
  for (const int extent : extents_)
    points *= extent;
  return points;
}

ConvTiles TileSpace::raw(const TilePoint& point) const {
  const auto value = [&](Axis axis) {
    return values_[axis][static_cast<size_t>(point[static_cast<size_t>(axis)])];
  };
  ConvTiles t;
  t.h = value(H);
  t.w = value(W);
  t.co = value(Co);
  t.ci = value(Ci);
  t.kh = value(Kh);
  t.kw = value(Kw);
  t.order = value(Order) == 0 ? LoopOrder::HeightChannelWidth : LoopOrder::ChannelHeightWidth;
  t.threads = value(Threads);
  t.inp_slots = value(InpSlots);
  t.wgt_slots = value(WgtSlots);
  t.residual_groups = value(Residual);
  t.reuse = value(Reuse) != 0;
  t.exact_taps = value(Exact) != 0;
  return t;
}

// Slots beyond the tiles that there are, threads beyond the accumulator tiles, an order of one
// part: they change nothing.
ConvTiles TileSpace::simplest(ConvTiles t) const {
  const int64_t kernel_parts =
      ceil_div(dims_.kh, step_kh(dims_, t)) * ceil_div(dims_.kw, step_kw(dims_, t));
  const int64_t steps = ceil_div(dims_.ci, t.ci) * kernel_parts;
  const int64_t positions = dims_.batches * ceil_div(dims_.oh, t.h) * ceil_div(dims_.ow, t.w);
  const int64_t parts = ceil_div(dims_.co, t.co);
  if (t.kh == dims_.kh)
    t.kh = 0;
  if (t.kw == dims_.kw)
    t.kw = 0;
  if (positions == 1 || parts == 1)
    t.order = LoopOrder::HeightChannelWidth;
  t.threads = std::min(t.threads, positions * parts);
  if (t.reuse) {
    t.inp_slots = std::min(t.inp_slots, positions * steps);
    t.wgt_slots = std::min(t.wgt_slots, parts * steps);
  } else {
    t.inp_slots = std::min(t.inp_slots, positions * parts * steps);
    t.wgt_slots = std::min(t.wgt_slots, positions * parts * steps);
  }
  t.residual_groups = std::min(t.residual_groups, t.co);
  return t;
}

std::optional<ConvTiles> TileSpace::tiles(const TilePoint& point) const {
  ConvTiles t = raw(point);
  // Seldom legal and cheap to see: before the windows are walked.
  if (t.threads * acc_tile_elements(dims_, t) > config_.depth(MemoryType::Acc) ||
      wgt_tile_elements(dims_, t) > config_.depth(MemoryType::Wgt))
    return std::nullopt;
  t = simplest(t);
  if (!conv_tiles_problem(dims_, t, epilogue_, config_).empty())
    return std::nullopt;
  return t;
}

TilePoint TileSpace::point(const ConvTiles& t) const {
  TilePoint point(kAxes);
  const auto put = [&](Axis axis, int64_t value) {
    point[static_cast<size_t>(axis)] = nearest(values_[axis], value);
  };
  put(H, t.h);
  put(W, t.w);
  put(Co, t.co);
  put(Ci, t.ci);
  put(Kh, step_kh(dims_, t));
  put(Kw, step_kw(dims_, t));
  put(Order, t.order == LoopOrder::HeightChannelWidth ? 0 : 1);
  put(Threads, t.threads);
  put(InpSlots, t.inp_slots);
  put(WgtSlots, t.wgt_slots);
  put(Residual, t.residual_groups);
  put(Reuse, t.reuse ? 1 : 0);
  put(Exact, t.exact_taps ? 1 : 0);
  return point;
}

TilePoint TileSpace::random(std::mt19937_64& random) const {
  TilePoint point;
  for (const int extent : extents_)
    point.push_back(static_cast<int>(random() % static_cast<uint64_t>(extent)));
  return point;
}

std::vector<TilePoint> TileSpace::neighbours(const TilePoint& point) const {
  std::vector<TilePoint> all;
  for (size_t axis = 0; axis < kAxes; ++axis)
    for (const int step : {-1, 1}) {
      TilePoint next = point;
      next[axis] += step;
      if (next[axis] >= 0 && next[axis] < extents_[axis])
        all.push_back(std::move(next));
    }
  return all;
}

void TileSpace::visit_slots(ConvTiles t, const TileTotals& totals, const Visit& visit) const {
  const int64_t inp = inp_tile_elements(dims_, t, totals), wgt = wgt_tile_elements(dims_, t);
  const int64_t inp_fit = (config_.depth(MemoryType::Inp) - residual_elements(dims_, t)) / inp;
  const int64_t wgt_fit = (config_.depth(MemoryType::Wgt) - identity_elements(dims_, t)) / wgt;
  if (inp_fit < 1 || wgt_fit < 1)
    return;
  const auto choices = [](int64_t fit) {
    std::vector<int64_t> counts = {std::min<int64_t>(fit, 2)};
    if (fit > 2)
      counts.push_back(std::min(fit, kMostSlots));
    return counts;
  };
  for (const int64_t inp_slots : choices(inp_fit))
    for (const int64_t wgt_slots : choices(wgt_fit)) {
      t.inp_slots = inp_slots;
      t.wgt_slots = wgt_slots;
      const ConvTiles tiles = simplest(t);
      const Prediction p = predict(dims_, tiles, epilogue_, totals, config_);
      visit(tiles, p.cycles, p.bytes);
    }
}

void TileSpace::for_each_likely(const Visit& visit) const {
  ConvTiles t;
  t.reuse = t.exact_taps = true;
  for (const int64_t kh : {dims_.kh, int64_t{1}}) {
    t.kh = kh == dims_.kh ? 0 : kh;
    std::vector<AxisTotals> cols;
    for (const int64_t w : values_[W])
      cols.push_back(axis_totals(column_axis(dims_), w, dims_.kw, true));
    for (const int64_t h : values_[H]) {
      const AxisTotals rows = axis_totals(row_axis(dims_), h, kh, true);
      for (size_t w = 0; w < values_[W].size(); ++w)
        for (const int64_t co : values_[Co])
          for (const int64_t threads : {2, 1}) {
            t.h = h;
            t.w = values_[W][w];
            t.co = co;
            t.threads = threads;
            const int64_t acc = threads * (acc_tile_elements(dims_, t) +
                                           vector_tile_elements(dims_, t, epilogue_.vectors));
            if (acc > config_.depth(MemoryType::Acc))
              continue;
            for (const int64_t ci : values_[Ci])
              for (const LoopOrder order :
                   {LoopOrder::HeightChannelWidth, LoopOrder::ChannelHeightWidth}) {
                t.ci = ci;
                t.order = order;
                t.residual_groups = epilogue_.residual ? co : 0;
                visit_slots(t, {rows, cols[w]}, visit);
                if (!epilogue_.residual || co == 1)
                  continue;
                t.residual_groups = 1;
                visit_slots(t, {rows, cols[w]}, visit);
              }
          }
    }
    if (dims_.kh == 1)
      break;
  }
}

Prediction predict(const ConvDims& dims, const ConvTiles& t, const EpilogueShape& epilogue,
                   const TileTotals& totals, const VtaConfig& config) {
  constexpr double kPerInsn = 8;
  const ConvCost cost = conv_cost(dims, t, epilogue, totals, config);
  const auto bus = static_cast<double>(config.bus_bytes());
  const double compute =
      static_cast<double>(cost.compute_steps) + kPerInsn * static_cast<double>(cost.compute_insns);
  const double memory = static_cast<double>(cost.total_bytes()) / bus;
  const int64_t first = inp_tile_elements(dims, t, totals) * config.element_bytes(MemoryType::Inp) +
                        wgt_tile_elements(dims, t) * config.element_bytes(MemoryType::Wgt);
  double exposed = static_cast<double>(first + cost.uop_bytes + cost.acc_bytes) / bus;
  if (t.threads == 1)
    exposed += static_cast<double>(cost.out_bytes) / bus;
  if (t.inp_slots == 1 || t.wgt_slots == 1)
    exposed += static_cast<double>(cost.inp_bytes + cost.wgt_bytes) / bus;
  return {std::max(compute, memory) + exposed, static_cast<double>(cost.total_bytes())};
}

}  // namespace vta::explore
