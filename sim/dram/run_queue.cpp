#include "sim/dram/run_queue.h"

#include <algorithm>
#include <limits>

#include "sim/dram/address_map.h"

namespace vta {

bool DramRun::join(int64_t clock, int64_t more) {
  const int64_t after = clock - arrived;
  if (count + more > std::ssize(later) || after > std::numeric_limits<uint16_t>::max())
    return false;
  std::fill_n(later.begin() + count, more, static_cast<uint16_t>(after));
  count += more;
  return true;
}

void DramRun::drop(int64_t dropped) {
  count -= dropped;
  place.column += dropped;
  address += dropped * bytes;
  met_closed = met_other = false;
  const int64_t kept = std::max<int64_t>(0, std::ssize(later) - dropped);
  std::copy(later.end() - kept, later.end(), later.begin());
  std::fill(later.begin() + kept, later.end(), uint16_t{0});
}

DramRunQueue::DramRunQueue(const DramOrganization& organization, bool write, bool oldest_alone)
    : write_(write),
      oldest_alone_(oldest_alone),
      bytes_(organization.transaction_bytes),
      log_bytes_(log_of(organization.transaction_bytes)),
      banks_(static_cast<size_t>(organization.ranks * organization.rank_banks())) {}

void DramRunQueue::push(const BankTimes& times, const DramRun& run) {
  if (free_.empty()) {
    free_.push_back(waiting_.size());
    waiting_.emplace_back();
  }
  const size_t slot = free_.back();
  free_.pop_back();
  waiting_[slot] = {run, pushed_++, kNone};
  youngest_ = slot;
  transactions_ += run.count;
  count(run.address, run.count, 1);
  Bank& bank = banks_[run.spot.bank];
  if (bank.first == kNone) {
    bank = {run.spot, slot, slot, {}, {}};
    used_.push_back(run.spot.bank);
  } else {
    waiting_[bank.last].after = slot;
    bank.last = slot;
  }
  const bool open = times.is_open(run.spot, run.place.row);
  if (Oldest& oldest = open ? bank.open : bank.other; oldest.slot == kNone)
    oldest = {waiting_[slot].number, slot};
  if (next_.slot != kNone && !oldest_alone_ &&
      (open ? times.access_from(run.spot, write_) : times.row_from(run.spot)) < next_.clock)
    times_have_changed();
}

// Only what is asked for in writes.
void DramRunQueue::count(int64_t address, int64_t transactions, int change) {
  if (!write_)
    return;
  for (int64_t k = 0; k < transactions; ++k) {
    uint16_t& waiting = waiting_at_[hash(address + k * bytes_)];
    waiting = static_cast<uint16_t>(waiting + change);
  }
}

bool DramRunQueue::join(int64_t clock, int64_t more) {
  DramRun& last = run(youngest_);
  const int64_t end = last.end();
  if (!last.join(clock, more))
    return false;
  count(end, more, 1);
  transactions_ += more;
  return true;
}

void DramRunQueue::pop(const BankTimes& times, size_t slot, int64_t count) {
  times_have_changed();
  transactions_ -= count;
  DramRun& run = waiting_[slot].run;
  this->count(run.address, count, -1);
  if (run.count > count) {
    run.drop(count);
    return;
  }
  Bank& bank = banks_[run.spot.bank];
  const size_t after = waiting_[slot].after;
  if (slot == bank.open.slot)
    bank.open = first_from(times, after, true);
  if (slot == bank.other.slot)
    bank.other = first_from(times, after, false);
  size_t before = kNone;
  for (size_t at = bank.first; at != slot; at = waiting_[at].after)
    before = at;
  (before == kNone ? bank.first : waiting_[before].after) = after;
  if (bank.last == slot)
    bank.last = before;
  if (bank.first == kNone)
    used_.erase(std::find(used_.begin(), used_.end(), run.spot.bank));
  if (youngest_ == slot)
    youngest_ = kNone;
  free_.push_back(slot);
}

// Of a bank the oldest run from that one on whose row is open, or not.
DramRunQueue::Oldest DramRunQueue::first_from(const BankTimes& times, size_t slot,
                                              bool open) const {
  for (; slot != kNone; slot = waiting_[slot].after)
    if (const DramRun& run = waiting_[slot].run; times.is_open(run.spot, run.place.row) == open)
      return {waiting_[slot].number, slot};
  return {};
}

void DramRunQueue::look_at(const BankTimes& times, Bank& bank) const {
  if (bank.first == kNone)
    return;
  const Oldest oldest{waiting_[bank.first].number, bank.first};
  const bool any_open = !times.is_closed(bank.spot);
  bank.open = any_open ? first_from(times, bank.first, true) : Oldest{};
  bank.other = any_open ? first_from(times, bank.first, false) : oldest;
}

void DramRunQueue::row_has_changed(const BankTimes& times, const BankTimes::Spot& spot) {
  times_have_changed();
  look_at(times, banks_[spot.bank]);
}

void DramRunQueue::rows_have_changed(const BankTimes& times) {
  times_have_changed();
  for (const uint32_t bank : used_)
    look_at(times, banks_[bank]);
}

DramRunQueue::Next DramRunQueue::oldest_of_all(const BankTimes& times, int64_t clock) const {
  Oldest oldest;
  for (const uint32_t bank : used_)
    if (const size_t first = banks_[bank].first; waiting_[first].number < oldest.number)
      oldest = {waiting_[first].number, first};
  if (oldest.slot == kNone)
    return {};
  const DramRun& run = waiting_[oldest.slot].run;
  const BankTimes::Step step = times.towards(run.spot, run.place.row, write_);
  return {oldest.slot, step.kind, std::max(step.earliest, clock + 1)};
}

// What comes next cannot be foreseen by the machine that runs this either: it compares without
// branches, clock and age in one number.
DramRunQueue::Next DramRunQueue::look_for_next(const BankTimes& times, int64_t clock) const {
  if (oldest_alone_)
    return oldest_of_all(times, clock);
  constexpr int kNumberBits = 40;
  const int64_t numbers = pushed_ - (int64_t{1} << (kNumberBits - 1));
  uint64_t first = UINT64_MAX;
  size_t chosen = kNone;
  const auto consider = [&](const Oldest& oldest, int64_t earliest) {
    const auto after = static_cast<uint64_t>(std::max<int64_t>(earliest - clock, 1));
    const uint64_t key = (after << kNumberBits) + static_cast<uint64_t>(oldest.number - numbers);
    const uint64_t rank = oldest.slot == kNone ? UINT64_MAX : key;
    chosen = rank < first ? oldest.slot : chosen;
    first = std::min(first, rank);
  };
  for (const uint32_t index : used_) {
    const Bank& bank = banks_[index];
    consider(bank.open, times.access_from(bank.spot, write_));
    consider(bank.other, times.row_from(bank.spot));
  }
  if (chosen == kNone)
    return {};
  const DramRun& run = waiting_[chosen].run;
  return {chosen, times.towards(run.spot, run.place.row, write_).kind,
          clock + static_cast<int64_t>(first >> kNumberBits)};
}

int64_t DramRunQueue::others_from(const BankTimes& times, size_t slot, int64_t next) const {
  int64_t from = INT64_MAX;
  if (oldest_alone_)
    return from;
  for (const uint32_t index : used_) {
    const Bank& bank = banks_[index];
    if (bank.other.slot != kNone)
      from = std::min(from, times.row_from(bank.spot));
    if (bank.open.slot == kNone || bank.open.slot == slot)
      continue;
    const int64_t access = times.access_from(bank.spot, write_);
    if (bank.open.number < waiting_[slot].number || access < next)
      from = std::min(from, access);
  }
  return from;
}

}  // namespace vta
