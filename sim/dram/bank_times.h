// When each command may be issued at the earliest: the state of banks, groups and ranks under a
// timing table.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "config/dram_config.h"
#include "sim/dram/dram_command.h"

namespace vta {

class BankTimes {
 public:
  BankTimes(const DramOrganization& organization, const DramTiming& timing);

  // A bank, for those who ask for it often.
  struct Spot {
    uint32_t rank = 0, group = 0, bank = 0;  // among all
  };
  Spot spot_of(const DramPlace& place) const {
    return {static_cast<uint32_t>(place.rank), static_cast<uint32_t>(group_index(place)),
            static_cast<uint32_t>(bank_index(place))};
  }
  // The next command on the way to an access of a row there, and the first clock at which it
  // violates nothing, given the commands issued so far.
  struct Step {
    DramCommandKind kind = DramCommandKind::Activate;
    int64_t earliest = 0;
  };
  Step towards(const Spot& spot, int64_t row, bool write) const;
  // The next command on the way to a refresh of `rank`.
  DramCommandKind towards_refresh(int64_t rank) const;

  // Where there is one rank: before it no access of this kind violates nothing, of whatever bank.
  int64_t bus_from(bool write) const {
    return ranks_.size() > 1 ? -1 : write ? ranks_[0].write : ranks_[0].read;
  }
  // Likewise of any command.
  int64_t earliest(DramCommandKind kind, const DramPlace& place) const;
  // From an access to the next one of the same row and kind.
  int64_t same_row_period() const { return std::max(timing_.ccd_l, timing_.burst); }
  // `command.clock` is not before earliest().
  void issue(const DramCommand& command);

 private:
  static constexpr int64_t kClosed = -1;
  struct Bank {
    int64_t row = kClosed;
    int64_t activated = 0;
    int64_t activate = 0, access = 0, precharge = 0;  // earliest
  };
  struct Group {
    int64_t activate = 0, read = 0, write = 0;
  };
  struct Rank {
    int64_t activate = 0, read = 0, write = 0, refresh = 0;
    std::array<int64_t, 4> activations;  // the last four, as a ring
    size_t oldest = 0;
    int64_t open_banks = 0;
  };

  Bank& bank_of(const DramPlace& place) { return banks_[bank_index(place)]; }
  const Bank& bank_of(const DramPlace& place) const { return banks_[bank_index(place)]; }
  size_t bank_index(const DramPlace& place) const {
    return static_cast<size_t>(
        (place.rank * organization_.groups + place.group) * organization_.banks + place.bank);
  }
  size_t group_index(const DramPlace& place) const {
    return static_cast<size_t>(place.rank * organization_.groups + place.group);
  }
  size_t first_bank(int64_t rank) const {
    return static_cast<size_t>(rank * organization_.rank_banks());
  }
  int64_t activate_from(const Rank& rank, const Group& group, const Bank& bank) const {
    return std::max(std::max(bank.activate, group.activate),
                    std::max(rank.activate, rank.activations[rank.oldest] + timing_.faw));
  }
  void activate(const DramCommand& command);
  void close(Bank& bank, Rank& rank, int64_t clock);
  void access(const DramCommand& command);

  DramOrganization organization_;
  DramTiming timing_;
  std::vector<Bank> banks_;
  std::vector<Group> groups_;
  std::vector<Rank> ranks_;
};

inline BankTimes::Step BankTimes::towards(const Spot& spot, int64_t row, bool write) const {
  const Bank& bank = banks_[spot.bank];
  if (bank.row != kClosed && bank.row != row)
    return {DramCommandKind::Precharge, bank.precharge};
  const Rank& rank = ranks_[spot.rank];
  const Group& group = groups_[spot.group];
  if (bank.row == kClosed)
    return {DramCommandKind::Activate, activate_from(rank, group, bank)};
  if (write)
    return {DramCommandKind::Write, std::max(bank.access, std::max(group.write, rank.write))};
  return {DramCommandKind::Read, std::max(bank.access, std::max(group.read, rank.read))};
}

}  // namespace vta
