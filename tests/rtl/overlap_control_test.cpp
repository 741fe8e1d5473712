// vta_overlap_control against the formulas of hw/rtl/compute/overlap.md, "Start", "INDEX_RANGE" and
// "States of compute", under random halves, looks, durations and tokens.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <vector>

#include "VOverlapControl.h"
#include "tests/rtl/wide.h"

namespace vta {
namespace {

constexpr int kG = 0, kA = 1;
constexpr size_t kUnretired = 16;
constexpr int64_t kNever = int64_t{1} << 40;
// unit_head_t and command_t, from bit 0.
constexpr int64_t kHeadIndex = 128, kHeadTokenNext = 160, kHeadTokenPrev = 161, kHeadValid = 162;
// unit_status_t, from bit 0.
enum StatusBit { kExecuting, kPushNext, kPushPrev, kDone, kStart };
enum State { kStateBusy, kStatePrev, kStateNext, kStateNone = 7 };  // unit_state_e

struct Work {
  int pipe = kG;
  unsigned touched = 0;
  bool meets = false;  // the last GEMM's micro-ops
  int64_t visible_after = 0, look = 5, duration = 1;
  std::optional<int64_t> fault;   // cycles after the start
  unsigned pops = 0, pushes = 0;  // bit 0: previous, 1: next
};

struct Edges {
  int64_t start = kNever, finish = kNever, fault = kNever, done = kNever;
};

class Control {
 public:
  Control(uint64_t seed, std::vector<Work> work) : random_(seed), work_(std::move(work)) {
    model_.clear = 1;
    clock_edge(model_);
    model_.clear = 0;
    edges_.resize(work_.size());
  }

  // Until all have retired, or an error is raised; returns which was.
  std::optional<size_t> run() {
    for (now_ = 1; retired_ < work_.size(); ++now_) {
      drive();
      model_.eval();
      check();
      if (testing::Test::HasFatalFailure() || now_ > 100000)
        return std::nullopt;
      const bool raised = model_.index_error != 0;
      account();
      clock_edge(model_);
      if (raised)
        return retired_;
    }
    return std::nullopt;
  }

  const Edges& edges(size_t i) const { return edges_[i]; }
  int64_t overlapped() const { return overlapped_; }

 private:
  bool visible() const { return next_ < work_.size() && now_ >= look_from(); }
  // The cycle in which the head shows.
  int64_t look_from() const {
    const int64_t before = next_ == 0 ? 0 : edges_[next_ - 1].start;
    return before + 1 + work_[next_].visible_after;
  }
  int64_t done_before(size_t i) const { return i == 0 ? 0 : edges_[i - 1].done; }
  std::optional<size_t> last_of(int pipe) const {
    for (size_t i = next_; i > 0; --i)
      if (work_[i - 1].pipe == pipe)
        return i - 1;
    return std::nullopt;
  }

  bool tokens_there() const {
    const unsigned pops = work_[next_].pops;
    return ((pops & 1) == 0 || prev_) && ((pops & 2) == 0 || next_token_);
  }

  // The page's s, tokens aside.
  int64_t earliest() const {
    const Work& w = work_[next_];
    int64_t s = look_from() + w.look;
    if (const auto own = last_of(w.pipe))
      s = std::max(s, edges_[*own].finish + 1);
    if (const auto other = last_of(1 - w.pipe))
      if ((work_[*other].touched & w.touched) != 0 || (w.pipe == kA && w.meets))
        s = std::max(s, edges_[*other].finish + 1);
    if (next_ >= kUnretired)
      s = std::max(s, edges_[next_ - kUnretired].done + 1);
    return s;
  }

