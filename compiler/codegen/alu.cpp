// Element-wise kernels: load the operands of a tile side by side, combine, store.
//
// A tile is a run of consecutive elements: whole channel groups where they fit, else a run of
// pixels of one group, so that a channel vector's element is found by loops.
#include <algorithm>

#include "compiler/codegen/alu_sequence.h"
#include "compiler/codegen/emit.h"
#include "compiler/schedule/step_bounds.h"
#include "compiler/schedule/tile_cache.h"

namespace vta {
namespace {

class AluEmitter {
 public:
  AluEmitter(const AluPlan& plan, const VtaConfig& config, TaskStream& stream, AccBounds& bounds)
      : p_(plan),
        config_(config),
        stream_(stream),
        bounds_(bounds),
        operands_(static_cast<int64_t>(plan.operands.size())),
        vectors_(std::count_if(plan.steps.begin(), plan.steps.end(), [](const AluStep& s) {
          return s.operand == AluStep::Operand::Channel;
        })) {
    const int64_t group = p_.pixels * p_.sub;
    // A tile with channel vectors holds few enough groups that the vectors' slot is bounded.
    groups_per_tile_ = vectors_ > 0 ? 1 : std::max<int64_t>(1, p_.tiles.elements / group);
    pixels_per_tile_ = std::min(p_.pixels, std::max<int64_t>(1, p_.tiles.elements / p_.sub));
    if (groups_per_tile_ > 1 || pixels_per_tile_ == p_.pixels)
      pixels_per_tile_ = p_.pixels;
    operand_slot_ = groups_per_tile_ * pixels_per_tile_ * p_.sub;
    thread_slot_ = operands_ * operand_slot_ + vectors_ * p_.sub;
  }

  void run() {
    int64_t index = 0;
    // Batches follow each other as groups do, but where a tensor is a part of another.
    const bool apart = is_apart(p_.output) || std::ranges::any_of(p_.operands, [&](const auto& o) {
                         return is_apart(o.from);
                       });
    const int64_t runs = apart ? p_.batches : 1, rows = p_.batches * p_.groups / runs;
    for (int64_t b = 0; b < runs; ++b)
      for (int64_t g = 0; g < rows; g += groups_per_tile_)
        for (int64_t p = 0; p < p_.pixels; p += pixels_per_tile_) {
          const int64_t base = (index++ % p_.tiles.threads) * thread_slot_;
          const AccTile tile{base, std::min(groups_per_tile_, rows - g),
                             std::min(pixels_per_tile_, p_.pixels - p), p_.sub};
          emit_tile(tile, {b, g, p});
        }
  }

 private:
  // Where a tile begins.
  struct Position {
    int64_t run = 0, group = 0, pixel = 0;
  };

  bool is_apart(const TensorPlace& tensor) const {
    return p_.batches > 1 && tensor.image_groups != p_.groups;
  }

  // Its element there; with one run for all batches that is 0.
  int64_t element(const TensorPlace& tensor, const Position& at) const {
    return ((at.run * tensor.image_groups + at.group) * p_.pixels + at.pixel) * p_.sub;
  }

  void emit_tile(const AccTile& tile, const Position& at) {
    for (int64_t o = 0; o < operands_; ++o)
      load_operand(o, tile, at);
    if (vectors_ > 0)
      load_vectors(tile.base + operands_ * operand_slot_, at.group % p_.groups);
    stream_.begin_part(TilePart::Epilogue);
    int64_t v = 0;
    for (const AluStep& s : p_.steps) {
      switch (s.operand) {
        case AluStep::Operand::Imm:
          emit_alu_imm(stream_, s.op, s.imm, tile);
          break;
        case AluStep::Operand::Tensor:
          emit_alu_tensor(stream_, s.op, tile, tile.base + s.tensor * operand_slot_);
          break;
        case AluStep::Operand::Channel:
          emit_alu_channel(stream_, s.op, tile,
                           tile.base + operands_ * operand_slot_ + v++ * p_.sub);
          break;
      }
    }
    stream_.begin_part(TilePart::Store);
    store(tile, at);
    stream_.end_tile();
    const int64_t result = largest_after(p_.steps, largest_operand(p_.operands.front()));
    bounds_.write(tile.base, tile.base + tile.elements(), result);
  }

  static int64_t largest_operand(const AluOperand& operand) {
    constexpr int64_t kLargestInt8 = 128;
    return operand.widened ? AccBounds::kUnknown : kLargestInt8 << operand.shift_left;
  }

  void load_operand(int64_t o, const AccTile& tile, const Position& at) {
    const AluOperand& operand = p_.operands[static_cast<size_t>(o)];
    const MemoryType type = operand.widened ? MemoryType::Acc : MemoryType::Acc8;
    const AccTile target{tile.base + o * operand_slot_, tile.groups, tile.pixels, tile.sub};
    transfer(Opcode::Load, type, target, operand.from, at);
    if (operand.shift_left > 0)
      emit_alu_imm(stream_, AluOp::Shr, -operand.shift_left, target);
    bounds_.write(target.base, target.base + target.elements(), largest_operand(operand));
  }

  void load_vectors(int64_t base, int64_t group) {
    Insn i;
    i.opcode = static_cast<int64_t>(Opcode::Load);
    i.memory_type = static_cast<int64_t>(MemoryType::Acc);
    i.sram_base = base;
    i.dram_base = p_.vector_offset / config_.element_bytes(MemoryType::Acc) + group * p_.sub;
    i.y_size = vectors_;
    i.x_size = p_.sub;
    i.x_stride = p_.groups * p_.sub;
    const Access accesses[] = {{Space::Acc, base, base + vectors_ * p_.sub, true}};
    stream_.memory(i, accesses);
    bounds_.write(base, base + vectors_ * p_.sub, AccBounds::kUnknown);
  }

  void store(const AccTile& tile, const Position& at) {
    transfer(Opcode::Store, MemoryType::Out, tile, p_.output, at);
  }

  // Moves a tile's elements, which are consecutive on both sides: one row, or as many equal rows
  // as the size fields need.
  void transfer(Opcode opcode, MemoryType type, const AccTile& tile, const TensorPlace& tensor,
                const Position& at) {
    const bool load = opcode == Opcode::Load;
    constexpr int64_t kMaxField = (1 << 16) - 1;
    const int64_t bytes = config_.element_bytes(type);
    const int64_t n = tile.elements();
    const int64_t rows = n <= kMaxField ? 1 : tile.groups * tile.sub;
    Insn i;
    i.opcode = static_cast<int64_t>(opcode);
    i.memory_type = static_cast<int64_t>(type);
    i.sram_base = tile.base;
    i.dram_base = tensor.offset / bytes + element(tensor, at);
    i.y_size = rows;
    i.x_size = i.x_stride = n / rows;
    const Access accesses[] = {
        tile.access(load), {Space::Dram, i.dram_base * bytes, (i.dram_base + n) * bytes, !load}};
    stream_.memory(i, accesses);
  }

  const AluPlan& p_;
  const VtaConfig& config_;
  TaskStream& stream_;
  AccBounds& bounds_;
  int64_t operands_, vectors_;
  int64_t groups_per_tile_ = 1, pixels_per_tile_ = 1, operand_slot_ = 0, thread_slot_ = 0;
};

}  // namespace

void emit_alu(const AluPlan& plan, const VtaConfig& config, TaskStream& stream, AccBounds& bounds) {
  AluEmitter(plan, config, stream, bounds).run();
}

}  // namespace vta
