#include <algorithm>
#include <limits>
#include <optional>

#include "base/error.h"
#include "base/plural.h"
#include "base/round.h"
#include "compiler/kernels/field_range.h"
#include "compiler/kernels/pool/kind.h"
#include "compiler/kernels/window.h"
#include "hw/isa/insn.h"

namespace vta {
namespace {

constexpr int64_t kTileOverhead = 64;  // instructions of a tile, in elements loaded

int64_t window_rows(int64_t outputs, int64_t taps, int64_t stride, int64_t image) {
  return std::min(image, (outputs - 1) * stride + taps);
}

int64_t elements_needed(const ConvGeometry& g, const PoolTiles& t, const EpilogueShape& epilogue,
                        const VtaConfig& config) {
  return pool_in_elements(g, t, config) +
         t.out_slots * (pool_out_elements(g, t, config) +
                        epilogue.vectors * ChannelElements::acc(g.oc, config).most(t.groups) +
                        epilogue.scalars);
}

// Of all tiles along one axis, which read the window of each of their parts of the taps.
int64_t loaded_along(const ConvAxis& axis, int64_t tile, int64_t part) {
  int64_t loaded = 0;
  for (int64_t o = 0; o < axis.out; o += tile)
    for (int64_t k = 0; k < axis.kernel; k += part)
      loaded += input_window(cut(o, tile, axis.out), cut(k, part, axis.kernel), axis.stride,
                             axis.pad_before, axis.image)
                    .load;
  return loaded;
}

class PoolSearch {
 public:
  PoolSearch(const LayerId& layer, const VtaConfig& config)
      : layer_(layer),
        g_(layer.geometry),
        config_(config),
        groups_(channel_groups(g_.oc, config)),
        epilogue_(layer.epilogue) {}

  PoolTiles run() {
    offer_widths(g_.kh, g_.kw);
    if (!best_)
      offer_widths(1, g_.kw);
    for (int64_t kw = g_.kw; !best_ && kw > 0; kw /= 2)
      offer({1, 1, 1, 1, kw, 1});
    if (!best_)
      throw CompileError(fmt::format("a pool does not fit {}: {}", config_.name(),
                                     least_pool_tiles_problem(layer_, config_)));
    return *best_;
  }

 private:
  // Every distinct width, with the greatest height that fits it.
  void offer_widths(int64_t kh, int64_t kw) {
    for (int64_t parts = 1; parts <= g_.ow; ++parts) {
      const int64_t w = ceil_div(g_.ow, parts);
      if (parts > 1 && w == ceil_div(g_.ow, parts - 1))
        continue;
      for (const int64_t slots : {2, 1})
        offer_heights({1, g_.oh, w, kh, kw, slots});
    }
  }

  void offer_heights(PoolTiles t) {
    while (t.h > 1 && !fits(t))
      --t.h;
    t.h = ceil_div(g_.oh, ceil_div(g_.oh, t.h));
    const bool whole = t.h == g_.oh && t.w == g_.ow && t.kh == g_.kh && t.kw == g_.kw;
    while (whole && t.groups < groups_ && fits(with_groups(t, t.groups + 1)))
      ++t.groups;
    t.groups = ceil_div(groups_, ceil_div(groups_, t.groups));
    offer(t);
  }

  static PoolTiles with_groups(PoolTiles t, int64_t groups) {
    t.groups = groups;
    return t;
  }

  bool fits(const PoolTiles& t) const {
    return t.h * t.w <= kMaxIterations &&
           elements_needed(g_, t, epilogue_, config_) <= config_.depth(MemoryType::Acc);
  }

  void offer(const PoolTiles& t) {
    if (!fits(t))
      return;
    const int64_t tiles = ceil_div(groups_, t.groups) * ceil_div(g_.oh, t.h) * ceil_div(g_.ow, t.w);
    const int64_t overhead = t.out_slots == 2 ? kTileOverhead : 2 * kTileOverhead;
    const int64_t cost = pool_loaded_elements(g_, t, config_) + tiles * overhead;
    if (cost < least_) {
      least_ = cost;
      best_ = t;
    }
  }

