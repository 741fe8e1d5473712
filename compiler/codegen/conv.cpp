// Convolution: for each accumulator tile set or reset, reduce over input and weight tiles,
// epilogue, store.
//
// Scratchpads are divided into equal slots. Tiles follow each other in slots, so that the loads of
// the next reduction step run beside this one's GEMM, and the next tile's GEMM beside this one's
// store; the stream builder derives the tokens from the ranges that each instruction touches. That
// is the overlap which interleaved virtual threads give, without interleaving.
//
// Layouts in the scratchpads, for a tile of the walk (sizes of this very tile, edges are smaller):
//   INP [ci group][window row][window column][sub_in]
//   WGT [co block][ci block][ky][kx]
//   ACC [co group][row][column][sub_out], channel vectors [vector][co group][sub_out]: acc_slots.h
// A residual operand has slots behind the input's, [co group][row][column][sub_in]; the blocks by
// which a GEMM adds it lie behind the weights.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/round.h"
#include "compiler/codegen/acc_slots.h"
#include "compiler/codegen/alu_sequence.h"
#include "compiler/codegen/emit.h"
#include "compiler/codegen/gemm_loops.h"
#include "compiler/schedule/step_bounds.h"

namespace vta {
namespace {

constexpr int64_t kMaxPad = 15;  // 4-bit pad fields

Insn load_insn(MemoryType type, int64_t sram_base, int64_t dram_base) {
  Insn i;
  i.opcode = static_cast<int64_t>(Opcode::Load);
  i.memory_type = static_cast<int64_t>(type);
  i.sram_base = sram_base;
  i.dram_base = dram_base;
  return i;
}

class ConvEmitter {
 public:
  ConvEmitter(const ConvPlan& plan, const VtaConfig& config, TaskStream& stream, AccBounds& bounds)
      : p_(plan),
        d_(plan.dims),
        t_(plan.tiles),
        config_(config),
        stream_(stream),
        bounds_(bounds),
        num_vectors_(channel_vectors_count(plan.steps)),
        inp_slot_(inp_tile_elements(d_, t_)),
        wgt_slot_(wgt_tile_elements(d_, t_)),
        least_added_(least_added(plan.steps)),
        inp_cache_(t_.inp_slots, t_.reuse),
        wgt_cache_(t_.wgt_slots, t_.reuse),
        first_inp_(first_slot(Space::Inp, t_.inp_slots, inp_slot_)),
        first_wgt_(first_slot(Space::Wgt, t_.wgt_slots, wgt_slot_)),
        acc_slots_(d_, t_, num_vectors_, {least_added_ > 0, plan.halves}, config),
        result_bound_(largest_after(p_.steps, AccBounds::kUnknown)) {}

  void run() {
    if (t_.residual_groups > 0)
      weight_rows(identity_base(), p_.identity_offset / config_.element_bytes(MemoryType::Wgt), 1,
                  identity_elements(d_, t_), 0);
    for (const OutputTile& tile : output_tiles(d_, t_)) {
      const AccTile acc{acc_slots_.tile(tile), tile.co.size, tile.h.size * tile.w.size, d_.sub_out};
      const Start start = start_tile(tile, acc);
      stream_.begin_part(TilePart::Reduce);
      for (const ReductionStep& step : walk_.steps(tile))
        reduce(tile, step, acc);
      epilogue(tile, acc, start);
      stream_.end_tile();
      bounds_.write(acc.base, acc.base + acc.elements(), result_bound_);
    }
  }

 private:
  static int64_t channel_vectors_count(std::span<const AluStep> steps) {
    return std::ranges::count(steps, AluStep::Operand::Channel, &AluStep::operand);
  }

  // The first slot behind what the kernel before used last, which may still be in use when the
  // loads of this one could begin.
  int64_t first_slot(Space space, int64_t slots, int64_t size) const {
    const int64_t first = ceil_div(stream_.last_used_end(space), size);
    return t_.reuse && first < slots ? first : 0;
  }

