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

#include "config/dram_config.h"
#include "sim/dram/address_map.h"
#include "sim/dram/bank_times.h"
#include "sim/dram/run_queue.h"
#include "sim/dram/statistics.h"

namespace vta {

class DramController {
 public:
  using CommandSink = std::function<void(const DramCommand&)>;

  // `sink` sees every command in order. Checks nothing: load_dram() has checked the configuration.
  explicit DramController(const DramConfig& config, CommandSink sink = {});

  // `count` transactions behind each other from `address` on. Returns how many of them, from the
  // first on, its queue has room for. A write is complete with that, a read with its data.
  int64_t offer(int64_t address, int64_t count, bool write, int64_t tag);

  bool has_room(bool write) const {
    return (write ? writes_ : reads_).transactions() < config_.policy.queue_transactions;
  }

  // Clocks begun so far; run(clock) begins all up to `clock`, which is at most next_event().
  int64_t clock() const { return clock_; }
  void run(int64_t clock);
  // Begins all clocks up to `clock`, or up to one at which data() has something. Nothing is offered
  // before.
  void run_through(int64_t clock);

  // The first clock after clock() at which something may happen if nothing is offered before;
  // clock() + 1 at the earliest.
  int64_t next_event() const;

  // Reads whose data are on their way: known from the clock of their commands on.
  struct Data {
    int64_t tag = 0, address = 0;   // of the first transaction
    int64_t count = 1;              // transactions behind each other
    int64_t clock = 0, period = 0;  // when the first one's data have come; of the others
    int64_t known = 0;              // clock of the last one's command
    int64_t last() const { return clock + (count - 1) * period; }
  };
  const std::vector<Data>& data() const { return data_; }
  void forget_data() { data_.clear(); }

  bool idle() const { return reads_.empty() && writes_.empty() && opening_.empty(); }
  const DramStatistics& statistics() const { return statistics_; }

 private:
  struct Opening {
    size_t index = 0;
    int64_t clock = INT64_MAX;  // when the transaction in opening_ is accessed
    bool known = false;
  };
  const Opening& next_opening(int64_t clock) const;
  DramRunQueue& turn() { return writing_ ? writes_ : reads_; }
  const DramRunQueue& turn() const { return writing_ ? writes_ : reads_; }
  bool closes_awaited_row(const DramPlace& place, bool whole_rank) const;
  bool next_direction() const;  // whether writes have their turn
  bool another_awaits_row(const DramRun& run, size_t index) const;
  void refresh_when_due();
  void serve_turn();
  void serve_opening(size_t index);
  void change_row(DramRunQueue& queue, size_t slot, DramCommandKind kind);
  int64_t access(const DramRun& run, bool row_is_awaited, const DramRunQueue* queue, size_t slot);
  void show(const DramRun& run, bool closes, int64_t transactions) const;
  void count(const DramRun& run, int64_t transactions);
  int64_t count_alone(const DramRunQueue& queue, size_t slot) const;
  void give(const DramCommand& command);
  void give_access(const DramRun& run, int64_t clock, bool closes);
  void times_have_changed();
  void row_has_changed(const BankTimes::Spot& spot);
  int64_t take(int64_t address, int64_t count, bool write, int64_t tag);
  const DramRun* joinable(const DramRunQueue& queue, int64_t address, int64_t tag) const;

  DramConfig config_;
  CommandSink sink_;
  AddressMap map_;
  BankTimes banks_;
  int64_t clock_ = 0;
  int64_t refresh_due_ = 0;
  int64_t most_waiting_writes_ = 0, least_writes_ = 0;  // transactions: the policy's watermarks
  std::vector<int64_t> ranks_to_refresh_;               // in the order in which they were due
  DramRunQueue reads_, writes_;
  // Transactions of both kinds whose rows are being opened, in the order of their activations.
  std::vector<DramRun> opening_;
  mutable Opening next_opening_;
  bool writing_ = false, last_was_write_ = false;
  bool vetoed_ = false;      // a choice was put off; the next clock may choose otherwise
  int64_t known_until_ = 0;  // nothing is offered before this clock
  std::vector<Data> data_;
  DramStatistics statistics_;
};

}  // namespace vta
