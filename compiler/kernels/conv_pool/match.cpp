// Which maximum may come before the epilogue of the convolution that it reads.
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "compiler/kernels/conv_pool/kind.h"

namespace vta {
namespace {

bool keeps_order(const AluStep& s) {
  if (s.on != 0 || s.operand == AluStep::Operand::Other)
    return false;
  switch (s.op) {
    case AluOp::Add:
      return s.operand != AluStep::Operand::Tensor;
    case AluOp::Min:
    case AluOp::Max:
      return s.operand == AluStep::Operand::Imm;
    case AluOp::Shr:
      return s.operand == AluStep::Operand::Imm && s.imm >= 0;
    default:
      return false;
  }
}

// Largest magnitude that a step adds; a vector without data adds anything.
int64_t added(const AluStep& s) {
  if (s.op != AluOp::Add)
    return 0;
  if (s.operand == AluStep::Operand::Imm)
    return std::abs(s.imm);
  if (!s.channel.valid())
    return std::numeric_limits<int32_t>::max();
  int64_t largest = 0;
  for (const int32_t v : s.channel.data<int32_t>())
    largest = std::max(largest, std::abs(int64_t{v}));
  return largest;
}

// Sums that wrapped around would not keep their order.
bool sums_keep_order(const Kernel& conv) {
  int64_t largest = conv.conv.ic * 128 * 128;
  for (const AluStep& s : conv.steps) {
    if (!keeps_order(s))
      return false;
    largest += added(s);
  }
  return largest <= std::numeric_limits<int32_t>::max();
}

bool changes_nothing(const AluStep& s) {
  return s.operand == AluStep::Operand::Imm &&
         ((s.op == AluOp::Max && s.imm <= -128) || (s.op == AluOp::Min && s.imm >= 127));
}

}  // namespace

bool can_pool_sums(const Kernel& conv, const Kernel& pool, const VtaConfig& config) {
  // Vectors: at most those of the steps, one of which a merged rounding may become.
  return conv.kind == Kernel::Kind::Conv && pool.kind == Kernel::Kind::Pool &&
         pool.pool == AluOp::Max && sums_keep_order(conv) &&
         std::ranges::all_of(pool.steps, changes_nothing) &&
         conv_pool_tiles(conv.conv, pool.conv, std::ssize(conv.steps), config);
}

}  // namespace vta
