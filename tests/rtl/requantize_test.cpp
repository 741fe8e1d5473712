// The arithmetic of RQ against the formulas of docs/isa.md, section 8: every operand and parameter
// at reduced widths, random and chosen ones at full width. VTA_REQUANTIZE_CASES: how many of these.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "VRequantize.h"
#include "VRequantize4.h"
#include "VRequantize8.h"
#include "wide.h"

namespace vta {
namespace {

enum Rounding : int { kSingle, kDouble, kEven };

// Of a machine with lanes of `bits`, 32 on the page, whose results are saturated to `out_bits`.
struct Machine {
  int64_t bits, out_bits;
  int64_t shift_bits() const {
    int64_t n = 1;
    while (int64_t{1} << (n - 1) < bits)
      ++n;
    return n;  // 6
  }
};

struct Parameters {
  int64_t zero;
  int rounding;
  bool relu, wide;
};

struct Operands {
  int64_t x, q;
  int64_t shift;  // ACC[src + 1]
};

int64_t low_bits_signed(int64_t value, int64_t bits) {
  const int64_t modulus = int64_t{1} << bits, low = value & (modulus - 1);
  return low >= modulus / 2 ? low - modulus : low;
}

// A field of a port that lies in one of its words.
void set_field(auto& words, int64_t lsb, int64_t width, int64_t value) {
  const int64_t ones = (int64_t{1} << width) - 1, at = lsb % 32;
  auto& word = words[static_cast<size_t>(lsb / 32)];
  word = static_cast<uint32_t>((word & ~(ones << at)) | (value & ones) << at);
}

int64_t floor_div(int64_t a, int64_t log2) {
  return a >> log2;
}

bool is_tie(const Machine& m, const Operands& o, int64_t e) {
  const int64_t shift = m.bits - 1 - e;
  const int64_t rest = o.x * o.q - (floor_div(o.x * o.q, shift) << shift);
  return shift > 0 && rest == int64_t{1} << (shift - 1);
}

int64_t exponent_of(const Machine& m, const Operands& o) {
  const int64_t e = low_bits_signed(o.shift, m.shift_bits());
  return e == -m.bits ? 1 - m.bits : e;
}

// R(x), the 31 of the page being bits - 1.
int64_t rounded(const Machine& m, const Operands& o, int rounding) {
  const int64_t e = exponent_of(m, o), most = m.bits - 1;
  const int64_t product = o.x * o.q;
  if (rounding == kDouble && e < 0) {
    const int64_t a = floor_div(product + (int64_t{1} << (most - 1)), most);
    return floor_div(a + (int64_t{1} << (-e - 1)) - (a < 0 ? 1 : 0), -e);
  }
  if (e == most)
    return product;
  if (rounding != kEven)
    return floor_div(product + (int64_t{1} << (most - 1 - e)), most - e);
  const int64_t down = floor_div(product, most - e);
  const int64_t rest = product - (down << (most - e));
  const int64_t half = int64_t{1} << (most - e - 1);
  return rest > half || (rest == half && down % 2 != 0) ? down + 1 : down;
}

int64_t requantized(const Machine& m, const Operands& o, const Parameters& p) {
  const int64_t r = low_bits_signed(rounded(m, o, p.rounding), m.bits);
  if (p.wide)
    return low_bits_signed(r + p.zero, m.bits);
  const int64_t most = (int64_t{1} << (m.out_bits - 1)) - 1;
  const int64_t least = p.relu ? p.zero : -most - 1;
  return std::max(least, std::min(most, r + p.zero));
}

std::string text(const Operands& o, const Parameters& p) {
  return "x " + std::to_string(o.x) + " q " + std::to_string(o.q) + " shift " +
         std::to_string(o.shift) + " zero " + std::to_string(p.zero) + " rounding " +
         std::to_string(p.rounding) + (p.relu ? " relu" : "") + (p.wide ? " wide" : "");
}

template <class Model>
class Bench {
 public:
  Bench(const Machine& machine, int64_t lanes) : machine_(machine), lanes_(lanes) {
    model_.clear = 1;
    clock_edge(model_);
    model_.clear = 0;
  }

