// The controller of one DRAM channel: queues of transactions, their schedule, refreshes, and the
// commands that follow. It issues at most one command a clock. Clocks in which nothing can happen
// are skipped: next_event() says up to which.
//
// Reads are served until writes fill more than `write_high` of their queue, or no read is left;
// then writes, until they fill less than `write_low` and a read waits. A transaction for which a
// row was opened goes before all others, so that no row is opened in vain; a refresh that is due
// goes before all that is not so far.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/dram/bank_times.h"
#include "sim/dram/dram_config.h"
#include "sim/dram/statistics.h"

namespace vta {

class DramController {
 public:
  using CommandSink = std::function<void(const DramCommand&)>;

  // `sink` sees every command in order. Checks nothing: load_dram() has checked the configuration.
  explicit DramController(const DramConfig& config, CommandSink sink = {});

  // Takes a transaction if its queue has room. A write is complete with that, a read when
  // take_done() names its tag.
  bool offer(int64_t address, bool write, int64_t tag);

  // Clocks begun so far; run(clock) begins all up to `clock`, which is at most next_event(). True:
  // something was done.
  int64_t clock() const { return clock_; }
  bool run(int64_t clock);

  // The first clock after clock() at which something may happen if nothing is offered before;
  // clock() + 1 at the earliest.
  int64_t next_event() const;

  // Tags of reads whose data have come, in the order of their coming; each is named once.
  std::vector<int64_t> take_done();

  bool idle() const {
    return reads_.empty() && writes_.empty() && opening_.empty() && pending_.empty();
  }
  const DramStatistics& statistics() const { return statistics_; }

 private:
  struct Transaction {
    DramPlace place;
    int64_t address = 0, arrived = 0, tag = 0;
    bool write = false, met_closed = false, met_other = false;
  };
  using Queue = std::vector<Transaction>;
  struct Pending {
    int64_t clock, tag;
  };

  struct Choice {
    Queue* queue = nullptr;  // nullptr: none
    size_t index = 0;
    DramCommandKind kind{};
  };
  Choice best_of(Queue& queue);
  Choice choose();
  DramCommandKind next_command(const Transaction& transaction) const;
  int64_t ready_at(const Transaction& transaction) const;
  int64_t earliest_of(const Queue& queue) const;
  bool closes_awaited_row(const DramPlace& place, bool whole_rank) const;
  bool next_direction() const;  // whether writes have their turn
  bool another_wants_row(const Queue& queue, size_t index) const;
  bool refresh_when_due();
  void issue(const Choice& choice);
  void give(const DramCommand& command);

  DramConfig config_;
  CommandSink sink_;
  BankTimes banks_;
  int64_t clock_ = 0;
  int64_t refresh_due_ = 0;
  std::vector<int64_t> ranks_to_refresh_;  // in the order in which they were due
  Queue reads_, writes_;
  Queue opening_;  // of both kinds: their rows are being opened
  bool writing_ = false, last_was_write_ = false;
  bool vetoed_ = false;  // a choice was put off; the next clock may choose otherwise
  std::vector<Pending> pending_;
  std::vector<int64_t> done_;
  DramStatistics statistics_;
};

}  // namespace vta
