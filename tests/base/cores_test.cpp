#include "base/cores.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>

namespace vta {
namespace {

TEST(Cores, AreThoseThatTheThreadIsBoundTo) {
  EXPECT_GE(usable_cores(), 1);
  int64_t bound = 0;
  std::thread([&] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(::sched_getcpu(), &one);
    ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
    bound = usable_cores();
  }).join();
  EXPECT_EQ(bound, 1);
}

}  // namespace
}  // namespace vta