  void begin(const Parameters& p) {
    parameters_ = p;
    model_.rounding = static_cast<uint8_t>(p.rounding);
    model_.zero = static_cast<uint8_t>(p.zero & ((1 << machine_.out_bits) - 1));
    model_.relu = p.relu;
    model_.wide = p.wide;
  }

  void add(const Operands& o) {
    next_.push_back(o);
    if (static_cast<int64_t>(next_.size()) == lanes_)
      step();
  }

  void end() {
    while (!next_.empty())
      add(next_.front());
    for (size_t k = 0; k < kDelay; ++k)
      cycle();
  }

  int64_t cases() const { return cases_; }

 private:
  static constexpr size_t kDelay = 7;

  // Steps are two cycles apart.
  void step() {
    for (int64_t l = 0; l < lanes_; ++l) {
      const Operands& o = next_[static_cast<size_t>(l)];
      set_field(model_.x, l * machine_.bits, machine_.bits, o.x);
      set_field(model_.q, l * machine_.bits, machine_.bits, o.q);
      set_bits(model_.exponent, l * machine_.shift_bits(), machine_.shift_bits(),
               static_cast<uint64_t>(o.shift));
    }
    model_.requantize = 1;
    under_way_.push_back({kDelay, next_});
    next_.clear();
    cycle();
    model_.requantize = 0;
    cycle();
  }

  void cycle() {
    clock_edge(model_);
    for (Due& due : under_way_)
      --due.cycles;
    if (under_way_.empty() || under_way_.front().cycles > 0)
      return;
    for (int64_t l = 0; l < lanes_; ++l) {
      const Operands& o = under_way_.front().operands[static_cast<size_t>(l)];
      const int64_t lsb = l * machine_.bits;
      const uint32_t word = model_.result[static_cast<size_t>(lsb / 32)];
      const int64_t result = low_bits_signed(int64_t{word} >> (lsb % 32), machine_.bits);
      const int64_t expected = requantized(machine_, o, parameters_);
      ++cases_;
      ASSERT_TRUE(result == expected)
          << result << " instead of " << expected << ": " << text(o, parameters_);
    }
    under_way_.pop_front();
  }

  struct Due {
    size_t cycles;
    std::vector<Operands> operands;
  };

  Machine machine_;
  int64_t lanes_;
  Model model_;
  Parameters parameters_{};
  std::vector<Operands> next_;
  std::deque<Due> under_way_;
  int64_t cases_ = 0;
};

// Every x, q and shift, every rounding, relu and wide; zero points from `least` in steps of `step`.
template <class Model>
void try_all(const Machine& m, int64_t lanes, int64_t step) {
  Bench<Model> bench(m, lanes);
  const int64_t limit = int64_t{1} << (m.bits - 1), zeros = int64_t{1} << (m.out_bits - 1);
  const int64_t shifts = int64_t{1} << m.shift_bits();
  for (const int rounding : {kSingle, kDouble, kEven})
    for (int flags = 0; flags < 4; ++flags)
      for (int64_t zero = -zeros; zero < zeros; zero += step) {
        bench.begin({zero, rounding, (flags & 1) != 0, (flags & 2) != 0});
        for (int64_t x = -limit; x < limit; ++x)
          for (int64_t q = -limit; q < limit; ++q)
            for (int64_t shift = 0; shift < shifts; ++shift)
              bench.add({x, q, shift});
        bench.end();
        if (testing::Test::HasFatalFailure())
          return;
      }
  EXPECT_GE(bench.cases(), 12 * (2 * zeros / step) * 4 * limit * limit * shifts);
}

TEST(Requantize, IsThePagesForEveryOperandAndParameterOfFourBits) {
  try_all<VRequantize4>({4, 2}, 64, 1);
}

// With VTA_DEEP=1 every zero point, else every fifth.
TEST(Requantize, IsThePagesForEveryOperandOfEightBits) {
  try_all<VRequantize8>({8, 4}, 64, std::getenv("VTA_DEEP") != nullptr ? 1 : 5);
}

class FullWidth {
 public:
  explicit FullWidth(uint64_t seed) : random_(seed) {}

  int64_t below(int64_t n) { return static_cast<int64_t>(random_() % static_cast<uint64_t>(n)); }