  // Of the vector that the epilogue adds first; the most negative number where it adds none.
  static int64_t least_added(std::span<const AluStep> steps) {
    const bool adds = !steps.empty() && steps[0].op == AluOp::Add;
    return vector_range(adds ? steps[0] : AluStep{}).least;
  }

  // How a tile's accumulators were set.
  struct Start {
    size_t steps = 0;                // of the epilogue, which are done by that: 0 or 1
    std::optional<int64_t> vectors;  // where the tile's vectors lie, once they are loaded
  };

  // Where the accumulators are known to hold no more than the first step's vector, MAX makes them
  // that vector; otherwise they are reset, and the epilogue adds it. Either gives the same value.
  // An epilogue that begins with MOV says itself what sets them.
  Start start_tile(const OutputTile& tile, const AccTile& acc) {
    const bool moves = !p_.steps.empty() && p_.steps[0].op == AluOp::Mov;
    if (moves && p_.steps[0].operand == AluStep::Operand::Imm) {
      emit_alu_imm(stream_, AluOp::Mov, p_.steps[0].imm, acc);
      return {1, {}};
    }
    if (!moves && bounds_.largest(acc.base, acc.base + acc.elements()) > least_added_) {
      reset(acc);
      return {};
    }
    const Start start{1, load_vectors(tile)};
    emit_alu_channel(stream_, moves ? AluOp::Mov : AluOp::Max, acc, *start.vectors);
    return start;
  }

  void reset(const AccTile& acc) {
    Insn i;
    i.opcode = static_cast<int64_t>(Opcode::Gemm);
    i.reset = 1;
    i.iter_out = acc.groups;
    i.iter_in = acc.pixels * acc.sub;
    i.dst_out = acc.groups > 1 ? i.iter_in : 0;
    i.dst_in = i.iter_in > 1 ? 1 : 0;
    if (i.iter_in > kMaxIterations) {  // a large tile of one group: rows of pixels instead
      i.iter_out = acc.groups * acc.sub;
      i.iter_in = acc.pixels;
      i.dst_out = i.iter_out > 1 ? acc.pixels : 0;
    }
    const Uop uop{acc.base, 0, 0};
    const Access accesses[] = {acc.access(true)};
    stream_.compute(i, {&uop, 1}, accesses);
  }

  void reduce(const OutputTile& tile, const ReductionStep& step, const AccTile& acc) {
    const int64_t ky = step.rows.k.begin, kx = step.cols.k.begin;
    // Weights first: they never wait for an earlier kernel's output.
    const auto wgt = wgt_cache_.request({tile.co.begin, step.ci.begin, ky, kx});
    const int64_t wgt_base = (first_wgt_ + wgt.slot) % t_.wgt_slots * wgt_slot_;
    if (wgt.load)
      load_weights(step, wgt_base);
    const auto inp = inp_cache_.request(
        {tile.batch, tile.h.begin, tile.w.begin, step.ci.begin, step.ci.size, ky, kx});
    const int64_t inp_base = (first_inp_ + inp.slot) % t_.inp_slots * inp_slot_;
    if (inp.load)
      load_input(tile.batch, step, inp_base);
    for (const TapGroup& rows : step.rows.groups)
      for (const TapGroup& cols : step.cols.groups)
        for (const LinkGroup& links : step.links)
          gemm(tile, step, {rows, cols, links}, acc, inp_base, wgt_base);
  }

  // The weights of some consecutive ACC elements of one step, `row` blocks each, which are as far
  // apart from each other in DRAM.
  struct WeightRows {
    int64_t sram = 0, dram = 0;  // in blocks of a kernel
    int64_t rows = 0, row = 0, stride = 0;

    bool take(int64_t next_sram, int64_t next, int64_t size) {
      if (rows == 0)
        *this = {next_sram, next, 0, size, size};
      else if (rows == 1)
        stride = next - dram;
      const bool fits = size == row && stride >= row && next_sram == sram + rows * row &&
                        next == dram + rows * stride;
      rows += fits ? 1 : 0;
      return fits;
    }
  };

