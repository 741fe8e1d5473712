#include "tests/sim/dram/dram_traffic.h"

#include <random>

#include "config/dram_file.h"

namespace vta {

std::vector<DramBurst> random_bursts(const DramConfig& dram, int64_t count, uint64_t seed) {
  std::mt19937_64 rng(seed);
  const auto pick = [&](int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(rng);
  };
  const DramOrganization& o = dram.organization;
  const int64_t spots = 4;  // of which each is a part of the memory
  const int64_t reach = o.capacity_bytes() / spots;
  const int64_t window = o.row_transactions * o.transaction_bytes * 4 * o.ranks * o.rank_banks();
  std::vector<DramBurst> bursts;
  bool write = false;
  int64_t next = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (pick(0, 5) == 0)
      write = !write;
    const int64_t bytes = pick(1, 16) * o.transaction_bytes - pick(0, o.transaction_bytes - 1);
    if (pick(0, 2) == 0 || next + bytes > o.capacity_bytes())
      next = pick(0, spots - 1) * reach + pick(0, window - 1) % (reach - bytes);
    bursts.push_back({next, bytes, write});
    next += bytes;
  }
  return bursts;
}

DramConfig dram_of_tight_times() {
  DramConfig dram = load_dram("ddr4-2400");
  dram.name = "tight";
  dram.organization.ranks = 2;
  dram.timing.rc = dram.timing.ras + dram.timing.rp + 5;
  dram.timing.refi = 1500;
  return dram;
}

}  // namespace vta
