#include "driver/allocator.h"

#include <gmock/gmock.h>

#include <random>
#include <vector>

#include "base/error.h"

namespace vta {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr int64_t kMemory = 64 * 4096;

TEST(Allocator, FirstAddressIs0x1000) {
  EXPECT_EQ(Allocator(kMemory).allocate(1), 0x1000u);
}

// A board's memory is where its system has reserved it.
TEST(Allocator, MemoryMayBeginAnywhere) {
  Allocator allocator(0x1e000010, 0x1e004fff);
  EXPECT_EQ(allocator.free_bytes(), 3 * 4096);
  EXPECT_EQ(allocator.allocate(1), 0x1e001000u);
  allocator.allocate_at(0x1e003000, 4096);
  EXPECT_THAT([&] { allocator.allocate_at(0x1e000000, 1); },
              ThrowsMessage<DeviceError>(HasSubstr("0x1e001000..0x1e004000")));
  EXPECT_THROW(allocator.allocate_at(0x1e004000, 1), DeviceError);
  EXPECT_EQ(allocator.allocate(1), 0x1e002000u);
  EXPECT_THROW(allocator.allocate(1), DeviceError);
  EXPECT_THROW(Allocator(0x2000, 0x2fff).allocate(1), DeviceError);
}

TEST(Allocator, AllocationsAreWholePages) {
  Allocator allocator(kMemory);
  allocator.allocate(4097);
  EXPECT_EQ(allocator.allocate(1), 0x3000u);
  EXPECT_EQ(allocator.free_bytes(), kMemory - 4 * 4096);
}

TEST(Allocator, FirstFitReusesTheFirstHole) {
  Allocator allocator(kMemory);
  const uint64_t a = allocator.allocate(3 * 4096);
  allocator.allocate(4096);
  const uint64_t c = allocator.allocate(4096);
  allocator.allocate(4096);
  allocator.free(c);
  allocator.free(a);
  EXPECT_EQ(allocator.allocate(4096), a);
  EXPECT_EQ(allocator.allocate(2 * 4096), a + 4096);
  EXPECT_EQ(allocator.allocate(1), c);
}

TEST(Allocator, AlignmentIsHonouredAndTheGapStaysFree) {
  Allocator allocator(kMemory);
  EXPECT_EQ(allocator.allocate(4096, 0x8000), 0x8000u);
  EXPECT_EQ(allocator.allocate(7 * 4096), 0x1000u);
}

TEST(Allocator, SmallAlignmentIsThePage) {
  Allocator allocator(kMemory);
  allocator.allocate(16, 1);
  EXPECT_EQ(allocator.allocate(16, 64), 0x2000u);
}

TEST(Allocator, AlignmentMustBeAPowerOfTwo) {
  Allocator allocator(kMemory);
  for (const int64_t bad : {0, -4096, 3, 4097})
    EXPECT_THAT([&] { allocator.allocate(1, bad); },
                ThrowsMessage<DeviceError>(HasSubstr("power of two")));
}

TEST(Allocator, SizeMustBePositive) {
  Allocator allocator(kMemory);
  for (const int64_t bad : {0, -1})
    EXPECT_THAT([&] { allocator.allocate(bad); },
                ThrowsMessage<DeviceError>(HasSubstr("at least 1")));
}

TEST(Allocator, ExhaustionTellsAskedFreeAndLargest) {
  Allocator allocator(8 * 4096);
  const uint64_t a = allocator.allocate(3 * 4096);
  allocator.allocate(4096);
  allocator.free(a);
  EXPECT_THAT([&] { allocator.allocate(20000); },
              ThrowsMessage<DeviceError>(
                  ::testing::AllOf(HasSubstr("20000"), HasSubstr("24576"), HasSubstr("12288"))));
}

TEST(Allocator, HugeSizesAreRefusedWithoutOverflow) {
  Allocator allocator(kMemory);
  EXPECT_THROW(allocator.allocate(INT64_MAX), DeviceError);
  EXPECT_THROW(allocator.allocate(1, int64_t{1} << 62), DeviceError);
  EXPECT_THROW(allocator.allocate_at(0x2000, INT64_MAX), DeviceError);
  EXPECT_THROW(allocator.allocate_at(UINT64_MAX - 10, 100), DeviceError);
}

TEST(Allocator, MemoryWithoutAPage_HasNothingToGive) {
  EXPECT_THROW(Allocator(4096).allocate(1), DeviceError);
  EXPECT_THROW(Allocator(0).allocate(1), DeviceError);
}

TEST(Allocator, FreedNeighboursCoalesceInAnyOrder) {
  for (const auto& order : std::vector<std::vector<size_t>>{
           {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}) {
    Allocator allocator(kMemory);
    std::vector<uint64_t> parts;
    for (int i = 0; i < 3; ++i)
      parts.push_back(allocator.allocate(4096));
    allocator.allocate(4096);
    for (const size_t i : order)
      allocator.free(parts[i]);
    EXPECT_EQ(allocator.allocate(3 * 4096), 0x1000u);
  }
}

TEST(Allocator, FreeTakesStartsOfAllocationsOnly) {
  Allocator allocator(kMemory);
  const uint64_t a = allocator.allocate(2 * 4096);
  EXPECT_THAT([&] { allocator.free(a + 4096); }, ThrowsMessage<DeviceError>(HasSubstr("0x2000")));
  allocator.free(a);
  EXPECT_THROW(allocator.free(a), DeviceError);
}

TEST(Allocator, AllocateAtTakesTheWholePagesOfTheRange) {
  Allocator allocator(kMemory);
  allocator.allocate_at(0x3ff0, 0x20);
  const auto range = allocator.find(0x3000);
  ASSERT_TRUE(range);
  EXPECT_EQ(range->begin, 0x3000u);
  EXPECT_EQ(range->end, 0x5000u);
  EXPECT_EQ(allocator.allocate(3 * 4096), 0x5000u);
}

TEST(Allocator, AllocateAtRefusesWhatIsTakenOrOutside) {
  Allocator allocator(kMemory);
  allocator.allocate_at(0x3000, 4096);
  EXPECT_THAT([&] { allocator.allocate_at(0x2fff, 2); },
              ThrowsMessage<DeviceError>(HasSubstr("not free")));
  EXPECT_THAT([&] { allocator.allocate_at(0x0, 16); },
              ThrowsMessage<DeviceError>(HasSubstr("do not lie inside")));
  EXPECT_THROW(allocator.allocate_at(kMemory - 16, 32), DeviceError);
  EXPECT_THROW(allocator.allocate_at(0x5000, 0), DeviceError);
}

TEST(Allocator, FindKnowsEveryByteOfAnAllocation) {
  Allocator allocator(kMemory);
  allocator.allocate(4096);
  EXPECT_FALSE(allocator.find(0xfff));
  EXPECT_TRUE(allocator.find(0x1000));
  EXPECT_TRUE(allocator.find(0x1fff));
  EXPECT_FALSE(allocator.find(0x2000));
}

TEST(Allocator, ExtentSpansFirstToLast) {
  Allocator allocator(kMemory);
  EXPECT_FALSE(allocator.extent());
  allocator.allocate_at(0x3000, 1);
  allocator.allocate_at(0x8000, 1);
  EXPECT_EQ(allocator.extent()->begin, 0x3000u);
  EXPECT_EQ(allocator.extent()->end, 0x9000u);
}

TEST(Allocator, RandomUse_NeverOverlapsAndFreesEverything) {
  const uint64_t seed = 4242;
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  Allocator allocator(kMemory);
  std::vector<int> owner(64, 0);
  std::map<uint64_t, int64_t> live;
  for (int step = 1; step < 3000; ++step) {
    if (!live.empty() && random() % 2) {
      auto it = std::next(live.begin(), static_cast<long>(random() % live.size()));
      allocator.free(it->first);
      for (int64_t p = 0; p < it->second; ++p)
        owner[it->first / 4096 + static_cast<uint64_t>(p)] = 0;
      live.erase(it);
      continue;
    }
    const int64_t pages = 1 + static_cast<int64_t>(random() % 6);
    if (allocator.largest_free_bytes() < pages * 4096)
      continue;
    const uint64_t at = allocator.allocate(pages * 4096);
    for (int64_t p = 0; p < pages; ++p) {
      int& page = owner.at(at / 4096 + static_cast<uint64_t>(p));
      ASSERT_EQ(page, 0);
      page = step;
    }
    live[at] = pages;
  }
  for (const auto& entry : live)
    allocator.free(entry.first);
  EXPECT_EQ(allocator.largest_free_bytes(), kMemory - 4096);
}

}  // namespace
}  // namespace vta
