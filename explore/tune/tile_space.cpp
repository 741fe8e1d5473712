#include "explore/tune/tile_space.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/error.h"
#include "base/round.h"
#include "compiler/kernels/alu/kind.h"
#include "compiler/kernels/kernels.h"

namespace vta::explore {
namespace {

int nearest(const std::vector<int64_t>& values, int64_t wanted) {
  const auto at =
      std::ranges::min_element(values, {}, [&](int64_t value) { return std::abs(value - wanted); });
  return static_cast<int>(at - values.begin());
}

const TileField& field_called(const KernelKind& kind, std::string_view name) {
  const auto found = std::ranges::find(kind.fields, name, &TileField::name);
  VTA_CHECK(found != kind.fields.end(), "tiles of {} have no field '{}'", kind.name, name);
  return *found;
}

}  // namespace

TileSpace::TileSpace(const LayerId& layer, const VtaConfig& config)
    : layer_(layer), config_(config), empty_(kind_of(layer).empty) {
  if (is_conv())
    dims_ = ConvDims::of(layer_.geometry, config_);
  const KernelKind& kind = kind_of(layer);
  for (TileAxis& axis : kind.axes(layer, config)) {
    extents_.push_back(static_cast<int>(axis.values.size()));
    axes_.push_back({std::move(axis.values), &field_called(kind, axis.field)});
  }
}

double TileSpace::size() const {
  double points = 1;
  for (const int extent : extents_)
    points *= extent;
  return points;
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
  const int64_t uses = positions * parts * steps;
  t.inp_slots = std::min(t.inp_slots, t.reuse ? positions * steps : uses);
  t.wgt_slots = std::min(t.wgt_slots, t.reuse ? parts * steps : uses);
  t.residual_groups = std::min(t.residual_groups, t.co);
  if (t.residual_rows >= t.h)
    t.residual_rows = 0;
  t.single_pixels = t.single_pixels && leaves_out(column_axis(dims_), step_kw(dims_, t));
  if (t.residual_groups > 0)
    t.residual_slots = std::min(t.residual_slots, positions * parts * residual_parts(t));
  return t;
}

std::optional<KernelTiles> TileSpace::tiles(const TilePoint& point) const {
  KernelTiles tiles = empty_;
  for (size_t axis = 0; axis < axes_.size(); ++axis)
    axes_[axis].field->set(tiles, axes_[axis].values[static_cast<size_t>(point[axis])]);
  if (is_conv()) {
    auto& t = std::get<ConvTiles>(tiles);
    // Seldom legal and cheap to see: before the windows are walked.
    if (t.threads * acc_tile_elements(dims_, t) > config_.depth(MemoryType::Acc) ||
        wgt_tile_elements(dims_, t) > config_.depth(MemoryType::Wgt))
      return std::nullopt;
    t = simplest(t);
  }
  if (!tiles_problem(layer_, tiles, config_).empty())
    return std::nullopt;
  return tiles;
}

TilePoint TileSpace::point(const KernelTiles& tiles) const {
  KernelTiles whole = tiles;
  if (is_conv()) {
    auto& t = std::get<ConvTiles>(whole);
    t.kh = step_kh(dims_, t);
    t.kw = step_kw(dims_, t);
    if (layer_.epilogue.residual && t.residual_rows == 0)
      t.residual_rows = t.h;
  }
  TilePoint point;
  for (const Axis& axis : axes_)
    point.push_back(nearest(axis.values, axis.field->get(whole)));
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
  for (size_t axis = 0; axis < axes_.size(); ++axis)
    for (const int step : {-1, 1}) {
      TilePoint next = point;
      next[axis] += step;
      if (next[axis] >= 0 && next[axis] < extents_[axis])
        all.push_back(std::move(next));
    }
  return all;
}

Prediction TileSpace::predict_conv(const ConvTiles& t, const TileTotals& totals) const {
  constexpr double kPerInsn = 8;
  const KernelCost cost = conv_cost(dims_, t, layer_.epilogue, totals, config_);
  const auto bus = static_cast<double>(config_.bus_bytes());
  const double compute =
      static_cast<double>(cost.compute_steps) + kPerInsn * static_cast<double>(cost.compute_insns);
  const double memory = static_cast<double>(cost.total_bytes()) / bus;
  const int64_t first =
      inp_tile_elements(dims_, t, totals) * config_.element_bytes(MemoryType::Inp) +
      wgt_tile_elements(dims_, t, totals) * config_.element_bytes(MemoryType::Wgt);
  double exposed = static_cast<double>(first + cost.uop_bytes + cost.acc_bytes) / bus;
  if (t.threads == 1)
    exposed += static_cast<double>(cost.out_bytes) / bus;
  if (t.inp_slots == 1 || t.wgt_slots == 1)
    exposed += static_cast<double>(cost.inp_bytes + cost.wgt_bytes) / bus;
  return {std::max(compute, memory) + exposed, static_cast<double>(cost.total_bytes())};
}

// Of what is no convolution: few tiles, and nothing of bytes.
Prediction TileSpace::predict(const KernelTiles& tiles) const {
  const ConvGeometry& g = layer_.geometry;
  if (const auto* t = std::get_if<ConvTiles>(&tiles))
    return predict_conv(*t, TileTotals::of(dims_, *t));
  if (const auto* t = std::get_if<ConvPoolTiles>(&tiles))
    return {static_cast<double>(ceil_div(g.oc, t->co) * ceil_div(g.iw, t->columns)), 0};
  if (const auto* t = std::get_if<PoolTiles>(&tiles))
    return {
        static_cast<double>(ceil_div(g.oc, t->groups) * ceil_div(g.oh, t->h) *
                            ceil_div(g.ow, t->w) * ceil_div(g.kh, t->kh) * ceil_div(g.kw, t->kw)),
        0};
  if (const auto* t = std::get_if<AluTiles>(&tiles))
    return {static_cast<double>(ceil_div(alu_elements(g, config_), t->elements)), 0};
  return {};  // a kind of which nothing is known: in the order of its axes
}

void TileSpace::for_each_likely(const Visit& visit) const {
  constexpr double kMostPoints = 20'000;
  if (is_conv())
    return visit_conv(visit);
  if (size() > kMostPoints)
    return;
  TilePoint point(axes_.size(), 0);
  for (size_t axis = 0; axis < axes_.size();) {
    if (const auto legal = tiles(point))
      visit(*legal, predict(*legal));
    for (axis = 0; axis < axes_.size() && ++point[axis] == extents_[axis]; ++axis)
      point[axis] = 0;
  }
}

// Steps of all the input channels that a tile has, to one group of them.
std::vector<TileSpace::Channels> TileSpace::channel_sizes() const {
  std::vector<Channels> all;
  for (const int64_t co : rising_part_sizes(dims_.co)) {
    int64_t most = 0;
    for (int64_t first = 0; first < dims_.co; first += co)
      most = std::max(most, dims_.inputs_of(Range{first, std::min(co, dims_.co - first)}).size);
    for (const int64_t ci : rising_part_sizes(most))
      all.push_back({co, ci, ChannelTotals::of(dims_, co, ci)});
  }
  return all;
}

void TileSpace::visit_conv(const Visit& visit) const {
  const std::vector<Channels> channels = channel_sizes();
  const std::vector<int64_t> h_sizes = rising_part_sizes(dims_.oh),
                             w_sizes = rising_part_sizes(dims_.ow);
  ConvTiles t;
  t.reuse = t.exact_taps = true;
  for (t.single_pixels = false;; t.single_pixels = true) {
    std::vector<AxisTotals> cols;
    for (const int64_t w : w_sizes)
      cols.push_back(axis_totals(column_axis(dims_), w, dims_.kw, column_pixels(t)));
    for (const int64_t kh : {dims_.kh, int64_t{1}}) {
      t.kh = kh == dims_.kh ? 0 : kh;
      for (const int64_t h : h_sizes) {
        t.h = h;
        const AxisTotals rows = axis_totals(row_axis(dims_), h, kh, row_pixels(t));
        for (size_t w = 0; w < w_sizes.size(); ++w)
          for (const Channels& c : channels) {
            t.w = w_sizes[w];
            t.co = c.co;
            t.ci = c.ci;
            visit_orders(t, {rows, cols[w], c.totals}, visit);
          }
      }
      if (dims_.kh == 1)
        break;
    }
    if (t.single_pixels || !leaves_out(column_axis(dims_), dims_.kw))
      break;
  }
}

void TileSpace::visit_orders(ConvTiles t, const TileTotals& totals, const Visit& visit) const {
  const int64_t acc = acc_slot_elements(dims_, t, layer_.epilogue);
  for (const int64_t threads : {2, 1})
    for (const LoopOrder order : {LoopOrder::HeightChannelWidth, LoopOrder::ChannelHeightWidth}) {
      if (threads * acc > config_.depth(MemoryType::Acc))
        continue;
      t.threads = threads;
      t.order = order;
      visit_residuals(t, totals, visit);
    }
}

// A residual operand whole, by channel group or by half of one, in one slot or in two.
void TileSpace::visit_residuals(ConvTiles t, const TileTotals& totals, const Visit& visit) const {
  if (!layer_.epilogue.residual)
    return visit_slots(t, totals, visit);
  const std::set<int64_t> groups = {1, t.co};
  for (t.residual_slots = 1; t.residual_slots <= 2; ++t.residual_slots) {
    t.residual_rows = 0;
    for (const int64_t g : groups) {
      t.residual_groups = g;
      visit_slots(t, totals, visit);
    }
    t.residual_groups = 1;
    t.residual_rows = ceil_div(t.h, 2);
    visit_slots(t, totals, visit);
  }
}

void TileSpace::visit_slots(ConvTiles t, const TileTotals& totals, const Visit& visit) const {
  const int64_t inp = inp_tile_elements(dims_, t, totals),
                wgt = wgt_tile_elements(dims_, t, totals);
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
      visit(tiles, predict_conv(tiles, totals));
    }
}

}  // namespace vta::explore
