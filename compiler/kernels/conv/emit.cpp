// Convolution: for each accumulator tile set or reset, reduce over input and weight tiles,
// epilogue, store.
//
// Scratchpads are divided into equal slots. Tiles follow each other in slots, so that the loads of
// the next reduction step run beside this one's GEMM, and the next tile's GEMM beside this one's
// store; the stream builder derives the tokens from the ranges that each instruction touches. That
// is the overlap which interleaved virtual threads give, without interleaving.
//
// Layouts in the scratchpads, for a tile of the walk (sizes of this very tile, edges are smaller):
//   INP [ci group][window row][window column][sub_in]; single pixels as input_layout() says
//   WGT [co block][ci block][ky][kx]
//   ACC [co group][row][column][sub_out], channel vectors [vector][co group][sub_out]: acc_slots.h
// WGT and ACC have of a last group only the elements with channels; INP has them all, as DRAM does.
// A residual operand has slots behind the input's, [co group][row][column][sub_in]; the blocks by
// which a GEMM adds it lie behind the weights.
#include <algorithm>
#include <vector>

#include "base/round.h"
#include "compiler/emit/gemm_loops.h"
#include "compiler/kernels/conv/acc_slots.h"
#include "compiler/kernels/conv/epilogue.h"
#include "compiler/kernels/conv/input_layout.h"
#include "compiler/kernels/conv/kind.h"
#include "compiler/kernels/conv/moves.h"
#include "compiler/kernels/step_bounds.h"

namespace vta {
namespace {

class ConvEmitter {
 public:
  explicit ConvEmitter(const ConvSite& site)
      : s_(site),
        d_(site.dims),
        t_(site.tiles),
        inp_slot_(inp_tile_elements(d_, t_)),
        wgt_slot_(wgt_tile_elements(d_, t_)),
        least_added_(least_added(site.plan.steps)),
        inp_cache_(t_.inp_slots, t_.reuse),
        wgt_cache_(t_.wgt_slots, t_.reuse),
        first_inp_(first_slot(Space::Inp, t_.inp_slots, inp_slot_)),
        first_wgt_(first_slot(Space::Wgt, t_.wgt_slots, wgt_slot_)),
        acc_slots_(d_, t_, EpilogueShape::of(site.plan.steps), {least_added_ > 0, site.plan.halves},
                   {site.stream.last_tile(),
                    [&](int64_t begin, int64_t end) {
                      return site.stream.largest(begin, end) <= least_added_;
                    }},
                   site.config),
        moves_(site),
        epilogue_(site, {t_.inp_slots * inp_slot_, t_.wgt_slots * wgt_slot_}),
        result_bound_(largest_after(site.plan.steps, AccBounds::kUnknown)) {}

  void run() {
    if (t_.residual_groups > 0)
      moves_.load_identity(t_.wgt_slots * wgt_slot_);
    for (const OutputTile& tile : output_tiles(d_, t_)) {
      const AccTile acc{acc_slots_.tile(tile), tile.co.size, tile.h.size * tile.w.size, d_.sub_out,
                        tile.co.size * d_.sub_out - d_.out.of(tile.co)};
      const std::vector<ReductionStep>& steps = walk_.steps(tile);
      // What the kernel's first loads wait for may be passed on by an instruction of the kernel
      // before, as long as none of this one has been.
      const bool loads_first = t_.reuse && tile.index == 0 && !steps.empty();
      Operands operands;
      if (loads_first)
        operands = load(tile, steps.front());
      const Start start = start_tile(tile, acc);
      s_.stream.begin_part(TilePart::Reduce);
      for (const ReductionStep& step : steps) {
        if (&step != &steps.front() || !loads_first)
          operands = load(tile, step);
        multiply(tile, step, acc, operands);
      }
      s_.stream.begin_part(TilePart::Epilogue);
      const bool loads = !start.vectors && s_.has_constants();
      epilogue_.emit(tile, acc, start.steps,
                     loads ? load_vectors(tile) : start.vectors.value_or(0));
      s_.stream.end_tile();
      s_.stream.holds_at_most(result_bound_, acc.base, acc.base + acc.elements());
    }
  }

 private:
  // The first slot behind what the kernel before used last, which may still be in use when the
  // loads of this one could begin.
  int64_t first_slot(Space space, int64_t slots, int64_t size) const {
    const int64_t first = ceil_div(s_.stream.last_used_end(space), size);
    return t_.reuse && first < slots ? first : 0;
  }

  // Of the vector that the epilogue adds first; the most negative number where it adds none.
  static int64_t least_added(std::span<const AluStep> steps) {
    const bool adds = !steps.empty() && steps[0].op == AluOp::Add && steps[0].on == 0;
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
    const std::span<const AluStep> steps = s_.plan.steps;
    const bool moves = !steps.empty() && steps[0].op == AluOp::Mov && steps[0].on == 0;
    if (moves && steps[0].operand == AluStep::Operand::Imm) {
      emit_alu_imm(s_.stream, AluOp::Mov, steps[0].imm, acc);
      return {1, {}};
    }
    if (!moves && s_.stream.largest(acc.base, acc.base + acc.elements()) > least_added_) {
      emit_reset(s_.stream, acc);
      return {};
    }
    const Start start{1, load_vectors(tile)};
    const VectorPlace place = place_vectors(steps, *start.vectors, acc.per_pixel());
    const AluOp sets = moves ? AluOp::Mov : AluOp::Max;
    if (steps[0].classes > 1)
      epilogue_.emit_classes(sets, tile, acc, place);
    else
      emit_alu_channel(s_.stream, sets, acc, {place.base, place.stride});
    return start;
  }

