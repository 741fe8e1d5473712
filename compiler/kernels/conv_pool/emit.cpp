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
        columns_(ceil_div(g_.iw, g_.stride_w)) {}

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

  int64_t plane_elements() const { return d_.out.of(co_) * columns_; }
  int64_t row_elements() const { return g_.stride_w * plane_elements(); }
  int64_t slot(int64_t row) const { return row % t_.row_slots * row_elements(); }
  // One residue's elements of a row: [channel group][column / stride][sub].
  AccTile plane(int64_t row, int64_t residue) const {
    return {slot(row) + residue * plane_elements(), co_.size, columns_, d_.sub_out,
            co_.size * d_.sub_out - d_.out.of(co_)};
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
      emit_steps(stream_, p_.steps, pooled(base),
                 place_vectors(p_.steps, vector_base(), d_.out.of(co_)));
      stream_.begin_part(TilePart::Store);
      store(batch, y, pooled(base));
      stream_.end_tile();
    }
  }

  void sums_of_row(int64_t batch, int64_t row) {
    stream_.begin_part(TilePart::Start);
    emit_reset(stream_, slot(row), g_.stride_w * d_.out.of(co_), columns_);
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
    const int64_t count = ceil_div(columns.size - residues.begin, g_.stride_w);
    const AccTile sums = plane(row, residues.begin);
    const int64_t column = columns.begin / g_.stride_w, data = columns.size * d_.sub_in;
    const int64_t ci = d_.in.count;
    int64_t wgt = 0;  // where the weights of a part's outputs begin
    for (const AccTile& part : sums.parts()) {
      for (const auto& [inputs, depth] : d_.in.parts({0, d_.ci})) {
        const Uop base{part.base + column * part.sub,
                       inp_base + residues.begin * d_.sub_in + inputs.begin * data,
                       wgt + inputs.begin * d_.sub_in};
        const GemmLoop loops[] = {{residues.size, plane_elements(), d_.sub_in, 0},
                                  {count, part.sub, g_.stride_w * d_.sub_in, 0},
                                  {part.groups, columns_ * part.sub, 0, part.sub * ci},
                                  {part.sub, 1, 0, ci},
                                  {inputs.size, 0, data, d_.sub_in},
                                  {depth, 0, 1, 1}};
        const Access accesses[] = {
            {Space::Acc, sums.base, sums.base + residues.size * plane_elements(), true},
            {Space::Inp, inp_base, inp_base + d_.ci * data, false},
            {Space::Wgt, 0, d_.out.of(co_) * ci, false}};
        emit_gemm(stream_, {&base, 1}, loops, accesses);
      }
      wgt += part.per_pixel() * ci;
    }
  }

  void maximum_along(int64_t row, int64_t tap) {
    const Range served = outputs_in_image(column_axis(g_), {0, g_.ow}, tap);
    if (served.size == 0)
      return;
    const TapPlace place = place_of(tap, g_.stride_w, g_.pad_left);
    const AccTile target = pooled(row), source = plane(row, place.residue);
    for (const AccTile& part : target.parts()) {
      Insn i;
      i.opcode = static_cast<int64_t>(Opcode::Alu);
      i.alu_opcode = static_cast<int64_t>(AluOp::Max);
      i.iter_out = part.groups;
      i.iter_in = served.size * part.sub;
      i.dst_out = i.src_out = i.iter_out > 1 ? columns_ * part.sub : 0;
      i.dst_in = i.src_in = i.iter_in > 1 ? 1 : 0;
      const Uop uop{part.base + served.begin * part.sub,
                    part.base + source.base - target.base + (served.begin + place.shift) * part.sub,
                    0};
      const Access accesses[] = {target.access(true), source.access(false)};
      stream_.compute(i, {&uop, 1}, accesses);
    }
  }

  // ---- memory ------------------------------------------------------------------------------

  void load_weights() {
    const int64_t ci = d_.in.count;
    const int64_t at =
        p_.weight_offset / config_.element_bytes(MemoryType::Wgt) + co_.begin * d_.sub_out * ci;
    load_constants(stream_, {MemoryType::Wgt, 0, at, d_.out.of(co_), ci, ci});
  }

  void load_vectors() {
    if (interleaves_vectors(p_.steps))
      return vta::load_vectors(stream_, p_, vector_base(), co_, config_);
    const int64_t at =
        p_.vector_offset / config_.element_bytes(MemoryType::Acc) + co_.begin * d_.sub_out;
    const int64_t size = d_.out.of(co_);
    load_constants(stream_, {MemoryType::Acc, vector_base(), at, vectors_, size,
                             vectors_ > 1 ? d_.out.count : size});
  }

  void load_data(int64_t batch, int64_t row, const Range& columns, int64_t base) {
    const int64_t plane = g_.ih * g_.iw * d_.sub_in, size = columns.size * d_.sub_in;
    const int64_t at = first_element(image_of(p_.inputs[0], MemoryType::Inp, g_.ih, g_.iw, config_),
                                     {batch, {0, d_.ci}, {row, 1}, columns});
    load_rows(stream_, {MemoryType::Inp, base, at, d_.ci, size, d_.ci > 1 ? plane : size}, config_);
  }

  void store(int64_t batch, int64_t y, const AccTile& tile) {
    const ImageTensor image = image_of(p_.output(), MemoryType::Out, g_.oh, g_.ow, config_);
    ImagePart to{batch, {co_.begin, 0}, {y, 1}, {0, g_.ow}};
    for (const AccTile& part : tile.parts()) {
      to.groups = {to.groups.end(), part.groups};
      if (part.sub == d_.sub_out)
        store_groups(part, first_element(image, to));
      else
        move_elements(stream_, MemoryType::Out, part.base, image, to, part.sub, config_);
    }
  }

  void store_groups(const AccTile& tile, int64_t at) {
    const int64_t size = g_.ow * d_.sub_out, plane = g_.oh * size, run = columns_ * d_.sub_out;
    if (size == run)
      return store_rows(
          stream_,
          {MemoryType::Out, tile.base, at, tile.groups, size, tile.groups > 1 ? plane : size},
          config_);
    for (int64_t c = 0; c < tile.groups; ++c)
      store_rows(stream_, {MemoryType::Out, tile.base + c * run, at + c * plane, 1, size, size},
                 config_);
  }

  const KernelPlan& p_;
  const ConvDims d_;
  const ConvGeometry& g_;  // of the pool
  const ConvPoolTiles& t_;
  const VtaConfig& config_;
  TaskStream& stream_;
  int64_t vectors_, base_row_, base_column_;
  int64_t columns_;  // of a residue's plane
  Range co_;         // the part of the output channels under way
  int64_t loads_ = 0;
};

}  // namespace

void emit_conv_pool(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream) {
  ConvPoolEmitter(plan, config, stream).run();
}

}  // namespace vta