  void load_weights(const ReductionStep& step, int64_t base) {
    WeightRows rows;
    for (const LinkGroup& links : step.links)
      for (const Link& first : links.first)
        for (int64_t o = 0; o < links.run * d_.sub_out; ++o) {
          const int64_t output = o / d_.sub_out, size = links.inputs * d_.sub_in;
          const int64_t sram = first.before * d_.sub_out * d_.sub_in + o * size;
          const int64_t dram = d_.weight_block(first.output + output, o % d_.sub_out,
                                               first.input + output * links.advance);
          if (rows.take(sram, dram, size))
            continue;
          load_weights(step, base, rows);
          rows = {};
          rows.take(sram, dram, size);
        }
    load_weights(step, base, rows);
  }

  void load_weights(const ReductionStep& step, int64_t base, const WeightRows& w) {
    const int64_t kernel = d_.kh * d_.kw;
    const int64_t dram0 = p_.weight_offset / config_.element_bytes(MemoryType::Wgt);
    const Range &ky = step.rows.k, &kx = step.cols.k;
    const int64_t part = ky.size * kx.size;
    if (part == kernel) {
      weight_rows(base + w.sram * kernel, dram0 + w.dram * kernel, w.rows, w.row * kernel,
                  w.stride * kernel);
      return;
    }
    // A part of the kernel: rows of one block each.
    const int64_t first = ky.begin * d_.kw + kx.begin;
    if (t_.exact_taps && (kx.size == d_.kw || ky.size == 1)) {  // each is one run
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
                    dram0 + (w.dram + r * w.stride + c) * kernel + first, ky.size, kx.size, d_.kw);
  }

  void weight_rows(int64_t sram, int64_t dram, int64_t rows, int64_t row, int64_t stride) {
    constexpr int64_t kMaxField = (1 << 16) - 1;
    if (stride > kMaxField && rows > 1) {  // rows too far apart for the stride field
      for (int64_t r = 0; r < rows; ++r)
        weight_rows(sram + r * row, dram + r * stride, 1, row, row);
      return;
    }
    Insn i = load_insn(MemoryType::Wgt, sram, dram);
    i.y_size = rows;
    i.x_size = row;
    i.x_stride = rows > 1 ? stride : row;
    const Access accesses[] = {{Space::Wgt, sram, sram + rows * row, true}};
    stream_.memory(i, accesses);
  }

  void load_input(int64_t batch, const ReductionStep& step, int64_t base) {
    const Window &rows = step.rows.window, &cols = step.cols.window;
    const int64_t pitch = d_.iw * d_.sub_in;
    const int64_t dram0 = p_.input.offset / config_.element_bytes(MemoryType::Inp);
    const int64_t plane = rows.size * cols.size * d_.sub_in;
    const int64_t first =
        dram0 +
        ((batch * p_.input.image_groups + step.ci.begin) * d_.ih + rows.load_first) * pitch +
        cols.load_first * d_.sub_in;
    const Planes planes{step.ci.size, plane, d_.ih * pitch};
    if (moved_at_once(planes, rows.size == 1 || cols.size == d_.iw))
      return load_planes(base, first, planes);
    for (int64_t c = 0; c < step.ci.size; ++c)
      load_plane(base + c * plane, first + c * d_.ih * pitch, rows, cols, pitch);
  }

  // A tile's part of each of its channel groups; distances in DRAM.
  struct Planes {
    int64_t count = 1, size = 0, distance = 0;
  };

  // One transfer moves all channel groups where the part of each is one run of the tensor, and
  // nothing is padded. (Published schedules move each by itself.)
  bool moved_at_once(const Planes& planes, bool one_run) const {
    constexpr int64_t kMaxField = (1 << 16) - 1;
    return t_.exact_taps && one_run && planes.count > 1 &&
           std::max({planes.count, planes.size, planes.distance}) <= kMaxField;
  }

