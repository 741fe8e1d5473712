#include "compiler/codegen/moved_fields.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/error.h"

namespace vta {
namespace {

// All that kernels set.
constexpr std::array<int64_t Insn::*, 23> kMembers = {
    &Insn::opcode,     &Insn::memory_type, &Insn::sram_base, &Insn::dram_base, &Insn::y_size,
    &Insn::x_size,     &Insn::x_stride,    &Insn::y_pad_0,   &Insn::y_pad_1,   &Insn::x_pad_0,
    &Insn::x_pad_1,    &Insn::reset,       &Insn::iter_out,  &Insn::iter_in,   &Insn::dst_out,
    &Insn::dst_in,     &Insn::src_out,     &Insn::src_in,    &Insn::wgt_out,   &Insn::wgt_in,
    &Insn::alu_opcode, &Insn::use_imm,     &Insn::imm};

// Whether the machine ignores a field: a loop of one iteration never adds its strides.
bool is_idle(const Insn& insn, int64_t Insn::*member) {
  if (member == &Insn::dst_out || member == &Insn::src_out || member == &Insn::wgt_out)
    return insn.iter_out <= 1;
  if (member == &Insn::dst_in || member == &Insn::src_in || member == &Insn::wgt_in)
    return insn.iter_in <= 1;
  return member == &Insn::x_stride && insn.y_size <= 1;
}

class Moves {
 public:
  Moves(const EmitAt& emit, int64_t context, int64_t block)
      : emit_(emit), context_(context), block_(block) {}

  std::vector<FieldMove> run() {
    const int64_t first = first_sample();
    const EmittedInsns a = emit_(first), b = emit_(second(first)), c = emit_(third(first));
    require_same(a, b);
    require_same(a, c);
    std::vector<FieldMove> moves;
    for (size_t op = 0; op < a.size(); ++op)
      for (int64_t Insn::*const member : kMembers)
        if (const int64_t x = a[op].insn.*member, y = b[op].insn.*member, z = c[op].insn.*member;
            x != y || x != z)
          moves.push_back(fitted(static_cast<int64_t>(op), member, first, Values{x, y, z}));
    for (const int64_t position : samples())
      check(moves, a, position);
    return moves;
  }

 private:
  struct Values {
    int64_t first, second, third;
  };

  // In the second block where the context has three, so that no loop has one iteration there.
  int64_t first_sample() const {
    const int64_t first = context_ > 2 * block_ ? block_ + 1 : 1;
    return context_ > first + 1 ? first : 0;
  }
  // Of the same block, where a block has two positions.
  int64_t second(int64_t first) const { return std::min(first + 1, context_ - 1); }
  // The same place in the next block.
  int64_t third(int64_t first) const { return std::min(first + block_, context_ - 1); }

  FieldMove fitted(int64_t op, int64_t Insn::*member, int64_t first, const Values& v) const {
    const int64_t p = second(first) - first, q = third(first) - first;
    const int64_t blocks = third(first) / block_ - first / block_;
    const int64_t blocks_second = second(first) / block_ - first / block_;
    FieldMove move{op, member};
    // v.second - v.first = p * a + blocks_second * b, v.third - v.first = q * a + blocks * b
    const int64_t determinant = p * blocks - q * blocks_second;
    if (determinant != 0) {
      move.per_position =
          ((v.second - v.first) * blocks - (v.third - v.first) * blocks_second) / determinant;
      move.per_block = ((v.third - v.first) * p - (v.second - v.first) * q) / determinant;
    } else if (p > 0) {
      move.per_position = (v.second - v.first) / p;
    }
    move.at_first = v.first - first * move.per_position - first / block_ * move.per_block;
    return move;
  }

  std::set<int64_t> samples() const {
    std::set<int64_t> all;
    for (const int64_t position : {int64_t{0}, int64_t{1}, block_ - 1, block_, block_ + 1,
                                   context_ / 2, context_ - 2, context_ - 1})
      all.insert(std::clamp<int64_t>(position, 0, context_ - 1));
    return all;
  }

  static void require_same(const EmittedInsns& a, const EmittedInsns& b) {
    VTA_CHECK(a.size() == b.size() &&
                  std::ranges::equal(a, b, {}, &EmittedInsn::uops, &EmittedInsn::uops),
              "kernels emit {} instructions at one position and {} at another, or other micro-ops",
              a.size(), b.size());
  }

  void check(const std::vector<FieldMove>& moves, EmittedInsns from, int64_t position) const {
    for (const FieldMove& move : moves)
      from[static_cast<size_t>(move.op)].insn.*move.member =
          move.at_first + move.per_position * position + move.per_block * (position / block_);
    const EmittedInsns emitted = emit_(position);
    require_same(from, emitted);
    for (size_t op = 0; op < emitted.size(); ++op)
      for (int64_t Insn::*const member : kMembers)
        VTA_CHECK(
            from[op].insn.*member == emitted[op].insn.*member || is_idle(emitted[op].insn, member),
            "instruction {} at position {} is no sum of parts by position and block: {} "
            "where {} was emitted",
            op, position, from[op].insn.*member, emitted[op].insn.*member);
  }

  const EmitAt& emit_;
  int64_t context_, block_;
};

}  // namespace

std::vector<FieldMove> field_moves(const EmitAt& emit, int64_t context, int64_t block) {
  return Moves(emit, context, block).run();
}

}  // namespace vta
