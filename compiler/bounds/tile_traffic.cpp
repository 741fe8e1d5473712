#include "compiler/bounds/tile_traffic.h"

#include <algorithm>
#include <limits>

#include "base/round.h"

namespace vta {
namespace {

constexpr size_t kMostKnown = 1 << 16;

// Pixels of the image that some output of the range multiplies by some tap.
int64_t touched_by(const ConvAxis& axis, const Range& out) {
  std::vector<bool> touched(static_cast<size_t>(axis.image), false);
  for (int64_t tap = 0; tap < axis.kernel; ++tap) {
    const Range inside = outputs_in_image(axis, out, tap);
    for (int64_t o = inside.begin; o < inside.end(); ++o)
      touched[static_cast<size_t>(axis.pixel(o, tap))] = true;
  }
  return std::ranges::count(touched, true);
}

// Taps that some output of the range multiplies with a pixel of the image.
int64_t taps_of(const ConvAxis& axis, const Range& out) {
  int64_t taps = 0;
  for (int64_t tap = 0; tap < axis.kernel; ++tap)
    taps += outputs_in_image(axis, out, tap).size > 0 ? 1 : 0;
  return taps;
}

}  // namespace

const std::vector<TileTraffic::Along>& TileTraffic::along(const ConvAxis& axis) {
  const auto [at, added] = axes_.try_emplace(
      AxisKey{axis.out, axis.kernel, axis.stride, axis.pad_before, axis.image, axis.dilation});
  if (!added)
    return at->second;
  // Of all sizes that make so many tiles: the least one fits most.
  for (int64_t size = axis.out; size > 0; --size) {
    Along tiles{.size = size, .tiles = ceil_div(axis.out, size)};
    for (int64_t begin = 0; begin < axis.out; begin += size) {
      const Range out = cut(begin, size, axis.out);
      tiles.touched += touched_by(axis, out);
      tiles.taps += taps_of(axis, out);
    }
    std::vector<Along>& all = at->second;
    if (all.empty() || all.back().tiles != tiles.tiles) {
      all.push_back(tiles);
      continue;
    }
    all.back() = {size, tiles.tiles, std::min(all.back().touched, tiles.touched),
                  std::min(all.back().taps, tiles.taps)};
  }
  return at->second;
}

int64_t TileTraffic::beyond_once(const ConvGeometry& g, const VtaConfig& config) {
  if (g.groups > 1)
    return 0;
  const int64_t batches = ceil_div(g.n, config.batch());
  const int64_t in = ceil_div(g.ic, config.block_in());
  const ChannelElements out = ChannelElements::acc(g.oc, config);
  const int64_t inp = config.depth(MemoryType::Inp), wgt = config.depth(MemoryType::Wgt);
  const int64_t acc = config.depth(MemoryType::Acc);
  const int64_t inp_bytes = config.element_bytes(MemoryType::Inp),
                wgt_bytes = config.element_bytes(MemoryType::Wgt);
  std::vector<int64_t> key = {
      batches,   in,         out.count,  out.sub,   inp,        wgt,          acc,
      inp_bytes, wgt_bytes,  g.ih,       g.iw,      g.oh,       g.ow,         g.kh,
      g.kw,      g.stride_h, g.stride_w, g.pad_top, g.pad_left, g.dilation_h, g.dilation_w};
  if (const auto found = known_.find(key); found != known_.end())
    return found->second;
  const std::vector<Along>& rows = along(row_axis(g));
  const std::vector<Along>& columns = along(column_axis(g));
  const int64_t once_inp = batches * in * rows.front().touched * columns.front().touched;
  const int64_t once_wgt = out.count * in * rows.front().taps * columns.front().taps;
  int64_t least = std::numeric_limits<int64_t>::max();
  for (const int64_t c : part_sizes(out.groups)) {
    const int64_t channel_tiles = ceil_div(out.groups, c);
    for (const Along& r : rows)
      for (const Along& w : columns) {
        if (out.most(c) * r.size * w.size > acc)
          continue;
        const int64_t tiles = batches * r.tiles * w.tiles * channel_tiles;
        const int64_t loaded_inp = batches * in * channel_tiles * r.touched * w.touched;
        const int64_t loaded_wgt = batches * out.count * in * r.taps * w.taps;
        least = std::min(least, std::max(once_inp, loaded_inp - (tiles - 1) * inp) * inp_bytes +
                                    std::max(once_wgt, loaded_wgt - (tiles - 1) * wgt) * wgt_bytes);
      }
  }
  const int64_t once = once_inp * inp_bytes + once_wgt * wgt_bytes;
  const int64_t beyond = least == std::numeric_limits<int64_t>::max() ? 0 : least - once;
  if (known_.size() == kMostKnown)
    known_.clear();
  return known_.emplace(std::move(key), beyond).first->second;
}

}  // namespace vta
