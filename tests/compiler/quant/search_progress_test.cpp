#include <gtest/gtest.h>

#include "compiler/quant/search_progress.h"

namespace vta {
namespace {

// A search whose clock is wound by hand.
struct Watched {
  double now = 0, shown = -1;
  std::vector<double> all = {};
  SearchProgress progress{[this](double part) {
                            shown = part;
                            all.push_back(part);
                          },
                          [this] { return now; }};

  double left() const { return now * (1 - shown) / shown; }
};

TEST(SearchProgress, NeverFallsAndEndsAtOne) {
  Watched w;
  w.progress.begin({{{2, 1}, {6, 1}}});
  w.now = 1;
  w.progress.trial(1);
  EXPECT_EQ(w.all, (std::vector<double>{0, 1.0 / 8}));
  w.progress.next_phase(1);  // one trial fewer than expected
  EXPECT_GE(w.shown, 1.0 / 7);
  for (int i = 2; i < 10; ++i) {  // two more
    w.now = i;
    w.progress.trial(i);
  }
  w.progress.next_phase(9);
  w.progress.finish();
  for (size_t i = 1; i < w.all.size(); ++i)
    EXPECT_GE(w.all[i], w.all[i - 1]);
  EXPECT_LT(w.all[w.all.size() - 2], 1);
  EXPECT_EQ(w.all.back(), 1);
}

// Trials that cost three times as much, or a third: what is said to be left is soon within a factor
// of two all the same.
TEST(SearchProgress, LearnsWhatTrialsCost) {
  for (const double cost : {0.34, 1.0, 3.0}) {
    Watched w;
    double spent = 0;
    const double all = cost * (20 * 5 + 200);
    const auto check = [&] {
      EXPECT_LT(w.left(), 2 * (all - spent) + 0.02 * all) << cost << ": " << spent << " of " << all;
      EXPECT_GT(w.left(), 0.5 * (all - spent)) << cost << ": " << spent << " of " << all;
    };
    w.progress.begin({{{20, 5}, {200, 1}}});
    const auto trial = [&](double own) {
      w.now = spent += own * cost;
      w.progress.trial(spent);
    };
    for (int i = 0; i < 20; ++i) {
      trial(5);
      if (cost == 1)
        check();
    }
    w.progress.next_phase(spent);
    for (int i = 0; i < 190; ++i) {
      trial(1);
      if (cost == 1 || i > 20)
        check();
    }
  }
}

// Changes are tried from the first layer to the last, and what is before them is not run again.
TEST(SearchProgress, FirstTrialsOfAPhaseThatFallsCostMost) {
  Watched w;
  w.progress.begin({{{100, 1, true}}});
  double spent = 0;
  for (int i = 0; i < 95; ++i) {
    w.now = spent += 2 * (1 - (i + 0.5) / 100);
    w.progress.trial(spent);
    EXPECT_NEAR(w.left(), 100 - spent, 1e-6) << i;
  }
}

// Seconds a unit of work are those of this machine, and what is ahead of a form's trials is no
// work.
TEST(SearchProgress, TimeIsThatOfTrialsAndWhatIsAheadOfThem) {
  for (const double speed : {0.01, 1.0, 30.0}) {
    Watched w;
    w.now = 10 * speed;
    w.progress.begin({{{4, 1}}, {{4, 1}}});
    w.now += 2 * speed;
    w.progress.trial(1);
    EXPECT_NEAR(w.left() / speed, 3 * 2 + 10 + 4 * 2, 1e-9);
    for (const double spent : {2, 3, 4}) {
      w.now += 2 * speed;
      w.progress.trial(spent);
    }
    w.progress.next_phase(4);
    w.now += 10 * speed;
    w.progress.begin({{{4, 1}}});
    EXPECT_NEAR(w.left() / speed, 4 * 2, 1e-9);
  }
}

// The work of one phase takes three times as long as that of another.
TEST(SearchProgress, EveryPhaseHasItsPace) {
  Watched w;
  w.progress.begin({{{.trials = 4, .cost = 1, .pace = 3}, {6, 1}},
                    {{.trials = 2, .cost = 1, .pace = 3}, {6, 1}}});
  for (int i = 1; i <= 4; ++i) {
    w.now = 3 * i;
    w.progress.trial(i);
    if (i < 4) {
      EXPECT_NEAR(w.left(), 3 * (4 - i) + 6 + 3 * 2 + 6, 1e-9) << i;
    }
  }
  w.progress.next_phase(4);
  for (int i = 1; i < 6; ++i) {
    w.now = 12 + i;
    w.progress.trial(4 + i);
    EXPECT_NEAR(w.left(), 6 - i + 3 * 2 + 6, 1e-9) << i;
  }
}

// A phase that cost less than expected will in the next form, too.
TEST(SearchProgress, FormsLearnFromEachOther) {
  Watched w;
  w.progress.begin({{{10, 1}}, {{20, 1}}});
  for (int i = 1; i <= 10; ++i) {
    w.now = i;
    w.progress.trial(i * 0.5);
  }
  w.progress.next_phase(5);
  EXPECT_NEAR(w.left(), 20, 1e-9);  // 10 of work, each of two seconds
}

TEST(SearchProgress, NobodyNeedListen) {
  SearchProgress progress({});
  progress.begin({{{1, 1}}});
  progress.trial(1);
  progress.finish();
}

}  // namespace
}  // namespace vta
