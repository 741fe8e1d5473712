// Exhaustive search over distinct tile sizes with the analytic cost. A size is worth trying only
// when it changes the number of tiles, so an axis of n has about 2*sqrt(n) candidates.
#include <algorithm>
#include <limits>
#include <map>
#include <ranges>

#include "base/round.h"
#include "compiler/kernels/conv/axis_memo.h"
#include "compiler/kernels/conv/kind.h"
#include "compiler/kernels/conv/score.h"
#include "compiler/kernels/conv/tile_memo.h"

namespace vta {
namespace {

struct Search {
  const ConvDims& d;
  EpilogueShape epilogue;
  const VtaConfig& config;
  AxisMemo& axes;
  bool reuse;
  bool exact_taps;

  ConvScore score{d, epilogue, config, reuse};
  TileTotals totals{};      // of the tiles and kernel parts being tried
  int64_t fixed_bytes = 0;  // weights and outputs once
  // By the groups of output channels in a tile: every size of a step's input channels.
  struct Step {
    int64_t ci = 1;
    ChannelTotals totals;
  };
  std::map<int64_t, std::vector<Step>> channel_steps{};
  ConvTiles best{};
  double best_score = std::numeric_limits<double>::infinity();
  // Positions among all sizes of rows and columns: of equals the first is the best, in whatever
  // order they are tried.
  size_t image_tile = 0, best_image_tile = 0;
  std::vector<int64_t> h_sizes = part_sizes(d.oh), w_sizes = part_sizes(d.ow);
  std::vector<int64_t> co_sizes = part_sizes(d.co);
  ConvTiles plain{};                     // what all have in common
  size_t row_size = 0, column_size = 0;  // of these, being tried

  void consider(const ConvScore::Sized& sizes, const ConvTiles& t) {
    const double of_tiles = score.of(sizes, t);
    if (of_tiles < best_score || (of_tiles == best_score && image_tile < best_image_tile)) {
      best_score = of_tiles;
      best_image_tile = image_tile;
      best = t;
    }
  }

  // Slot counts: two for overlap, three of weights, which the next kernel's can be loaded into
  // before its input is there, or all that fit where something can stay resident.
  void try_slots(const ConvScore::Sized& sizes, ConvTiles t) {
    const int64_t inp_fit = inp_room(t) / sizes.costing.inp_tile_elements();
    const int64_t wgt_fit = wgt_room(t) / sizes.costing.wgt_tile_elements();
    if (inp_fit < 1 || wgt_fit < 1)
      return;
    const int64_t inp_pair = std::min<int64_t>(2, inp_fit), inp_all = std::min(inp_fit, kMostSlots);
    const int64_t wgt_few = std::min<int64_t>(reuse ? 3 : 2, wgt_fit),
                  wgt_all = std::min(wgt_fit, kMostSlots);
    for (t.inp_slots = inp_pair;; t.inp_slots = inp_all) {
      for (t.wgt_slots = wgt_few;; t.wgt_slots = wgt_all) {
        consider(sizes, t);
        if (!reuse || t.wgt_slots == wgt_all)
          break;
      }
      if (!reuse || t.inp_slots == inp_all)
        break;
    }
  }

  ConvTiles with_most_slots(const ConvCosting& costing, ConvTiles t) const {
    t.inp_slots = std::min(kMostSlots, config.depth(MemoryType::Inp) / costing.inp_tile_elements());
    t.wgt_slots = std::min(kMostSlots, config.depth(MemoryType::Wgt) / costing.wgt_tile_elements());
    return t;
  }

  // Without what a residual operand takes; may be negative.
  int64_t inp_room(const ConvTiles& t) const {
    return config.depth(MemoryType::Inp) - residual_elements(d, t);
  }
  int64_t wgt_room(const ConvTiles& t) const {
    return config.depth(MemoryType::Wgt) - identity_elements(d, t);
  }

