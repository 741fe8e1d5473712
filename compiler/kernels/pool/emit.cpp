// Pools: the inputs of a tile's windows are loaded into ACC once, and every tap is an ALU step from
// them to the outputs.
//
// Nothing is padded: a tap is applied to those outputs alone for which it lies inside the image, so
// a maximum never sees a pad. Taps that serve the same rows and columns share an instruction.
// Outputs begin as 0 (sums) or as the least int8 value (maxima).
#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "base/round.h"
#include "compiler/emit/moves.h"
#include "compiler/kernels/pool/kind.h"
#include "compiler/kernels/steps.h"
#include "compiler/kernels/window.h"
#include "hw/isa/insn.h"

namespace vta {
namespace {

constexpr int64_t kLeastInt8 = -128;

// A loop of an ALU instruction, or of its micro-ops.
struct PoolLoop {
  int64_t extent = 1, dst = 0, src = 0;
};

class PoolEmitter {
 public:
  PoolEmitter(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream)
      : p_(plan),
        g_(plan.geometry()),
        t_(plan.tiles_as<PoolTiles>()),
        config_(config),
        stream_(stream),
        channels_(ChannelElements::acc(g_.oc, config)),
        sub_(channels_.sub),
        vectors_(count_vectors(plan.steps)),
        scalars_(count_scalars(plan.steps)),
        in_slot_(pool_in_elements(g_, t_, config)),
        out_slot_(pool_out_elements(g_, t_, config)) {}

  void run() {
    int64_t index = 0;
    const int64_t batches = ceil_div(g_.n, config_.batch());
    for (int64_t b = 0; b < batches; ++b)
      for (int64_t c = 0; c < channels_.groups; c += t_.groups)
        for (int64_t y = 0; y < g_.oh; y += t_.h)
          for (int64_t x = 0; x < g_.ow; x += t_.w)
            emit_tile({index++, b, cut(c, t_.groups, channels_.groups), cut(y, t_.h, g_.oh),
                       cut(x, t_.w, g_.ow)});
  }

 private:
  struct Tile {
    int64_t index = 0, batch = 0;
    Range groups, h, w;
  };

  void emit_tile(const Tile& tile) {
    const int64_t slot = tile.index % t_.out_slots;
    const AccTile out{in_slot_ + slot * out_slot_, tile.groups.size, tile.h.size * tile.w.size,
                      sub_, tile.groups.size * sub_ - channels_.of(tile.groups)};
    emit_reset(stream_, out.base, out.per_pixel(), out.pixels);
    if (p_.kernel->pool == AluOp::Max)
      emit_alu_imm(stream_, AluOp::Add, kLeastInt8, out);
    stream_.begin_part(TilePart::Reduce);
    for (int64_t ky = 0; ky < g_.kh; ky += t_.kh)
      for (int64_t kx = 0; kx < g_.kw; kx += t_.kw)
        reduce(tile, cut(ky, t_.kh, g_.kh), cut(kx, t_.kw, g_.kw), out);
    stream_.begin_part(TilePart::Epilogue);
    epilogue(tile, slot, out);
    stream_.begin_part(TilePart::Store);
    store(tile, out);
    stream_.end_tile();
  }

  void reduce(const Tile& tile, const Range& ky, const Range& kx, const AccTile& out) {
    const Window rows = input_window(tile.h, ky, g_.stride_h, g_.pad_top, g_.ih);
    const Window cols = input_window(tile.w, kx, g_.stride_w, g_.pad_left, g_.iw);
    if (rows.load <= 0 || cols.load <= 0)
      return;
    const ImagePart part{
        tile.batch, tile.groups, {rows.load_first, rows.load}, {cols.load_first, cols.load}};
    load_image_part(stream_, MemoryType::Acc8, 0,
                    image_of(p_.inputs[0], MemoryType::Acc8, g_.ih, g_.iw, config_), part, config_);
    for (const auto& [served, taps] : taps_by_outputs(tile, ky, kx, rows, cols))
      for (int64_t first = 0; const AccTile& groups : out.parts()) {
        const int64_t plane = rows.load * cols.load * sub_;
        apply(tile, served, taps, {first * plane, plane, cols.load * sub_}, groups);
        first += groups.groups;
      }
  }

  // Rows and columns of a tile.
  struct Outputs {
    Range h, w;
    bool operator<(const Outputs& o) const {
      return std::tie(h.begin, h.size, w.begin, w.size) <
             std::tie(o.h.begin, o.h.size, o.w.begin, o.w.size);
    }
  };
  // Where a tap reads for the first output that it serves, in the loaded window.
  using Taps = std::vector<int64_t>;