  void drive() {
    prev_ = random_() % 100 < 70;
    next_token_ = random_() % 100 < 70;
    auto& head = model_.head;
    set_bits(head, kHeadValid, 1, visible() ? 1 : 0);
    set_bits(head, kHeadTokenPrev, 1, prev_ ? 1 : 0);
    set_bits(head, kHeadTokenNext, 1, next_token_ ? 1 : 0);
    model_.ready = 0;
    if (visible()) {
      const Work& w = work_[next_];
      set_bits(head, 3, 2, w.pops);
      set_bits(head, 5, 2, w.pushes);
      set_bits(head, kHeadIndex, 32, 500 + next_);
      model_.head_pipe = static_cast<uint8_t>(w.pipe);
      model_.ready = now_ >= look_from() + w.look ? 1 : 0;
      model_.touched = static_cast<uint8_t>(w.touched);
      model_.meets_gemm = w.meets ? 1 : 0;
    }
    unsigned finished = 3, fault = 0;
    for (size_t i = 0; i < next_; ++i) {
      const unsigned bit = 1u << work_[i].pipe;
      // What has found an index past its depth soon looks as if it had finished.
      if (edges_[i].start < now_ && now_ < std::min(edges_[i].finish, edges_[i].fault + 2))
        finished &= ~bit;
      if (edges_[i].fault == now_)
        fault |= bit;
    }
    model_.finished = static_cast<uint8_t>(finished);
    model_.fault = static_cast<uint8_t>(fault);
  }

  bool status(StatusBit bit) const { return (model_.status >> bit & 1) != 0; }

  void check() {
    const bool starts = visible() && tokens_there() && now_ >= earliest();
    ASSERT_EQ(status(kStart), starts) << "cycle " << now_ << ", instruction " << next_;
    const bool waits = retired_ < next_;  // something is started and not retired
    const bool done = waits && now_ == due_done();
    ASSERT_EQ(status(kDone), done) << "cycle " << now_ << ", instruction " << retired_;
    ASSERT_EQ(status(kPushPrev), done && (work_[retired_].pushes & 1) != 0);
    ASSERT_EQ(status(kPushNext), done && (work_[retired_].pushes & 2) != 0);
    ASSERT_EQ(status(kExecuting), waits || (visible() && tokens_there()));
    const bool raised =
        waits && now_ == std::max(edges_[retired_].fault, done_before(retired_) + 1);
    ASSERT_EQ(model_.index_error, raised ? 1 : 0) << "cycle " << now_;
    if (raised) {
      ASSERT_EQ(model_.index, 500 + retired_);
    }
    check_probe(waits);
  }

  int64_t due_done() const { return std::max(edges_[retired_].finish, done_before(retired_) + 1); }

  void check_probe(bool waits) {
    State state = kStateNone;
    size_t index = retired_ - 1;
    if (waits || visible()) {
      index = waits ? retired_ : next_;
      const unsigned pops = waits ? 0 : work_[next_].pops;
      state = (pops & 1) != 0 && !prev_         ? kStatePrev
              : (pops & 2) != 0 && !next_token_ ? kStateNext
                                                : kStateBusy;
    }
    ASSERT_EQ(get_bits(model_.probe, 33, 3), state) << "cycle " << now_;
    ASSERT_EQ(get_bits(model_.probe, 32, 1), waits || visible() || retired_ > 0 ? 1u : 0u);
    if (waits || visible() || retired_ > 0) {
      ASSERT_EQ(get_bits(model_.probe, 0, 32), 500 + index) << "cycle " << now_;
    }
    ASSERT_EQ(get_bits(model_.probe, 36, 1), retired_before_ ? 1u : 0u);
    if (retired_before_) {
      ASSERT_EQ(get_bits(model_.probe, 64, 32), 500 + retired_ - 1);
    }
  }

  void account() {
    retired_before_ = status(kDone);
    if (status(kDone))
      edges_[retired_++].done = now_;
    if (!status(kStart))
      return;
    const Work& w = work_[next_];
    Edges& e = edges_[next_];
    e.start = now_;
    (w.fault ? e.fault : e.finish) = now_ + (w.fault ? *w.fault : w.duration);
    if (const auto other = last_of(1 - w.pipe); other && edges_[*other].finish > now_)
      ++overlapped_;
    ++next_;
  }

