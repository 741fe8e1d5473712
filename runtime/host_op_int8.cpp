// Everything is a matrix of dot products of int16 vectors: operands are widened to 16 bits, the
// windows of one output row are laid out one after the other, and a tile of 4 weights x 2 windows
// shares its loads. Compilers turn the inner loop into multiply-add instructions on pairs of
// 16-bit values, which cannot saturate for values of 8 bits (unlike those on unsigned bytes).
// Images are laid out with their channels last, so that what a window has of a row of pixels is
// one run, copied in whole steps of kStep; what is copied beyond it meets weights of 0.
// Depthwise convolution, whose dot products are too short for that, adds scaled rows instead.
#include "runtime/host_op_int8.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "base/resource_policy.h"
#include "base/round.h"
#include "base/tensor.h"

namespace vta::host {
namespace {

constexpr int64_t kStep = 16;

int64_t padded_depth(int64_t depth) {
  return align_up(depth, kStep);
}

// Rows of `depth` values widened, each row padded with zeros.
std::vector<int16_t> widen_rows(const int8_t* in, int64_t rows, int64_t depth) {
  const int64_t pitch = padded_depth(depth);
  std::vector<int16_t> out(static_cast<size_t>(rows * pitch), 0);
  for (int64_t r = 0; r < rows; ++r)
    std::copy(in + r * depth, in + (r + 1) * depth, out.begin() + r * pitch);
  return out;
}

// What the functions below are compiled for: with wider vectors where the processor has them.
#define VTA_INLINE [[gnu::always_inline]] inline

VTA_INLINE int32_t dot(const int16_t* a, const int16_t* b, int64_t depth) {
  uint32_t sum = 0;
  for (int64_t k = 0; k < depth; ++k)
    sum += static_cast<uint32_t>(int32_t{a[k]} * b[k]);
  return static_cast<int32_t>(sum);
}

struct Matrix {
  const int16_t* rows;
  int64_t count = 0;
};

// Eight sums of one tile: weights w..w+3 against windows v, v+1. Unsigned, so that they may wrap.
VTA_INLINE void dot_tile(const int16_t* w, const int16_t* v, int64_t depth, int32_t* out,
                         int64_t out_pitch) {
  const int16_t *w0 = w, *w1 = w + depth, *w2 = w + 2 * depth, *w3 = w + 3 * depth;
  const int16_t *v0 = v, *v1 = v + depth;
  uint32_t s00 = 0, s01 = 0, s10 = 0, s11 = 0, s20 = 0, s21 = 0, s30 = 0, s31 = 0;
  for (int64_t k = 0; k < depth; ++k) {
    const int32_t a = v0[k], b = v1[k];
    s00 += static_cast<uint32_t>(w0[k] * a);
    s01 += static_cast<uint32_t>(w0[k] * b);
    s10 += static_cast<uint32_t>(w1[k] * a);
    s11 += static_cast<uint32_t>(w1[k] * b);
    s20 += static_cast<uint32_t>(w2[k] * a);
    s21 += static_cast<uint32_t>(w2[k] * b);
    s30 += static_cast<uint32_t>(w3[k] * a);
    s31 += static_cast<uint32_t>(w3[k] * b);
  }
  const uint32_t sums[4][2] = {{s00, s01}, {s10, s11}, {s20, s21}, {s30, s31}};
  for (int64_t i = 0; i < 4; ++i)
    for (int64_t j = 0; j < 2; ++j)
      out[i * out_pitch + j] = static_cast<int32_t>(sums[i][j]);
}

// out[i * out_pitch + j] = dot(weights[i], windows[j])
VTA_INLINE void dot_products(Matrix weights, Matrix windows, int64_t depth, int32_t* out,
                             int64_t out_pitch) {
  const int64_t full_i = weights.count / 4 * 4, full_j = windows.count / 2 * 2;
  for (int64_t i = 0; i < full_i; i += 4)
    for (int64_t j = 0; j < full_j; j += 2)
      dot_tile(weights.rows + i * depth, windows.rows + j * depth, depth, out + i * out_pitch + j,
               out_pitch);
  for (int64_t i = 0; i < weights.count; ++i)
    for (int64_t j = i < full_i ? full_j : 0; j < windows.count; ++j)
      out[i * out_pitch + j] = dot(weights.rows + i * depth, windows.rows + j * depth, depth);
}

// out[i] += factor * row[i * step]
VTA_INLINE void add_scaled(const int16_t* row, int64_t step, int32_t factor, int32_t* out,
                           int64_t count) {
  if (step == 1) {
    for (int64_t i = 0; i < count; ++i)
      out[i] += factor * row[i];
  } else {
    for (int64_t i = 0; i < count; ++i)
      out[i] += factor * row[i * step];
  }
}

// A plane of a depthwise convolution, of an image with its pads.
VTA_INLINE void add_taps(const ConvShape& s, const int16_t* image, const int8_t* weight,
                         int32_t* out) {
  const int64_t width = s.iw + s.pad[1] + s.pad[3];
  for (int64_t oy = 0; oy < s.oh; ++oy, out += s.ow)
    for (int64_t t = 0; t < s.kh * s.kw; ++t)
      add_scaled(
          image + (oy * s.stride[0] + t / s.kw * s.dilation[0]) * width + t % s.kw * s.dilation[1],
          s.stride[1], weight[t], out, s.ow);
}

#undef VTA_INLINE

struct Routines {
  void (*products)(Matrix weights, Matrix windows, int64_t depth, int32_t* out, int64_t out_pitch);
  void (*taps)(const ConvShape& s, const int16_t* image, const int8_t* weight, int32_t* out);
};

void portable_products(Matrix weights, Matrix windows, int64_t depth, int32_t* out,
                       int64_t out_pitch) {
  dot_products(weights, windows, depth, out, out_pitch);
}

void portable_taps(const ConvShape& s, const int16_t* image, const int8_t* weight, int32_t* out) {
  add_taps(s, image, weight, out);
}

constexpr Routines kPortable = {portable_products, portable_taps};

#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx2"))) void avx2_products(Matrix weights, Matrix windows, int64_t depth,
                                                   int32_t* out, int64_t out_pitch) {
  dot_products(weights, windows, depth, out, out_pitch);
}
__attribute__((target("avx2"))) void avx2_taps(const ConvShape& s, const int16_t* image,
                                               const int8_t* weight, int32_t* out) {
  add_taps(s, image, weight, out);
}
Routines routines() {
  return __builtin_cpu_supports("avx2") != 0 ? Routines{avx2_products, avx2_taps} : kPortable;
}
#else
Routines routines() {
  return kPortable;
}
#endif

// How the windows of a group are laid out.
struct Windows {
  int64_t channels;  // of the group
  int64_t run;       // values that are neighbours in an image: a row of the window, or a pixel
  int64_t runs;      // of a row
  int64_t pitch;     // of a run, in the window
  int64_t depth;     // of the window