  std::map<Outputs, Taps> taps_by_outputs(const Tile& tile, const Range& ky, const Range& kx,
                                          const Window& rows, const Window& cols) const {
    std::map<Outputs, Taps> found;
    for (int64_t y = ky.begin; y < ky.end(); ++y)
      for (int64_t x = kx.begin; x < kx.end(); ++x) {
        const Outputs served{outputs_in_image(rows_, tile.h, y),
                             outputs_in_image(cols_, tile.w, x)};
        if (served.h.size == 0 || served.w.size == 0)
          continue;
        const int64_t iy = rows_.pixel(served.h.begin, y), ix = cols_.pixel(served.w.begin, x);
        found[served].push_back(((iy - rows.load_first) * cols.load + ix - cols.load_first) * sub_);
      }
    return found;
  }

  // The loaded windows of some groups: where they begin, and how far groups and rows are apart. A
  // pixel has all elements of its group.
  struct Loaded {
    int64_t first = 0, plane = 0, row = 0;
  };

  void apply(const Tile& tile, const Outputs& served, const Taps& taps, const Loaded& in,
             const AccTile& out) {
    PoolLoop rows{served.h.size, tile.w.size * out.sub, g_.stride_h * in.row};
    PoolLoop cols{served.w.size, out.sub, g_.stride_w * sub_};
    PoolLoop groups{out.groups, out.pixels * out.sub, in.plane};
    // The longest two are the instruction's.
    if (groups.extent > std::min(rows.extent, cols.extent))
      std::swap(groups, rows.extent < cols.extent ? rows : cols);
    Insn i;
    i.opcode = static_cast<int64_t>(Opcode::Alu);
    i.alu_opcode = static_cast<int64_t>(p_.kernel->pool);
    i.iter_out = rows.extent;
    i.iter_in = cols.extent;
    i.dst_out = rows.extent > 1 ? rows.dst : 0;
    i.src_out = rows.extent > 1 ? rows.src : 0;
    i.dst_in = cols.extent > 1 ? cols.dst : 0;
    i.src_in = cols.extent > 1 ? cols.src : 0;
    const int64_t first =
        out.base +
        ((served.h.begin - tile.h.begin) * tile.w.size + served.w.begin - tile.w.begin) * out.sub;
    std::vector<Uop> uops;
    for (const int64_t tap : taps)
      for (int64_t c = 0; c < groups.extent; ++c)
        for (int64_t s = 0; s < out.sub; ++s)
          uops.push_back({first + c * groups.dst + s, in.first + tap + c * groups.src + s, 0});
    const Access accesses[] = {out.access(true),
                               {Space::Acc, in.first, in.first + out.groups * in.plane, false}};
    stream_.compute_in_parts(i, uops, accesses);
  }

  void epilogue(const Tile& tile, int64_t slot, const AccTile& out) {
    const int64_t room = channels_.most(t_.groups);  // of one vector
    const int64_t base = in_slot_ + t_.out_slots * out_slot_ + slot * (vectors_ * room + scalars_);
    if (vectors_ + scalars_ > 0)
      load_vectors(stream_, p_, base, tile.groups, config_);
    emit_steps(stream_, p_.steps, out, place_vectors(p_.steps, base, out.per_pixel()));
  }

  void store(const Tile& tile, const AccTile& out) {
    const ImageTensor image = image_of(p_.output(), MemoryType::Out, g_.oh, g_.ow, config_);
    ImagePart to{tile.batch, {tile.groups.begin, 0}, tile.h, tile.w};
    for (const AccTile& part : out.parts()) {
      to.groups = {to.groups.end(), part.groups};
      if (part.sub == sub_)
        store_image_part(stream_, part.base, image, to, config_);
      else
        move_elements(stream_, MemoryType::Out, part.base, image, to, part.sub, config_);
    }
  }

  const KernelPlan& p_;
  const ConvGeometry& g_;
  const PoolTiles& t_;
  const VtaConfig& config_;
  TaskStream& stream_;
  const ConvAxis rows_ = row_axis(g_), cols_ = column_axis(g_);
  ChannelElements channels_;
  int64_t sub_, vectors_, scalars_, in_slot_, out_slot_;
};

}  // namespace

void emit_pool(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream) {
  PoolEmitter(plan, config, stream).run();
}

}  // namespace vta
