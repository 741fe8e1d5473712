#include "compiler/quant/search_progress.h"

#include <gtest/gtest.h>

namespace vta {
namespace {

TEST(SearchProgress, NeverFallsAndEndsAtOne) {
  std::vector<double> shown;
  SearchProgress progress({{2, 1}, {6, 1}}, [&](double part) { shown.push_back(part); });
  progress.trial(1);
  progress.next_phase(1);  // one trial fewer than expected
  for (int i = 0; i < 8; ++i)
    progress.trial(2 + i);  // two more
  progress.next_phase(9);
  progress.finish();
  EXPECT_EQ(shown.front(), 0);
  EXPECT_EQ(shown[1], 1.0 / 8);
  EXPECT_EQ(shown[2], 1.0 / 7);
  EXPECT_EQ(shown[3], 2.0 / 7);
  for (size_t i = 1; i < shown.size(); ++i)
    EXPECT_GE(shown[i], shown[i - 1]);
  EXPECT_LT(shown[shown.size() - 2], 1);
  EXPECT_EQ(shown.back(), 1);
}

// Trials that cost three times as much, or a third: what is said to be left is soon within a factor
// of two all the same.
TEST(SearchProgress, LearnsWhatTrialsCost) {
  for (const double cost : {0.34, 1.0, 3.0}) {
    double shown = 0;
    SearchProgress progress({{20, 5}, {200, 1}}, [&](double part) { shown = part; });
    double spent = 0;
    const double all = cost * (20 * 5 + 200);
    const auto check = [&] {
      const double left = spent * (1 - shown) / shown;
      EXPECT_LT(left, 2 * (all - spent) + 0.02 * all) << cost << ": " << spent << " of " << all;
      EXPECT_GT(left, 0.5 * (all - spent)) << cost << ": " << spent << " of " << all;
    };
    for (int i = 0; i < 20; ++i) {
      progress.trial(spent += 5 * cost);
      if (cost == 1 || i > 15)
        check();
    }
    progress.next_phase(spent);
    for (int i = 0; i < 190; ++i) {
      progress.trial(spent += cost);
      if (cost == 1 || i > 20)
        check();
    }
  }
}

TEST(SearchProgress, NobodyNeedListen) {
  SearchProgress progress({{1, 1}}, {});
  progress.trial(1);
  progress.finish();
  EXPECT_FALSE(part_of({}, 0, 0.5));
}

TEST(SearchProgress, APartOfSeveralShowsItsShare) {
  double shown = 0;
  part_of([&](double part) { shown = part; }, 0.5, 0.25)(0.5);
  EXPECT_EQ(shown, 0.625);
  part_of([&](double part) { shown = part; }, 0.5, 0.5)(1);
  EXPECT_LT(shown, 1);  // that is for who has all parts
}

}  // namespace
}  // namespace vta