  void load_planes(int64_t sram, int64_t dram, const Planes& planes) {
    Insn i = load_insn(MemoryType::Inp, sram, dram);
    transfer_planes(i, MemoryType::Inp, planes,
                    {Space::Inp, sram, sram + planes.count * planes.size, true});
  }

  // What lies between the runs in DRAM is not touched: other tiles own it.
  void transfer_planes(Insn& i, MemoryType type, const Planes& planes, const Access& scratchpad) {
    i.y_size = planes.count;
    i.x_size = planes.size;
    i.x_stride = planes.distance;
    const int64_t element = config_.element_bytes(type);
    accesses_.assign(1, scratchpad);
    for (int64_t c = 0; c < planes.count; ++c) {
      const int64_t begin = (i.dram_base + c * planes.distance) * element;
      accesses_.push_back({Space::Dram, begin, begin + planes.size * element, !scratchpad.write});
    }
    stream_.memory(i, accesses_);
  }

  // One channel group's window, padding included.
  void load_plane(int64_t sram, int64_t dram, const Window& rows, const Window& cols,
                  int64_t pitch) {
    const int64_t left = cols.pad_before * d_.sub_in, right = cols.pad_after * d_.sub_in;
    const int64_t width = cols.size * d_.sub_in;
    const bool one_load = std::max({rows.pad_before, rows.pad_after, left, right}) <= kMaxPad;
    if (!one_load) {
      zero_fill(sram, rows.size * width);
      for (int64_t r = 0; cols.load > 0 && r < rows.load; ++r)
        input_rows(sram + (rows.pad_before + r) * width + left, dram + r * pitch, 1,
                   cols.load * d_.sub_in, pitch, {});
      return;
    }
    input_rows(sram, dram, rows.load, cols.load * d_.sub_in, pitch,
               {rows.pad_before, rows.pad_after, left, right});
  }

  void input_rows(int64_t sram, int64_t dram, int64_t rows, int64_t row, int64_t pitch,
                  const std::array<int64_t, 4>& pads) {
    Insn i = load_insn(MemoryType::Inp, sram, rows * row > 0 ? dram : 0);
    i.y_size = rows;
    i.x_size = row;
    i.x_stride = pitch;
    i.y_pad_0 = pads[0];
    i.y_pad_1 = pads[1];
    i.x_pad_0 = pads[2];
    i.x_pad_1 = pads[3];
    const int64_t written = (pads[0] + rows + pads[1]) * (pads[2] + row + pads[3]);
    const int64_t element = config_.element_bytes(MemoryType::Inp);
    const int64_t read_end = rows * row > 0 ? dram + (rows - 1) * pitch + row : dram;
    const Access accesses[] = {{Space::Inp, sram, sram + written, true},
                               {Space::Dram, dram * element, read_end * element, false}};
    stream_.memory(i, {accesses, read_end > dram ? size_t{2} : size_t{1}});
  }

  // Pads wider than the fields hold: zero the whole tile with loads that consist of padding alone.
  void zero_fill(int64_t sram, int64_t elements) {
    while (elements > 0) {
      const int64_t row = std::min(elements, kMaxPad);
      const int64_t rows = std::min<int64_t>(elements / row, (1 << 16) - 1);
      input_rows(sram, 0, rows, 0, 0, {0, 0, row, 0});
      sram += rows * row;
      elements -= rows * row;
    }
  }

  struct Groups {
    const TapGroup &rows, &cols;
    const LinkGroup& links;
  };

