// Random legal configurations: always legal, complete, the same for the same seed.
#include "config/random_config.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "config/config_keys.h"
#include "config/validate.h"

namespace vta {
namespace {

using C = VtaConfig;

void expect_covered(const std::vector<C>& configs, const RandomConfigLimits& limits) {
  for (const IntegerKey& key : integer_keys())
    for (const int64_t wanted :
         {smallest_legal(key.member, limits), largest_legal(key.member, limits)})
      EXPECT_TRUE(std::ranges::any_of(configs, [&](const C& c) { return c.*key.member == wanted; }))
          << key.name << " = " << wanted;
}

TEST(RandomConfig, IsLegalForManySeeds) {
  for (uint64_t seed = 0; seed < 20; ++seed)
    for (const C& config : random_legal_configs(30, seed))
      ASSERT_TRUE(is_legal(config)) << "seed " << seed << "\n" << config.to_json();
}

TEST(RandomConfig, HasTheSmallestAndTheLargestOfEveryKey) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    expect_covered(random_legal_configs(kCoveringConfigs, seed), {});
    const RandomConfigLimits small{.log_scratchpad_bytes = 16, .macs = 256};
    expect_covered(random_legal_configs(kCoveringConfigs, seed, small), small);
  }
}

// By hand from sections 1 and 2 of the instruction set.
TEST(RandomConfig, ExtremesAreThoseOfTheInstructionSet) {
  EXPECT_EQ(smallest_legal(&C::log_uop_buff_size), 3);  // 2 elements of 4 bytes
  EXPECT_EQ(smallest_legal(&C::log_wgt_buff_size), 5);  // 2 of 4x4
  EXPECT_EQ(largest_legal(&C::log_uop_buff_size), 19);  // 65536 of 8
  EXPECT_EQ(largest_legal(&C::log_inp_buff_size), 26);  // 65536 of 8x128
  EXPECT_EQ(largest_legal(&C::log_wgt_buff_size), 30);  // 65536 of 128x128
  EXPECT_EQ(largest_legal(&C::log_acc_buff_size), 26);  // ALU: dst_out | 3 * 14 + 20 bits
  EXPECT_EQ(largest_legal(&C::mem_burst_beats), 256);
  EXPECT_EQ(largest_legal(&C::log_bus_width), 9);
}

TEST(RandomConfig, NoDrawIsBeyondTheExtremes) {
  for (const C& config : random_legal_configs(500, 7))
    for (const IntegerKey& key : integer_keys()) {
      EXPECT_GE(config.*key.member, smallest_legal(key.member)) << key.name;
      EXPECT_LE(config.*key.member, largest_legal(key.member)) << key.name;
    }
}

TEST(RandomConfig, KeepsItsLimits) {
  const RandomConfigLimits limits{.log_scratchpad_bytes = 14, .macs = 512};
  for (const C& config : random_legal_configs(100, 3, limits)) {
    EXPECT_LE(config.macs(), 512);
    EXPECT_LE(std::max({config.log_uop_buff_size, config.log_inp_buff_size,
                        config.log_wgt_buff_size, config.log_acc_buff_size}),
              14);
  }
}

TEST(RandomConfig, DependsOnTheSeedAlone) {
  EXPECT_EQ(random_legal_configs(15, 5), random_legal_configs(15, 5));
  EXPECT_NE(random_legal_configs(15, 5), random_legal_configs(15, 6));
  const auto some = random_legal_configs(5, 5), more = random_legal_configs(15, 5);
  EXPECT_TRUE(std::equal(some.begin(), some.end(), more.begin()));
}

TEST(RandomConfig, LimitsBelowTheSmallestMachineAreRefused) {
  EXPECT_THROW(smallest_legal(&C::log_batch, {.macs = 8}), InternalError);
  EXPECT_THROW(random_legal_configs(1, 1, {.macs = 8}), InternalError);
  EXPECT_EQ(random_legal_configs(0, 1).size(), 0u);
}

}  // namespace
}  // namespace vta
