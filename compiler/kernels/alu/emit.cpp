// Element-wise kernels: load the operands of a tile side by side, combine, store.
//
// A tile is a run of consecutive elements: whole channel groups where they fit, else a run of
// pixels of one group, so that a channel vector's element is found by loops. Of a last group that
// has elements without channels a pixel's others are a row of their own.
#include <algorithm>

#include "base/round.h"
#include "compiler/emit/moves.h"
#include "compiler/kernels/alu/kind.h"
#include "compiler/kernels/step_bounds.h"
#include "compiler/kernels/steps.h"
#include "compiler/kernels/window.h"
#include "hw/isa/insn.h"

namespace vta {
namespace {

class AluEmitter {
 public:
  AluEmitter(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream)
      : p_(plan),
        config_(config),
        stream_(stream),
        batches_(ceil_div(plan.geometry().n, config.batch())),
        channels_(ChannelElements::acc(plan.geometry().oc, config)),
        groups_(channels_.groups),
        pixels_(plan.geometry().oh * plan.geometry().ow),
        operands_(std::ssize(plan.inputs)),
        vectors_(count_vectors(plan.steps)),
        scalars_(count_scalars(plan.steps)) {
    const int64_t elements = plan.tiles_as<AluTiles>().elements;
    // A tile with channel vectors holds few enough groups that the vectors' slot is bounded.
    groups_per_tile_ = vectors_ > 0 ? 1 : groups_of(elements);
    pixels_per_tile_ = groups_per_tile_ > 1
                           ? pixels_
                           : std::clamp<int64_t>(elements / channels_.most(1), 1, pixels_);
    const int64_t most =
        apart() ? channels_.most(groups_per_tile_) : groups_per_tile_ * channels_.sub;
    operand_slot_ = most * pixels_per_tile_;
    thread_slot_ = operands_ * operand_slot_ + vectors_ * channels_.most(1) + scalars_;
  }

  void run() {
    int64_t index = 0;
    const int64_t threads = p_.tiles_as<AluTiles>().threads;
    const int64_t runs = apart() ? batches_ : 1, rows = batches_ * groups_ / runs;
    for (int64_t b = 0; b < runs; ++b)
      for (int64_t g = 0; g < rows; g += groups_per_tile_)
        for (int64_t p = 0; p < pixels_; p += pixels_per_tile_) {
          const int64_t base = (index++ % threads) * thread_slot_;
          const int64_t groups = std::min(groups_per_tile_, rows - g);
          const AccTile tile{base, groups, std::min(pixels_per_tile_, pixels_ - p), channels_.sub,
                             apart() && g + groups == groups_ ? channels_.missing() : 0};
          emit_tile(tile, {b, g, p});
        }
  }

 private:
  // Where a tile begins.
  struct Position {
    int64_t run = 0, group = 0, pixel = 0;
  };

  int64_t groups_of(int64_t elements) const {
    if (apart() && elements >= channels_.count * pixels_)
      return groups_;
    return std::max<int64_t>(1, elements / (pixels_ * channels_.sub));
  }

  // Batches follow each other as groups do, but where a tensor is a part of another or a last
  // group has fewer elements.
  bool apart() const {
    return channels_.missing() > 0 || is_apart(p_.output()) ||
           std::ranges::any_of(p_.inputs, [&](const auto& in) { return is_apart(in); });
  }
  bool is_apart(const TensorPlace& tensor) const {
    return batches_ > 1 && tensor.image_groups != groups_;
  }

  void emit_tile(const AccTile& tile, const Position& at) {
    const int64_t vectors = tile.base + operands_ * operand_slot_;
    for (int64_t o = 0; o < operands_; ++o)
      load_operand(o, tile, at);
    if (vectors_ + scalars_ > 0)
      load_vectors(stream_, p_, vectors, {at.group % groups_, 1}, config_);
    stream_.begin_part(TilePart::Epilogue);
    emit_all_steps(tile, place_vectors(p_.steps, vectors, tile.per_pixel()));
    stream_.begin_part(TilePart::Store);
    move(MemoryType::Out, tile, p_.output(), at);
    stream_.end_tile();
    stream_.holds_at_most(largest_after(p_.steps, largest_operand(0)), tile.base,
                          tile.base + tile.elements());
  }

  // In runs that work on one operand.
  void emit_all_steps(const AccTile& tile, VectorPlace vectors) {
    for (auto first = p_.steps.begin(); first != p_.steps.end();) {
      const auto end =
          std::find_if(first, p_.steps.end(), [&](const AluStep& s) { return s.on != first->on; });
      AccTile target = tile;
      target.base += first->on * operand_slot_;
      const std::span run(first, end);
      emit_steps(stream_, run, target, vectors, [&](const AluStep& s, const VectorPlace&) {
        emit_alu_tensor(stream_, s.op, target, tile.base + s.tensor * operand_slot_);
      });
      vectors = vectors.behind(run);
      first = end;
    }
  }

  int64_t shift_left(int64_t o) const {
    return p_.kernel->inputs[static_cast<size_t>(o)].shift_left;
  }
  bool wide() const { return p_.layer->wide_operands; }  // int32 in DRAM, else int8

  int64_t largest_operand(int64_t o) const {
    return wide() ? AccBounds::kUnknown : kInt8Magnitude << shift_left(o);
  }

  void load_operand(int64_t o, const AccTile& tile, const Position& at) {
    AccTile target = tile;
    target.base += o * operand_slot_;
    move(wide() ? MemoryType::Acc : MemoryType::Acc8, target, p_.inputs[static_cast<size_t>(o)],
         at);
    if (shift_left(o) > 0)
      emit_alu_imm(stream_, AluOp::Shr, -shift_left(o), target);
    stream_.holds_at_most(largest_operand(o), target.base, target.base + target.elements());
  }

  // A tile from or to a tensor, which is one row of pixels here. With one run for all batches
  // Position::run is 0.
  void move(MemoryType type, const AccTile& tile, const TensorPlace& tensor, const Position& at) {
    const ImageTensor image{tensor.offset / config_.element_bytes(type), tensor.image_groups, 1,
                            pixels_, channels_.sub};
    int64_t group = at.group;
    for (const AccTile& part : tile.parts()) {
      const ImagePart pixels{at.run, {group, part.groups}, {0, 1}, {at.pixel, part.pixels}};
      if (part.sub < channels_.sub)
        move_elements(stream_, type, part.base, image, pixels, part.sub, config_);
      else if (type == MemoryType::Out)
        store_rows(stream_, run(type, part, first_element(image, pixels)), config_);
      else
        load_rows(stream_, run(type, part, first_element(image, pixels)), config_);
      group += part.groups;
    }
  }

  // Elements that are consecutive on both sides: one row, or as many equal rows as the size fields
  // need.
  static Rows run(MemoryType type, const AccTile& tile, int64_t first) {
    const int64_t n = tile.elements();
    const int64_t rows = n <= kMaxTransferExtent ? 1 : tile.groups * tile.sub;
    return {type, tile.base, first, rows, n / rows, n / rows};
  }

  const KernelPlan& p_;
  const VtaConfig& config_;
  TaskStream& stream_;
  int64_t batches_;
  ChannelElements channels_;
  int64_t groups_, pixels_;
  int64_t operands_, vectors_, scalars_;
  int64_t groups_per_tile_ = 1, pixels_per_tile_ = 1, operand_slot_ = 0, thread_slot_ = 0;
};

}  // namespace

void emit_alu(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream) {
  AluEmitter(plan, config, stream).run();
}

}  // namespace vta
