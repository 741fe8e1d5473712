#include "remote/server/fair_queue.h"

#include <chrono>

namespace vta::remote {

FairQueue::Answer FairQueue::wait(const std::function<bool()>& stopped) {
  constexpr auto kLook = std::chrono::milliseconds(100);
  std::unique_lock lock(mutex_);
  if (closed_)
    return Answer::Closed;
  if (free_ == 0 && static_cast<int64_t>(tickets_.size()) >= most_waiting_)
    return Answer::Full;
  const auto own = tickets_.insert(tickets_.end(), 0);
  const auto leave = [&](Answer answer) {
    tickets_.erase(own);
    changed_.notify_all();
    return answer;
  };
  while (true) {
    if (closed_)
      return leave(Answer::Closed);
    if (free_ > 0 && tickets_.begin() == own) {
      --free_;
      return leave(Answer::Turn);
    }
    changed_.wait_for(lock, kLook);
    lock.unlock();
    const bool stop = stopped && stopped();
    lock.lock();
    if (stop)
      return leave(Answer::Stopped);
  }
}

void FairQueue::done() {
  const std::scoped_lock lock(mutex_);
  ++free_;
  changed_.notify_all();
}

void FairQueue::close() {
  const std::scoped_lock lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

int64_t FairQueue::waiting() const {
  const std::scoped_lock lock(mutex_);
  return static_cast<int64_t>(tickets_.size());
}

}  // namespace vta::remote
