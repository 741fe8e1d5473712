#include "sim/dram/address_map.h"

#include <array>

#include "base/error.h"

namespace vta {
namespace {

enum class Part { Rank, Group, Bank, Row, Column };

// From the lowest bits to the highest.
std::array<Part, 5> parts_of(DramMapping mapping) {
  switch (mapping) {
    case DramMapping::RowBankRankColumn:
      return {Part::Column, Part::Rank, Part::Bank, Part::Group, Part::Row};
    case DramMapping::RowRankBankColumn:
      return {Part::Column, Part::Bank, Part::Group, Part::Rank, Part::Row};
    case DramMapping::RowColumnBankGroup:
      return {Part::Group, Part::Bank, Part::Column, Part::Rank, Part::Row};
    case DramMapping::BankRowColumn:
      return {Part::Column, Part::Row, Part::Bank, Part::Group, Part::Rank};
  }
  throw InternalError("a mapping of DRAM addresses that is none");
}

}  // namespace

std::span<const DramMappingName> dram_mappings() {
  static constexpr auto kAll = std::to_array<DramMappingName>({
      {"row-bank-rank-column", DramMapping::RowBankRankColumn},
      {"row-rank-bank-column", DramMapping::RowRankBankColumn},
      {"row-column-bank-group", DramMapping::RowColumnBankGroup},
      {"bank-row-column", DramMapping::BankRowColumn},
  });
  return kAll;
}

DramPlace place_of(const DramOrganization& organization, DramMapping mapping, int64_t address) {
  VTA_CHECK(address >= 0 && address < organization.capacity_bytes(), "address {}", address);
  int64_t rest = address / organization.transaction_bytes;
  const auto take = [&](int64_t extent) {
    const int64_t digit = rest % extent;
    rest /= extent;
    return digit;
  };
  DramPlace place;
  for (const Part part : parts_of(mapping)) {
    switch (part) {
      case Part::Rank:
        place.rank = take(organization.ranks);
        break;
      case Part::Group:
        place.group = take(organization.groups);
        break;
      case Part::Bank:
        place.bank = take(organization.banks);
        break;
      case Part::Row:
        place.row = take(organization.rows);
        break;
      case Part::Column:
        place.column = take(organization.row_transactions);
        break;
    }
  }
  return place;
}

}  // namespace vta
