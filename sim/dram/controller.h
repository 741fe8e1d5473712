// The controller of one DRAM channel: queues of transactions, their schedule, refreshes, and the
// commands that follow. It issues at most one command a clock. Clocks in which nothing can happen
// are skipped: next_event() says up to which.
//
// Reads are served until writes fill more than `write_high` of their queue, or no read is left;
// then writes, until they fill less than `write_low` and a read waits. A transaction for which a
// row was opened goes before all others, so that no row is opened in vain; a refresh that is due
// goes before all that is not so far.
//
// A run is one entry of a queue: transactions of one row that come together. All of them can be
// served at the same time, so the queue looks at the first one alone.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "config/dram_config.h"
#include "sim/dram/address_map.h"
#include "sim/dram/bank_times.h"
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
  // What the first transaction of a run has met is not what the others meet. Transactions that come
  // one by one, as the queue has room, join the last run: `later` says how much.
  struct Run {
    static constexpr size_t kMostJoined = 8;
    DramPlace place;                 // of the first transaction
    BankTimes::Spot spot;            // its bank
    int64_t address = 0, bytes = 0;  // of each transaction
    int64_t count = 1, arrived = 0, tag = 0;
    bool write = false, met_closed = false, met_other = false;
    std::array<uint16_t, kMostJoined> later{};  // arrivals after `arrived`; behind these 0

    int64_t first_arrived() const { return arrived + later[0]; }
    bool join(int64_t clock, int64_t more);
    void drop(int64_t dropped);  // of the first ones
  };
  // In the order in which they came; those of opening_ in that of their activations.
  struct Queue {
    std::vector<Run> runs;
    int64_t transactions = 0;
    bool empty() const { return runs.empty(); }
    void push(const Run& run);
    void pop(size_t index, int64_t count);  // the first transactions of a run
  };

  struct Choice {
    Queue* queue = nullptr;  // nullptr: none
    size_t index = 0;
    DramCommandKind kind{};
  };
  Choice best_of(Queue& queue);
  Choice first_of(Queue& queue);
  Choice choose();
  BankTimes::Step next_step(const Run& run) const;
  int64_t earliest_opening() const;
  int64_t foresee(const Queue& queue) const;
  int64_t look_through(const Queue& queue) const;
  void forget_foreseen() { foreseen_.queue = nullptr; }
  void forget_open_rows() { open_rows_.queue = nullptr; }
  bool closes_awaited_row(const DramPlace& place, bool whole_rank) const;
  bool next_direction() const;  // whether writes have their turn
  bool another_wants_row(const Queue& queue, size_t index) const;
  bool refresh_when_due();
  void issue(const Choice& choice);
  void access(const Choice& choice);
  int64_t count_alone(const Choice& choice) const;
  int64_t others_from(const Choice& choice, int64_t next) const;
  void give(const DramCommand& command);
  int64_t take(int64_t address, int64_t count, bool write, int64_t tag);
  bool joins_last(const Queue& queue, int64_t address, int64_t tag) const;
  bool waits_to_be_written(int64_t address, int64_t count) const;

  DramConfig config_;
  CommandSink sink_;
  AddressMap map_;
  BankTimes banks_;
  int64_t clock_ = 0;
  int64_t refresh_due_ = 0;
  int64_t most_waiting_writes_ = 0, least_writes_ = 0;  // transactions: the policy's watermarks
  std::vector<int64_t> ranks_to_refresh_;               // in the order in which they were due
  Queue reads_, writes_;
  Queue opening_;  // of both kinds, alone: their rows are being opened
  // What next_event() has seen of a queue: the run that has a command at `clock` if nothing comes
  // before. Holds as long as no command is given and nothing is offered.
  struct Foreseen {
    const Queue* queue = nullptr;
    size_t index = 0;
    BankTimes::Step step;
    int64_t clock = 0;
  };
  mutable Foreseen foreseen_;
  // The first run of a queue whose row is open, and a clock before which no run whose row is not
  // has a command. Accesses that leave their rows open do not change it.
  struct OpenRows {
    const Queue* queue = nullptr;
    size_t first = 0;
    int64_t others_from = 0;
  };
  mutable OpenRows open_rows_;
  bool writing_ = false, last_was_write_ = false;
  bool vetoed_ = false;      // a choice was put off; the next clock may choose otherwise
  int64_t known_until_ = 0;  // nothing is offered before this clock
  std::vector<Data> data_;
  DramStatistics statistics_;
};

}  // namespace vta
