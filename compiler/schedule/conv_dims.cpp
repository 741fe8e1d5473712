#include "compiler/schedule/conv_dims.h"

#include <algorithm>

#include "base/round.h"

namespace vta {
namespace {

std::vector<Range> split(int64_t total, int64_t size) {
  std::vector<Range> parts;
  for (int64_t begin = 0; begin < total; begin += size)
    parts.push_back({begin, std::min(size, total - begin)});
  return parts;
}

// The widest window that any tile of `out` outputs and `k` kernel positions covers.
int64_t window_size(int64_t out, int64_t k, int64_t stride) {
  return (out - 1) * stride + k;
}

}  // namespace

int64_t sub_in(const VtaConfig& c) {
  return std::max(c.block_in(), c.block_out()) / c.block_in();
}

int64_t sub_out(const VtaConfig& c) {
  return std::max(c.block_in(), c.block_out()) / c.block_out();
}

ConvDims ConvDims::of(const ConvGeometry& g, const VtaConfig& c) {
  const int64_t group = std::max(c.block_in(), c.block_out());
  ConvDims d;
  d.batches = ceil_div(g.n, c.batch());
  d.ci = ceil_div(g.ic, group);
  d.co = ceil_div(g.oc, group);
  d.sub_in = vta::sub_in(c);
  d.sub_out = vta::sub_out(c);
  d.ih = g.ih;
  d.iw = g.iw;
  d.oh = g.oh;
  d.ow = g.ow;
  d.kh = g.kh;
  d.kw = g.kw;
  d.stride_h = g.stride_h;
  d.stride_w = g.stride_w;
  d.pad_top = g.pad_top;
  d.pad_left = g.pad_left;
  return d;
}

Window input_window(const Range& out, const Range& k, int64_t stride, int64_t pad_before,
                    int64_t image) {
  Window w;
  w.first = out.begin * stride + k.begin - pad_before;
  w.size = window_size(out.size, k.size, stride);
  const int64_t load_end = std::clamp<int64_t>(w.first + w.size, 0, image);
  w.load_first = std::clamp<int64_t>(w.first, 0, image);
  w.load = std::max<int64_t>(0, load_end - w.load_first);
  if (w.load == 0) {  // wholly in the padding
    w.pad_before = w.size;
    return w;
  }
  w.pad_before = w.load_first - w.first;
  w.pad_after = w.size - w.pad_before - w.load;
  return w;
}

int64_t step_kh(const ConvDims& d, const ConvTiles& t) {
  return t.kh == 0 ? d.kh : t.kh;
}
int64_t step_kw(const ConvDims& d, const ConvTiles& t) {
  return t.kw == 0 ? d.kw : t.kw;
}

int64_t inp_tile_elements(const ConvDims& d, const ConvTiles& t) {
  return t.ci * d.sub_in * window_size(t.h, step_kh(d, t), d.stride_h) *
         window_size(t.w, step_kw(d, t), d.stride_w);
}

int64_t wgt_tile_elements(const ConvDims& d, const ConvTiles& t) {
  return t.co * d.sub_out * t.ci * d.sub_in * step_kh(d, t) * step_kw(d, t);
}

int64_t acc_tile_elements(const ConvDims& d, const ConvTiles& t) {
  return t.co * d.sub_out * t.h * t.w;
}

int64_t vector_tile_elements(const ConvDims& d, const ConvTiles& t, int64_t num_vectors) {
  return num_vectors * t.co * d.sub_out;
}

std::vector<OutputTile> output_tiles(const ConvDims& d, const ConvTiles& t) {
  const auto hs = split(d.oh, t.h);
  const auto ws = split(d.ow, t.w);
  const auto cos = split(d.co, t.co);
  std::vector<OutputTile> tiles;
  tiles.reserve(hs.size() * ws.size() * cos.size() * static_cast<size_t>(d.batches));
  auto add = [&](int64_t n, const Range& h, const Range& w, const Range& co) {
    tiles.push_back({static_cast<int64_t>(tiles.size()), n, h, w, co});
  };
  if (t.order == LoopOrder::HeightChannelWidth) {
    for (int64_t n = 0; n < d.batches; ++n)
      for (const Range& h : hs)
        for (const Range& co : cos)
          for (const Range& w : ws)
            add(n, h, w, co);
  } else {
    for (const Range& co : cos)
      for (int64_t n = 0; n < d.batches; ++n)
        for (const Range& h : hs)
          for (const Range& w : ws)
            add(n, h, w, co);
  }
  return tiles;
}

std::vector<ReductionStep> reduction_steps(const ConvDims& d, const ConvTiles& t) {
  std::vector<ReductionStep> steps;
  for (const Range& ci : split(d.ci, t.ci))
    for (const Range& ky : split(d.kh, step_kh(d, t)))
      for (const Range& kx : split(d.kw, step_kw(d, t)))
        steps.push_back({ci, ky, kx});
  return steps;
}

}  // namespace vta
