// The transactions of one direction that wait in a controller, and which of them has a command
// first.
//
// A run is one entry: transactions of one row that come together. All of them can be served at the
// same time, so the queue looks at the first one alone.
//
// All runs of a bank whose row is open may be accessed from the same clock on, and all others of
// that bank have the same command at the same clock. So the queue compares two runs a bank, the
// oldest ones, and not all that wait.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/dram/bank_times.h"
#include "sim/dram/dram_command.h"

namespace vta {

// What the first transaction of a run has met is not what the others meet. Transactions that come
// one by one, as the queue has room, join the last run: `later` says how much.
struct DramRun {
  static constexpr size_t kMostJoined = 8;
  DramPlace place;                 // of the first transaction
  BankTimes::Spot spot;            // its bank
  int64_t address = 0, bytes = 0;  // of each transaction
  int64_t count = 1, arrived = 0, tag = 0;
  bool write = false, met_closed = false, met_other = false;
  std::array<uint16_t, kMostJoined> later{};  // arrivals after `arrived`; behind these 0

  int64_t first_arrived() const { return arrived + later[0]; }
  int64_t end() const { return address + count * bytes; }
  bool join(int64_t clock, int64_t more);
  void drop(int64_t dropped);  // of the first ones
};

class DramRunQueue {
 public:
  DramRunQueue(const DramOrganization& organization, bool write, bool oldest_alone);

  bool empty() const { return used_.empty(); }
  int64_t transactions() const { return transactions_; }
  const DramRun& run(size_t slot) const { return waiting_[slot].run; }
  DramRun& run(size_t slot) { return waiting_[slot].run; }
  // The one that came last; nullptr if it has gone.
  const DramRun* youngest() const { return youngest_ == kNone ? nullptr : &run(youngest_); }
  // Whether a run of that bank has bytes of [address, end).
  bool overlaps(const BankTimes::Spot& spot, int64_t address, int64_t end) const;

  // `times` is the same object in all calls.
  void push(const BankTimes& times, const DramRun& run);
  bool join(int64_t clock, int64_t more);  // transactions behind those of the youngest run
  // The first transactions of a run.
  void pop(const BankTimes& times, size_t slot, int64_t count);

  // A command has been given; and with it a row of that bank was opened or closed, or any rows.
  void times_have_changed() { next_.slot = kNone; }
  void row_has_changed(const BankTimes& times, const BankTimes::Spot& spot);
  void rows_have_changed(const BankTimes& times);

  // Which run has a command first after `clock` if no command is given and nothing comes before; of
  // several the oldest.
  static constexpr size_t kNone = SIZE_MAX;
  struct Next {
    size_t slot = kNone;
    DramCommandKind kind{};
    int64_t clock = INT64_MAX;
  };
  const Next& next(const BankTimes& times, int64_t clock) const {
    if (next_.slot == kNone || next_.clock <= clock)
      next_ = look_for_next(times, clock);
    return next_;
  }

  // Of a run that is being accessed and whose next access is at `next`: the first clock at which
  // another one might have a command. A younger one that waits for the data bus alone lets it go
  // first.
  int64_t others_from(const BankTimes& times, size_t slot, int64_t next) const;

 private:
  static constexpr int64_t kNobody = INT64_MAX;
  struct Waiting {
    DramRun run;
    int64_t number = 0;    // in the order in which they came
    size_t after = kNone;  // in its bank
  };
  struct Oldest {
    int64_t number = kNobody;
    size_t slot = kNone;
  };
  struct Bank {
    BankTimes::Spot spot;
    size_t first = kNone, last = kNone;
    Oldest open, other;  // the oldest run whose row is open, and the oldest one whose row is not
  };
  // Cores that do the same beside each other differ in the upper bits of their addresses.
  size_t hash(int64_t address) const {
    const auto number = static_cast<uint64_t>(address >> log_bytes_);
    return (number ^ number >> 10 ^ number >> 17) % waiting_at_.size();
  }
  void count(int64_t address, int64_t transactions, int change);
  Oldest first_from(const BankTimes& times, size_t slot, bool open) const;
  void look_at(const BankTimes& times, Bank& bank) const;
  Next look_for_next(const BankTimes& times, int64_t clock) const;
  Next oldest_of_all(const BankTimes& times, int64_t clock) const;

  bool write_, oldest_alone_;
  int64_t bytes_;  // of a transaction
  int log_bytes_;
  std::vector<Waiting> waiting_;
  std::vector<size_t> free_;  // slots of waiting_
  std::vector<Bank> banks_;
  std::vector<uint32_t> used_;  // banks with runs
  size_t youngest_ = kNone;
  std::array<uint16_t, 1024>
      waiting_at_{};  // transactions by the hash of their address: mostly none
  int64_t pushed_ = 0, transactions_ = 0;
  mutable Next next_;
};

inline bool DramRunQueue::overlaps(const BankTimes::Spot& spot, int64_t address,
                                   int64_t end) const {
  bool any = false;
  for (int64_t at = address; at < end && !any; at += bytes_)
    any = waiting_at_[hash(at)] > 0;
  if (!any)
    return false;
  for (size_t slot = banks_[spot.bank].first; slot != kNone; slot = waiting_[slot].after)
    if (const DramRun& run = waiting_[slot].run; run.address < end && address < run.end())
      return true;
  return false;
}

}  // namespace vta
