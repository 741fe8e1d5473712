// A 1x1 convolution and the maximum pool of its result, row by row (kind.h).
//
//   for each row of sums that some window reads: reset, GEMM (a column's residue at a time),
//                                                maximum along the row's windows
//   for each pooled row: maximum over its rows, epilogue, store
//
// Rows take slots in turn, so a row that two windows read is computed once, and a stored row's slot
// is written again only some rows later.
#include <algorithm>
#include <map>
#include <vector>

#include "base/round.h"
#include "compiler/emit/gemm_loops.h"
#include "compiler/emit/moves.h"
#include "compiler/kernels/conv/dims.h"
#include "compiler/kernels/conv_pool/kind.h"
#include "compiler/kernels/steps.h"
#include "hw/isa/insn.h"

namespace vta {
namespace {

// Which elements a tap reads, beside the output's own place: the residue's plane, moved.
struct TapPlace {
  int64_t residue = 0, shift = 0;
};

TapPlace place_of(int64_t tap, int64_t stride, int64_t pad) {
  const int64_t at = tap - pad;
  const int64_t shift = at >= 0 ? at / stride : -ceil_div(-at, stride);
  return {at - shift * stride, shift};
}

class ConvPoolEmitter {
 public:
  ConvPoolEmitter(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream)
      : p_(plan),
        d_(ConvDims::of(plan.geometry(), config)),
        g_(plan.pool->conv),
        t_(plan.tiles_as<ConvPoolTiles>()),
        config_(config),
        stream_(stream),
        vectors_(count_vectors(plan.steps)),
        base_row_(*base_tap(g_.kh, g_.stride_h, g_.pad_top, g_.ih, g_.oh)),
        base_column_(*base_tap(g_.kw, g_.stride_w, g_.pad_left, g_.iw, g_.ow)),
        run_(ceil_div(g_.iw, g_.stride_w) * d_.sub_out) {}

  void run() {
    for (int64_t co = 0; co < d_.co; co += t_.co) {
      co_ = cut(co, t_.co, d_.co);
      load_weights();
      if (vectors_ > 0)
        load_vectors();
      for (int64_t b = 0; b < d_.batches; ++b)
        pool_image(b);
    }
  }

 private:
  // ---- places in ACC -----------------------------------------------------------------------

  int64_t row_elements() const { return g_.stride_w * co_.size * run_; }
  int64_t slot(int64_t row) const { return row % t_.row_slots * row_elements(); }
  // One residue's elements of a row: [channel group][column / stride][sub].
  AccTile plane(int64_t row, int64_t residue) const {
    return {slot(row) + residue * co_.size * run_, co_.size, run_ / d_.sub_out, d_.sub_out};
  }
  AccTile pooled(int64_t row) const {
    return plane(row, place_of(base_column_, g_.stride_w, g_.pad_left).residue);
  }
  int64_t vector_base() const { return t_.row_slots * row_elements(); }

  // ---- one image ---------------------------------------------------------------------------

  void pool_image(int64_t batch) {
    // Windows overlap: `next` outlives a pooled row, so that the rows that two of them read are
    // computed once, and still lie in their slots.
    int64_t next = 0;  // row that is not computed yet
    for (int64_t y = 0; y < g_.oh; ++y) {
      const int64_t first = y * g_.stride_h - g_.pad_top;
      const int64_t end = std::min(first + g_.kh, g_.ih);
      for (next = std::max(next, first); next < end; ++next)
        sums_of_row(batch, next);
      stream_.begin_part(TilePart::Reduce);
      const int64_t base = first + base_row_;
      for (int64_t row = std::max<int64_t>(first, 0); row < end; ++row)
        if (row != base)
          emit_alu_tensor(stream_, AluOp::Max, pooled(base), pooled(row).base);
      stream_.begin_part(TilePart::Epilogue);
      emit_steps(stream_, p_.steps, pooled(base), {vector_base(), co_.size * d_.sub_out});
      stream_.begin_part(TilePart::Store);
      store(batch, y, pooled(base));
      stream_.end_tile();
    }
  }

  void sums_of_row(int64_t batch, int64_t row) {
    stream_.begin_part(TilePart::Start);
    emit_reset(stream_, slot(row), g_.stride_w * co_.size, run_);
    stream_.begin_part(TilePart::Reduce);
    for (int64_t x = 0; x < g_.iw; x += t_.columns) {
      const Range columns = cut(x, t_.columns, g_.iw);
      const int64_t base = loads_++ % 2 * t_.columns * d_.ci * d_.sub_in;
      load_data(batch, row, columns, base);
      // Residues of equally many columns are one instruction.
      const bool even = columns.size % g_.stride_w == 0;
      const int64_t step = even ? g_.stride_w : 1;
      for (int64_t residue = 0; residue < std::min(g_.stride_w, columns.size); residue += step)
        gemm(row, columns, {residue, step}, base);
    }
    for (int64_t tap = 0; tap < g_.kw; ++tap)
      if (tap != base_column_)
        maximum_along(row, tap);
  }

