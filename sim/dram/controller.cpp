#include "sim/dram/controller.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "sim/dram/address_map.h"

namespace vta {
namespace {

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

}  // namespace

DramController::DramController(const DramConfig& config, CommandSink sink)
    : config_(config),
      sink_(std::move(sink)),
      map_(config.organization, config.policy.mapping),
      banks_(config.organization, config.timing),
      refresh_due_(config.timing.refi) {
  const auto most = static_cast<double>(config.policy.queue_transactions);
  most_waiting_writes_ = static_cast<int64_t>(std::floor(config.policy.write_high * most));
  least_writes_ = static_cast<int64_t>(std::ceil(config.policy.write_low * most));
}

void DramController::Queue::push(const Run& run) {
  runs.push_back(run);
  transactions += run.count;
}

void DramController::Queue::pop(size_t index, int64_t count) {
  transactions -= count;
  Run& run = runs[index];
  if (run.count == count) {
    runs.erase(runs.begin() + static_cast<int64_t>(index));
    return;
  }
  run.drop(count);
}

bool DramController::Run::join(int64_t clock, int64_t more) {
  const int64_t after = clock - arrived;
  if (count + more > std::ssize(later) || after > std::numeric_limits<uint16_t>::max())
    return false;
  std::fill_n(later.begin() + count, more, static_cast<uint16_t>(after));
  count += more;
  return true;
}

void DramController::Run::drop(int64_t dropped) {
  count -= dropped;
  place.column += dropped;
  address += dropped * bytes;
  met_closed = met_other = false;
  const int64_t kept = std::max<int64_t>(0, std::ssize(later) - dropped);
  std::copy(later.end() - kept, later.end(), later.begin());
  std::fill(later.begin() + kept, later.end(), uint16_t{0});
}

bool DramController::waits_to_be_written(int64_t address, int64_t count) const {
  const int64_t bytes = config_.organization.transaction_bytes;
  return std::any_of(writes_.runs.begin(), writes_.runs.end(), [&](const Run& run) {
    return run.address < address + count * bytes && address < run.address + run.count * bytes;
  });
}

int64_t DramController::offer(int64_t address, int64_t count, bool write, int64_t tag) {
  const int64_t bytes = config_.organization.transaction_bytes;
  address -= address % bytes;
  int64_t taken = 0;
  const int64_t together = waits_to_be_written(address, count) ? 1 : count;
  while (taken < count) {
    const int64_t more =
        take(address + taken * bytes, std::min(together, count - taken), write, tag);
    if (more == 0)
      break;
    taken += more;
  }
  return taken;
}

// As many as are in one row, if there is room. Of several none waits to be written; the data of one
// that does go to a read of it, or it is written in its place.
int64_t DramController::take(int64_t address, int64_t count, bool write, int64_t tag) {
  if (count == 1 && waits_to_be_written(address, 1)) {
    if (!write)
      data_.push_back({.tag = tag, .address = address, .clock = clock_ + 1, .known = clock_});
    ++(write ? statistics_.merged : statistics_.forwarded);
    return 1;
  }
  Queue& queue = write ? writes_ : reads_;
  const int64_t room = config_.policy.queue_transactions - queue.transactions;
  if (room <= 0)
    return 0;
  if (joins_last(queue, address, tag)) {
    Run& last = queue.runs.back();
    const int64_t joining = std::min({count, room, map_.behind(last.place) - last.count});
    if (joining > 0 && last.join(clock_, joining)) {
      queue.transactions += joining;
      return joining;
    }
  }
  Run run;
  run.place = map_.place_of(address);
  run.spot = banks_.spot_of(run.place);
  run.address = address;
  run.bytes = config_.organization.transaction_bytes;
  run.count = std::min({count, room, map_.behind(run.place)});
  run.arrived = clock_;
  run.tag = tag;
  run.write = write;
  queue.push(run);
  forget_foreseen();
  if (open_rows_.queue == &queue)
    if (const BankTimes::Step step = next_step(run);
        step.kind == DramCommandKind::Activate || step.kind == DramCommandKind::Precharge)
      open_rows_.others_from = std::min(open_rows_.others_from, step.earliest);
  return run.count;
}

// Whether a transaction is the one behind the last of the queue, of the same burst.
bool DramController::joins_last(const Queue& queue, int64_t address, int64_t tag) const {
  if (queue.empty())
    return false;
  const Run& last = queue.runs.back();
  return last.tag == tag && last.address + last.count * last.bytes == address;
}

BankTimes::Step DramController::next_step(const Run& run) const {
  return banks_.towards(run.spot, run.place.row, run.write);
}

// The oldest whose command may be issued at this clock; with FCFS the oldest, if it may.
DramController::Choice DramController::best_of(Queue& queue) {
  Choice choice;
  for (size_t i = 0; i < queue.runs.size(); ++i) {
    const Run& run = queue.runs[i];
    if (choice.queue != nullptr &&
        run.first_arrived() >= choice.queue->runs[choice.index].first_arrived())
      continue;
    if (const BankTimes::Step step = next_step(run); step.earliest <= clock_)
      choice = {&queue, i, step.kind};
    if (config_.policy.scheduler == DramScheduler::Fcfs)
      break;
  }
  return choice;
}

// The same of a queue in the order of arrival.
DramController::Choice DramController::first_of(Queue& queue) {
  if (foreseen_.queue == &queue && foreseen_.clock == clock_)
    return {&queue, foreseen_.index, foreseen_.step.kind};
  for (size_t i = 0; i < queue.runs.size(); ++i) {
    if (const BankTimes::Step step = next_step(queue.runs[i]); step.earliest <= clock_)
      return {&queue, i, step.kind};
    if (config_.policy.scheduler == DramScheduler::Fcfs)
      break;
  }
  return {};
}

// Asked at every clock at which neither an awaited row nor a refresh comes first: what it says
// depends on what it said before, so that next_event() does not pass a change.
bool DramController::next_direction() const {
  if (!writing_)
    return writes_.transactions > most_waiting_writes_ || reads_.empty();
  return writes_.transactions >= least_writes_ || reads_.empty();
}

bool DramController::closes_awaited_row(const DramPlace& place, bool whole_rank) const {
  return std::any_of(opening_.runs.begin(), opening_.runs.end(), [&](const Run& t) {
    return t.place.rank == place.rank &&
           (whole_rank || (t.place.group == place.group && t.place.bank == place.bank));
  });
}

DramController::Choice DramController::choose() {
  writing_ = next_direction();
  const Choice choice = first_of(writing_ ? writes_ : reads_);
  if (choice.queue != nullptr && choice.kind == DramCommandKind::Precharge &&
      closes_awaited_row(choice.queue->runs[choice.index].place, false)) {
    vetoed_ = true;
    return {};
  }
  return choice;
}

// Whether the refresh that is due has the clock: nothing but an awaited row goes before it.
bool DramController::refresh_when_due() {
  const int64_t rank = ranks_to_refresh_.front();
  DramCommand command;
  command.clock = clock_;
  command.place.rank = rank;
  command.kind = banks_.towards_refresh(rank);
  if (banks_.earliest(command.kind, command.place) > clock_)
    return false;
  if (command.kind == DramCommandKind::PrechargeAll && closes_awaited_row(command.place, true))
    return false;
  give(command);
  if (command.kind == DramCommandKind::Refresh)
    ranks_to_refresh_.erase(ranks_to_refresh_.begin());
  return true;
}

void DramController::give(const DramCommand& command) {
  banks_.issue(command);
  forget_foreseen();
  const bool access =
      command.kind == DramCommandKind::Read || command.kind == DramCommandKind::Write;
  if (!access || command.closes)
    forget_open_rows();
  switch (command.kind) {
    case DramCommandKind::Activate:
      ++statistics_.activations;
      break;
    case DramCommandKind::Precharge:
    case DramCommandKind::PrechargeAll:
      ++statistics_.precharges;
      break;
    case DramCommandKind::Refresh:
      ++statistics_.refreshes;
      break;
    case DramCommandKind::Read:
    case DramCommandKind::Write: {
      const bool write = command.kind == DramCommandKind::Write;
      if (statistics_.reads + statistics_.writes > 0 && write != last_was_write_)
        ++statistics_.turnarounds;
      last_was_write_ = write;
      ++(write ? statistics_.writes : statistics_.reads);
      break;
    }
  }
  if (sink_)
    sink_(command);
}

// Another transaction for the row keeps it open.
bool DramController::another_wants_row(const Queue& queue, size_t index) const {
  const DramPlace& place = queue.runs[index].place;
  return std::any_of(opening_.runs.begin(), opening_.runs.end(), [&](const Run& t) {
    return &t != &queue.runs[index] && t.place.rank == place.rank && t.place.group == place.group &&
           t.place.bank == place.bank;
  });
}

void DramController::issue(const Choice& choice) {
  if (choice.kind == DramCommandKind::Read || choice.kind == DramCommandKind::Write)
    return access(choice);
  Run& run = choice.queue->runs[choice.index];
  give({clock_, choice.kind, run.place, false});
  const bool opens = choice.kind == DramCommandKind::Activate;
  (opens ? run.met_closed : run.met_other) = true;
  if (!opens || opening_.transactions >= config_.policy.queue_transactions)
    return;
  Run first = run;
  first.count = 1;
  opening_.push(first);
  choice.queue->pop(choice.index, 1);
}

// How many transactions behind the first of the run, which has just been accessed, are accessed as
// soon as the row's time lets them, since nothing else can have a command until then.
int64_t DramController::count_alone(const Choice& choice) const {
  const Run& run = choice.queue->runs[choice.index];
  if (run.count == 1 || config_.policy.rows != DramRows::Open || !opening_.empty() ||
      !ranks_to_refresh_.empty() || (run.write && !reads_.empty()))
    return 0;
  const int64_t period = banks_.same_row_period();
  int64_t until = std::min(known_until_, refresh_due_ - 1);
  if (until >= clock_ + period)
    until = std::min(until, others_from(choice, clock_ + period) - 1);
  return std::clamp<int64_t>((until - clock_) / period, 0, run.count - 1);
}

// The first clock at which another run of the queue might have a command, if the chosen one's next
// access is at `next` and the others follow. A younger one that waits for the data bus alone lets
// it go first.
int64_t DramController::others_from(const Choice& choice, int64_t next) const {
  int64_t from = kNever;
  if (config_.policy.scheduler == DramScheduler::Fcfs)
    return from;
  const std::vector<Run>& runs = choice.queue->runs;
  for (size_t i = 0; i < runs.size() && from > next; ++i) {
    if (i == choice.index)
      continue;
    const BankTimes::Step step = next_step(runs[i]);
    const bool waits_for_bus = step.kind == choice.kind && step.earliest >= next;
    if (i < choice.index || !waits_for_bus)
      from = std::min(from, step.earliest);
  }
  return from;
}

void DramController::access(const Choice& choice) {
  Run& run = choice.queue->runs[choice.index];
  DramCommand command{clock_, choice.kind, run.place, false};
  command.closes =
      config_.policy.rows == DramRows::Closed && !another_wants_row(*choice.queue, choice.index);
  give(command);
  ++(run.met_other    ? statistics_.row_conflicts
     : run.met_closed ? statistics_.row_misses
                      : statistics_.row_hits);
  const int64_t period = banks_.same_row_period();
  const int64_t more = count_alone(choice);
  const int64_t data = clock_ + config_.timing.cl + config_.timing.burst;
  if (!run.write)
    data_.push_back({run.tag, run.address, 1 + more, data, period, clock_ + more * period});
  for (int64_t left = sink_ ? more : 0; left > 1; --left) {
    command.clock += period;
    ++command.place.column;
    sink_(command);
  }
  if (more > 0) {  // the last one's times are the latest
    clock_ += more * period;
    command.clock = clock_;
    command.place.column = run.place.column + more;
    (run.write ? statistics_.writes : statistics_.reads) += more - 1;
    give(command);
  }
  statistics_.row_hits += more;
  if (choice.queue == open_rows_.queue && run.count == 1 + more)
    forget_open_rows();
  choice.queue->pop(choice.index, 1 + more);
}

void DramController::run(int64_t clock) {
  VTA_CHECK(clock > clock_, "clock {} after {}", clock, clock_);
  clock_ = clock;
  vetoed_ = false;
  if (clock_ >= refresh_due_) {
    refresh_due_ += config_.timing.refi;
    for (int64_t rank = 0; rank < config_.organization.ranks; ++rank)
      ranks_to_refresh_.push_back(rank);
  }
  Choice choice = opening_.empty() ? Choice{} : best_of(opening_);
  if (choice.queue == nullptr) {
    if (!ranks_to_refresh_.empty()) {
      refresh_when_due();
      return;
    }
    choice = choose();
  }
  if (choice.queue != nullptr)
    issue(choice);
}

void DramController::run_through(int64_t clock) {
  known_until_ = clock;
  while (clock_ < clock && data_.empty()) {
    const int64_t next = next_event();
    if (next > clock)
      clock_ = clock;
    else
      run(next);
  }
  known_until_ = 0;
}

int64_t DramController::earliest_opening() const {
  int64_t earliest = kNever;
  for (const Run& run : opening_.runs) {
    earliest = std::min(earliest, next_step(run).earliest);
    if (config_.policy.scheduler == DramScheduler::Fcfs)
      break;
  }
  return earliest;
}

// The data bus is what most accesses wait for: the first run whose row is open comes next, unless a
// row is to be opened or closed before.
int64_t DramController::foresee(const Queue& queue) const {
  if (foreseen_.queue == &queue && foreseen_.step.earliest > clock_)
    return foreseen_.step.earliest;
  if (open_rows_.queue == &queue) {
    const BankTimes::Step step = next_step(queue.runs[open_rows_.first]);
    const int64_t at = std::max(step.earliest, clock_ + 1);
    if (step.earliest <= banks_.bus_from(queue.runs[open_rows_.first].write) &&
        at < open_rows_.others_from) {
      foreseen_ = {&queue, open_rows_.first, step, at};
      return step.earliest;
    }
  }
  return look_through(queue);
}

// All of it.
int64_t DramController::look_through(const Queue& queue) const {
  foreseen_ = {nullptr, 0, {DramCommandKind::Activate, kNever}, 0};
  open_rows_ = {nullptr, 0, kNever};
  for (size_t i = 0; i < queue.runs.size(); ++i) {
    const BankTimes::Step step = next_step(queue.runs[i]);
    if (step.earliest < foreseen_.step.earliest &&
        (foreseen_.queue == nullptr || foreseen_.step.earliest > clock_ + 1))
      foreseen_ = {&queue, i, step, 0};
    if (config_.policy.scheduler == DramScheduler::Fcfs)
      break;
    const bool open = step.kind == DramCommandKind::Read || step.kind == DramCommandKind::Write;
    if (!open && step.earliest <= clock_ + 1) {  // a row changes, and all of this with it
      open_rows_.queue = nullptr;
      break;
    }
    if (!open)
      open_rows_.others_from = std::min(open_rows_.others_from, step.earliest);
    else if (open_rows_.queue == nullptr) {
      open_rows_.queue = &queue;
      open_rows_.first = i;
    }
  }
  foreseen_.clock = std::max(foreseen_.step.earliest, clock_ + 1);
  return foreseen_.step.earliest;
}

int64_t DramController::next_event() const {
  int64_t next = std::min(refresh_due_, earliest_opening());
  if (vetoed_ || (ranks_to_refresh_.empty() && next_direction() != writing_))
    return clock_ + 1;
  if (!ranks_to_refresh_.empty()) {
    DramPlace place;
    place.rank = ranks_to_refresh_.front();
    next = std::min(next, banks_.earliest(banks_.towards_refresh(place.rank), place));
  } else {
    next = std::min(next, foresee(writing_ ? writes_ : reads_));
  }
  return std::max(next, clock_ + 1);
}

}  // namespace vta
