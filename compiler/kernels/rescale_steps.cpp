#include "compiler/kernels/rescale_steps.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace vta {
namespace {

using Operand = AluStep::Operand;

constexpr int64_t kLargest = std::numeric_limits<int32_t>::max();
constexpr int64_t kWhole = 31;  // bits behind the point of a multiplier
constexpr int kMostDigits = 8;

int64_t power(int64_t exponent) {
  return int64_t{1} << exponent;
}

// Of an odd number, modulo 2^32.
uint32_t inverse(uint32_t odd) {
  uint32_t x = odd;  // right in three bits; each step doubles them
  for (int bits = 3; bits < 32; bits *= 2)
    x *= 2 - odd * x;
  return x;
}

// Digits of d bits: the inner ones odd, the last with all that is left.
std::vector<int64_t> digits_of(int64_t q, int n, int64_t d) {
  std::vector<int64_t> digits;
  for (int i = 0; i + 1 < n; ++i, q >>= d)
    digits.push_back(q & (power(d) - 1));
  digits.push_back(q);
  for (size_t i = 1; i + 1 < digits.size(); ++i)
    if (digits[i] % 2 == 0) {
      ++digits[i];
      digits[i - 1] -= power(d);
    }
  return digits;
}

// Whether x q 2^-places is half way between integers for some x but 0.
bool has_ties(int64_t q, int64_t places, int64_t magnitude) {
  const int64_t zeros = std::countr_zero(static_cast<uint64_t>(q)),
                bits = std::bit_width(static_cast<uint64_t>(magnitude));
  return q != 0 && zeros + bits >= places;
}

class RescaleSteps {
 public:
  RescaleSteps(const Rescaling& of, int n, int64_t d) : of_(of), n_(n), d_(d) {
    for (const int32_t q : of.multipliers)
      digits_.push_back(digits_of(q, n, d));
    below_ = d * (n - 1);
  }

  bool exact() const {
    if (below_ >= kWhole)
      return false;
    for (size_t c = 0; c < digits_.size(); ++c) {
      if (of_.multipliers[c] < 0 || of_.shifts[c] > 0 || of_.shifts[c] < -kWhole)
        return false;
      const int64_t last = digits_[c].back();
      // Its product has the sign of x.
      if (of_.multipliers[c] != 0 && last < 1)
        return false;
      if (of_.rounding == Rounding::Even &&
          has_ties(of_.multipliers[c], kWhole - of_.shifts[c], of_.magnitude))
        return false;
      // The last sum, with what is added before its shift and what is taken from it. Then a shift
      // by more than there are bits, by 31 that is, leaves 0: what is added is 2^30.
      const int64_t sum = of_.magnitude * (last + 1) + 1;
      if (sum + added(c) + power(kWhole - below_) > kLargest)
        return false;
    }
    return true;
  }

  std::vector<AluStep> steps() {
    copy();
    put(0, AluOp::Mul, [&](size_t c) { return digits_[c][0]; });
    shift_down();
    for (int i = 1; i < n_; ++i) {
      put(kOther, AluOp::Mul, [&](size_t c) { return factor(c, static_cast<size_t>(i)); });
      add_other();
      if (i + 1 < n_)
        shift_down();
    }
    if (of_.rounding == Rounding::Double)
      subtract_sign();
    round();
    if (of_.zero != 0)
      put(0, AluOp::Add, [&](size_t) { return of_.zero; });
    return std::move(out_);
  }

 private:
  static constexpr int64_t kOther = AluStep::kOther;

  // Right, of the last sum.
  int64_t shift(size_t c) const { return std::min(kWhole - below_ - of_.shifts[c], kWhole); }
  // Twice: at 31 bits, and at fewer.
  bool twice(size_t c) const { return of_.rounding == Rounding::Double && of_.shifts[c] < 0; }
  int64_t added(size_t c) const {
    const int64_t half = power(shift(c) - 1);
    return twice(c) && shift(c) < kWhole ? half + power(kWhole - below_ - 1) : half;
  }

  int64_t factor(size_t c, size_t digit) const {
    const auto q = static_cast<uint32_t>(digits_[c][digit]);
    return static_cast<int32_t>(
        digit == 1 ? q : q * inverse(static_cast<uint32_t>(digits_[c][digit - 1])));
  }

  void copy() {
    if (of_.extended) {
      out_.push_back({.op = AluOp::Mov, .operand = Operand::Other, .on = kOther});
      return;
    }
    out_.push_back({.op = AluOp::Mul, .imm = 0, .on = kOther});
    out_.push_back({.op = AluOp::Add, .operand = Operand::Other, .on = kOther});
  }
  void add_other() { out_.push_back({.op = AluOp::Add, .operand = Operand::Other}); }
  void shift_down() { out_.push_back({.op = AluOp::Shr, .imm = d_}); }

  void subtract_sign() {
    out_.push_back({.op = AluOp::Shr, .imm = kWhole, .on = kOther});
    const int64_t places = kWhole - below_;
    bool all = true;
    for (size_t c = 0; c < digits_.size(); ++c)
      all = all && twice(c);
    if (all)
      out_.push_back({.op = AluOp::Shr, .imm = -places, .on = kOther});
    else
      put(kOther, AluOp::Mul, [&](size_t c) { return twice(c) ? power(places) : 0; });
    add_other();
  }

  void round() {
    if (of_.rounding != Rounding::Double && of_.extended)
      return put(0, AluOp::Rshr, [&](size_t c) { return shift(c); });
    put(0, AluOp::Add, [&](size_t c) { return added(c); });
    put(0, AluOp::Shr, [&](size_t c) { return shift(c); });
  }

  // A step by one value of each channel, or by the one that all have.
  template <typename Value>
  void put(int64_t on, AluOp op, const Value& value) {
    Tensor values = Tensor::zeros(DType::I32, {static_cast<int64_t>(digits_.size())});
    const auto to = values.mutable_data<int32_t>();
    for (size_t c = 0; c < to.size(); ++c)
      to[c] = static_cast<int32_t>(value(c));
    if (std::ranges::count(to, to[0]) == std::ssize(to))
      out_.push_back({.op = op, .imm = to[0], .on = on});
    else
      out_.push_back({.op = op, .operand = Operand::Channel, .channel = values, .on = on});
  }

  const Rescaling& of_;
  int n_;
  int64_t d_, below_;                         // bits of a digit, and of all but the last
  std::vector<std::vector<int64_t>> digits_;  // of channels
  std::vector<AluStep> out_;
};

}  // namespace

std::optional<std::vector<AluStep>> rescale_steps(const Rescaling& of) {
  int64_t most = 0;  // bits of a digit
  while (of.magnitude * (power(most + 1) + 1) <= kLargest && most + 1 < kWhole)
    ++most;
  for (int n = 2; most > 0 && n <= kMostDigits; ++n) {
    RescaleSteps steps(of, n, std::min(most, (kWhole - 1) / (n - 1)));
    if (steps.exact())
      return steps.steps();
  }
  return std::nullopt;
}

}  // namespace vta
