#include "sim/dram/command_checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vta {
namespace {

using Kind = DramCommandKind;

constexpr size_t kMostReported = 100;
constexpr int64_t kMostPostponed = 9;  // JEDEC lets eight refreshes be postponed

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::Activate:
      return "Activate";
    case Kind::Precharge:
      return "Precharge";
    case Kind::PrechargeAll:
      return "PrechargeAll";
    case Kind::Read:
      return "Read";
    case Kind::Write:
      return "Write";
    case Kind::Refresh:
      return "Refresh";
  }
  return "";
}

bool for_rank(Kind kind) {
  return kind == Kind::PrechargeAll || kind == Kind::Refresh;
}

std::string show(const DramCommand& c) {
  if (for_rank(c.kind))
    return fmt::format("{} of rank {}", name_of(c.kind), c.place.rank);
  return fmt::format("{} of rank {}, group {}, bank {}, row {}", name_of(c.kind), c.place.rank,
                     c.place.group, c.place.bank, c.place.row);
}

}  // namespace

DramCommandChecker::DramCommandChecker(const DramOrganization& organization,
                                       const DramTiming& timing)
    : organization_(organization),
      timing_(timing),
      open_row_(static_cast<size_t>(organization.ranks * organization.rank_banks()), -1),
      opened_(open_row_.size(), 0),
      last_refresh_(static_cast<size_t>(organization.ranks), 0) {
  const DramTiming& t = timing;
  horizon_ = std::max({t.rfc, t.rc, t.faw, t.ras + t.rp, t.cwl + t.burst + t.wr + t.rp,
                       t.cwl + t.burst + t.wtr_l, t.rtw});
}

size_t DramCommandChecker::bank_number(const DramPlace& p) const {
  return static_cast<size_t>((p.rank * organization_.groups + p.group) * organization_.banks +
                             p.bank);
}

void DramCommandChecker::report(int64_t clock, std::string rule, std::string text) {
  ++violation_count_;
  if (violations_.size() < kMostReported)
    violations_.push_back({clock, std::move(rule), fmt::format("clock {}: {}", clock, text)});
}

// Of two commands to one rank. Commands to two ranks meet on the data bus alone.
DramCommandChecker::Gap DramCommandChecker::gap_between(const DramCommand& before,
                                                        const DramCommand& command) const {
  const DramTiming& t = timing_;
  const bool same_group = before.place.group == command.place.group;
  const bool same_bank = for_rank(before.kind) || for_rank(command.kind) ||
                         (same_group && before.place.bank == command.place.bank);
  const bool precharge = command.kind == Kind::Precharge || command.kind == Kind::PrechargeAll;
  switch (before.kind) {
    case Kind::Activate:
      if (command.kind == Kind::Activate) {
        if (same_bank)
          return {t.rc, "tRC"};
        return same_group ? Gap{t.rrd_l, "tRRD_L"} : Gap{t.rrd_s, "tRRD_S"};
      }
      if (same_bank && precharge)
        return {t.ras, "tRAS"};
      if (same_bank && command.kind != Kind::Refresh)
        return {t.rcd, "tRCD"};
      return {};
    case Kind::Precharge:
    case Kind::PrechargeAll:
      if (same_bank && (command.kind == Kind::Activate || command.kind == Kind::Refresh))
        return {t.rp, "tRP"};
      return {};
    case Kind::Read:
      if (command.kind == Kind::Read)
        return same_group ? Gap{t.ccd_l, "tCCD_L"} : Gap{t.ccd_s, "tCCD_S"};
      if (command.kind == Kind::Write)
        return {t.rtw, "tRTW"};
      if (same_bank && precharge)
        return {t.rtp, "tRTP"};
      return {};
    case Kind::Write:
      if (command.kind == Kind::Write)
        return same_group ? Gap{t.ccd_l, "tCCD_L"} : Gap{t.ccd_s, "tCCD_S"};
      if (command.kind == Kind::Read) {
        const int64_t written = t.cwl + t.burst;
        return same_group ? Gap{written + t.wtr_l, "tWTR_L"} : Gap{written + t.wtr_s, "tWTR_S"};
      }
      if (same_bank && precharge)
        return {t.cwl + t.burst + t.wr, "tWR"};
      return {};
    case Kind::Refresh:
      if (command.kind == Kind::Activate || command.kind == Kind::Refresh)
        return {t.rfc, "tRFC"};
      return {};
  }
  return {};
}