  explicit Windows(const ConvShape& s)
      : channels(s.ic / s.groups),
        run(s.dilation[1] == 1 ? s.kw * channels : channels),
        runs(s.dilation[1] == 1 ? 1 : s.kw),
        pitch(padded_depth(run)),
        depth(s.kh * runs * pitch) {}
};

// [oc][channel][kh][kw] as windows are, widened.
std::vector<int16_t> widen_weights(const ConvShape& s, const Windows& w,
                                   std::span<const int8_t> in) {
  std::vector<int16_t> out(static_cast<size_t>(s.oc * w.depth), 0);
  const int64_t pixels = w.run / w.channels, taps = s.kh * s.kw,
                pitch = w.pitch;  // pixels of a run
  const int8_t* from = in.data();
  for (int64_t o = 0; o < s.oc; ++o, from += w.channels * taps)
    for (int64_t t = 0; t < taps; ++t) {
      const int64_t ky = t / s.kw, kx = t % s.kw;
      int16_t* to =
          out.data() + o * w.depth + (ky * w.runs + kx / pixels) * pitch + kx % pixels * w.channels;
      for (int64_t c = 0; c < w.channels; ++c)
        to[c] = from[c * taps + t];
    }
  return out;
}

// The weights that this thread widened last: a network that runs layer by layer for several
// samples has them again, and of small images they are as much work as the sums.
struct WidenedWeights {
  std::array<int64_t, 4> how{};  // channels, kh, kw, runs
  std::vector<int8_t> from;
  std::vector<int16_t> rows;
};

// `own` has those that are too many to be kept.
const int16_t* widened_weights(const ConvShape& s, const Windows& w, std::span<const int8_t> in,
                               std::vector<int16_t>& own) {
  constexpr size_t kMostKept = size_t{1} << 22;
  thread_local WidenedWeights last;
  if (in.size() > kMostKept) {
    own = widen_weights(s, w, in);
    return own.data();
  }
  const std::array how = {w.channels, s.kh, s.kw, w.runs};
  if (last.how != how || !std::ranges::equal(last.from, in))
    last = {how, {in.begin(), in.end()}, widen_weights(s, w, in)};
  return last.rows.data();
}

// The channels of one group of one image, widened, channels last, with the zeros around them.
struct PaddedImage {
  std::vector<int16_t> data;
  int64_t h = 0, w = 0;
};

PaddedImage pad_image(const ConvShape& s, const int8_t* in, int64_t channels) {
  PaddedImage image;
  image.h = s.ih + s.pad[0] + s.pad[2];
  image.w = s.iw + s.pad[1] + s.pad[3];
  image.data.assign(static_cast<size_t>(channels * image.h * image.w + kStep), 0);
  for (int64_t y = 0; y < s.ih; ++y)
    for (int64_t c = 0; c < channels; ++c) {
      const int8_t* row = in + (c * s.ih + y) * s.iw;
      int16_t* to = image.data.data() + ((y + s.pad[0]) * image.w + s.pad[1]) * channels + c;
      for (int64_t x = 0; x < s.iw; ++x)
        to[x * channels] = row[x];
    }
  return image;
}

// The windows of output row oy.
void gather_windows(const ConvShape& s, const Windows& w, const PaddedImage& image, int64_t oy,
                    int16_t* to) {
  for (int64_t ox = 0; ox < s.ow; ++ox)
    for (int64_t ky = 0; ky < s.kh; ++ky) {
      const int64_t y = oy * s.stride[0] + ky * s.dilation[0];
      const int16_t* row = image.data.data() + (y * image.w + ox * s.stride[1]) * w.channels;
      for (int64_t r = 0; r < w.runs; ++r, row += s.dilation[1] * w.channels)
        for (int64_t k = 0; k < w.pitch; k += kStep, to += kStep)
          std::memcpy(to, row + k, kStep * sizeof(int16_t));
    }
}

void conv_group(const ConvShape& s, const Windows& w, const int8_t* in, const int16_t* weights,
                int32_t* out) {
  const Routines own = routines();
  const PaddedImage image = pad_image(s, in, w.channels);
  std::vector<int16_t> windows(static_cast<size_t>(s.ow * w.depth), 0);
  for (int64_t oy = 0; oy < s.oh; ++oy) {
    gather_windows(s, w, image, oy, windows.data());
    own.products({weights, s.oc / s.groups}, {windows.data(), s.ow}, w.depth, out + oy * s.ow,
                 s.oh * s.ow);
  }
}

void depthwise_channel(const ConvShape& s, const int8_t* in, const int8_t* weight, int32_t* out) {
  routines().taps(s, pad_image(s, in, 1).data.data(), weight, out);
}

// Of one group of one image with its pads, the windows of one row, and all weights.
void require_memory(const ConvShape& s) {
  const Windows w(s);
  const std::optional<int64_t> image =
      checked_bytes(std::array{w.channels, s.ih + s.pad[0] + s.pad[2], s.iw + s.pad[1] + s.pad[3]},
                    sizeof(int16_t));
  const std::optional<int64_t> rows =
      checked_bytes(std::array{s.ow + s.oc, w.depth}, sizeof(int16_t));
  constexpr int64_t kImpossible = int64_t{1} << 62;
  resources().require_bytes(std::max(image.value_or(kImpossible), rows.value_or(kImpossible)),
                            "the padded image of a convolution");
}

}  // namespace

