#include "compiler/schedule/epilogue.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>

#include "compiler/kernels/step_bounds.h"

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

// An immediate becomes a channel vector of equal values.
void become_vector(AluStep& s, int64_t channels) {
  Tensor values = Tensor::zeros(DType::I32, {channels});
  std::ranges::fill(values.mutable_data<int32_t>(), static_cast<int32_t>(s.imm));
  s.operand = Operand::Channel;
  s.channel = values;
  s.imm = 0;
}

void widen_immediates(std::vector<AluStep>& steps, int64_t channels) {
  for (AluStep& s : steps)
    if (s.operand == Operand::Imm && !fits_immediate(s))
      become_vector(s, channels);
}

bool is_clip(const AluStep& s) {
  return is_imm(s, AluOp::Min) || is_imm(s, AluOp::Max);
}

bool adds_residual(const AluStep& s) {
  return s.op == AluOp::Add && s.operand == Operand::Tensor;
}

int64_t largest_operand(const AluStep& s) {
  const ValueRange range = s.operand == Operand::Imm ? ValueRange{s.imm, s.imm} : vector_range(s);
  return std::max(std::abs(range.least), std::abs(range.largest));
}

// Whether steps make of an 8-bit value that is higher by a lift the same result, higher by that
// lift, once their own limits are lifted: sums and limits do, where nothing leaves 32 bits.
bool keep_lift(std::span<const AluStep> steps) {
  constexpr int64_t kMostLift = std::numeric_limits<int16_t>::max();
  int64_t magnitude = 128;
  for (const AluStep& s : steps) {
    const bool limit = s.op == AluOp::Min || s.op == AluOp::Max;
    if (s.operand == Operand::Tensor || (!limit && s.op != AluOp::Add))
      return false;
    magnitude = limit ? std::max(magnitude, largest_operand(s)) : magnitude + largest_operand(s);
    if (magnitude + kMostLift > std::numeric_limits<int32_t>::max())
      return false;
  }
  return true;
}

// [add channel or imm; shr; (add tensor); clips] of the first result, whose results are 8 bits
// wide. An int8 tensor at any shift cannot make a sum that was shifted once leave 32 bits.
bool shifts_a_biased_sum(std::span<const AluStep> steps, size_t of_first) {
  constexpr int64_t kLargestInt8 = std::numeric_limits<int8_t>::max();
  const bool biased = of_first >= 3 && steps[0].op == AluOp::Add &&
                      (steps[0].operand == Operand::Imm ||
                       (steps[0].operand == Operand::Channel && steps[0].channel.valid()));
  if (!biased || !is_imm(steps[1], AluOp::Shr) || steps[1].imm < 1 || steps[1].imm > 30)
    return false;
  const auto clips = steps.first(of_first).subspan(adds_residual(steps[2]) ? 3 : 2);
  const auto eight_bits = [&](size_t count) {
    return largest_after(steps.first(count), std::numeric_limits<int32_t>::max()) <= kLargestInt8;
  };
  return std::ranges::all_of(clips, is_clip) && keep_lift(steps.subspan(of_first)) &&
         eight_bits(of_first) && eight_bits(steps.size());
}

// The 256m of the header; 0 where there is none.
int64_t lift_of(std::span<const AluStep> steps, int64_t magnitude) {
  constexpr int64_t kLargestImm = std::numeric_limits<int16_t>::max();
  const bool one_value = steps[0].operand == Operand::Imm;
  const ValueRange vector =
      one_value ? ValueRange{steps[0].imm, steps[0].imm} : vector_range(steps[0]);
  const int64_t result = largest_after(steps, std::numeric_limits<int32_t>::max());
  int64_t most_clip = 0;
  for (const AluStep& s : steps.subspan(2))
    if (is_clip(s))
      most_clip = std::max(most_clip, s.imm);
  int64_t enough_for_itself = 0;
  for (int64_t lift = 256; lift + most_clip <= kLargestImm; lift += 256) {
    const int64_t by = lift << steps[1].imm;
    const int64_t largest = std::max(std::abs(vector.least + by), std::abs(vector.largest + by));
    if (magnitude + largest > std::numeric_limits<int32_t>::max())
      break;
    if (vector.least + by >= kLargestImm)
      return lift;
    if (enough_for_itself == 0 && vector.least + by >= lift + result)
      enough_for_itself = lift;
  }
  return enough_for_itself;
}

