#include "compiler/kernels/conv/epilogue.h"

#include <algorithm>

#include "base/round.h"
#include "compiler/emit/gemm_loops.h"
#include "compiler/kernels/steps.h"

namespace vta {

void ConvEpilogue::emit(const OutputTile& tile, const AccTile& acc, size_t first, int64_t vectors) {
  // Vectors lie in the order of all steps, those included that set the tile before its sums.
  VectorPlace place =
      place_vectors(s_.plan.steps, vectors, acc.per_pixel()).behind(s_.plan.steps.first(first));
  const std::vector<Part> parts = parts_of(tile, acc);
  const int64_t others =
      uses_others(s_.plan.steps) ? acc.base + acc_tile_elements(s_.dims, s_.tiles) : -1;
  for (const KernelResult& result : s_.plan.results) {
    const auto steps = s_.plan.steps.subspan(first, result.steps - first);
    for (const Part& part : parts) {
      s_.stream.begin_part(TilePart::Epilogue);
      VectorPlace of_part = place;
      of_part.base += part.first_group * acc.sub * place.stride;
      emit_steps(
          s_.stream, steps, part.acc, of_part,
          [&](const AluStep& step, const VectorPlace& vectors_of_step) {
            if (step.operand == AluStep::Operand::Tensor)
              add_residual(part.tile, part.acc);
            else
              emit_classes(step.op, part.tile, part.acc, vectors_of_step);
          },
          others);
      s_.stream.begin_part(TilePart::Store);
      moves_.store(part.tile, part.acc.base, result.to);
    }
    place = place.behind(steps);
    first = result.steps;
  }
}

// Of `range`, counted from the beginning of `within`.
static Range common(const Range& range, const Range& within) {
  const int64_t begin = std::max(range.begin, within.begin),
                end = std::min(range.end(), within.end());
  return {begin - within.begin, std::max<int64_t>(end - begin, 0)};
}

void ConvEpilogue::emit_classes(AluOp op, const OutputTile& tile, const AccTile& acc,
                                VectorPlace vectors) {
  for (const Range& rows : classes_.rows)
    for (const Range& columns : classes_.columns) {
      const PixelRect rect{tile.w.size, common(rows, tile.h), common(columns, tile.w)};
      if (rect.rows.size > 0 && rect.columns.size > 0)
        emit_alu_channel(s_.stream, op, acc, rect, {vectors.base, vectors.stride});
      vectors.base += vectors.pitch;
    }
}

// The accumulators of a first result are read by its store when the second one's steps begin: with
// two parts, one is stored beside the other one's steps.
std::vector<ConvEpilogue::Part> ConvEpilogue::parts_of(const OutputTile& tile,
                                                       const AccTile& acc) const {
  const bool by_group = tile.co.size > 1;
  const Range whole = by_group ? tile.co : tile.h;
  if (s_.plan.results.size() == 1 || whole.size == 1)
    return {{tile, acc}};
  const int64_t size = ceil_div(whole.size, 2);
  std::vector<Part> parts;
  for (const Range& range :
       {Range{whole.begin, size}, Range{whole.begin + size, whole.size - size}}) {
    Part part{tile, acc};
    (by_group ? part.tile.co : part.tile.h) = range;
    part.first_group = by_group ? range.begin - whole.begin : 0;
    if (by_group) {
      part.acc = acc.some(part.first_group, range.size);
    } else {
      part.acc.pixels = range.size * tile.w.size;
      part.acc.base += acc.elements() / whole.size * (range.begin - whole.begin);
    }
    parts.push_back(part);
  }
  return parts;
}

// In parts of some channel groups, which take the slots in turn.
void ConvEpilogue::add_residual(const OutputTile& tile, const AccTile& acc) {
  const ConvTiles& t = s_.tiles;
  const int64_t slot = residual_elements(s_.dims, t) / t.residual_slots;
  const int64_t rows = residual_rows(t);
  for (int64_t g = 0; g < tile.co.size; g += t.residual_groups)
    for (int64_t y = 0; y < tile.h.size; y += rows) {
      OutputTile part = tile;
      part.co = cut(tile.co.begin + g, t.residual_groups, tile.co.end());
      part.h = cut(tile.h.begin + y, rows, tile.h.end());
      const int64_t base = places_.residual + residual_parts_++ % t.residual_slots * slot;
      moves_.load_residual(part, base);
      add_identity(tile, part, acc, base);
    }
}

// Each ACC element gets the INP elements that have its channels: where one kind of element is
// narrower, its parts follow each other, and so do their identity blocks; a last group has as many
// as it has elements with channels. `part` is some of the tile's groups and rows.
void ConvEpilogue::add_identity(const OutputTile& tile, const OutputTile& part, const AccTile& sums,
                                int64_t inp_base) {
  const ConvDims& d = s_.dims;
  const int64_t pixels = part.h.size * part.w.size;
  for (const auto& [groups, out_depth] : d.out.parts(part.co))
    for (const auto& [in_groups, in_depth] : d.residual.parts(groups)) {
      const int64_t size = in_groups.size;
      const int64_t acc = sums.base + (in_groups.begin - tile.co.begin) * sums.pixels * d.sub_out +
                          (part.h.begin - tile.h.begin) * tile.w.size * out_depth;
      const int64_t inp = inp_base + (in_groups.begin - part.co.begin) * pixels * d.sub_in;
      const GemmLoop loops[] = {{size, sums.pixels * d.sub_out, pixels * d.sub_in, 0},
                                {pixels, out_depth, d.sub_in, 0},
                                {out_depth, 1, 0, 1},
                                {in_depth, 0, 1, 1}};
      const int64_t acc_end = acc + (size - 1) * loops[0].dst + pixels * out_depth;
      const int64_t identity_end = places_.identity + identity_elements(d, s_.tiles);
      const Access accesses[] = {{Space::Acc, acc, acc_end, true},
                                 {Space::Inp, inp, inp + size * pixels * d.sub_in, false},
                                 {Space::Wgt, places_.identity, identity_end, false}};
      const Uop uop{acc, inp, places_.identity};
      emit_gemm(s_.stream, {&uop, 1}, loops, accesses);
    }
}

}  // namespace vta
