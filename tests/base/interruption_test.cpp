#include "base/interruption.h"

#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "base/resource_policy.h"

namespace vta {
namespace {

struct Wanted {};  // what a question throws: no std::exception

TEST(Interruption, NothingIsAskedWithoutAScope) {
  EXPECT_EQ(scoped_interruption(), nullptr);
  check_interruption();
}

TEST(Interruption, WhatTheQuestionThrowsEndsTheWork) {
  int asked = 0;
  const InterruptionScope scope([&] {
    ++asked;
    throw Wanted();
  });
  EXPECT_THROW(check_interruption(), Wanted);
  EXPECT_THROW(check_interruption(), Wanted);
  EXPECT_EQ(asked, 1);  // one Ctrl-C is one
}

TEST(Interruption, EveryStepThatLooksAtTheTimeAsks) {
  const InterruptionScope scope([] { throw Wanted(); });
  EXPECT_THROW(resources().check_time("a step"), Wanted);
}

TEST(Interruption, IsNotAskedAgainAtOnce) {
  int asked = 0;
  const InterruptionScope scope([&] { ++asked; });
  for (int i = 0; i < 1000; ++i)
    check_interruption();
  EXPECT_GE(asked, 1);
  EXPECT_LT(asked, 1000);
}

TEST(Interruption, TheInnermostScopeCounts) {
  const InterruptionScope outer([] { throw Wanted(); });
  {
    const InterruptionScope inner([] {});
    check_interruption();
    const InterruptionScope none(std::shared_ptr<Interruption>{});
    EXPECT_EQ(scoped_interruption(), nullptr);
  }
  EXPECT_THROW(check_interruption(), Wanted);
}

TEST(Interruption, OtherThreadsEndWhenTheirOwnerWasToldTo) {
  bool wanted = false;
  const InterruptionScope scope([&] {
    if (wanted)
      throw Wanted();
  });
  bool ended = false;
  const auto look = [&, of = scoped_interruption()] {
    const InterruptionScope joined(of);
    try {
      check_interruption();
    } catch (const Wanted&) {
      ended = true;
    }
  };
  wanted = true;
  std::thread(look).join();
  EXPECT_FALSE(ended);  // it asks nobody itself
  EXPECT_THROW(check_interruption(), Wanted);
  std::thread(look).join();
  EXPECT_TRUE(ended);
}

}  // namespace
}  // namespace vta