  // A residual operand in as many parts as the tile has channel groups, or in one. One slot does
  // for the whole of it, which the next tile's may overwrite long before that is needed. Halves of
  // channel groups leave most of INP to the input; many of them are mostly waits.
  void try_residuals(const ConvScore::Sized& sizes, ConvTiles t) {
    if (!epilogue.residual)
      return try_slots(sizes, t);
    t.residual_slots = 2;
    for (t.residual_groups = 1;; t.residual_groups = t.co) {
      try_slots(sizes, t);
      if (t.residual_groups == t.co)
        break;
    }
    t.residual_slots = 1;
    try_slots(sizes, t);
    t.residual_groups = 1;
    t.residual_rows = ceil_div(t.h, 2);
    if (reuse && t.h > 1 && residual_parts(t) <= kMostHalves)
      try_slots(sizes, t);
  }

  // All tiles of the sizes that `totals` is of, where they can still be the best.
  void try_tile(ConvTiles t) {
    const ConvCosting costing(d, t, epilogue, totals, config);
    const ConvScore::Sized sizes = score.sized(costing, t, totals);
    const KernelCost least = costing.least();
    for (const int64_t threads : {int64_t{2}, int64_t{1}}) {
      t.threads = threads;
      if (hopeless(score.least(sizes, threads, least)))
        continue;
      if (threads * acc_slot_elements(d, t, epilogue) > config.depth(MemoryType::Acc))
        continue;
      for (const LoopOrder order : {LoopOrder::HeightChannelWidth, LoopOrder::ChannelHeightWidth}) {
        t.order = order;
        if (!hopeless(score.least(sizes, threads, costing.least(with_most_slots(costing, t)))))
          try_residuals(sizes, t);
      }
    }
  }

  void try_reductions(ConvTiles t) {
    ConvTiles least_residual = t;
    least_residual.threads = 1;
    least_residual.residual_groups = least_residual.residual_slots = epilogue.residual ? 1 : 0;
    least_residual.residual_rows = epilogue.residual ? ceil_div(t.h, 2) : 0;
    for (const Step& step : steps_of(t.co)) {
      t.ci = step.ci;
      totals.channels = step.totals;
      const bool kernel_fits = inp_tile_elements(d, t, totals) <= inp_room(least_residual) &&
                               wgt_tile_elements(d, t, totals) <= wgt_room(least_residual);
      const double least = least_score(t, totals.channels.gemms, ceil_div(d.co, t.co));
      if (kernel_fits && !hopeless(least))
        try_tile(t);
      if (t.ci > 1 || kernel_fits)
        continue;
      // Only where one channel group with the whole kernel does not fit: cut the kernel.
      const TileTotals whole = totals;
      for (const int64_t kw : {d.kw, int64_t{1}}) {
        t.kh = 1;
        t.kw = kw;
        totals.rows = axis_sizes(row_axis(d), 1, row_pixels(t))[row_size];
        totals.cols = axis_sizes(column_axis(d), kw, column_pixels(t))[column_size];
        try_tile(t);
      }
      t.kh = t.kw = 0;
      totals = whole;
    }
  }

  static constexpr int64_t kMostHalves = 4;

  // Of all the input channels that a tile has, to one group of them.
  const std::vector<Step>& steps_of(int64_t co) {
    std::vector<Step>& steps = channel_steps[co];
    if (!steps.empty())
      return steps;
    int64_t most = 0;
    for (int64_t first = 0; first < d.co; first += co)
      most = std::max(most, d.inputs_of(Range{first, std::min(co, d.co - first)}).size);
    for (const int64_t ci : part_sizes(most))
      steps.push_back({ci, ChannelTotals::of(d, co, ci)});
    return steps;
  }

  // What tiles of these sizes score at least: every operand moved once, and the instructions that
  // there are. `gemms` are those of a tile of rows and columns.
  double least_score(const ConvTiles& t, int64_t gemms, int64_t channel_tiles) const {
    const int64_t images = d.batches * ceil_div(d.oh, t.h) * ceil_div(d.ow, t.w);
    const int64_t insns = d.batches * totals.rows.gemms * totals.cols.gemms * gemms +
                          images * channel_tiles * (1 + epilogue.steps);
    return score.least(input_once_bytes(d, totals, config) + fixed_bytes, insns);
  }

  // Sums of a score in another order may differ in their last digits.
  bool hopeless(double least) const { return least > best_score * (1 + 1e-9); }

  const std::vector<AxisTotals>& axis_sizes(const ConvAxis& axis, int64_t kernel_part,
                                            Pixels pixels) const {
    return axes.totals(axis, kernel_part, pixels);
  }

