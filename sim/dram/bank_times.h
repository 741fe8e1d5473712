// When each command may be issued at the earliest: the state of banks, groups and ranks under a
// timing table.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
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
  bool is_closed(const Spot& spot) const { return banks_[spot.bank].row == kClosed; }
  bool is_open(const Spot& spot, int64_t row) const { return banks_[spot.bank].row == row; }
  // The first clock for an access of a row that is open, and on the way to one that is not.
  int64_t access_from(const Spot& spot, bool write) const;
  int64_t row_from(const Spot& spot) const;
  // The next command on the way to a refresh of `rank`.
  DramCommandKind towards_refresh(int64_t rank) const;

  // Likewise of any command.
  int64_t earliest(DramCommandKind kind, const DramPlace& place) const;
  // From an access to the next one of the same row and kind.
  int64_t same_row_period() const { return std::max(timing_.ccd_l, timing_.burst); }
  // `command.clock` is not before earliest().
  void issue(const DramCommand& command);
  // Likewise a read or a write; the row is closed after it if it `closes`.
  void access(const Spot& spot, int64_t clock, bool write, bool closes);

 private:
  static constexpr int64_t kClosed = -1;
  struct Bank {
    int64_t row = kClosed;
    int64_t activated = 0;
    int64_t activate = 0, access = 0, precharge = 0;  // earliest
  };
  // What its rank has forbidden included.
  struct Group {
    int64_t activate = 0, read = 0, write = 0;
  };
  struct Rank {
    int64_t refresh = 0;
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
  std::span<Group> groups_of(int64_t rank) {
    return std::span(groups_).subspan(static_cast<size_t>(rank * organization_.groups),
                                      static_cast<size_t>(organization_.groups));
  }
  void activate(const DramCommand& command);
  void close(Bank& bank, Rank& rank, int64_t clock);

  DramOrganization organization_;
  DramTiming timing_;
  std::vector<Bank> banks_;
  std::vector<Group> groups_;
  std::vector<Rank> ranks_;
};

inline int64_t BankTimes::access_from(const Spot& spot, bool write) const {
  const Group& group = groups_[spot.group];
  return std::max(banks_[spot.bank].access, write ? group.write : group.read);
}

inline int64_t BankTimes::row_from(const Spot& spot) const {
  const Bank& bank = banks_[spot.bank];
  const int64_t activate = std::max(bank.activate, groups_[spot.group].activate);
  return bank.row == kClosed ? activate : bank.precharge;
}

inline BankTimes::Step BankTimes::towards(const Spot& spot, int64_t row, bool write) const {
  if (is_open(spot, row))
    return {write ? DramCommandKind::Write : DramCommandKind::Read, access_from(spot, write)};
  const bool closed = banks_[spot.bank].row == kClosed;
  return {closed ? DramCommandKind::Activate : DramCommandKind::Precharge, row_from(spot)};
}

}  // namespace vta
