// Addresses to places of a DRAM, by the order of their parts.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "config/dram_config.h"
#include "sim/dram/dram_command.h"

namespace vta {

inline int log_of(int64_t power_of_two) {
  return std::countr_zero(static_cast<uint64_t>(power_of_two));
}

class AddressMap {
 public:
  AddressMap(const DramOrganization& organization, DramMapping mapping);

  // 0 <= address < the capacity.
  DramPlace place_of(int64_t address) const;
  // How many transactions, that at `place` included, have addresses behind each other in its row.
  int64_t behind(const DramPlace& place) const {
    return columns_are_lowest_ ? row_transactions_ - place.column : 1;
  }

 private:
  struct Part {
    int64_t DramPlace::*member;
    int shift;
    int64_t mask;
  };
  std::array<Part, 5> parts_;
  int transaction_shift_;
  int64_t capacity_, row_transactions_;
  bool columns_are_lowest_;
};

inline DramPlace place_of(const DramOrganization& organization, DramMapping mapping,
                          int64_t address) {
  return AddressMap(organization, mapping).place_of(address);
}

}  // namespace vta
