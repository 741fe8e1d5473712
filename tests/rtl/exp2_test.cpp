// The arithmetic of EXP2 against docs/isa.md, section 8, whose tables are read from the page: every
// operand that is not past all of them for every number of fractional bits, and random and chosen
// ones past that. VTA_EXP2_CASES: how many of these.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "VExp2.h"
#include "base/file.h"
#include "wide.h"

namespace vta {
namespace {

constexpr size_t kLanes = 16;
constexpr int64_t kResultBits = 7;

// The page, in its own words.
class Page {
 public:
  Page() : text_(read_text_file(VTA_SOURCE_DIR "/docs/isa.md")) {
    text_.erase(0, text_.find("**EXP2** is"));
  }

  int64_t result(int64_t x, int64_t fraction) const {
    const int64_t t = std::max<int64_t>(x, 0), one = int64_t{1} << fraction;
    const int64_t i = t >> fraction;
    const int64_t g = fraction <= 12 ? (t % one) << (12 - fraction) : (t % one) >> (fraction - 12);
    const int64_t p =
        at(a_, g >> 6) - at(b_, 4 * (g >> 8) + (g >> 4) % 4) - at(c_, 16 * (g >> 10) + g % 16);
    return i <= 7 ? (p + (int64_t{1} << (7 + i))) >> (8 + i) : 0;
  }

 private:
  using Table = std::vector<int64_t>;
  static int64_t at(const Table& table, int64_t index) {
    return table.at(static_cast<size_t>(index));
  }

  // The 64 numbers below the line that begins with the name.
  Table table(const std::string& name) const {
    std::istringstream lines(text_.substr(text_.find("\n    " + name + "   ") + 1));
    std::string line;
    std::getline(lines, line);
    Table numbers;
    for (int64_t number = 0; numbers.size() < 64 && lines >> number;)
      numbers.push_back(number);
    EXPECT_EQ(numbers.size(), 64u) << "table " << name;
    return numbers;
  }

  std::string text_;
  Table a_ = table("A"), b_ = table("B"), c_ = table("C");
};

// Steps of kLanes operands, one a cycle.
class Bench {
 public:
  void begin(int64_t fraction) {
    fraction_ = fraction;
    model_.taken = model_.wanted = 1;
    model_.fraction = static_cast<uint8_t>(fraction);
  }

  void add(int64_t x) {
    next_.push_back(x);
    if (next_.size() == kLanes)
      step();
  }

  void idle() {
    model_.valid = 0;
    for (size_t l = 0; l < kLanes; ++l)
      model_.x[l] = 0x5555'5555u;
    cycle();
  }

  int64_t lane(size_t l) const {
    return static_cast<int64_t>(
        get_bits(model_.result, kResultBits * static_cast<int64_t>(l), kResultBits));
  }

  // One clock edge; returns lane 0 after it.
  int64_t edge(bool taken, bool wanted) {
    model_.taken = taken;
    model_.wanted = wanted;
    clock_edge(model_);
    return lane(0);
  }

  void end() {
    while (!next_.empty())
      add(next_.front());
    for (size_t k = 0; k < kDelay; ++k)
      idle();
  }

  int64_t cases() const { return cases_; }
  int64_t above_zero() const { return above_zero_; }

 private:
  static constexpr size_t kDelay = 3;

  void step() {
    for (size_t l = 0; l < kLanes; ++l)
      model_.x[l] = static_cast<uint32_t>(next_[l]);
    model_.valid = 1;
    under_way_.push_back({kDelay, next_});
    next_.clear();
    cycle();
  }

  void cycle() {
    clock_edge(model_);
    for (Due& due : under_way_)
      --due.cycles;
    if (under_way_.empty() || under_way_.front().cycles > 0)
      return;
    for (size_t l = 0; l < kLanes; ++l) {
      const int64_t x = under_way_.front().operands[l], result = lane(l);
      const int64_t expected = page_.result(x, fraction_);
      ++cases_;
      above_zero_ += expected > 0 ? 1 : 0;
      ASSERT_TRUE(result == expected)
          << result << " instead of " << expected << ": x " << x << " fraction " << fraction_;
    }
    under_way_.pop_front();
  }

  struct Due {
    size_t cycles;
    std::vector<int64_t> operands;
  };

  Page page_;
  VExp2 model_;
  int64_t fraction_ = 0;
  std::vector<int64_t> next_;
  std::deque<Due> under_way_;
  int64_t cases_ = 0, above_zero_ = 0;
};

// A whole part above 7 makes 0; here are all below 16.
TEST(Exp2, IsThePagesForEveryOperandUpToSixteen) {
  Bench bench;
  for (int64_t fraction = 0; fraction < 16; ++fraction) {
    bench.begin(fraction);
    for (int64_t x = 0; x < int64_t{16} << fraction; ++x)
      bench.add(x);
    bench.end();
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(bench.above_zero(), (int64_t{7} << 16) - 16);
}

// So that the results of other operations can be joined with it by OR.
TEST(Exp2, IsZeroFromAnotherStepOnAndStaysWhileNoneIsTaken) {
  Bench bench;
  bench.begin(4);
  for (size_t l = 0; l < kLanes; ++l)
    bench.add(0);
  bench.end();
  EXPECT_EQ(bench.lane(0), 127);
  EXPECT_EQ(bench.edge(false, false), 127);
  EXPECT_EQ(bench.edge(false, true), 127);
  EXPECT_EQ(bench.edge(true, false), 0);
  EXPECT_EQ(bench.edge(false, true), 0);
  EXPECT_EQ(bench.edge(true, true), 127);
}

TEST(Exp2, IsThePagesForRandomAndChosenOperands) {
  const char* asked = std::getenv("VTA_EXP2_CASES");
  const int64_t count = asked != nullptr ? std::atoll(asked) : 1'000'000;
  std::mt19937_64 random(1);
  const auto below = [&](int64_t n) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(n));
  };
  constexpr std::array<int64_t, 6> kCorners{INT32_MIN, INT32_MIN + 1, INT32_MAX, -1, 0, 1};
  Bench bench;
  while (bench.cases() < count) {
    bench.begin(below(16));
    for (int64_t k = 0; k < 4000; ++k) {
      const int64_t kind = below(8);
      if (kind == 0)
        bench.add(kCorners[static_cast<size_t>(below(6))]);
      else if (kind == 1)
        bench.add((int64_t{1} << below(31)) - below(2));
      else
        bench.add(static_cast<int32_t>(random()) >> below(32));
      if (below(8) == 0)
        bench.idle();
    }
    bench.end();
    if (HasFatalFailure())
      FAIL() << "after " << bench.cases() << " cases of seed 1";
  }
  EXPECT_GT(bench.above_zero(), count / 8);
}

}  // namespace
}  // namespace vta
