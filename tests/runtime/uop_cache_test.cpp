#include "runtime/uop_cache.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/error.h"

namespace vta {
namespace {

VtaConfig small_cache() {
  VtaConfig config;
  config.log_uop_buff_size = 7;  // 32 micro-ops
  return config;
}

std::vector<Uop> sequence(int64_t seed, int64_t length) {
  std::vector<Uop> uops;
  for (int64_t i = 0; i < length; ++i)
    uops.push_back({(seed + i) % 2048, (seed * 3 + i) % 2048, seed % 1024});
  return uops;
}

TEST(UopCache, FirstUse_LoadsAndSecondDoesNot) {
  UopCache cache(small_cache());
  EXPECT_TRUE(cache.use(sequence(1, 4)).load);
  const auto again = cache.use(sequence(1, 4));
  EXPECT_FALSE(again.load);
  EXPECT_EQ(again.sram_base, 0);
  EXPECT_EQ(cache.words().size(), 4u);
}

TEST(UopCache, PrefixOfASequence_IsAnotherSequence) {
  UopCache cache(small_cache());
  cache.use(sequence(1, 4));
  const auto prefix = cache.use(sequence(1, 3));
  EXPECT_TRUE(prefix.load);
  EXPECT_EQ(prefix.sram_base, 4);
}

TEST(UopCache, FullScratchpad_EvictsWhatTheNewOneOverlaps) {
  UopCache cache(small_cache());
  for (int64_t s = 0; s < 4; ++s)
    cache.use(sequence(s, 8));
  EXPECT_EQ(cache.evictions(), 0);
  EXPECT_EQ(cache.use(sequence(9, 10)).sram_base, 0);  // over sequences 0 and 1
  EXPECT_EQ(cache.evictions(), 2);
  EXPECT_FALSE(cache.use(sequence(2, 8)).load);
  EXPECT_TRUE(cache.use(sequence(0, 8)).load);
}

TEST(UopCache, EvictedSequence_IsLoadedFromItsOldCopy) {
  UopCache cache(small_cache());
  const auto first = cache.use(sequence(1, 20));
  cache.use(sequence(2, 20));
  const auto again = cache.use(sequence(1, 20));
  EXPECT_TRUE(again.load);
  EXPECT_EQ(again.word, first.word);
  EXPECT_EQ(cache.words().size(), 40u);
}

TEST(UopCache, SequenceOfTheWholeScratchpad_Fits) {
  UopCache cache(small_cache());
  cache.use(sequence(1, 5));
  EXPECT_EQ(cache.use(sequence(2, 32)).sram_base, 0);
}

TEST(UopCache, SequenceLongerThanTheScratchpad_IsACompileError) {
  UopCache cache(small_cache());
  try {
    cache.use(sequence(1, 33));
    FAIL();
  } catch (const CompileError& e) {
    const std::string text = e.what();
    EXPECT_NE(text.find("33 micro-ops"), std::string::npos) << text;
    EXPECT_NE(text.find("LOG_UOP_BUFF_SIZE"), std::string::npos) << text;
  }
}

TEST(UopCache, EmptySequence_TakesNothing) {
  UopCache cache(small_cache());
  EXPECT_FALSE(cache.use({}).load);
  EXPECT_TRUE(cache.words().empty());
}

// What the cache loads with the first of some sequences, in turn.
std::vector<UopCache::Load> load_together(UopCache& cache,
                                          const std::vector<std::vector<Uop>>& all) {
  const auto first = cache.use(all.front());
  EXPECT_TRUE(first.load);
  size_t next = 1;
  return cache.load_with({first.sram_base, first.word, std::ssize(all.front())},
                         [&]() -> std::span<const Uop> {
                           return next < all.size() ? all[next++] : std::span<const Uop>();
                         });
}

TEST(UopCache, UpcomingSequences_AreOneLoadUpToHalfOfTheScratchpad) {
  UopCache cache(small_cache());
  const auto loads = load_together(
      cache, {sequence(1, 4), sequence(2, 6), sequence(1, 4), sequence(3, 6), sequence(4, 1)});
  EXPECT_EQ(loads, (std::vector<UopCache::Load>{{0, 0, 16}}));
  EXPECT_FALSE(cache.use(sequence(2, 6)).load);
  EXPECT_FALSE(cache.use(sequence(3, 6)).load);
  EXPECT_TRUE(cache.use(sequence(4, 1)).load);  // a 17th micro-op
}

TEST(UopCache, UpcomingSequences_PushOutNothingThatIsUsedBeforeThem) {
  UopCache cache(small_cache());
  for (int64_t s = 0; s < 4; ++s)
    cache.use(sequence(s, 8));  // full; the next goes over sequence 0
  // 9 goes to 0 .. 7 and is followed by a use of 1, so 10 must not go over 1.
  const auto loads = load_together(cache, {sequence(9, 8), sequence(1, 8), sequence(10, 8)});
  EXPECT_EQ(loads, (std::vector<UopCache::Load>{{0, 32, 8}}));
  EXPECT_FALSE(cache.use(sequence(1, 8)).load);
  EXPECT_TRUE(cache.use(sequence(10, 8)).load);
}

TEST(UopCache, UpcomingSequences_OfAnOldCopyAreALoadOfTheirOwn) {
  UopCache cache(small_cache());
  cache.use(sequence(1, 8));
  for (int64_t s = 2; s < 6; ++s)
    cache.use(sequence(s, 8));  // 5 went over 1
  const auto loads = load_together(cache, {sequence(6, 4), sequence(1, 8)});
  EXPECT_EQ(loads, (std::vector<UopCache::Load>{{8, 40, 4}, {12, 0, 8}}));
}

TEST(UopCache, IndexOutOfRange_IsABug) {
  UopCache cache(small_cache());
  EXPECT_THROW(cache.use(std::vector<Uop>{{-1, 0, 0}}), InternalError);
  EXPECT_THROW(cache.use(std::vector<Uop>{{0, 1 << 22, 0}}), InternalError);
}

// A scratchpad kept by hand must hold, at every use, exactly the words that the cache says it has.
TEST(UopCache, RandomUse_ResidentWordsAreAlwaysTheSequence) {
  const uint64_t seed = 20240611;
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  UopCache cache(small_cache());
  const InsnCodec codec(small_cache());
  std::vector<uint64_t> scratchpad(32, ~uint64_t{0});
  std::set<std::pair<int64_t, int64_t>> known;
  size_t words = 0;
  for (int i = 0; i < 5000; ++i) {
    const auto seed_of = static_cast<int64_t>(random() % 60);
    const auto length = 1 + static_cast<int64_t>(random() % 12);
    const auto uops = sequence(seed_of, length);
    words += known.emplace(seed_of, length).second ? uops.size() : 0;
    const auto placement = cache.use(uops);
    for (size_t k = 0; k < uops.size(); ++k) {
      uint64_t& word = scratchpad[static_cast<size_t>(placement.sram_base) + k];
      if (placement.load)
        word = cache.words()[static_cast<size_t>(placement.word) + k];
      ASSERT_EQ(word, codec.encode_uop(uops[k])) << i;
    }
  }
  EXPECT_GT(cache.evictions(), 1000);
  EXPECT_EQ(cache.words().size(), words) << "one copy of each sequence";
}

}  // namespace
}  // namespace vta
