#include "compiler/schedule/epilogue.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace vta {
namespace {

using Operand = AluStep::Operand;

bool is_imm(const AluStep& s, AluOp op) {
  return s.operand == Operand::Imm && s.op == op;
}

int32_t wrapping_add(int32_t a, int64_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}

Tensor add_to_all(const Tensor& channel, int64_t value) {
  if (!channel.valid())
    return channel;  // no data: only the shape of the schedule is wanted
  Tensor sum = Tensor::zeros(DType::I32, channel.shape());
  auto out = sum.mutable_data<int32_t>();
  const auto in = channel.data<int32_t>();
  for (size_t i = 0; i < in.size(); ++i)
    out[i] = wrapping_add(in[i], value);
  return sum;
}

std::vector<AluStep> merge_adds(std::span<const AluStep> steps) {
  std::vector<AluStep> out;
  for (const AluStep& s : steps) {
    const bool nothing = (is_imm(s, AluOp::Add) || is_imm(s, AluOp::Shr)) && s.imm == 0;
    if (nothing)
      continue;
    if (is_imm(s, AluOp::Add) && !out.empty() && out.back().op == AluOp::Add) {
      if (out.back().operand == Operand::Channel) {
        out.back().channel = add_to_all(out.back().channel, s.imm);
        continue;
      }
      if (out.back().operand == Operand::Imm) {
        out.back().imm = wrapping_add(static_cast<int32_t>(out.back().imm), s.imm);
        continue;
      }
    }
    out.push_back(s);
  }
  return out;
}

// Largest magnitude after an add; unbounded after anything that is not an add.
int64_t magnitude_after(const AluStep& s, int64_t before) {
  constexpr int64_t kUnbounded = int64_t{1} << 40;
  if (s.op != AluOp::Add || s.operand == Operand::Tensor)
    return kUnbounded;
  if (s.operand == Operand::Imm)
    return before + std::abs(s.imm);
  int64_t largest = 0;
  if (s.channel.valid())
    for (const int32_t v : s.channel.data<int32_t>())
      largest = std::max(largest, std::abs(static_cast<int64_t>(v)));
  return before + largest;
}

// Moves `max 0` behind a rounding shift: see the header.
void move_relu(std::vector<AluStep>& steps, int64_t magnitude) {
  for (size_t i = 0; i + 2 < steps.size(); magnitude = magnitude_after(steps[i++], magnitude)) {
    const AluStep relu = steps[i];
    const AluStep& add = steps[i + 1];
    const AluStep& shift = steps[i + 2];
    const bool rounding = is_imm(relu, AluOp::Max) && relu.imm == 0 && is_imm(add, AluOp::Add) &&
                          is_imm(shift, AluOp::Shr) && shift.imm >= 1 && shift.imm <= 31 &&
                          add.imm == (int64_t{1} << (shift.imm - 1));
    if (!rounding || magnitude + add.imm > std::numeric_limits<int32_t>::max())
      continue;
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
    steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(i) + 2, relu);
  }
}

// After `max 0` the value is not negative, so a later `max b` with b <= 0 does nothing unless a
// step between them can make it negative again; only `min a` with a >= 0 is let pass.
void drop_lower_clips(std::vector<AluStep>& steps) {
  bool not_negative = false;
  std::vector<AluStep> out;
  for (const AluStep& s : steps) {
    if (is_imm(s, AluOp::Max) && s.imm <= 0 && not_negative)
      continue;
    if (is_imm(s, AluOp::Max) && s.imm >= 0)
      not_negative = true;
    else if (!(is_imm(s, AluOp::Min) && s.imm >= 0))
      not_negative = false;
    out.push_back(s);
  }
  steps = std::move(out);
}

bool fits_immediate(const AluStep& s) {
  return s.imm >= std::numeric_limits<int16_t>::min() &&
         s.imm <= std::numeric_limits<int16_t>::max();
}

void widen_immediates(std::vector<AluStep>& steps, int64_t channels) {
  for (AluStep& s : steps) {
    if (s.operand != Operand::Imm || fits_immediate(s))
      continue;
    Tensor values = Tensor::zeros(DType::I32, {channels});
    for (int32_t& v : values.mutable_data<int32_t>())
      v = static_cast<int32_t>(s.imm);
    s.operand = Operand::Channel;
    s.channel = values;
    s.imm = 0;
  }
}

}  // namespace

std::vector<AluStep> rewrite_epilogue(std::span<const AluStep> steps, EpilogueStyle style,
                                      const EpilogueInput& input) {
  std::vector<AluStep> out = merge_adds(steps);
  if (style == EpilogueStyle::Short) {
    move_relu(out, input.largest_magnitude);
    out = merge_adds(out);
    drop_lower_clips(out);
  }
  widen_immediates(out, input.channels);
  return out;
}

std::vector<Tensor> channel_vectors(std::span<const AluStep> steps) {
  std::vector<Tensor> vectors;
  for (const AluStep& s : steps)
    if (s.operand == Operand::Channel)
      vectors.push_back(s.channel);
  return vectors;
}

}  // namespace vta