  std::mt19937_64 random_;
  std::vector<Work> work_;
  std::vector<Edges> edges_;
  VOverlapControl model_;
  size_t next_ = 0, retired_ = 0;
  bool prev_ = false, next_token_ = false, retired_before_ = false;
  int64_t now_ = 0, overlapped_ = 0;
};

std::vector<Work> random_work(uint64_t seed, bool faults) {
  std::mt19937_64 random(seed);
  const auto below = [&](uint64_t n) { return static_cast<int64_t>(random() % n); };
  std::vector<Work> work;
  for (int i = 0; i < 150; ++i) {
    Work w;
    w.pipe = below(100) < 35 ? kG : kA;
    w.touched = static_cast<unsigned>(below(10) == 0 ? 3 : below(8) == 0 ? 0 : 1 + below(2));
    w.meets = w.pipe == kA && below(8) == 0;
    w.visible_after = below(2) == 0 ? 0 : below(20);
    w.look = 5 + (below(2) == 0 ? 0 : below(12));
    w.duration = w.pipe == kG ? 7 + below(200) : 1 + below(below(4) == 0 ? 150 : 9);
    w.pops = static_cast<unsigned>(below(3) == 0 ? below(4) : 0);
    w.pushes = static_cast<unsigned>(below(4));
    if (faults && i > 10 && below(20) == 0)
      w.fault = 3 + below(40);
    work.push_back(w);
  }
  return work;
}

TEST(OverlapControl, FollowsTheFormulas) {
  int64_t overlapped = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Control control(seed, random_work(seed, false));
    EXPECT_FALSE(control.run());
    overlapped += control.overlapped();
    if (testing::Test::HasFatalFailure())
      return;
  }
  EXPECT_GT(overlapped, 600);
}

TEST(OverlapControl, RaisesTheLowestIndexWhenAllBeforeItHaveRetired) {
  int64_t late = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const std::vector<Work> work = random_work(seed, true);
    Control control(seed, work);
    const auto raised = control.run();
    if (testing::Test::HasFatalFailure())
      return;
    const auto first =
        std::ranges::find_if(work, [](const Work& w) { return w.fault.has_value(); });
    if (first == work.end()) {
      EXPECT_FALSE(raised);
      continue;
    }
    ASSERT_EQ(raised, static_cast<size_t>(first - work.begin()));
    late += control.edges(*raised - 1).done > control.edges(*raised).fault ? 1 : 0;
  }
  EXPECT_GT(late, 20);
}

// The page's first example: starts, finishes and completions of all six.
TEST(OverlapControl, DoesThePagesExample) {
  const auto work = [](int pipe, unsigned touched, int64_t look, int64_t duration) {
    Work w;
    w.pipe = pipe;
    w.touched = touched;
    w.look = look;
    w.duration = duration;
    return w;
  };
  std::vector<Work> all{work(kG, 1, 6, 109), work(kG, 2, 6, 109), work(kA, 1, 6, 86),
                        work(kA, 1, 5, 16),  work(kG, 1, 6, 109), work(kA, 0, 5, 1)};
  all[0].visible_after = 40;
  Control control(1, all);
  EXPECT_FALSE(control.run());
  const std::array<std::array<int64_t, 3>, 6> expected{{{47, 156, 156},
                                                        {157, 266, 266},
                                                        {164, 250, 267},
                                                        {251, 267, 268},
                                                        {268, 377, 377},
                                                        {274, 275, 378}}};
  for (size_t i = 0; i < all.size(); ++i) {
    const Edges& e = control.edges(i);
    EXPECT_EQ((std::array{e.start, e.finish, e.done}), expected[i]) << "instruction " << i;
  }
}

}  // namespace
}  // namespace vta