  const LayerId& layer_;
  const ConvGeometry& g_;
  const VtaConfig& config_;
  int64_t groups_;
  const EpilogueShape& epilogue_;
  int64_t least_ = std::numeric_limits<int64_t>::max();
  std::optional<PoolTiles> best_;
};

}  // namespace

int64_t pool_loaded_elements(const ConvGeometry& g, const PoolTiles& t, const VtaConfig& config) {
  return channel_groups(g.oc, config) * loaded_along(row_axis(g), t.h, t.kh) *
         loaded_along(column_axis(g), t.w, t.kw) * sub_out(config);
}

int64_t pool_in_elements(const ConvGeometry& g, const PoolTiles& t, const VtaConfig& config) {
  return t.groups * window_rows(t.h, t.kh, g.stride_h, g.ih) *
         window_rows(t.w, t.kw, g.stride_w, g.iw) * sub_out(config);
}

int64_t pool_out_elements(const ConvGeometry& g, const PoolTiles& t, const VtaConfig& config) {
  return ChannelElements::acc(g.oc, config).most(t.groups) * t.h * t.w;
}

std::string least_pool_tiles_problem(const LayerId& layer, const VtaConfig& config) {
  const int64_t num_vectors = layer.epilogue.vectors;
  const int64_t least =
      sub_out(config) +
      (1 + num_vectors) * ChannelElements::acc(layer.geometry.oc, config).most(1) +
      layer.epilogue.scalars;
  if (least <= config.depth(MemoryType::Acc))
    return {};
  return fmt::format("an input, an output and {} need {}, the scratchpad has {}",
                     counted(num_vectors, "channel vector"), counted(least, "element"),
                     config.depth(MemoryType::Acc));
}

std::string pool_tiles_problem(const LayerId& layer, const KernelTiles& tiles,
                               const VtaConfig& config) {
  const ConvGeometry& g = layer.geometry;
  const auto& t = std::get<PoolTiles>(tiles);
  const bool whole = t.h == g.oh && t.w == g.ow && t.kh == g.kh && t.kw == g.kw;
  const FieldRange fields[] = {
      {"h", t.h, 1, g.oh},
      {"w", t.w, 1, g.ow},
      {"kh", t.kh, 1, g.kh},
      {"kw", t.kw, 1, g.kw},
      {"out_slots", t.out_slots, 1, 2},
      {"groups", t.groups, 1, whole ? channel_groups(g.oc, config) : 1},
  };
  if (std::string problem = range_problem(fields); !problem.empty())
    return problem;
  if (t.h * t.w > kMaxIterations)
    return fmt::format("tile of {} x {} outputs exceeds {} loop iterations", t.h, t.w,
                       kMaxIterations);
  const int64_t need = elements_needed(g, t, layer.epilogue, config);
  const int64_t have = config.depth(MemoryType::Acc);
  return need <= have ? std::string()
                      : fmt::format("the tile needs {} accumulator elements, the scratchpad has {}",
                                    need, have);
}

KernelTiles search_pool_tiles(const LayerId& layer, const VtaConfig& config, TileMemo&) {
  return PoolSearch(layer, config).run();
}

std::vector<TileAxis> pool_tile_axes(const LayerId& layer, const VtaConfig& config) {
  const ConvGeometry& g = layer.geometry;
  return {{"groups", rising_part_sizes(channel_groups(g.oc, config))},
          {"h", rising_part_sizes(g.oh)},
          {"w", rising_part_sizes(g.ow)},
          {"kh", rising_part_sizes(g.kh)},
          {"kw", rising_part_sizes(g.kw)},
          {"out_slots", {1, 2}}};
}

}  // namespace vta