  // Sizes of rows and columns, and what they score at least.
  struct ImageTile {
    double least = 0;
    size_t position = 0;
    size_t row_size = 0, column_size = 0;  // of all
    bool single_pixels = false;
  };

  std::vector<ImageTile> image_tiles() {
    std::vector<ImageTile> tiles;
    ConvTiles t = plain;
    add_image_tiles(t, tiles);
    if (exact_taps && leaves_out(column_axis(d), d.kw)) {
      t.single_pixels = true;
      add_image_tiles(t, tiles);
    }
    return tiles;
  }

  void add_image_tiles(ConvTiles t, std::vector<ImageTile>& tiles) {
    const std::vector<AxisTotals>& rows = axis_sizes(row_axis(d), d.kh, row_pixels(t));
    const std::vector<AxisTotals>& cols = axis_sizes(column_axis(d), d.kw, column_pixels(t));
    for (size_t w = 0; w < w_sizes.size(); ++w)
      for (size_t h = 0; h < h_sizes.size(); ++h) {
        t.w = w_sizes[w];
        t.h = h_sizes[h];
        t.co = 1;
        totals = {rows[h], cols[w], {}};
        if (acc_tile_elements(d, t) <= config.depth(MemoryType::Acc))
          tiles.push_back({least_score(t, 1, 1), tiles.size(), h, w, t.single_pixels});
      }
  }

  void try_image_tile(ConvTiles t, const ImageTile& tile) {
    row_size = tile.row_size;
    column_size = tile.column_size;
    t.h = h_sizes[row_size];
    t.w = w_sizes[column_size];
    t.single_pixels = tile.single_pixels;
    totals = {axis_sizes(row_axis(d), d.kh, row_pixels(t))[row_size],
              axis_sizes(column_axis(d), d.kw, column_pixels(t))[column_size],
              {}};
    image_tile = tile.position;
    for (const int64_t co : co_sizes) {
      t.co = co;
      if (acc_tile_elements(d, t) <= config.depth(MemoryType::Acc))
        try_reductions(t);
    }
  }

  // Of each number of bands of whole rows the best that takes channels as `overall` does, which
  // scores `its_score`, where that is not much worse. The best bands first.
  std::vector<ConvTiles> bands(const ConvTiles& overall, double its_score) {
    constexpr double kWorse = 1.2;
    constexpr ptrdiff_t kMostFound = 8;
    constexpr int64_t kMostBands = 16;
    prepare();
    co_sizes = {overall.co};
    std::vector<Step> steps = steps_of(overall.co);
    std::erase_if(steps, [&](const Step& step) { return step.ci != overall.ci; });
    channel_steps[overall.co] = std::move(steps);
    std::vector<std::pair<double, ConvTiles>> found;
    for (const ImageTile& tile : image_tiles()) {
      if (tile.single_pixels != overall.single_pixels || w_sizes[tile.column_size] != d.ow ||
          ceil_div(d.oh, h_sizes[tile.row_size]) > kMostBands || tile.least > kWorse * its_score)
        continue;
      best_score = kWorse * its_score;
      best.h = 0;
      try_image_tile(plain, tile);
      if (best.h > 0)
        found.emplace_back(best_score, best);
    }
    std::ranges::stable_sort(found, {}, [](const auto& of) { return of.first; });
    std::vector<ConvTiles> tiles;
    for (const auto& [of_bands, t] : found | std::views::take(kMostFound))
      tiles.push_back(t);
    return tiles;
  }

  void prepare() {
    plain.reuse = reuse;
    plain.exact_taps = exact_taps;
    const int64_t out_bytes =
        d.batches * d.out.count * d.oh * d.ow * config.element_bytes(MemoryType::Out);
    fixed_bytes = weights_once_bytes(d, config) + out_bytes;
  }

