// The body of both directions is a transposition: `block` channel planes, `plane` elements apart,
// to or from positions that are `pitch` elements apart with the channels of a block adjacent.
// int8 goes through 8x8 tiles held in eight 64-bit words (three rounds of swaps), which is some six
// times faster than byte by byte; edges and int32 go element by element.
#include <array>
#include <cstring>

#include "runtime/program.h"

namespace vta {
namespace {

// One block of channels of one image: planes (host side) against positions (device side).
struct Strip {
  int64_t channels = 0;   // channels that exist, <= block
  int64_t positions = 0;  // h * w
  int64_t plane = 0;      // elements from a channel to the next, host side
  int64_t pitch = 0;      // elements from a position to the next, device side
};

void swap_halves(uint64_t& a, uint64_t& b, int shift, uint64_t mask) {
  const uint64_t t = ((a >> shift) ^ b) & mask;
  b ^= t;
  a ^= t << shift;
}

// rows[i] byte j <-> rows[j] byte i, byte 0 lowest.
void transpose_8x8(std::array<uint64_t, 8>& rows) {
  for (size_t i = 0; i < 4; ++i)
    swap_halves(rows[i], rows[i + 4], 32, 0x00000000FFFFFFFFu);
  for (size_t i : {0u, 1u, 4u, 5u})
    swap_halves(rows[i], rows[i + 2], 16, 0x0000FFFF0000FFFFu);
  for (size_t i : {0u, 2u, 4u, 6u})
    swap_halves(rows[i], rows[i + 1], 8, 0x00FF00FF00FF00FFu);
}

// out[j * out_pitch + i] = in[i * in_pitch + j] for i, j in 0..7.
void transpose_tile(const int8_t* in, int64_t in_pitch, int8_t* out, int64_t out_pitch) {
  std::array<uint64_t, 8> rows;
  for (int64_t i = 0; i < 8; ++i)
    std::memcpy(&rows[static_cast<size_t>(i)], in + i * in_pitch, 8);
  transpose_8x8(rows);
  for (int64_t j = 0; j < 8; ++j)
    std::memcpy(out + j * out_pitch, &rows[static_cast<size_t>(j)], 8);
}

template <typename T>
void pack_rest(const T* host, T* device, const Strip& s, int64_t first_channel,
               int64_t first_position) {
  for (int64_t p = first_position; p < s.positions; ++p)
    for (int64_t k = first_channel; k < s.channels; ++k)
      device[p * s.pitch + k] = host[k * s.plane + p];
}

template <typename T>
void unpack_rest(const T* device, T* host, const Strip& s, int64_t first_channel,
                 int64_t first_position) {
  for (int64_t k = first_channel; k < s.channels; ++k)
    for (int64_t p = first_position; p < s.positions; ++p)
      host[k * s.plane + p] = device[p * s.pitch + k];
}

void pack_strip(const int32_t* host, int32_t* device, const Strip& s) {
  pack_rest(host, device, s, 0, 0);
}

void unpack_strip(const int32_t* device, int32_t* host, const Strip& s) {
  unpack_rest(device, host, s, 0, 0);
}

void pack_strip(const int8_t* host, int8_t* device, const Strip& s) {
  const int64_t channels = s.channels / 8 * 8;
  const int64_t positions = s.positions / 8 * 8;
  for (int64_t p = 0; p < positions; p += 8)
    for (int64_t k = 0; k < channels; k += 8)
      transpose_tile(host + k * s.plane + p, s.plane, device + p * s.pitch + k, s.pitch);
  Strip edge = s;
  edge.channels = channels;
  pack_rest(host, device, edge, 0, positions);
  pack_rest(host, device, s, channels, 0);
}

void unpack_strip(const int8_t* device, int8_t* host, const Strip& s) {
  const int64_t channels = s.channels / 8 * 8;
  const int64_t positions = s.positions / 8 * 8;
  for (int64_t p = 0; p < positions; p += 8)
    for (int64_t k = 0; k < channels; k += 8)
      transpose_tile(device + p * s.pitch + k, s.pitch, host + k * s.plane + p, s.plane);
  Strip edge = s;
  edge.channels = channels;
  unpack_rest(device, host, edge, 0, positions);
  unpack_rest(device, host, s, channels, 0);
}

// Calls visit(host offset, device offset, strip) for every block of channels of every image.
template <typename Visit>
void for_each_strip(const PackedLayout& l, Visit visit) {
  const int64_t hw = l.h * l.w;
  const int64_t pitch = l.sub * l.batch * l.block;
  for (int64_t n = 0; n < l.n; ++n)
    for (int64_t c = 0; c < l.c; c += l.block) {
      const int64_t group = c / (l.sub * l.block);
      const int64_t sub = c / l.block % l.sub;
      const int64_t device = ((n / l.batch) * l.group_pitch() + group) * hw * pitch +
                             (sub * l.batch + n % l.batch) * l.block;
      visit((n * l.c + c) * hw, device, Strip{std::min(l.block, l.c - c), hw, hw, pitch});
    }
}

template <typename T>
void pack(const Tensor& nchw, const PackedLayout& layout, std::span<std::byte> packed) {
  const bool has_padding =
      layout.n % layout.batch != 0 || layout.c % (layout.sub * layout.block) != 0;
  if (has_padding)
    std::memset(packed.data(), 0, packed.size());
  const T* host = nchw.data<T>().data();
  T* device = reinterpret_cast<T*>(packed.data());
  for_each_strip(layout, [&](int64_t from, int64_t to, const Strip& strip) {
    pack_strip(host + from, device + to, strip);
  });
}

template <typename T>
Tensor unpack(std::span<const std::byte> packed, const PackedLayout& layout) {
  Tensor nchw = Tensor::zeros(layout.dtype, {layout.n, layout.c, layout.h, layout.w});
  T* host = nchw.mutable_data<T>().data();
  const T* device = reinterpret_cast<const T*>(packed.data());
  for_each_strip(layout, [&](int64_t to, int64_t from, const Strip& strip) {
    unpack_strip(device + from, host + to, strip);
  });
  return nchw;
}

void check_packed(const PackedLayout& layout, size_t bytes) {
  VTA_CHECK(layout.dtype == DType::I8 || layout.dtype == DType::I32, "packed tensors hold {}",
            dtype_name(layout.dtype));
  VTA_CHECK(static_cast<int64_t>(bytes) == layout.span_bytes(), "{} bytes for a layout of {}",
            bytes, layout.span_bytes());
}

}  // namespace

void pack_tensor(const Tensor& nchw, const PackedLayout& layout, std::span<std::byte> packed) {
  check_packed(layout, packed.size());
  VTA_CHECK(layout.is_dense(), "packed as a part of {} groups, which has {}", layout.image_groups,
            layout.groups());
  VTA_CHECK(
      nchw.dtype() == layout.dtype && nchw.size() == layout.n * layout.c * layout.h * layout.w,
      "tensor {} {} for a layout of ({}, {}, {}, {}) {}", shape_text(nchw.shape()),
      dtype_name(nchw.dtype()), layout.n, layout.c, layout.h, layout.w, dtype_name(layout.dtype));
  if (layout.dtype == DType::I8)
    pack<int8_t>(nchw, layout, packed);
  else
    pack<int32_t>(nchw, layout, packed);
}

Tensor unpack_tensor(std::span<const std::byte> packed, const PackedLayout& layout) {
  check_packed(layout, packed.size());
  return layout.dtype == DType::I8 ? unpack<int8_t>(packed, layout)
                                   : unpack<int32_t>(packed, layout);
}

}  // namespace vta