  // The outputs and taps that a group of rows, one of columns and one of channels have in common.
  void gemm(const OutputTile& tile, const ReductionStep& step, const Groups& groups,
            const AccTile& acc, int64_t inp_base, int64_t wgt_base) {
    const auto& [rows, cols, links] = groups;
    const int64_t ci_n = links.inputs * d_.sub_in;
    const int64_t row = step.cols.window.size * d_.sub_in;
    const int64_t plane = step.rows.window.size * row;
    const int64_t kernel = step.rows.k.size * step.cols.k.size;
    const GemmLoop row_loop{rows.outputs, tile.w.size * d_.sub_out, d_.stride_h * row, 0};
    const GemmLoop col_loop{cols.outputs, d_.sub_out, d_.stride_w * d_.sub_in, 0};
    const GemmLoop loops[] = {
        row_loop,
        col_loop,
        {links.run, acc.pixels * d_.sub_out, links.advance * plane, d_.sub_out * ci_n * kernel},
        {d_.sub_out, 1, 0, ci_n * kernel},
        {links.inputs, 0, plane, d_.sub_in * kernel},
        {d_.sub_in, 0, 1, kernel},
        {rows.run, 0, d_.dilation_h * row, step.cols.k.size},
        {cols.run, 0, d_.dilation_w * d_.sub_in, 1}};
    const Access accesses[] = {acc.access(true),
                               {Space::Inp, inp_base, inp_base + step.ci.size * plane, false},
                               {Space::Wgt, wgt_base, wgt_base + wgt_elements(step), false}};
    bases_.clear();
    for (const Link& link : links.first)
      for (const Tap& y : rows.first)
        for (const Tap& x : cols.first) {
          const int64_t in_row = rows_.pixel(y.out, y.k) - step.rows.window.first;
          const int64_t in_col = cols_.pixel(x.out, x.k) - step.cols.window.first;
          const int64_t tap =
              (y.k - step.rows.k.begin) * step.cols.k.size + x.k - step.cols.k.begin;
          bases_.push_back(
              {acc.base + (link.output - tile.co.begin) * loops[2].dst +
                   (y.out - tile.h.begin) * row_loop.dst + (x.out - tile.w.begin) * col_loop.dst,
               inp_base + (link.input - step.ci.begin) * plane + in_row * row + in_col * d_.sub_in,
               wgt_base + link.before * d_.sub_out * d_.sub_in * kernel + tap});
        }
    emit_gemm(stream_, bases_, loops, accesses);
  }

  // Some channel groups of a tile, or some rows of its only one.
  struct Part {
    OutputTile tile;
    AccTile acc;
    int64_t first_group = 0;
  };

  // The accumulators of a first result are read by its store when the second one's steps begin:
  // with two parts, one is stored beside the other one's steps.
  std::vector<Part> parts_of(const OutputTile& tile, const AccTile& acc) const {
    const bool by_group = tile.co.size > 1;
    const Range whole = by_group ? tile.co : tile.h;
    if (p_.results.size() == 1 || whole.size == 1)
      return {{tile, acc}};
    const int64_t size = ceil_div(whole.size, 2);
    std::vector<Part> parts;
    for (const Range& range :
         {Range{whole.begin, size}, Range{whole.begin + size, whole.size - size}}) {
      Part part{tile, acc};
      (by_group ? part.tile.co : part.tile.h) = range;
      part.first_group = by_group ? range.begin - whole.begin : 0;
      part.acc.groups = part.tile.co.size;
      part.acc.pixels = part.tile.h.size * part.tile.w.size;
      part.acc.base += acc.elements() / whole.size * (range.begin - whole.begin);
      parts.push_back(part);
    }
    return parts;
  }

  // All steps, and a store behind the last of each result.
  void epilogue(const OutputTile& tile, const AccTile& acc, const Start& start) {
    stream_.begin_part(TilePart::Epilogue);
    const int64_t vectors = start.vectors      ? *start.vectors
                            : num_vectors_ > 0 ? load_vectors(tile)
                                               : 0;
    const int64_t vector_size = acc.groups * acc.sub;
    const std::vector<Part> parts = parts_of(tile, acc);
    size_t first = start.steps;
    int64_t next_vector = channel_vectors_count(std::span(p_.steps).first(first));
    for (const ConvResult& result : p_.results) {
      const auto steps = std::span(p_.steps).subspan(first, result.steps - first);
      for (const Part& part : parts) {
        stream_.begin_part(TilePart::Epilogue);
        apply(steps, part, vectors + next_vector * vector_size + part.first_group * acc.sub,
              vector_size);
        stream_.begin_part(TilePart::Store);
        store(part.tile, part.acc, result.to);
      }
      next_vector += channel_vectors_count(steps);
      first = result.steps;
    }
  }

