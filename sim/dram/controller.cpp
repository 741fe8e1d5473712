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
      refresh_due_(config.timing.refi),
      reads_(config.organization, false, config.policy.scheduler == DramScheduler::Fcfs),
      writes_(config.organization, true, config.policy.scheduler == DramScheduler::Fcfs) {
  const auto most = static_cast<double>(config.policy.queue_transactions);
  most_waiting_writes_ = static_cast<int64_t>(std::floor(config.policy.write_high * most));
  least_writes_ = static_cast<int64_t>(std::ceil(config.policy.write_low * most));
}

int64_t DramController::offer(int64_t address, int64_t count, bool write, int64_t tag) {
  const int64_t bytes = config_.organization.transaction_bytes;
  address -= address % bytes;
  int64_t taken = 0;
  while (taken < count) {
    const int64_t more = take(address + taken * bytes, count - taken, write, tag);
    if (more == 0)
      break;
    taken += more;
  }
  return taken;
}

// As many as are in one row, if there is room, and none of them waits to be written; else the first
// one. The data of one that waits to be written go to a read of it, or it is written in its place.
int64_t DramController::take(int64_t address, int64_t count, bool write, int64_t tag) {
  DramRunQueue& queue = write ? writes_ : reads_;
  const DramRun* last = joinable(queue, address, tag);
  const DramPlace place = last != nullptr ? DramPlace{} : map_.place_of(address);
  const BankTimes::Spot spot = last != nullptr ? last->spot : banks_.spot_of(place);
  const int64_t in_row =
      last != nullptr ? map_.behind(last->place) - last->count : map_.behind(place);
  const int64_t bytes = config_.organization.transaction_bytes;
  int64_t together = std::min(count, in_row);
  if (writes_.overlaps(spot, address, address + together * bytes)) {
    if (writes_.overlaps(spot, address, address + bytes)) {
      if (!write)
        data_.push_back({.tag = tag, .address = address, .clock = clock_ + 1, .known = clock_});
      ++(write ? statistics_.merged : statistics_.forwarded);
      return 1;
    }
    together = 1;
  }
  together = std::min(together, config_.policy.queue_transactions - queue.transactions());
  if (together <= 0 || (last != nullptr && queue.join(clock_, together)))
    return std::max<int64_t>(together, 0);
  DramRun run;
  run.place = last != nullptr ? map_.place_of(address) : place;
  run.spot = spot;
  run.address = address;
  run.bytes = bytes;
  run.count = together;
  run.arrived = clock_;
  run.tag = tag;
  run.write = write;
  queue.push(banks_, run);
  return together;
}

// The youngest run if the transaction is the one behind it, of the same burst and row.
const DramRun* DramController::joinable(const DramRunQueue& queue, int64_t address,
                                        int64_t tag) const {
  const DramRun* last = queue.youngest();
  const bool follows = last != nullptr && last->tag == tag && last->end() == address &&
                       map_.behind(last->place) > last->count;
  return follows ? last : nullptr;
}

// Asked at every clock at which neither an awaited row nor a refresh comes first: what it says
// depends on what it said before, so that next_event() does not pass a change.
bool DramController::next_direction() const {
  if (!writing_)
    return writes_.transactions() > most_waiting_writes_ || reads_.empty();
  return writes_.transactions() >= least_writes_ || reads_.empty();
}

bool DramController::closes_awaited_row(const DramPlace& place, bool whole_rank) const {
  return std::any_of(opening_.begin(), opening_.end(), [&](const DramRun& t) {
    return t.place.rank == place.rank &&
           (whole_rank || (t.place.group == place.group && t.place.bank == place.bank));
  });
}