  // A part's columns of some residues, every input and output channel.
  void gemm(int64_t row, const Range& columns, const Range& residues, int64_t inp_base) {
    const int64_t acc = plane(row, residues.begin).base, plane_size = co_.size * run_;
    const int64_t ci = d_.ci * d_.sub_in;
    const int64_t data = columns.size * d_.sub_in;
    const int64_t count = ceil_div(columns.size - residues.begin, g_.stride_w);
    const Uop base{acc + columns.begin / g_.stride_w * d_.sub_out,
                   inp_base + residues.begin * d_.sub_in, 0};
    const GemmLoop loops[] = {{residues.size, plane_size, d_.sub_in, 0},
                              {count, d_.sub_out, g_.stride_w * d_.sub_in, 0},
                              {co_.size, run_, 0, d_.sub_out * ci},
                              {d_.sub_out, 1, 0, ci},
                              {d_.ci, 0, data, d_.sub_in},
                              {d_.sub_in, 0, 1, 1}};
    const Access accesses[] = {{Space::Acc, acc, acc + residues.size * plane_size, true},
                               {Space::Inp, inp_base, inp_base + d_.ci * data, false},
                               {Space::Wgt, 0, co_.size * d_.sub_out * ci, false}};
    emit_gemm(stream_, {&base, 1}, loops, accesses);
  }

  void maximum_along(int64_t row, int64_t tap) {
    const Range served = outputs_in_image(column_axis(g_), {0, g_.ow}, tap);
    if (served.size == 0)
      return;
    const TapPlace place = place_of(tap, g_.stride_w, g_.pad_left);
    const AccTile target = pooled(row), source = plane(row, place.residue);
    Insn i;
    i.opcode = static_cast<int64_t>(Opcode::Alu);
    i.alu_opcode = static_cast<int64_t>(AluOp::Max);
    i.iter_out = co_.size;
    i.iter_in = served.size * d_.sub_out;
    i.dst_out = i.src_out = i.iter_out > 1 ? run_ : 0;
    i.dst_in = i.src_in = i.iter_in > 1 ? 1 : 0;
    const Uop uop{target.base + served.begin * d_.sub_out,
                  source.base + (served.begin + place.shift) * d_.sub_out, 0};
    const Access accesses[] = {target.access(true), source.access(false)};
    stream_.compute(i, {&uop, 1}, accesses);
  }

  // ---- memory ------------------------------------------------------------------------------

  void load_weights() {
    const int64_t ci = d_.ci * d_.sub_in;
    const int64_t at =
        p_.weight_offset / config_.element_bytes(MemoryType::Wgt) + co_.begin * d_.sub_out * ci;
    load_constants(stream_, {MemoryType::Wgt, 0, at, co_.size * d_.sub_out, ci, ci});
  }

  void load_vectors() {
    const int64_t at =
        p_.vector_offset / config_.element_bytes(MemoryType::Acc) + co_.begin * d_.sub_out;
    const int64_t size = co_.size * d_.sub_out;
    load_constants(stream_, {MemoryType::Acc, vector_base(), at, vectors_, size,
                             vectors_ > 1 ? d_.co * d_.sub_out : size});
  }

  void load_data(int64_t batch, int64_t row, const Range& columns, int64_t base) {
    const int64_t plane = g_.ih * g_.iw * d_.sub_in, size = columns.size * d_.sub_in;
    const int64_t at = first_element(image_of(p_.inputs[0], MemoryType::Inp, g_.ih, g_.iw, config_),
                                     {batch, {0, d_.ci}, {row, 1}, columns});
    load_rows(stream_, {MemoryType::Inp, base, at, d_.ci, size, d_.ci > 1 ? plane : size}, config_);
  }

  void store(int64_t batch, int64_t y, const AccTile& tile) {
    const int64_t size = g_.ow * d_.sub_out, plane = g_.oh * size;
    const int64_t at = first_element(image_of(p_.output(), MemoryType::Out, g_.oh, g_.ow, config_),
                                     {batch, co_, {y, 1}, {0, g_.ow}});
    if (size == run_)
      return store_rows(
          stream_, {MemoryType::Out, tile.base, at, co_.size, size, co_.size > 1 ? plane : size},
          config_);
    for (int64_t c = 0; c < co_.size; ++c)
      store_rows(stream_, {MemoryType::Out, tile.base + c * run_, at + c * plane, 1, size, size},
                 config_);
  }

  const KernelPlan& p_;
  const ConvDims d_;
  const ConvGeometry& g_;  // of the pool
  const ConvPoolTiles& t_;
  const VtaConfig& config_;
  TaskStream& stream_;
  int64_t vectors_, base_row_, base_column_;
  int64_t run_;  // elements of one channel group in a residue's plane
  Range co_;     // the part of the output channels under way
  int64_t loads_ = 0;
};

}  // namespace

void emit_conv_pool(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream) {
  ConvPoolEmitter(plan, config, stream).run();
}

}  // namespace vta
