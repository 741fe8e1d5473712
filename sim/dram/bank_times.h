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

  // The next command on the way to an access of `place`: the access itself where its row is open.
  DramCommandKind towards(const DramPlace& place, bool write) const;
  // The next command on the way to a refresh of `rank`.
  DramCommandKind towards_refresh(int64_t rank) const;

  // The first clock at which the command violates nothing, given the commands issued so far.
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
  void activate(const DramCommand& command);
  void close(Bank& bank, Rank& rank, int64_t clock);
  void access(const DramCommand& command);

  DramOrganization organization_;
  DramTiming timing_;
  std::vector<Bank> banks_;
  std::vector<Group> groups_;
  std::vector<Rank> ranks_;
};

}  // namespace vta