  void apply(std::span<const AluStep> steps, const Part& part, int64_t vector,
             int64_t vector_size) {
    for (const AluStep& s : steps) {
      switch (s.operand) {
        case AluStep::Operand::Imm:
          emit_alu_imm(stream_, s.op, s.imm, part.acc);
          break;
        case AluStep::Operand::Channel:
          emit_alu_channel(stream_, s.op, part.acc, vector);
          vector += vector_size;
          break;
        case AluStep::Operand::Tensor:
          add_residual(part.tile, part.acc);
          break;
      }
    }
  }

  int64_t wgt_elements(const ReductionStep& step) const {
    int64_t links = 0;
    for (const LinkGroup& group : step.links)
      links += group.inputs * group.run * std::ssize(group.first);
    return links * d_.sub_out * d_.sub_in * step.rows.k.size * step.cols.k.size;
  }

  int64_t identity_base() const { return t_.wgt_slots * wgt_slot_; }

  // In parts of some channel groups, which take the slots in turn.
  void add_residual(const OutputTile& tile, const AccTile& acc) {
    const int64_t slot = residual_elements(d_, t_) / t_.residual_slots;
    const int64_t rows = residual_rows(t_);
    for (int64_t g = 0; g < tile.co.size; g += t_.residual_groups)
      for (int64_t y = 0; y < tile.h.size; y += rows) {
        OutputTile part = tile;
        part.co = {tile.co.begin + g, std::min(t_.residual_groups, tile.co.size - g)};
        part.h = {tile.h.begin + y, std::min(rows, tile.h.size - y)};
        const int64_t base =
            t_.inp_slots * inp_slot_ + residual_parts_++ % t_.residual_slots * slot;
        load_residual(part, base);
        add_identity(part, acc, acc.base + (g * acc.pixels + y * tile.w.size) * acc.sub, base);
      }
  }

  void load_residual(const OutputTile& tile, int64_t base) {
    const int64_t row = tile.w.size * d_.sub_in, pitch = d_.ow * d_.sub_in;
    const int64_t dram0 = p_.residual.offset / config_.element_bytes(MemoryType::Inp);
    const int64_t group = tile.batch * p_.residual.image_groups + tile.co.begin;
    const int64_t first = dram0 + (group * d_.oh + tile.h.begin) * pitch + tile.w.begin * d_.sub_in;
    const Planes planes{tile.co.size, tile.h.size * row, d_.oh * pitch};
    if (moved_at_once(planes, tile.h.size == 1 || tile.w.size == d_.ow))
      return load_planes(base, first, planes);
    for (int64_t g = 0; g < tile.co.size; ++g)
      input_rows(base + g * planes.size, first + g * planes.distance, tile.h.size, row, pitch, {});
  }

  // Each ACC element gets the INP elements that have its channels: where one kind of element is
  // narrower, its parts follow each other, and so do their identity blocks. `part` is some of the
  // tile's groups and rows, of which the first element is at acc_base.
  void add_identity(const OutputTile& part, const AccTile& acc, int64_t acc_base,
                    int64_t inp_base) {
    const int64_t groups = part.co.size, pixels = part.h.size * part.w.size;
    const GemmLoop loops[] = {{groups, acc.pixels * d_.sub_out, pixels * d_.sub_in, 0},
                              {pixels, d_.sub_out, d_.sub_in, 0},
                              {d_.sub_out, 1, 0, 1},
                              {d_.sub_in, 0, 1, 1}};
    const int64_t acc_end = acc_base + ((groups - 1) * acc.pixels + pixels) * d_.sub_out;
    const Access accesses[] = {
        {Space::Acc, acc_base, acc_end, true},
        {Space::Inp, inp_base, inp_base + groups * pixels * d_.sub_in, false},
        {Space::Wgt, identity_base(), identity_base() + identity_elements(d_, t_), false}};
    const Uop uop{acc_base, inp_base, identity_base()};
    emit_gemm(stream_, {&uop, 1}, loops, accesses);
  }