// Lifts a biased sum so far that its vector can set the accumulators: see the header.
void lift_sums(std::vector<AluStep>& steps, size_t of_first, const EpilogueInput& input) {
  const int64_t magnitude = input.largest_magnitude;
  const int64_t lift = shifts_a_biased_sum(steps, of_first) ? lift_of(steps, magnitude) : 0;
  if (lift == 0)
    return;
  const int64_t by = lift << steps[1].imm;
  if (steps[0].operand == Operand::Imm)
    become_vector(steps[0], input.channels);
  steps[0].channel = add_to_all(steps[0].channel, by);
  steps[0].imm += by;
  for (AluStep& s : std::span(steps).subspan(2)) {
    if (s.op == AluOp::Add)
      continue;
    if (s.operand == Operand::Channel)
      s.channel = add_to_all(s.channel, lift);
    s.imm += lift;  // of padded channels, otherwise
  }
}

// CLIP's immediate for two limits next to each other, in any order: [0, b] or [-b, b]. 0 where
// there is none.
int64_t clip_of(const AluStep& one, const AluStep& other) {
  if (!is_clip(one) || !is_clip(other) || one.op == other.op)
    return 0;
  const int64_t low = one.op == AluOp::Max ? one.imm : other.imm;
  const int64_t high = one.op == AluOp::Max ? other.imm : one.imm;
  if (high <= 0)
    return 0;
  if (low == 0)
    return -high;
  return low == -high ? high : 0;
}

std::vector<AluStep> merge_clips(std::span<const AluStep> steps) {
  std::vector<AluStep> out;
  for (const AluStep& s : steps) {
    const int64_t imm = out.empty() ? 0 : clip_of(out.back(), s);
    if (imm == 0) {
      out.push_back(s);
      continue;
    }
    out.back().op = AluOp::Clip;
    out.back().imm = imm;
  }
  return out;
}

// The step that adds to all sums sets the accumulators that they are added up in.
void move_first_add(std::vector<AluStep>& steps) {
  if (!steps.empty() && steps[0].op == AluOp::Add && steps[0].on == 0 &&
      (steps[0].operand == Operand::Imm || steps[0].operand == Operand::Channel))
    steps[0].op = AluOp::Mov;
}

}  // namespace

std::vector<AluStep> rewrite_epilogue(std::span<const AluStep> steps, EpilogueStyle style,
                                      const EpilogueInput& input) {
  return rewrite_epilogue(steps, {}, style, input).steps;
}

EpilogueOfTwo rewrite_epilogue(std::span<const AluStep> first, std::span<const AluStep> second,
                               EpilogueStyle style, const EpilogueInput& input) {
  // Steps on several operands stay as they are.
  const bool plain = std::ranges::all_of(first, [](const AluStep& s) { return s.on == 0; });
  const bool is_short = style == EpilogueStyle::Short && plain;
  const auto clipped = [&](std::vector<AluStep> steps) {
    return is_short && input.clip ? merge_clips(steps) : steps;
  };
  EpilogueOfTwo out{plain ? merge_adds(first) : std::vector<AluStep>(first.begin(), first.end())};
  if (is_short) {
    move_relu(out.steps, input.largest_magnitude);
    out.steps = merge_adds(out.steps);
    drop_lower_clips(out.steps);
  }
  out.steps = clipped(std::move(out.steps));
  out.of_first = out.steps.size();
  std::ranges::copy(clipped(merge_adds(second)), std::back_inserter(out.steps));
  if (style == EpilogueStyle::Short && input.sums && input.move)
    move_first_add(out.steps);
  else if (is_short && input.sums)
    lift_sums(out.steps, out.of_first, input);
  widen_immediates(out.steps, input.channels);
  return out;
}

}  // namespace vta