  int64_t load_vectors(const OutputTile& tile) {
    const auto [base, load] = acc_slots_.vectors(tile);
    if (!load)
      return base;
    vta::load_vectors(s_.stream, s_.plan, base, tile.co, s_.config);
    return base;
  }

  struct Operands {
    int64_t inp = 0, wgt = 0;  // where a step's begin
  };

  Operands load(const OutputTile& tile, const ReductionStep& step) {
    const int64_t ky = step.rows.k.begin, kx = step.cols.k.begin;
    // Weights first: they never wait for an earlier kernel's output.
    const auto wgt = wgt_cache_.request({tile.co.begin, step.ci.begin, ky, kx});
    const int64_t wgt_base = (first_wgt_ + wgt.slot) % t_.wgt_slots * wgt_slot_;
    if (wgt.load)
      moves_.load_weights(step, wgt_base);
    const auto inp = inp_cache_.request(
        {tile.batch, tile.h.begin, tile.w.begin, step.ci.begin, step.ci.size, ky, kx});
    const int64_t inp_base = (first_inp_ + inp.slot) % t_.inp_slots * inp_slot_;
    if (inp.load)
      moves_.load_input(tile.batch, step, inp_base);
    return {inp_base, wgt_base};
  }

  void multiply(const OutputTile& tile, const ReductionStep& step, const AccTile& acc,
                const Operands& at) {
    for (const TapGroup& rows : step.rows.groups)
      for (const TapGroup& cols : step.cols.groups)
        for (const LinkGroup& links : step.links)
          gemm(tile, step, {rows, cols, links}, acc, at.inp, at.wgt);
  }

  struct Groups {
    const TapGroup &rows, &cols;
    const LinkGroup& links;
  };

  // The outputs and taps that a group of rows, one of columns and one of channels have in common.
  void gemm(const OutputTile& tile, const ReductionStep& step, const Groups& groups,
            const AccTile& acc, int64_t inp_base, int64_t wgt_base) {
    const auto& [rows, cols, links] = groups;
    const InputLayout in = input_layout(d_, t_, step);
    const int64_t inp_elements =
        step.ci.size * step.rows.window.size * step.cols.window.size * d_.sub_in;
    const int64_t kernel = step.rows.k.size * step.cols.k.size;
    const GemmLoop row_loop{rows.outputs, tile.w.size * links.out_depth,
                            d_.stride_h / step.rows.pitch * in.row, 0};
    const GemmLoop col_loop{cols.outputs, links.out_depth,
                            d_.stride_w / step.cols.pitch * in.column, 0};
    const GemmLoop loops[] = {
        row_loop,
        col_loop,
        {links.run, acc.pixels * d_.sub_out, links.advance * in.group,
         links.out_depth * links.row * kernel},
        {links.out_depth, 1, 0, links.row * kernel},
        {links.inputs, 0, in.group, d_.sub_in * kernel},
        {links.in_depth, 0, 1, kernel},
        {rows.run, 0, d_.dilation_h / step.rows.pitch * in.row, step.cols.k.size},
        {cols.run, 0, d_.dilation_w / step.cols.pitch * in.column, 1}};
    const Access accesses[] = {acc.access(true),
                               {Space::Inp, inp_base, inp_base + inp_elements, false},
                               {Space::Wgt, wgt_base, wgt_base + wgt_elements(step), false}};
    bases_.clear();
    for (const Link& link : links.first)
      for (const Tap& y : rows.first)
        for (const Tap& x : cols.first) {
          const int64_t in_row = step.rows.place(rows_.pixel(y.out, y.k));
          const int64_t in_col = step.cols.place(cols_.pixel(x.out, x.k));
          const int64_t tap =
              (y.k - step.rows.k.begin) * step.cols.k.size + x.k - step.cols.k.begin;
          bases_.push_back({acc.base + (link.output - tile.co.begin) * acc.pixels * d_.sub_out +
                                (y.out - tile.h.begin) * row_loop.dst +
                                (x.out - tile.w.begin) * col_loop.dst,
                            inp_base + (link.input - step.ci.begin) * in.group + in_row * in.row +
                                in_col * in.column,
                            wgt_base + link.before * kernel + tap});
        }
    emit_gemm(s_.stream, bases_, loops, accesses);
  }

  int64_t wgt_elements(const ReductionStep& step) const {
    return count_blocks(step.links) * step.rows.k.size * step.cols.k.size;
  }

  ConvSite s_;
  const ConvDims& d_;
  const ConvTiles& t_;
  const ConvAxis rows_ = row_axis(d_), cols_ = column_axis(d_);
  int64_t inp_slot_, wgt_slot_;
  int64_t least_added_;
  TileCache inp_cache_, wgt_cache_;
  int64_t first_inp_, first_wgt_;  // the slots that the caches number 0
  AccSlots acc_slots_;
  ConvMoves moves_;
  ConvEpilogue epilogue_;
  int64_t result_bound_;  // what the epilogue leaves at most
  ReductionWalk walk_{d_, t_};
  std::vector<Uop> bases_;  // kept for the memory that it has
};

}  // namespace

void emit_conv(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream) {
  const ConvDims dims = ConvDims::of(plan.geometry(), config);
  ConvEmitter({plan, dims, plan.tiles_as<ConvTiles>(), config, stream}).run();
}

}  // namespace vta