void conv_int8(const ConvShape& s, const int8_t* data, const int8_t* weight, int32_t* out) {
  const int64_t in_channels = s.ic / s.groups, out_channels = s.oc / s.groups;
  const int64_t weight_size = in_channels * s.kh * s.kw;
  const int64_t in_plane = s.ih * s.iw, out_plane = s.oh * s.ow;
  require_memory(s);
  const Windows windows(s);
  std::fill(out, out + s.n * s.oc * out_plane, 0);
  const bool depthwise = in_channels == 1 && out_channels == 1;
  std::vector<int16_t> own;
  const int16_t* rows = nullptr;
  if (!depthwise)
    rows = widened_weights(s, windows, {weight, static_cast<size_t>(s.oc * weight_size)}, own);
  for (int64_t n = 0; n < s.n; ++n)
    for (int64_t g = 0; g < s.groups; ++g) {
      const int8_t* from = data + (n * s.ic + g * in_channels) * in_plane;
      int32_t* to = out + (n * s.oc + g * out_channels) * out_plane;
      if (depthwise)
        depthwise_channel(s, from, weight + g * weight_size, to);
      else
        conv_group(s, windows, from, rows + g * out_channels * windows.depth, to);
    }
}

void dense_int8(const DenseShape& s, const int8_t* data, const int8_t* weight, int32_t* out) {
  const std::vector<int16_t> rows = widen_rows(data, s.rows, s.depth);
  const std::vector<int16_t> units = widen_rows(weight, s.units, s.depth);
  routines().products({rows.data(), s.rows}, {units.data(), s.units}, padded_depth(s.depth), out,
                      s.units);
}

}  // namespace vta::host