void DramCommandChecker::check_gaps(const DramCommand& command) {
  for (const DramCommand& before : history_) {
    if (before.place.rank != command.place.rank)
      continue;
    const Gap gap = gap_between(before, command);
    if (gap.clocks > 0 && command.clock - before.clock < gap.clocks)
      report(command.clock, gap.rule,
             fmt::format("{} comes {} clocks after {} (clock {}): {} demands {}", show(command),
                         command.clock - before.clock, show(before), before.clock, gap.rule,
                         gap.clocks));
  }
}

void DramCommandChecker::check_four_activations(const DramCommand& command) {
  int64_t count = 0;
  for (const DramCommand& before : history_)
    count += before.kind == Kind::Activate && before.place.rank == command.place.rank &&
             command.clock - before.clock < timing_.faw;
  if (count >= 4)
    report(command.clock, "tFAW",
           fmt::format("{} is the fifth in {} clocks", show(command), timing_.faw));
}

void DramCommandChecker::check_data(const DramCommand& command) {
  const int64_t start = command.clock + (command.kind == Kind::Read ? timing_.cl : timing_.cwl);
  const int64_t pause =
      data_rank_ >= 0 && data_rank_ != command.place.rank ? timing_.cs : int64_t{0};
  if (start < data_end_ + pause)
    report(command.clock, "bus",
           fmt::format("data of {} begin at clock {}, and the bus is free from {}", show(command),
                       start, data_end_ + pause));
  data_end_ = start + timing_.burst;
  data_rank_ = command.place.rank;
}

void DramCommandChecker::check_refresh(int64_t rank, int64_t clock) {
  const int64_t last = last_refresh_[static_cast<size_t>(rank)];
  if (clock - last > kMostPostponed * timing_.refi)
    report(clock, "refresh",
           fmt::format("rank {} was not refreshed since clock {}: {} clocks are legal", rank, last,
                       kMostPostponed * timing_.refi));
}

// The precharge that follows a read or write by itself, at its earliest.
void DramCommandChecker::close_by_itself(const DramCommand& access) {
  const size_t bank = bank_number(access.place);
  const int64_t after =
      access.kind == Kind::Read ? timing_.rtp : timing_.cwl + timing_.burst + timing_.wr;
  DramCommand precharge = access;
  precharge.kind = Kind::Precharge;
  precharge.clock = std::max(access.clock + after, opened_[bank] + timing_.ras);
  open_row_[bank] = -1;
  history_.push_back(precharge);
}

void DramCommandChecker::check_state(const DramCommand& command) {
  const auto first = open_row_.begin() + command.place.rank * organization_.rank_banks();
  const auto last = first + organization_.rank_banks();
  switch (command.kind) {
    case Kind::Activate: {
      const size_t bank = bank_number(command.place);
      if (open_row_[bank] != -1)
        report(command.clock, "row",
               fmt::format("{} finds row {} open", show(command), open_row_[bank]));
      open_row_[bank] = command.place.row;
      opened_[bank] = command.clock;
      return;
    }
    case Kind::Precharge:
      open_row_[bank_number(command.place)] = -1;
      return;
    case Kind::PrechargeAll:
      std::fill(first, last, -1);
      return;
    case Kind::Read:
    case Kind::Write: {
      const int64_t row = open_row_[bank_number(command.place)];
      if (row != command.place.row)
        report(command.clock, "row",
               row == -1 ? fmt::format("{} finds no open row", show(command))
                         : fmt::format("{} finds row {} open", show(command), row));
      return;
    }
    case Kind::Refresh:
      if (std::any_of(first, last, [](int64_t row) { return row != -1; }))
        report(command.clock, "row", fmt::format("{} finds an open row", show(command)));
      last_refresh_[static_cast<size_t>(command.place.rank)] = command.clock;
      return;
  }
}

void DramCommandChecker::see(const DramCommand& command) {
  ++commands_;
  if (command.clock <= last_clock_)
    report(command.clock, "clock",
           fmt::format("{} comes after a command at clock {}", show(command), last_clock_));
  last_clock_ = command.clock;
  while (!history_.empty() && command.clock - history_.front().clock > horizon_)
    history_.pop_front();
  check_gaps(command);
  if (command.kind == Kind::Activate)
    check_four_activations(command);
  if (command.kind == Kind::Read || command.kind == Kind::Write)
    check_data(command);
  if (command.kind == Kind::Refresh)
    check_refresh(command.place.rank, command.clock);
  check_state(command);
  history_.push_back(command);
  if (command.closes)
    close_by_itself(command);
}

void DramCommandChecker::finish(int64_t clock) {
  for (int64_t rank = 0; rank < organization_.ranks; ++rank)
    check_refresh(rank, clock);
}

}  // namespace vta