// Whether the refresh that is due has the clock: nothing but an awaited row goes before it.
void DramController::refresh_when_due() {
  const int64_t rank = ranks_to_refresh_.front();
  DramCommand command;
  command.clock = clock_;
  command.place.rank = rank;
  command.kind = banks_.towards_refresh(rank);
  if (banks_.earliest(command.kind, command.place) > clock_)
    return;
  if (command.kind == DramCommandKind::PrechargeAll && closes_awaited_row(command.place, true))
    return;
  give(command);
  if (command.kind == DramCommandKind::Refresh)
    ranks_to_refresh_.erase(ranks_to_refresh_.begin());
}

void DramController::times_have_changed() {
  reads_.times_have_changed();
  writes_.times_have_changed();
  next_opening_.known = false;
}

// No access.
void DramController::give(const DramCommand& command) {
  banks_.issue(command);
  times_have_changed();
  if (command.kind == DramCommandKind::Refresh) {
    ++statistics_.refreshes;
  } else if (command.kind == DramCommandKind::PrechargeAll) {
    ++statistics_.precharges;
    reads_.rows_have_changed(banks_);
    writes_.rows_have_changed(banks_);
  } else {
    const bool opens = command.kind == DramCommandKind::Activate;
    ++(opens ? statistics_.activations : statistics_.precharges);
    row_has_changed(banks_.spot_of(command.place));
  }
  if (sink_)
    sink_(command);
}

// `clock` is that of the last one if the run is accessed several times.
void DramController::give_access(const DramRun& run, int64_t clock, bool closes) {
  banks_.access(run.spot, clock, run.write, closes);
  times_have_changed();
  if (closes)
    row_has_changed(run.spot);
}

void DramController::row_has_changed(const BankTimes::Spot& spot) {
  reads_.row_has_changed(banks_, spot);
  writes_.row_has_changed(banks_, spot);
}

// Whether a transaction waits in opening_, but for the one at `index`, for a row of that bank,
// which keeps it open.
bool DramController::another_awaits_row(const DramRun& run, size_t index) const {
  for (size_t i = 0; i < opening_.size(); ++i)
    if (i != index && opening_[i].spot.bank == run.spot.bank)
      return true;
  return false;
}

// Which of opening_ is accessed first after `clock`, of several the one that came first; with FCFS
// the first of all.
const DramController::Opening& DramController::next_opening(int64_t clock) const {
  if (next_opening_.known && next_opening_.clock > clock)
    return next_opening_;
  next_opening_ = {0, INT64_MAX, true};
  int64_t arrived = INT64_MAX;
  for (size_t i = 0; i < opening_.size(); ++i) {
    const DramRun& run = opening_[i];
    const int64_t at = std::max(banks_.access_from(run.spot, run.write), clock + 1);
    if (at < next_opening_.clock || (at == next_opening_.clock && run.first_arrived() < arrived)) {
      next_opening_ = {i, at, true};
      arrived = run.first_arrived();
    }
    if (config_.policy.scheduler == DramScheduler::Fcfs)
      break;
  }
  return next_opening_;
}

void DramController::serve_opening(size_t index) {
  access(opening_[index], another_awaits_row(opening_[index], index), nullptr, 0);
  opening_.erase(opening_.begin() + static_cast<int64_t>(index));
}

void DramController::serve_turn() {
  writing_ = next_direction();
  DramRunQueue& queue = turn();
  const DramRunQueue::Next& next = queue.next(banks_, clock_ - 1);
  if (next.slot == DramRunQueue::kNone || next.clock > clock_)
    return;
  const size_t slot = next.slot;
  const DramCommandKind kind = next.kind;
  if (kind == DramCommandKind::Read || kind == DramCommandKind::Write) {
    const DramRun& run = queue.run(slot);
    queue.pop(banks_, slot, access(run, another_awaits_row(run, opening_.size()), &queue, slot));
  } else if (kind == DramCommandKind::Precharge &&
             closes_awaited_row(queue.run(slot).place, false)) {
    vetoed_ = true;
  } else {
    change_row(queue, slot, kind);
  }
}