  int64_t load_vectors(const OutputTile& tile) {
    const auto [base, load] = acc_slots_.vectors(tile);
    if (!load)
      return base;
    const int64_t row = tile.co.size * d_.sub_out;
    Insn i = load_insn(
        MemoryType::Acc, base,
        p_.vector_offset / config_.element_bytes(MemoryType::Acc) + tile.co.begin * d_.sub_out);
    i.y_size = num_vectors_;
    i.x_size = row;
    i.x_stride = d_.co * d_.sub_out;
    const Access accesses[] = {{Space::Acc, base, base + num_vectors_ * row, true}};
    stream_.memory(i, accesses);
    bounds_.write(base, base + num_vectors_ * row, AccBounds::kUnknown);
    return base;
  }

  void store(const OutputTile& tile, const AccTile& acc, const TensorPlace& to) {
    const int64_t row = tile.w.size * d_.sub_out, pitch = d_.ow * d_.sub_out;
    const int64_t dram0 = to.offset / config_.element_bytes(MemoryType::Out);
    const int64_t group = tile.batch * to.image_groups + tile.co.begin;
    const bool contiguous = tile.w.size == d_.ow && tile.h.size == d_.oh;
    const Planes planes{tile.co.size, tile.h.size * row, d_.oh * pitch};
    if (!contiguous && moved_at_once(planes, tile.h.size == 1 || tile.w.size == d_.ow)) {
      Insn i;
      i.opcode = static_cast<int64_t>(Opcode::Store);
      i.memory_type = static_cast<int64_t>(MemoryType::Out);
      i.sram_base = acc.base;
      i.dram_base = dram0 + (group * d_.oh + tile.h.begin) * pitch + tile.w.begin * d_.sub_out;
      return transfer_planes(i, MemoryType::Out, planes, acc.access(false));
    }
    const int64_t parts = contiguous ? 1 : tile.co.size;
    const int64_t rows = contiguous ? tile.co.size * tile.h.size : tile.h.size;
    for (int64_t g = 0; g < parts; ++g) {
      Insn i;
      i.opcode = static_cast<int64_t>(Opcode::Store);
      i.memory_type = static_cast<int64_t>(MemoryType::Out);
      i.sram_base = acc.base + g * acc.pixels * acc.sub;
      i.dram_base =
          dram0 + ((group + g) * d_.oh + tile.h.begin) * pitch + tile.w.begin * d_.sub_out;
      i.y_size = rows;
      i.x_size = row;
      i.x_stride = pitch;
      const int64_t element = config_.element_bytes(MemoryType::Out);
      const Access accesses[] = {{Space::Acc, i.sram_base, i.sram_base + rows * row, false},
                                 {Space::Dram, i.dram_base * element,
                                  (i.dram_base + (rows - 1) * pitch + row) * element, true}};
      stream_.memory(i, accesses);
    }
  }

  const ConvPlan& p_;
  const ConvDims& d_;
  const ConvTiles& t_;
  const VtaConfig& config_;
  const ConvAxis rows_ = row_axis(d_), cols_ = column_axis(d_);
  TaskStream& stream_;
  AccBounds& bounds_;
  int64_t num_vectors_, inp_slot_, wgt_slot_;
  int64_t least_added_;
  TileCache inp_cache_, wgt_cache_;
  int64_t first_inp_, first_wgt_;  // the slots that the caches number 0
  AccSlots acc_slots_;
  int64_t result_bound_;  // what the epilogue leaves at most
  int64_t residual_parts_ = 0;
  ReductionWalk walk_{d_, t_};
  // Kept for the memory that they have.
  std::vector<Uop> bases_;
  std::vector<Access> accesses_;
};

}  // namespace

void emit_conv(const ConvPlan& plan, const VtaConfig& config, TaskStream& stream,
               AccBounds& bounds) {
  ConvEmitter(plan, config, stream, bounds).run();
}

}  // namespace vta
