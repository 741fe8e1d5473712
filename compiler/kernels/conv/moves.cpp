#include "compiler/kernels/conv/moves.h"

#include <algorithm>
#include <utility>

#include "compiler/kernels/conv/input_layout.h"
#include "compiler/kernels/conv/search.h"
#include "hw/isa/insn.h"

namespace vta {

bool ConvMoves::WeightRows::take(int64_t next_sram, int64_t next, int64_t size) {
  if (rows == 0)
    *this = {next_sram, next, 0, size, size};
  else if (rows == 1)
    stride = next - dram;
  const bool fits = size == row && stride >= row && next_sram == sram + rows * row &&
                    next == dram + rows * stride;
  rows += fits ? 1 : 0;
  return fits;
}

void ConvMoves::load_weights(const ReductionStep& step, int64_t base) {
  const ConvDims& d = s_.dims;
  WeightRows rows;
  for (const LinkGroup& links : step.links) {
    if (links.column > 0)
      continue;  // comes with the group that begins the row
    for (const Link& first : links.first)
      for (int64_t o = 0; o < links.run * links.out_depth; ++o) {
        const int64_t output = o / links.out_depth, size = links.row;
        const int64_t sram = first.before + o * size;
        const int64_t dram = d.weight_block(first.output + output, o % links.out_depth,
                                            first.input + output * links.advance);
        if (rows.take(sram, dram, size))
          continue;
        load_weights(step, base, rows);
        rows = {};
        rows.take(sram, dram, size);
      }
  }
  load_weights(step, base, rows);
}

void ConvMoves::load_weights(const ReductionStep& step, int64_t base, const WeightRows& w) {
  const ConvDims& d = s_.dims;
  const int64_t kernel = d.kh * d.kw;
  const int64_t dram0 = s_.plan.weight_offset / s_.config.element_bytes(MemoryType::Wgt);
  const Range &ky = step.rows.k, &kx = step.cols.k;
  const int64_t part = ky.size * kx.size;
  if (part == kernel) {
    weight_rows(base + w.sram * kernel, dram0 + w.dram * kernel, w.rows, w.row * kernel,
                w.stride * kernel);
    return;
  }
  // A part of the kernel: rows of one block each.
  const int64_t first = ky.begin * d.kw + kx.begin;
  if (s_.tiles.exact_taps && (kx.size == d.kw || ky.size == 1)) {  // each is one run
    const int64_t sram = base + w.sram * part, dram = dram0 + w.dram * kernel + first;
    if (w.row == 1)
      return weight_rows(sram, dram, w.rows, part, w.stride * kernel);
    for (int64_t r = 0; r < w.rows; ++r)
      weight_rows(sram + r * w.row * part, dram + r * w.stride * kernel, w.row, part, kernel);
    return;
  }
  for (int64_t r = 0; r < w.rows; ++r)
    for (int64_t c = 0; c < w.row; ++c)
      weight_rows(base + (w.sram + r * w.row + c) * part,
                  dram0 + (w.dram + r * w.stride + c) * kernel + first, ky.size, kx.size, d.kw);
}

void ConvMoves::load_identity(int64_t base) {
  weight_rows(base, s_.plan.identity_offset / s_.config.element_bytes(MemoryType::Wgt), 1,
              identity_elements(s_.dims, s_.tiles), 0);
}

void ConvMoves::weight_rows(int64_t sram, int64_t dram, int64_t rows, int64_t row, int64_t stride) {
  if (stride > kMaxTransferExtent && rows > 1) {  // rows too far apart for the stride field
    for (int64_t r = 0; r < rows; ++r)
      weight_rows(sram + r * row, dram + r * stride, 1, row, row);
    return;
  }
  load_constants(s_.stream, {MemoryType::Wgt, sram, dram, rows, row, rows > 1 ? stride : row});
}

// One transfer moves all channel groups where the part of each is one run of the tensor, and
// nothing is padded. (Published schedules move each by itself.)
bool ConvMoves::moved_at_once(const Rows& planes, bool one_run) const {
  return s_.tiles.exact_taps && one_run && planes.rows > 1 &&
         std::max({planes.rows, planes.size, planes.stride}) <= kMaxTransferExtent;
}

void ConvMoves::load_input(int64_t batch, const ReductionStep& step, int64_t base) {
  const ConvDims& d = s_.dims;
  const Window &rows = step.rows.window, &cols = step.cols.window;
  const int64_t first =
      first_element(image_of(s_.plan.inputs[0], MemoryType::Inp, d.ih, d.iw, s_.config),
                    {batch, step.ci, {rows.load_first, rows.load}, {cols.load_first, cols.load}});
  const Rows planes{
      MemoryType::Inp,       base, first, step.ci.size, rows.size * cols.size * d.sub_in,
      d.ih * d.iw * d.sub_in};
  if (s_.tiles.single_pixels)
    return load_pixels(base, first, step);
  const bool one_run = rows.size == 1 || (cols.size == d.iw && step.rows.pitch == 1);
  if (moved_at_once(planes, one_run))
    return load_rows_apart(s_.stream, planes, s_.config);
  for (int64_t c = 0; c < step.ci.size; ++c)
    load_plane(base + c * planes.size, first + c * planes.stride, step.rows, cols);
}

// Each row of a LOAD is a pixel.
void ConvMoves::load_pixels(int64_t sram, int64_t dram, const ReductionStep& step) {
  const ConvDims& d = s_.dims;
  const InputLayout in = input_layout(d, s_.tiles, step);
  struct Axis {
    int64_t size, sram, dram;
  };
  Axis groups{step.ci.size, in.group, d.ih * d.iw * d.sub_in};
  Axis rows{step.rows.window.size, in.row, step.rows.pitch * d.iw * d.sub_in};
  Axis cols{step.cols.window.size, in.column, step.cols.pitch * d.sub_in};
  Axis pixels{1, 0, 0};  // of one LOAD
  using Along = PixelRuns::Along;
  if (in.along == Along::Planes)
    rows.size *= std::exchange(groups.size, 1);
  std::swap(pixels, in.along == Along::Row ? cols : in.along == Along::Groups ? groups : rows);
  for (int64_t g = 0; g < groups.size; ++g)
    for (int64_t r = 0; r < rows.size; ++r)
      for (int64_t c = 0; c < cols.size; ++c) {
        const Rows run{MemoryType::Inp,
                       sram + g * groups.sram + r * rows.sram + c * cols.sram,
                       dram + g * groups.dram + r * rows.dram + c * cols.dram,
                       pixels.size,
                       d.sub_in,
                       pixels.dram};
        if (in.along == Along::Groups)
          load_rows_apart(s_.stream, run, s_.config);
        else
          load_rows(s_.stream, run, s_.config);
      }
}

// One channel group's window, padding included.
void ConvMoves::load_plane(int64_t sram, int64_t dram, const AxisStep& step, const Window& cols) {
  const ConvDims& d = s_.dims;
  const Window& rows = step.window;
  const int64_t left = cols.pad_before * d.sub_in, right = cols.pad_after * d.sub_in;
  const int64_t width = cols.size * d.sub_in, load = cols.load * d.sub_in;
  const int64_t distance = step.pitch * d.iw * d.sub_in;
  const bool fields_hold = distance <= kMaxTransferExtent;
  if (fields_hold && std::max({rows.pad_before, rows.pad_after, left, right}) <= kMaxPad)
    return input_rows({MemoryType::Inp, sram, dram, rows.load, load, distance},
                      {rows.pad_before, rows.pad_after, left, right});
  if (rows.load * load < rows.size * width)
    zero_fill(sram, rows.size * width);
  for (int64_t r = 0; load > 0 && r < rows.load; ++r)
    input_rows({MemoryType::Inp, sram + (rows.pad_before + r) * width + left, dram + r * distance,
                1, load, d.iw * d.sub_in},
               {});
}

void ConvMoves::input_rows(Rows rows, const std::array<int64_t, 4>& pads) {
  if (rows.rows * rows.size == 0)
    rows.dram = 0;
  load_padded(s_.stream, rows, pads, s_.config);
}

// Pads wider than the fields hold: zero the whole tile with loads that consist of padding alone.
void ConvMoves::zero_fill(int64_t sram, int64_t elements) {
  while (elements > 0) {
    const int64_t row = std::min(elements, kMaxPad);
    const int64_t rows = std::min(elements / row, kMaxTransferExtent);
    load_padded(s_.stream, {MemoryType::Inp, sram, 0, rows, 0, 0}, {0, 0, row, 0}, s_.config);
    sram += rows * row;
    elements -= rows * row;
  }
}

void ConvMoves::load_residual(const OutputTile& tile, int64_t base) {
  const ConvDims& d = s_.dims;
  const ImageTensor tensor = image_of(s_.plan.inputs[1], MemoryType::Inp, d.oh, d.ow, s_.config);
  const int64_t row = tile.w.size * d.sub_in, pitch = tensor.w * d.sub_in;
  const int64_t first = first_element(tensor, {tile.batch, tile.co, tile.h, tile.w});
  const Rows planes{MemoryType::Inp, base, first, tile.co.size, tile.h.size * row, d.oh * pitch};
  if (moved_at_once(planes, tile.h.size == 1 || tile.w.size == tensor.w))
    return load_rows_apart(s_.stream, planes, s_.config);
  for (int64_t g = 0; g < tile.co.size; ++g)
    load_rows(s_.stream,
              {MemoryType::Inp, base + g * planes.size, first + g * planes.stride, tile.h.size, row,
               pitch},
              s_.config);
}

void ConvMoves::store(const OutputTile& tile, int64_t base, const TensorPlace& to) {
  const ConvDims& d = s_.dims;
  const ImageTensor tensor = image_of(to, MemoryType::Out, d.oh, d.ow, s_.config);
  for (const auto& [groups, depth] : d.out.parts(tile.co)) {
    const ImagePart part{tile.batch, groups, tile.h, tile.w};
    if (depth == d.sub_out)
      store_groups(part, base, tensor);
    else
      move_elements(s_.stream, MemoryType::Out, base, tensor, part, depth, s_.config);
    base += groups.size * tile.h.size * tile.w.size * depth;
  }
}

void ConvMoves::store_groups(const ImagePart& part, int64_t base, const ImageTensor& tensor) {
  const Rows planes{MemoryType::Out,
                    base,
                    first_element(tensor, part),
                    part.groups.size,
                    part.h.size * part.w.size * tensor.sub,
                    tensor.h * tensor.w * tensor.sub};
  const bool whole = part.w.size == tensor.w && part.h.size == tensor.h;
  if (!whole && moved_at_once(planes, part.h.size == 1 || part.w.size == tensor.w))
    return store_rows_apart(s_.stream, planes, s_.config);
  store_image_part(s_.stream, base, tensor, part, s_.config);
}

}  // namespace vta