  // The most promising first, so that most others need no look.
  void run() {
    prepare();
    std::vector<ImageTile> tiles = image_tiles();
    std::ranges::stable_sort(tiles, {}, &ImageTile::least);
    for (const ImageTile& tile : tiles) {
      if (hopeless(tile.least))
        return;
      try_image_tile(plain, tile);
    }
  }
};

// Everything that a search looks at, and no more: points that differ in the latency share tiles.
std::vector<int64_t> search_key(const ConvDims& d, const EpilogueShape& epilogue,
                                const VtaConfig& config) {
  std::vector<int64_t> key = {d.batches,
                              d.ci,
                              d.co,
                              d.sub_in,
                              d.sub_out,
                              d.in.count,
                              d.out.count,
                              d.residual.count,
                              d.ih,
                              d.iw,
                              d.oh,
                              d.ow,
                              d.kh,
                              d.kw,
                              d.stride_h,
                              d.stride_w,
                              d.pad_top,
                              d.pad_left,
                              d.dilation_h,
                              d.dilation_w,
                              epilogue.steps,
                              epilogue.vectors,
                              epilogue.rescales,
                              epilogue.scalars,
                              epilogue.classes,
                              epilogue.others,
                              epilogue.residual,
                              epilogue.results,
                              config.bus_bytes()};
  for (const MemoryType t : {MemoryType::Uop, MemoryType::Inp, MemoryType::Wgt, MemoryType::Acc}) {
    key.push_back(config.depth(t));
    key.push_back(config.element_bytes(t));
  }
  key.push_back(config.element_bytes(MemoryType::Out));
  for (const Range& inputs : d.inputs) {
    key.push_back(inputs.begin);
    key.push_back(inputs.size);
  }
  return key;
}

}  // namespace

ConvTiles least_conv_tiles(const EpilogueShape& epilogue) {
  ConvTiles least;
  least.residual_groups = least.residual_slots = epilogue.residual ? 1 : 0;
  least.kh = least.kw = 1;
  least.threads = least.inp_slots = least.wgt_slots = 1;
  return least;
}

namespace {

TileMemo::Searched searched(const ConvDims& d, const EpilogueShape& epilogue,
                            const VtaConfig& config, bool reuse, AxisMemo& memo) {
  memo.trim();
  Search search{d, epilogue, config, memo, reuse, reuse};
  search.run();
  if (search.best_score == std::numeric_limits<double>::infinity()) {
    const ConvTiles least = least_conv_tiles(epilogue);
    throw CompileError(fmt::format(
        "convolution with {}x{} kernel on {}x{}: even a tile of one output does not fit {}: {}",
        d.kh, d.kw, d.ih, d.iw, config.name(), conv_tiles_problem(d, least, epilogue, config)));
  }
  return {search.best, search.best_score, {}};
}

// Kept by all that it depends on.
TileMemo::Searched& searched(const ConvDims& dims, const LayerId& layer, const VtaConfig& config,
                             TileMemo& memo) {
  std::vector<int64_t> key = search_key(dims, layer.epilogue, config);
  if (const auto known = memo.searched.find(key); known != memo.searched.end())
    return known->second;
  TileMemo::Searched found = searched(dims, layer.epilogue, config, memo.reuse, memo.axes);
  constexpr size_t kMostSearched = 1 << 15;  // a policy may serve thousands of configurations
  if (memo.searched.size() == kMostSearched)
    memo.searched.clear();
  return memo.searched.emplace(std::move(key), std::move(found)).first->second;
}

}  // namespace

ConvTiles search_conv_tiles(const ConvDims& d, const EpilogueShape& epilogue,
                            const VtaConfig& config, bool reuse) {
  AxisMemo memo;
  return search_conv_tiles(d, epilogue, config, reuse, memo);
}

ConvTiles search_conv_tiles(const ConvDims& d, const EpilogueShape& epilogue,
                            const VtaConfig& config, bool reuse, AxisMemo& memo) {
  return searched(d, epilogue, config, reuse, memo).best;
}

KernelTiles search_tiles_of_conv(const LayerId& layer, const VtaConfig& config, TileMemo& memo) {
  return searched(ConvDims::of(layer.geometry, config), layer, config, memo).best;
}

std::vector<KernelTiles> bands_of_conv(const LayerId& layer, const VtaConfig& config,
                                       TileMemo& memo) {
  const ConvDims dims = ConvDims::of(layer.geometry, config);
  TileMemo::Searched& found = searched(dims, layer, config, memo);
  if (!found.bands)
    found.bands = Search{dims, layer.epilogue, config, memo.axes, memo.reuse, memo.reuse}.bands(
        found.best, found.score);
  return {found.bands->begin(), found.bands->end()};
}

}  // namespace vta
