#include "sim/dram/bank_times.h"

#include <algorithm>

#include "base/error.h"

namespace vta {
namespace {

constexpr int64_t kLongAgo = -1'000'000;

void raise(int64_t& time, int64_t to) {
  time = std::max(time, to);
}

}  // namespace

BankTimes::BankTimes(const DramOrganization& organization, const DramTiming& timing)
    : organization_(organization),
      timing_(timing),
      banks_(static_cast<size_t>(organization.ranks * organization.rank_banks())),
      groups_(static_cast<size_t>(organization.ranks * organization.groups)),
      ranks_(static_cast<size_t>(organization.ranks)) {
  for (Rank& rank : ranks_)
    rank.activations.fill(kLongAgo);
}

DramCommandKind BankTimes::towards_refresh(int64_t rank) const {
  return ranks_[static_cast<size_t>(rank)].open_banks == 0 ? DramCommandKind::Refresh
                                                           : DramCommandKind::PrechargeAll;
}

int64_t BankTimes::earliest(DramCommandKind kind, const DramPlace& place) const {
  const Group& group = groups_[group_index(place)];
  const Bank& bank = bank_of(place);
  switch (kind) {
    case DramCommandKind::Activate:
      return std::max(bank.activate, group.activate);
    case DramCommandKind::Precharge:
      return bank.precharge;
    case DramCommandKind::Read:
      return std::max(bank.access, group.read);
    case DramCommandKind::Write:
      return std::max(bank.access, group.write);
    case DramCommandKind::PrechargeAll: {
      int64_t time = 0;
      for (int64_t i = 0; i < organization_.rank_banks(); ++i)
        raise(time, banks_[first_bank(place.rank) + static_cast<size_t>(i)].precharge);
      return time;
    }
    case DramCommandKind::Refresh: {
      int64_t time = ranks_[static_cast<size_t>(place.rank)].refresh;
      for (int64_t i = 0; i < organization_.rank_banks(); ++i)
        raise(time, banks_[first_bank(place.rank) + static_cast<size_t>(i)].activate);
      return time;
    }
  }
  throw InternalError("a DRAM command that is none");
}

void BankTimes::issue(const DramCommand& command) {
  Rank& rank = ranks_[static_cast<size_t>(command.place.rank)];
  switch (command.kind) {
    case DramCommandKind::Activate:
      activate(command);
      return;
    case DramCommandKind::Precharge:
      close(bank_of(command.place), rank, command.clock);
      return;
    case DramCommandKind::PrechargeAll:
      for (int64_t i = 0; i < organization_.rank_banks(); ++i)
        close(banks_[first_bank(command.place.rank) + static_cast<size_t>(i)], rank, command.clock);
      return;
    case DramCommandKind::Read:
    case DramCommandKind::Write:
      access(spot_of(command.place), command.clock, command.kind == DramCommandKind::Write,
             command.closes);
      return;
    case DramCommandKind::Refresh:
      for (Group& group : groups_of(command.place.rank))
        raise(group.activate, command.clock + timing_.rfc);
      raise(rank.refresh, command.clock + timing_.rfc);
      return;
  }
}

void BankTimes::activate(const DramCommand& command) {
  const int64_t clock = command.clock;
  Rank& rank = ranks_[static_cast<size_t>(command.place.rank)];
  Bank& bank = bank_of(command.place);
  bank.row = command.place.row;
  bank.activated = clock;
  raise(bank.activate, clock + timing_.rc);
  raise(bank.access, clock + timing_.rcd);
  raise(bank.precharge, clock + timing_.ras);
  rank.activations[rank.oldest] = clock;
  rank.oldest = (rank.oldest + 1) % rank.activations.size();
  raise(groups_[group_index(command.place)].activate, clock + timing_.rrd_l);
  for (Group& group : groups_of(command.place.rank))
    raise(group.activate,
          std::max(clock + timing_.rrd_s, rank.activations[rank.oldest] + timing_.faw));
  ++rank.open_banks;
}

// A bank that is closed already may be precharged again: nothing but time is lost.
void BankTimes::close(Bank& bank, Rank& rank, int64_t clock) {
  if (bank.row != kClosed)
    --rank.open_banks;
  bank.row = kClosed;
  raise(bank.activate, clock + timing_.rp);
}

void BankTimes::access(const Spot& spot, int64_t clock, bool write, bool closes) {
  const DramTiming& t = timing_;
  const int64_t written = clock + t.cwl + t.burst;
  for (Group& group : groups_of(spot.rank)) {
    const bool own = &group == &groups_[spot.group];
    const int64_t next = clock + std::max(own ? t.ccd_l : t.ccd_s, t.burst);
    raise(group.read, write ? written + (own ? t.wtr_l : t.wtr_s) : next);
    raise(group.write, write ? next : clock + t.rtw);
  }
  for (int64_t rank = 0; rank < organization_.ranks; ++rank)
    if (rank != spot.rank)  // data of two ranks do not meet
      for (Group& group : groups_of(rank)) {
        raise(group.read, write ? written + t.cs - t.cl : clock + t.burst + t.cs);
        raise(group.write, clock + (write ? 0 : t.cl - t.cwl) + t.burst + t.cs);
      }
  Bank& bank = banks_[spot.bank];
  raise(bank.precharge, write ? written + t.wr : clock + t.rtp);
  if (closes)
    close(bank, ranks_[spot.rank], bank.precharge);
}

}  // namespace vta
