#include "sim/dram/address_map.h"

#include "base/error.h"

namespace vta {
namespace {

using Member = int64_t DramPlace::*;
constexpr Member kRank = &DramPlace::rank, kGroup = &DramPlace::group, kBank = &DramPlace::bank,
                 kRow = &DramPlace::row, kColumn = &DramPlace::column;

// From the lowest bits to the highest.
std::array<Member, 5> parts_of(DramMapping mapping) {
  switch (mapping) {
    case DramMapping::RowBankRankColumn:
      return {kColumn, kRank, kBank, kGroup, kRow};
    case DramMapping::RowRankBankColumn:
      return {kColumn, kBank, kGroup, kRank, kRow};
    case DramMapping::RowColumnBankGroup:
      return {kGroup, kBank, kColumn, kRank, kRow};
    case DramMapping::BankRowColumn:
      return {kColumn, kRow, kBank, kGroup, kRank};
  }
  throw InternalError("a mapping of DRAM addresses that is none");
}

int64_t extent_of(const DramOrganization& organization, Member part) {
  if (part == kRank)
    return organization.ranks;
  if (part == kGroup)
    return organization.groups;
  if (part == kBank)
    return organization.banks;
  return part == kRow ? organization.rows : organization.row_transactions;
}

}  // namespace

AddressMap::AddressMap(const DramOrganization& organization, DramMapping mapping)
    : transaction_shift_(log_of(organization.transaction_bytes)),
      capacity_(organization.capacity_bytes()),
      row_transactions_(organization.row_transactions),
      columns_are_lowest_(parts_of(mapping).front() == kColumn) {
  int shift = transaction_shift_;
  for (size_t i = 0; i < parts_.size(); ++i) {
    const Member member = parts_of(mapping)[i];
    const int64_t extent = extent_of(organization, member);
    parts_[i] = {member, shift, extent - 1};
    shift += log_of(extent);
  }
}

DramPlace AddressMap::place_of(int64_t address) const {
  VTA_CHECK(address >= 0 && address < capacity_, "address {}", address);
  DramPlace place;
  for (const Part& part : parts_)
    place.*part.member = address >> part.shift & part.mask;
  return place;
}

}  // namespace vta
