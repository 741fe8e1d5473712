#include "compiler/kernels/window.h"

#include <algorithm>

#include "base/round.h"

namespace vta {

int64_t sub_in(const VtaConfig& c) {
  return std::max(c.block_in(), c.block_out()) / c.block_in();
}

int64_t sub_out(const VtaConfig& c) {
  return std::max(c.block_in(), c.block_out()) / c.block_out();
}

int64_t channel_groups(int64_t channels, const VtaConfig& config) {
  return ceil_div(channels, std::max(config.block_in(), config.block_out()));
}

ChannelElements ChannelElements::inp(int64_t channels, const VtaConfig& c) {
  return {channel_groups(channels, c), sub_in(c), ceil_div(channels, c.block_in())};
}

ChannelElements ChannelElements::acc(int64_t channels, const VtaConfig& c) {
  return {channel_groups(channels, c), sub_out(c), ceil_div(channels, c.block_out())};
}

std::vector<ChannelElements::Part> ChannelElements::parts(const Range& some) const {
  if (missing() == 0 || some.end() < groups)
    return {{some, sub}};
  const Part last{{groups - 1, 1}, sub - missing()};
  if (some.size == 1)
    return {last};
  return {{{some.begin, some.size - 1}, sub}, last};
}

int64_t ChannelElements::split_ranges(int64_t size) const {
  return missing() > 0 && (groups - 1) % size > 0 ? 1 : 0;
}

Range cut(int64_t begin, int64_t size, int64_t end) {
  return {begin, std::min(size, end - begin)};
}

std::vector<int64_t> part_sizes(int64_t extent) {
  std::vector<int64_t> sizes;
  for (int64_t parts = 1; parts <= extent; ++parts) {
    const int64_t size = ceil_div(extent, parts);
    if (sizes.empty() || sizes.back() != size)
      sizes.push_back(size);
  }
  return sizes;
}

std::vector<int64_t> rising_part_sizes(int64_t extent) {
  std::vector<int64_t> sizes = part_sizes(extent);
  std::ranges::reverse(sizes);
  return sizes;
}

Window input_window(const Range& out, const Range& k, int64_t stride, int64_t pad_before,
                    int64_t image, int64_t dilation) {
  Window w;
  w.first = out.begin * stride + k.begin * dilation - pad_before;
  w.size = (out.size - 1) * stride + (k.size - 1) * dilation + 1;
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

ConvAxis row_axis(const ConvGeometry& g) {
  return {g.oh, g.kh, g.stride_h, g.pad_top, g.ih, g.dilation_h};
}
ConvAxis column_axis(const ConvGeometry& g) {
  return {g.ow, g.kw, g.stride_w, g.pad_left, g.iw, g.dilation_w};
}

Range outputs_in_image(const ConvAxis& axis, const Range& out, int64_t tap) {
  const int64_t before = -axis.pixel(0, tap);  // output y reads pixel y * stride - before
  const int64_t first = before > 0 ? ceil_div(before, axis.stride) : 0;
  const int64_t last = axis.image - 1 + before;
  const int64_t end = last >= 0 ? last / axis.stride + 1 : 0;
  Range used;
  used.begin = std::max(out.begin, first);
  used.size = std::max<int64_t>(0, std::min(out.end(), end) - used.begin);
  return used;
}

}  // namespace vta
