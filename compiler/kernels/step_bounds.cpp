#include "compiler/kernels/step_bounds.h"

#include <algorithm>
#include <limits>

#include "hw/isa/rq.h"

namespace vta {
namespace {

constexpr int64_t kLeastInt32 = std::numeric_limits<int32_t>::min();
constexpr int64_t kLargestInt32 = std::numeric_limits<int32_t>::max();

struct Interval {
  int64_t low = kLeastInt32, high = kLargestInt32;
};

// Of what a step's other operand may be.
Interval operand_of(const AluStep& s) {
  if (s.operand == AluStep::Operand::Imm)
    return {s.imm, s.imm};
  if (s.operand != AluStep::Operand::Channel || !s.channel.valid())
    return {};
  const auto values = s.channel.data<int32_t>();
  if (values.empty())
    return {};
  const auto [low, high] = std::ranges::minmax(values);
  return {std::min<int64_t>(low, s.imm), std::max<int64_t>(high, s.imm)};
}

Interval within_int32(const Interval& x) {
  return x.low < kLeastInt32 || x.high > kLargestInt32 ? Interval{} : x;
}

Interval apply(AluOp op, const Interval& x, const Interval& y) {
  switch (op) {
    case AluOp::Min:
      return {std::min(x.low, y.low), std::min(x.high, y.high)};
    case AluOp::Max:
      return {std::max(x.low, y.low), std::max(x.high, y.high)};
    case AluOp::Add:
      return within_int32({x.low + y.low, x.high + y.high});
    case AluOp::Shr: {
      const int64_t shift = y.low;
      if (shift != y.high || shift < -31 || shift > 31)
        return {};
      return shift >= 0 ? Interval{x.low >> shift, x.high >> shift}
                        : within_int32({x.low << -shift, x.high << -shift});
    }
    case AluOp::Clip: {
      const Interval limits = y.low < 0 ? Interval{0, -y.low} : Interval{-y.low, y.low};
      return {std::clamp(x.low, limits.low, limits.high),
              std::clamp(x.high, limits.low, limits.high)};
    }
    case AluOp::Rq:  // that saturates; with its parameters beside
      return {-128, 127};
    default:
      return {};
  }
}

}  // namespace

int64_t largest_after(std::span<const AluStep> steps, int64_t magnitude) {
  Interval x = within_int32({-magnitude, magnitude});
  for (const AluStep& s : steps)
    if (s.on == 0)
      x = s.op == AluOp::Rq && rq_parameters(s.imm).wide ? Interval{}
                                                         : apply(s.op, x, operand_of(s));
  return x.high;
}

ValueRange vector_range(const AluStep& step) {
  const bool vector = step.operand == AluStep::Operand::Channel;
  const Interval range = vector ? operand_of(step) : Interval{};
  return {range.low, range.high};
}

}  // namespace vta
