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

#include "compiler/codegen/alu_sequence.h"
#include "compiler/codegen/emit.h"
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
  PoolEmitter(const PoolPlan& plan, const VtaConfig& config, TaskStream& stream)
      : p_(plan),
        g_(plan.geometry),
        t_(plan.tiles),
        config_(config),
        stream_(stream),
        sub_(sub_out(config)),
        vectors_(std::ranges::count(plan.steps, AluStep::Operand::Channel, &AluStep::operand)),
        in_slot_(pool_in_elements(g_, t_, config)),
        out_slot_(pool_out_elements(t_, config)) {}

  void run() {
    int64_t index = 0;
    for (int64_t b = 0; b < p_.batches; ++b)
      for (int64_t c = 0; c < p_.groups; c += t_.groups)
        for (int64_t y = 0; y < g_.oh; y += t_.h)
          for (int64_t x = 0; x < g_.ow; x += t_.w)
            emit_tile({index++, b, cut(c, t_.groups, p_.groups), cut(y, t_.h, g_.oh),
                       cut(x, t_.w, g_.ow)});
  }

 private:
  struct Tile {
    int64_t index = 0, batch = 0;
    Range groups, h, w;
  };

  static Range cut(int64_t begin, int64_t size, int64_t end) {
    return {begin, std::min(size, end - begin)};
  }

  void emit_tile(const Tile& tile) {
    const int64_t slot = tile.index % t_.out_slots;
    const AccTile out{in_slot_ + slot * out_slot_, tile.groups.size, tile.h.size * tile.w.size,
                      sub_};
    reset(out);
    if (p_.op == AluOp::Max)
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

  void reset(const AccTile& out) {
    Insn i;
    i.opcode = static_cast<int64_t>(Opcode::Gemm);
    i.reset = 1;
    i.iter_out = out.groups * out.sub;
    i.iter_in = out.pixels;
    i.dst_out = i.iter_out > 1 ? out.pixels : 0;
    i.dst_in = i.iter_in > 1 ? 1 : 0;
    const Uop uop{out.base, 0, 0};
    const Access accesses[] = {out.access(true)};
    stream_.compute(i, {&uop, 1}, accesses);
  }

  void reduce(const Tile& tile, const Range& ky, const Range& kx, const AccTile& out) {
    const Window rows = input_window(tile.h, ky, g_.stride_h, g_.pad_top, g_.ih);
    const Window cols = input_window(tile.w, kx, g_.stride_w, g_.pad_left, g_.iw);
    if (rows.load <= 0 || cols.load <= 0)
      return;
    load(tile, rows, cols);
    for (const auto& [served, taps] : taps_by_outputs(tile, ky, kx, rows, cols))
      apply(tile, served, taps, rows.load * cols.load * sub_, cols.load * sub_, out);
  }

  void load(const Tile& tile, const Window& rows, const Window& cols) {
    const int64_t element = config_.element_bytes(MemoryType::Acc8);
    const int64_t pitch = g_.iw * sub_, plane = g_.ih * pitch;
    const int64_t group = rows.load * cols.load * sub_;
    // Whole planes follow each other on both sides.
    const bool whole = rows.load == g_.ih && cols.load == g_.iw;
    const int64_t parts = whole ? 1 : tile.groups.size,
                  height = whole ? tile.groups.size * g_.ih : rows.load;
    for (int64_t c = 0; c < parts; ++c) {
      Insn i;
      i.opcode = static_cast<int64_t>(Opcode::Load);
      i.memory_type = static_cast<int64_t>(MemoryType::Acc8);
      i.sram_base = c * group;
      i.dram_base = p_.input.offset / element +
                    (tile.batch * p_.input.image_groups + tile.groups.begin + c) * plane +
                    rows.load_first * pitch + cols.load_first * sub_;
      i.y_size = height;
      i.x_size = cols.load * sub_;
      i.x_stride = pitch;
      const int64_t end = i.dram_base + (height - 1) * pitch + i.x_size;
      const Access accesses[] = {{Space::Acc, i.sram_base, i.sram_base + height * i.x_size, true},
                                 {Space::Dram, i.dram_base * element, end * element, false}};
      stream_.memory(i, accesses);
    }
  }

  // Rows and columns of a tile, from its first.
  struct Outputs {
    Range h, w;
    bool operator<(const Outputs& o) const {
      return std::tie(h.begin, h.size, w.begin, w.size) <
             std::tie(o.h.begin, o.h.size, o.w.begin, o.w.size);
    }
  };
  // Where a tap reads for the first output that it serves, in the loaded window.
  using Taps = std::vector<int64_t>;

  // Outputs of `out` for which the tap k lies inside the image.
  static Range served_by(int64_t k, const Range& out, int64_t stride, int64_t pad, int64_t image) {
    int64_t first = out.begin, end = out.end();
    while (first < end && first * stride + k - pad < 0)
      ++first;
    while (end > first && (end - 1) * stride + k - pad >= image)
      --end;
    return {first - out.begin, end - first};
  }

  std::map<Outputs, Taps> taps_by_outputs(const Tile& tile, const Range& ky, const Range& kx,
                                          const Window& rows, const Window& cols) const {
    std::map<Outputs, Taps> found;
    for (int64_t y = ky.begin; y < ky.end(); ++y)
      for (int64_t x = kx.begin; x < kx.end(); ++x) {
        const Outputs served{served_by(y, tile.h, g_.stride_h, g_.pad_top, g_.ih),
                             served_by(x, tile.w, g_.stride_w, g_.pad_left, g_.iw)};
        if (served.h.size == 0 || served.w.size == 0)
          continue;
        const int64_t iy = (tile.h.begin + served.h.begin) * g_.stride_h + y - g_.pad_top;
        const int64_t ix = (tile.w.begin + served.w.begin) * g_.stride_w + x - g_.pad_left;
        found[served].push_back(((iy - rows.load_first) * cols.load + ix - cols.load_first) * sub_);
      }
    return found;
  }

  void apply(const Tile& tile, const Outputs& served, const Taps& taps, int64_t plane, int64_t row,
             const AccTile& out) {
    PoolLoop rows{served.h.size, tile.w.size * sub_, g_.stride_h * row};
    PoolLoop cols{served.w.size, sub_, g_.stride_w * sub_};
    PoolLoop groups{tile.groups.size, out.pixels * sub_, plane};
    // The longest two are the instruction's.
    if (groups.extent > std::min(rows.extent, cols.extent))
      std::swap(groups, rows.extent < cols.extent ? rows : cols);
    Insn i;
    i.opcode = static_cast<int64_t>(Opcode::Alu);
    i.alu_opcode = static_cast<int64_t>(p_.op);
    i.iter_out = rows.extent;
    i.iter_in = cols.extent;
    i.dst_out = rows.extent > 1 ? rows.dst : 0;
    i.src_out = rows.extent > 1 ? rows.src : 0;
    i.dst_in = cols.extent > 1 ? cols.dst : 0;
    i.src_in = cols.extent > 1 ? cols.src : 0;
    const int64_t first = out.base + (served.h.begin * tile.w.size + served.w.begin) * sub_;
    std::vector<Uop> uops;
    for (const int64_t tap : taps)
      for (int64_t c = 0; c < groups.extent; ++c)
        for (int64_t s = 0; s < sub_; ++s)
          uops.push_back({first + c * groups.dst + s, tap + c * groups.src + s, 0});
    const Access accesses[] = {out.access(true), {Space::Acc, 0, tile.groups.size * plane, false}};
    stream_.compute_in_parts(i, uops, accesses);
  }

  void epilogue(const Tile& tile, int64_t slot, const AccTile& out) {
    const int64_t room = t_.groups * sub_;  // of one vector
    const int64_t base = in_slot_ + t_.out_slots * out_slot_ + slot * vectors_ * room;
    if (vectors_ > 0)
      load_vectors(tile, base);
    int64_t v = 0;
    for (const AluStep& s : p_.steps) {
      VTA_CHECK(s.operand != AluStep::Operand::Tensor, "a pool's epilogue has no tensor operand");
      if (s.operand == AluStep::Operand::Imm)
        emit_alu_imm(stream_, s.op, s.imm, out);
      else
        emit_alu_channel(stream_, s.op, out, base + v++ * tile.groups.size * sub_);
    }
  }

  void load_vectors(const Tile& tile, int64_t base) {
    Insn i;
    i.opcode = static_cast<int64_t>(Opcode::Load);
    i.memory_type = static_cast<int64_t>(MemoryType::Acc);
    i.sram_base = base;
    i.dram_base =
        p_.vector_offset / config_.element_bytes(MemoryType::Acc) + tile.groups.begin * sub_;
    i.y_size = vectors_;
    i.x_size = tile.groups.size * sub_;
    i.x_stride = p_.groups * sub_;
    const Access accesses[] = {{Space::Acc, base, base + vectors_ * i.x_size, true}};
    stream_.memory(i, accesses);
  }

  void store(const Tile& tile, const AccTile& out) {
    const int64_t element = config_.element_bytes(MemoryType::Out);
    const int64_t row = tile.w.size * sub_, pitch = g_.ow * sub_;
    const bool whole = tile.h.size == g_.oh && tile.w.size == g_.ow;
    const int64_t parts = whole ? 1 : tile.groups.size;
    const int64_t rows = whole ? tile.groups.size * tile.h.size : tile.h.size;
    for (int64_t c = 0; c < parts; ++c) {
      Insn i;
      i.opcode = static_cast<int64_t>(Opcode::Store);
      i.memory_type = static_cast<int64_t>(MemoryType::Out);
      i.sram_base = out.base + c * out.pixels * sub_;
      i.dram_base =
          p_.output.offset / element +
          ((tile.batch * p_.output.image_groups + tile.groups.begin + c) * g_.oh + tile.h.begin) *
              pitch +
          tile.w.begin * sub_;
      i.y_size = rows;
      i.x_size = row;
      i.x_stride = pitch;
      const int64_t end = i.dram_base + (rows - 1) * pitch + row;
      const Access accesses[] = {{Space::Acc, i.sram_base, i.sram_base + rows * row, false},
                                 {Space::Dram, i.dram_base * element, end * element, true}};
      stream_.memory(i, accesses);
    }
  }

  const PoolPlan& p_;
  const ConvGeometry& g_;
  const PoolTiles& t_;
  const VtaConfig& config_;
  TaskStream& stream_;
  int64_t sub_, vectors_, in_slot_, out_slot_;
};

}  // namespace

void emit_pool(const PoolPlan& plan, const VtaConfig& config, TaskStream& stream) {
  PoolEmitter(plan, config, stream).run();
}

}  // namespace vta