void DramController::change_row(DramRunQueue& queue, size_t slot, DramCommandKind kind) {
  DramRun& run = queue.run(slot);
  give({clock_, kind, run.place, false});
  const bool opens = kind == DramCommandKind::Activate;
  (opens ? run.met_closed : run.met_other) = true;
  if (!opens || std::ssize(opening_) >= config_.policy.queue_transactions)
    return;
  opening_.push_back(run);
  opening_.back().count = 1;
  queue.pop(banks_, slot, 1);
}

// How many transactions behind the first of the run, which is accessed now, are accessed as soon as
// the row's time lets them, since nothing else can have a command until then.
int64_t DramController::count_alone(const DramRunQueue& queue, size_t slot) const {
  const DramRun& run = queue.run(slot);
  if (run.count == 1 || config_.policy.rows != DramRows::Open || !opening_.empty() ||
      !ranks_to_refresh_.empty() || (run.write && !reads_.empty()))
    return 0;
  const int64_t period = banks_.same_row_period();
  int64_t until = std::min(known_until_, refresh_due_ - 1);
  if (until >= clock_ + period)
    until = std::min(until, queue.others_from(banks_, slot, clock_ + period) - 1);
  return std::clamp<int64_t>((until - clock_) / period, 0, run.count - 1);
}

// The first transaction of a run, and of one that waits in a queue those that are alone behind it.
// Returns how many.
int64_t DramController::access(const DramRun& run, bool row_is_awaited, const DramRunQueue* queue,
                               size_t slot) {
  const bool closes = config_.policy.rows == DramRows::Closed && !row_is_awaited;
  give_access(run, clock_, closes);
  const int64_t period = banks_.same_row_period();
  const int64_t more = queue != nullptr ? count_alone(*queue, slot) : 0;
  if (sink_)
    show(run, closes, 1 + more);
  const int64_t data = clock_ + config_.timing.cl + config_.timing.burst;
  if (!run.write)
    data_.push_back({run.tag, run.address, 1 + more, data, period, clock_ + more * period});
  if (more > 0) {  // the last one's times are the latest
    clock_ += more * period;
    give_access(run, clock_, closes);
  }
  count(run, 1 + more);
  return 1 + more;
}

void DramController::show(const DramRun& run, bool closes, int64_t transactions) const {
  DramCommand command{clock_, run.write ? DramCommandKind::Write : DramCommandKind::Read, run.place,
                      closes};
  for (int64_t k = 0; k < transactions; ++k) {
    sink_(command);
    command.clock += banks_.same_row_period();
    ++command.place.column;
  }
}

void DramController::count(const DramRun& run, int64_t transactions) {
  if (statistics_.reads + statistics_.writes > 0 && run.write != last_was_write_)
    ++statistics_.turnarounds;
  last_was_write_ = run.write;
  (run.write ? statistics_.writes : statistics_.reads) += transactions;
  ++(run.met_other    ? statistics_.row_conflicts
     : run.met_closed ? statistics_.row_misses
                      : statistics_.row_hits);
  statistics_.row_hits += transactions - 1;
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
  if (!opening_.empty() && next_opening(clock_ - 1).clock == clock_)
    serve_opening(next_opening_.index);
  else if (!ranks_to_refresh_.empty())
    refresh_when_due();
  else
    serve_turn();
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

int64_t DramController::next_event() const {
  int64_t next = refresh_due_;
  if (!opening_.empty())
    next = std::min(next, next_opening(clock_).clock);
  if (vetoed_ || (ranks_to_refresh_.empty() && next_direction() != writing_))
    return clock_ + 1;
  if (!ranks_to_refresh_.empty()) {
    DramPlace place;
    place.rank = ranks_to_refresh_.front();
    next = std::min(next, banks_.earliest(banks_.towards_refresh(place.rank), place));
  } else {
    next = std::min(next, turn().next(banks_, clock_).clock);
  }
  return std::max(next, clock_ + 1);
}

}  // namespace vta
