#include "sim/dram/address_map.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "config/dram_file.h"

namespace vta {
namespace {

TEST(DramAddress, RowBankRankColumnKeepsRowsTogether) {
  const DramConfig dram = load_dram("ddr3-1066");  // rows of 4 KiB, 8 banks
  const auto at = [&](int64_t address) {
    return place_of(dram.organization, DramMapping::RowBankRankColumn, address);
  };
  EXPECT_EQ(at(31), (DramPlace{0, 0, 0, 0, 0}));
  EXPECT_EQ(at(32), (DramPlace{0, 0, 0, 0, 1}));
  EXPECT_EQ(at(4096), (DramPlace{0, 0, 1, 0, 0}));
  EXPECT_EQ(at(5 * 32768 + 3 * 4096 + 64), (DramPlace{0, 0, 3, 5, 2}));
}

TEST(DramAddress, RowColumnBankGroupPutsNeighboursIntoOtherGroups) {
  const DramConfig dram = load_dram("ddr4-2400");  // two groups, transactions of 64 bytes
  const auto at = [&](int64_t address) {
    return place_of(dram.organization, DramMapping::RowColumnBankGroup, address);
  };
  EXPECT_EQ(at(0), (DramPlace{0, 0, 0, 0, 0}));
  EXPECT_EQ(at(64), (DramPlace{0, 1, 0, 0, 0}));
  EXPECT_EQ(at(128), (DramPlace{0, 0, 1, 0, 0}));
  EXPECT_EQ(at(512), (DramPlace{0, 0, 0, 0, 1}));
}

TEST(DramAddress, EveryMappingMeetsEveryPlaceOnce) {
  const DramOrganization small{.ranks = 2,
                               .groups = 2,
                               .banks = 4,
                               .rows = 8,
                               .row_transactions = 4,
                               .transaction_bytes = 16};
  for (const DramMappingName& named : dram_mappings()) {
    std::set<std::tuple<int64_t, int64_t, int64_t, int64_t, int64_t>> places;
    for (int64_t address = 0; address < small.capacity_bytes(); address += 16) {
      const DramPlace p = place_of(small, named.mapping, address);
      places.insert({p.rank, p.group, p.bank, p.row, p.column});
      EXPECT_TRUE(p.rank < 2 && p.group < 2 && p.bank < 4 && p.row < 8 && p.column < 4);
    }
    EXPECT_EQ(places.size(), 2u * 2 * 4 * 8 * 4) << named.name;
  }
}

}  // namespace
}  // namespace vta
