#include <algorithm>

#include "base/round.h"
#include "compiler/kernels/conv/dims.h"
#include "compiler/kernels/conv_pool/kind.h"
#include "compiler/kernels/field_range.h"
#include "hw/isa/insn.h"

namespace vta {
namespace {

bool is_plain_1x1(const ConvGeometry& g) {
  return g.kh == 1 && g.kw == 1 && g.stride_h == 1 && g.stride_w == 1 && g.pad_top == 0 &&
         g.pad_left == 0 && g.oh == g.ih && g.ow == g.iw && g.groups == 1;
}

std::string scratchpad_problem(const ConvGeometry& conv, const ConvGeometry& pool,
                               const ConvPoolTiles& t, int64_t num_vectors,
                               const VtaConfig& config) {
  const ConvDims d = ConvDims::of(conv, config);
  const struct {
    std::string_view what;
    int64_t need;
    MemoryType type;
  } needs[] = {
      {"two loads of the data", 2 * t.columns * d.ci * d.sub_in, MemoryType::Inp},
      {"the weights", d.out.most(t.co) * d.in.count, MemoryType::Wgt},
      {"rows of sums and vectors",
       t.row_slots * row_slot_elements(conv, pool, t.co, config) + num_vectors * d.out.most(t.co),
       MemoryType::Acc},
  };
  for (const auto& [what, need, type] : needs)
    if (need > config.depth(type))
      return fmt::format("{} take {} elements, the scratchpad has {}", what, need,
                         config.depth(type));
  return {};
}

// Whatever the tiles.
bool can_be_together(const ConvGeometry& conv, const ConvGeometry& pool, const VtaConfig& config) {
  const int64_t plane = conv.ih * conv.iw * sub_in(config);
  return is_plain_1x1(conv) && plane <= kMaxTransferExtent &&
         pool.oh * pool.ow * sub_out(config) <= kMaxTransferExtent &&
         base_tap(pool.kh, pool.stride_h, pool.pad_top, pool.ih, pool.oh) &&
         base_tap(pool.kw, pool.stride_w, pool.pad_left, pool.iw, pool.ow);
}

class ConvPoolSearch {
 public:
  ConvPoolSearch(const ConvGeometry& conv, const ConvGeometry& pool, int64_t num_vectors,
                 const VtaConfig& config)
      : conv_(conv),
        pool_(pool),
        config_(config),
        num_vectors_(num_vectors),
        dims_(ConvDims::of(conv, config)) {}

  std::optional<ConvPoolTiles> run() const {
    for (int64_t parts = 1; parts <= dims_.co && pays(parts); ++parts)
      for (const int64_t rows : {pool_.kh + 1, pool_.kh}) {
        const ConvPoolTiles t{ceil_div(dims_.co, parts), columns(), rows};
        if (t.columns > 0 && fits(t))
          return t;
      }
    return std::nullopt;
  }

 private:
  // As many columns as leave room for two loads, in equal parts.
  int64_t columns() const {
    const int64_t room = config_.depth(MemoryType::Inp) / (2 * dims_.ci * dims_.sub_in);
    if (room >= conv_.iw)
      return conv_.iw;
    const int64_t most = room / pool_.stride_w * pool_.stride_w;
    return most == 0 ? 0 : align_up(ceil_div(conv_.iw, ceil_div(conv_.iw, most)), pool_.stride_w);
  }

  bool fits(const ConvPoolTiles& t) const {
    return scratchpad_problem(conv_, pool_, t, num_vectors_, config_).empty();
  }

  // Apart, the data would be read at least once as well.
  bool pays(int64_t parts) const {
    if (parts == 1)
      return true;
    const int64_t pixels = dims_.batches * conv_.ih * conv_.iw;
    const int64_t elements = pixels * dims_.ci * dims_.sub_in;
    const int64_t load = parts * elements * config_.element_bytes(MemoryType::Inp);
    return load <= pixels * dims_.blocks() * config_.bus_bytes();
  }

  const ConvGeometry& conv_;
  const ConvGeometry& pool_;
  const VtaConfig& config_;
  int64_t num_vectors_;
  ConvDims dims_;
};

}  // namespace

std::optional<int64_t> base_tap(int64_t kernel, int64_t stride, int64_t pad, int64_t image,
                                int64_t outputs) {
  for (int64_t tap = pad; tap < std::min(kernel, pad + stride); ++tap) {
    const bool alone = tap < stride && tap + stride >= kernel;
    if (alone && (outputs - 1) * stride + tap - pad < image)
      return tap;
  }
  return std::nullopt;
}

int64_t row_slot_elements(const ConvGeometry& conv, const ConvGeometry& pool, int64_t co,
                          const VtaConfig& config) {
  return pool.stride_w * ChannelElements::acc(conv.oc, config).most(co) *
         ceil_div(conv.ow, pool.stride_w);
}

std::string conv_pool_tiles_problem(const LayerId& layer, const KernelTiles& tiles,
                                    const VtaConfig& config) {
  const ConvGeometry &conv = layer.geometry, &pool = *layer.pool;
  const auto& t = std::get<ConvPoolTiles>(tiles);
  if (!can_be_together(conv, pool, config))
    return "the convolution and its pool cannot be computed together: this needs a 1x1 convolution "
           "and windows that each have a tap of their own";
  const FieldRange fields[] = {
      {"co", t.co, 1, channel_groups(conv.oc, config)},
      {"columns", t.columns, 1, conv.iw},
      {"row_slots", t.row_slots, pool.kh, config.depth(MemoryType::Acc)},
  };
  if (std::string problem = range_problem(fields); !problem.empty())
    return problem;
  if (t.columns < conv.iw && t.columns % pool.stride_w != 0)
    return fmt::format("columns is {}, legal are multiples of the stride {} and all {}", t.columns,
                       pool.stride_w, conv.iw);
  return scratchpad_problem(conv, pool, t, layer.epilogue.vectors, config);
}

std::optional<ConvPoolTiles> conv_pool_tiles(const ConvGeometry& conv, const ConvGeometry& pool,
                                             int64_t num_vectors, const VtaConfig& config) {
  if (!can_be_together(conv, pool, config))
    return std::nullopt;
  return ConvPoolSearch(conv, pool, num_vectors, config).run();
}

KernelTiles search_conv_pool_tiles(const LayerId& layer, const VtaConfig& config, TileMemo&) {
  const auto tiles = conv_pool_tiles(layer.geometry, *layer.pool, layer.epilogue.vectors, config);
  VTA_CHECK(tiles.has_value(), "'{}' no longer fits with its pool", layer_text(layer));
  return *tiles;
}

std::vector<TileAxis> conv_pool_tile_axes(const LayerId& layer, const VtaConfig& config) {
  const ConvGeometry &g = layer.geometry, &pool = *layer.pool;
  TileAxis columns{"columns", {}}, row_slots{"row_slots", {}};
  for (const int64_t strides : rising_part_sizes(ceil_div(g.iw, pool.stride_w)))
    columns.values.push_back(std::min(strides * pool.stride_w, g.iw));
  for (int64_t slots = 1; slots <= pool.kh + 2; ++slots)
    row_slots.values.push_back(slots);
  return {{"co", rising_part_sizes(channel_groups(g.oc, config))}, columns, row_slots};
}

}  // namespace vta
