#include "sim/dram/controller.h"

#include <algorithm>
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
      banks_(config.organization, config.timing),
      refresh_due_(config.timing.refi) {}

bool DramController::offer(int64_t address, bool write, int64_t tag) {
  const int64_t transaction_bytes = config_.organization.transaction_bytes;
  const int64_t aligned = address - address % transaction_bytes;
  if (std::any_of(writes_.begin(), writes_.end(), [&](const Transaction& t) {
        return t.address == aligned;
      })) {  // a read has the data of that write; a write takes its place
    if (!write)
      pending_.push_back({clock_ + 1, tag});
    ++(write ? statistics_.merged : statistics_.forwarded);
    return true;
  }
  Queue& queue = write ? writes_ : reads_;
  if (static_cast<int64_t>(queue.size()) >= config_.policy.queue_transactions)
    return false;
  Transaction transaction;
  transaction.place = place_of(config_.organization, config_.policy.mapping, aligned);
  transaction.address = aligned;
  transaction.arrived = clock_;
  transaction.tag = tag;
  transaction.write = write;
  queue.push_back(transaction);
  return true;
}

std::vector<int64_t> DramController::take_done() {
  return std::exchange(done_, {});
}

DramCommandKind DramController::next_command(const Transaction& transaction) const {
  return banks_.towards(transaction.place, transaction.write);
}

int64_t DramController::ready_at(const Transaction& transaction) const {
  return banks_.earliest(next_command(transaction), transaction.place);
}

// The oldest whose command may be issued at this clock; with FCFS the oldest, if it may.
DramController::Choice DramController::best_of(Queue& queue) {
  Choice choice;
  for (size_t i = 0; i < queue.size(); ++i) {
    const bool older = choice.queue == nullptr || queue[i].arrived < queue[choice.index].arrived;
    if (older && ready_at(queue[i]) <= clock_)
      choice = {&queue, i, next_command(queue[i])};
    if (config_.policy.scheduler == DramScheduler::Fcfs)
      break;
  }
  return choice;
}

// Asked at every clock at which neither an awaited row nor a refresh comes first: what it says
// depends on what it said before, so that next_event() does not pass a change.
bool DramController::next_direction() const {
  const double size = static_cast<double>(writes_.size());
  const double most = static_cast<double>(config_.policy.queue_transactions);
  if (!writing_)
    return size > config_.policy.write_high * most || reads_.empty();
  return size >= config_.policy.write_low * most || reads_.empty();
}

bool DramController::closes_awaited_row(const DramPlace& place, bool whole_rank) const {
  return std::any_of(opening_.begin(), opening_.end(), [&](const Transaction& t) {
    return t.place.rank == place.rank &&
           (whole_rank || (t.place.group == place.group && t.place.bank == place.bank));
  });
}

DramController::Choice DramController::choose() {
  writing_ = next_direction();
  const Choice choice = best_of(writing_ ? writes_ : reads_);
  if (choice.queue != nullptr && choice.kind == DramCommandKind::Precharge &&
      closes_awaited_row((*choice.queue)[choice.index].place, false)) {
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
  const DramPlace& place = queue[index].place;
  return std::any_of(opening_.begin(), opening_.end(), [&](const Transaction& t) {
    return &t != &queue[index] && t.place.rank == place.rank && t.place.group == place.group &&
           t.place.bank == place.bank;
  });
}

void DramController::issue(const Choice& choice) {
  Transaction& transaction = (*choice.queue)[choice.index];
  const bool access = choice.kind == DramCommandKind::Read || choice.kind == DramCommandKind::Write;
  DramCommand command{clock_, choice.kind, transaction.place, false};
  command.closes = access && config_.policy.rows == DramRows::Closed &&
                   !another_wants_row(*choice.queue, choice.index);
  give(command);
  if (!access) {
    const bool opens = choice.kind == DramCommandKind::Activate;
    (opens ? transaction.met_closed : transaction.met_other) = true;
    if (opens && static_cast<int64_t>(opening_.size()) < config_.policy.queue_transactions) {
      opening_.push_back(transaction);
      choice.queue->erase(choice.queue->begin() + static_cast<int64_t>(choice.index));
    }
    return;
  }
  ++(transaction.met_other    ? statistics_.row_conflicts
     : transaction.met_closed ? statistics_.row_misses
                              : statistics_.row_hits);
  if (!transaction.write)
    pending_.push_back({clock_ + config_.timing.cl + config_.timing.burst, transaction.tag});
  choice.queue->erase(choice.queue->begin() + static_cast<int64_t>(choice.index));
}

bool DramController::run(int64_t clock) {
  VTA_CHECK(clock > clock_, "clock {} after {}", clock, clock_);
  clock_ = clock;
  vetoed_ = false;
  bool active = false;
  for (size_t i = 0; i < pending_.size();) {
    if (pending_[i].clock <= clock_) {
      done_.push_back(pending_[i].tag);
      pending_.erase(pending_.begin() + static_cast<int64_t>(i));
      active = true;
    } else {
      ++i;
    }
  }
  if (clock_ >= refresh_due_) {
    refresh_due_ += config_.timing.refi;
    for (int64_t rank = 0; rank < config_.organization.ranks; ++rank)
      ranks_to_refresh_.push_back(rank);
  }
  Choice choice = best_of(opening_);
  if (choice.queue == nullptr) {
    if (!ranks_to_refresh_.empty())
      return refresh_when_due() || active;
    choice = choose();
  }
  if (choice.queue == nullptr)
    return active;
  issue(choice);
  return true;
}

int64_t DramController::earliest_of(const Queue& queue) const {
  int64_t earliest = kNever;
  for (const Transaction& transaction : queue) {
    earliest = std::min(earliest, ready_at(transaction));
    if (config_.policy.scheduler == DramScheduler::Fcfs)
      break;
  }
  return earliest;
}

int64_t DramController::next_event() const {
  int64_t next = std::min(refresh_due_, earliest_of(opening_));
  for (const Pending& pending : pending_)
    next = std::min(next, pending.clock);
  if (vetoed_ || (ranks_to_refresh_.empty() && next_direction() != writing_))
    return clock_ + 1;
  if (!ranks_to_refresh_.empty()) {
    DramPlace place;
    place.rank = ranks_to_refresh_.front();
    next = std::min(next, banks_.earliest(banks_.towards_refresh(place.rank), place));
  } else {
    next = std::min(next, earliest_of(writing_ ? writes_ : reads_));
  }
  return std::max(next, clock_ + 1);
}

}  // namespace vta
