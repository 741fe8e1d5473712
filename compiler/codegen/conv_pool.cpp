// A 1x1 convolution and the maximum pool of its result, row by row (compiler/schedule/conv_pool.h).
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
#include "compiler/codegen/alu_sequence.h"
#include "compiler/codegen/emit.h"
#include "compiler/codegen/gemm_loops.h"
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

// Outputs whose tap lies inside the image.
Range served_by(int64_t tap, int64_t stride, int64_t pad, int64_t image, int64_t outputs) {
  const int64_t first = tap < pad ? ceil_div(pad - tap, stride) : 0;
  const int64_t end = image + pad <= tap ? 0 : ceil_div(image + pad - tap, stride);
  return {first, std::max<int64_t>(0, std::min(end, outputs) - first)};
}

class ConvPoolEmitter {
 public:
  ConvPoolEmitter(const ConvPoolPlan& plan, const VtaConfig& config, TaskStream& stream)
      : p_(plan),
        d_(plan.dims),
        g_(plan.pool),
        t_(plan.tiles),
        config_(config),
        stream_(stream),
        vectors_(std::ranges::count(plan.steps, AluStep::Operand::Channel, &AluStep::operand)),
        base_row_(*base_tap(g_.kh, g_.stride_h, g_.pad_top, g_.ih, g_.oh)),
        base_column_(*base_tap(g_.kw, g_.stride_w, g_.pad_left, g_.iw, g_.ow)),
        run_(ceil_div(g_.iw, g_.stride_w) * d_.sub_out) {}

  void run() {
    for (int64_t co = 0; co < d_.co; co += t_.co) {
      co_ = {co, std::min(t_.co, d_.co - co)};
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
      epilogue(pooled(base));
      stream_.begin_part(TilePart::Store);
      store(batch, y, pooled(base));
      stream_.end_tile();
    }
  }

  void sums_of_row(int64_t batch, int64_t row) {
    stream_.begin_part(TilePart::Start);
    reset(row);
    stream_.begin_part(TilePart::Reduce);
    for (int64_t x = 0; x < g_.iw; x += t_.columns) {
      const Range columns{x, std::min(t_.columns, g_.iw - x)};
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

  void reset(int64_t row) {
    Insn i;
    i.opcode = static_cast<int64_t>(Opcode::Gemm);
    i.reset = 1;
    i.iter_out = g_.stride_w * co_.size;
    i.iter_in = run_;
    i.dst_out = i.iter_out > 1 ? run_ : 0;
    i.dst_in = i.iter_in > 1 ? 1 : 0;
    const Uop uop{slot(row), 0, 0};
    const Access accesses[] = {{Space::Acc, slot(row), slot(row) + row_elements(), true}};
    stream_.compute(i, {&uop, 1}, accesses);
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
    const Range served = served_by(tap, g_.stride_w, g_.pad_left, g_.iw, g_.ow);
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

  void epilogue(const AccTile& tile) {
    int64_t v = 0;
    for (const AluStep& s : p_.steps)
      if (s.operand == AluStep::Operand::Imm)
        emit_alu_imm(stream_, s.op, s.imm, tile);
      else
        emit_alu_channel(stream_, s.op, tile, vector_base() + v++ * co_.size * d_.sub_out);
  }

  // ---- memory ------------------------------------------------------------------------------

  // `rows` rows of `size` elements, to consecutive elements of a scratchpad or from them.
  void transfer(Opcode opcode, MemoryType type, int64_t sram, int64_t offset_bytes, int64_t first,
                int64_t rows, int64_t size, int64_t stride) {
    const int64_t element = config_.element_bytes(type);
    Insn i;
    i.opcode = static_cast<int64_t>(opcode);
    i.memory_type = static_cast<int64_t>(type);
    i.sram_base = sram;
    i.dram_base = offset_bytes / element + first;
    i.y_size = rows;
    i.x_size = size;
    i.x_stride = rows > 1 ? stride : size;
    const Space space = type == MemoryType::Inp   ? Space::Inp
                        : type == MemoryType::Wgt ? Space::Wgt
                                                  : Space::Acc;
    const bool load = opcode == Opcode::Load;
    const int64_t end = i.dram_base + (rows - 1) * i.x_stride + size;
    const Access accesses[] = {{space, sram, sram + rows * size, load},
                               {Space::Dram, i.dram_base * element, end * element, !load}};
    stream_.memory(i, accesses);
  }

  void load_weights() {
    const int64_t ci = d_.ci * d_.sub_in;
    transfer(Opcode::Load, MemoryType::Wgt, 0, p_.weight_offset, co_.begin * d_.sub_out * ci,
             co_.size * d_.sub_out, ci, ci);
  }

  void load_vectors() {
    transfer(Opcode::Load, MemoryType::Acc, vector_base(), p_.vector_offset, co_.begin * d_.sub_out,
             vectors_, co_.size * d_.sub_out, d_.co * d_.sub_out);
  }

  void load_data(int64_t batch, int64_t row, const Range& columns, int64_t base) {
    const int64_t plane = g_.ih * g_.iw * d_.sub_in;
    transfer(Opcode::Load, MemoryType::Inp, base, p_.input.offset,
             batch * p_.input.image_groups * plane + (row * g_.iw + columns.begin) * d_.sub_in,
             d_.ci, columns.size * d_.sub_in, plane);
  }

  void store(int64_t batch, int64_t y, const AccTile& tile) {
    const int64_t size = g_.ow * d_.sub_out, plane = g_.oh * size;
    const int64_t first = (batch * p_.output.image_groups + co_.begin) * plane + y * size;
    if (size == run_)
      return transfer(Opcode::Store, MemoryType::Out, tile.base, p_.output.offset, first, co_.size,
                      size, plane);
    for (int64_t c = 0; c < co_.size; ++c)
      transfer(Opcode::Store, MemoryType::Out, tile.base + c * run_, p_.output.offset,
               first + c * plane, 1, size, size);
  }

  const ConvPoolPlan& p_;
  const ConvDims& d_;
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

void emit_conv_pool(const ConvPoolPlan& plan, const VtaConfig& config, TaskStream& stream) {
  ConvPoolEmitter(plan, config, stream).run();
}

}  // namespace vta
