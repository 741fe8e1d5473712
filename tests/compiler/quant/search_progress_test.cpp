#include "compiler/quant/search_progress.h"

#include <gtest/gtest.h>

namespace vta {
namespace {

TEST(SearchProgress, NeverFallsAndEndsAtOne) {
  std::vector<double> shown;
  SearchProgress progress({2, 6}, [&](double part) { shown.push_back(part); });
  progress.trial();
  progress.next_phase();  // one trial fewer than expected
  for (int i = 0; i < 8; ++i)
    progress.trial();  // two more
  progress.next_phase();
  progress.finish();
  EXPECT_EQ(shown.front(), 0.125);
  EXPECT_EQ(shown[1], 0.25);
  EXPECT_EQ(shown[2], 0.375);
  for (size_t i = 1; i < shown.size(); ++i)
    EXPECT_GE(shown[i], shown[i - 1]);
  EXPECT_LT(shown[shown.size() - 2], 1);
  EXPECT_EQ(shown.back(), 1);
}

TEST(SearchProgress, NobodyNeedListen) {
  SearchProgress progress({1}, {});
  progress.trial();
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