  // Corners, powers of two and their neighbours, numbers of any length.
  int64_t word() {
    constexpr std::array<int64_t, 7> kCorners{INT32_MIN, INT32_MIN + 1, INT32_MAX, 0, 1,
                                              -1,        1 << 30};
    const int64_t kind = below(8);
    if (kind == 0)
      return kCorners[static_cast<size_t>(below(kCorners.size()))];
    int64_t n = static_cast<int32_t>(random_()) >> below(32);
    if (kind == 1)
      n = (int64_t{1} << below(31)) + below(3) - 1;
    return low_bits_signed(below(2) == 0 ? n : -n, 32);
  }

  Operands operands() {
    constexpr std::array<int64_t, 6> kShifts{-32, -31, -1, 0, 30, 31};
    Operands o{word(), word(), static_cast<int32_t>(random_())};
    if (below(4) == 0)
      o.shift = kShifts[static_cast<size_t>(below(kShifts.size()))];
    if (below(4) == 0)
      o.shift = o.shift / 64 * 64 + below(32) - 31;
    if (below(4) == 0)
      halve(o);
    return o;
  }

  Parameters parameters() {
    constexpr std::array<int64_t, 4> kZeros{-128, 127, 0, -1};
    return {below(2) == 0 ? kZeros[static_cast<size_t>(below(4))] : below(256) - 128,
            static_cast<int>(below(3)), below(2) != 0, below(4) == 0};
  }

 private:
  // An odd number of halves.
  void halve(Operands& o) {
    const int64_t twos = 30 - exponent_of({32, 8}, o);
    if (twos < 0)
      return;
    const int64_t of_q = std::min<int64_t>(30, below(twos + 1)), of_x = twos - of_q;
    if (of_x > 30)
      return;
    o.x = low_bits_signed((below(1 << 10) * 2 + 1) << of_x, 32) * (below(2) == 0 ? 1 : -1);
    o.q = (int64_t{1} << of_q) * (below(2) == 0 ? 1 : -1);
    o.x = low_bits_signed(o.x, 32);
  }

  std::mt19937_64 random_;
};

TEST(Requantize, IsThePagesForRandomAndChosenOperands) {
  constexpr int64_t kBlock = 4000;  // of the same parameters
  const char* asked = std::getenv("VTA_REQUANTIZE_CASES");
  const int64_t count = asked != nullptr ? std::atoll(asked) : 1'000'000;
  const Machine machine{32, 8};
  FullWidth draw(1);
  Bench<VRequantize> bench(machine, 16);
  int64_t ties = 0;
  std::array<int64_t, 64> shifts{};
  while (bench.cases() < count) {
    bench.begin(draw.parameters());
    for (int64_t k = 0; k < kBlock; ++k) {
      const Operands o = draw.operands();
      ties += is_tie(machine, o, exponent_of(machine, o)) ? 1 : 0;
      ++shifts[static_cast<size_t>(o.shift & 63)];
      bench.add(o);
    }
    bench.end();
    if (HasFatalFailure())
      FAIL() << "after " << bench.cases() << " cases of seed 1";
  }
  EXPECT_GT(ties, count / 20);
  for (size_t e = 0; e < shifts.size(); ++e)
    EXPECT_GT(shifts[e], count / 1000) << "shift " << e;
}

// The same multipliers, in between: MUL's product of every x and q.
TEST(Requantize, LeavesTheProductOfMul) {
  VRequantize8 model;
  for (int64_t x = -128; x < 128; ++x)
    for (int64_t q = -128; q < 128; q += 64) {
      for (int64_t l = 0; l < 64; ++l) {
        set_bits(model.x, l * 8, 8, static_cast<uint64_t>(x));
        set_bits(model.q, l * 8, 8, static_cast<uint64_t>(q + l));
      }
      model.multiply = 1;
      clock_edge(model);
      model.multiply = 0;
      for (int64_t l = 0; l < 64; ++l)
        ASSERT_EQ(get_bits(model.product, l * 8, 8), static_cast<uint64_t>(x * (q + l)) & 0xff)
            << x << " * " << q + l;
      model.requantize = x % 2 == 0 ? 1 : 0;
      clock_edge(model);
      model.requantize = 0;
      clock_edge(model);
    }
}

}  // namespace
}  // namespace vta
