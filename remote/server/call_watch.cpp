#include "remote/server/call_watch.h"

namespace vta::remote {

CallWatch::~CallWatch() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

// Deadlines are seconds away and a look is cheap: no order is kept among them.
void CallWatch::run() {
  constexpr auto kLook = std::chrono::milliseconds(50);
  std::unique_lock lock(mutex_);
  while (!ends_) {
    changed_.wait_for(lock, kLook);
    const auto now = Clock::now();
    for (Watched* one : all_)
      if (!one->expired_ && one->until_ <= now) {
        one->expired_ = true;
        one->cancel_();
      }
  }
}

CallWatch::Watched::Watched(CallWatch& watch, std::function<void()> cancel)
    : watch_(watch), cancel_(std::move(cancel)) {
  const std::scoped_lock lock(watch_.mutex_);
  at_ = watch_.all_.insert(watch_.all_.end(), this);
}

CallWatch::Watched::~Watched() {
  const std::scoped_lock lock(watch_.mutex_);
  watch_.all_.erase(at_);
}

void CallWatch::Watched::arm(double seconds) {
  const auto wait =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  const std::scoped_lock lock(watch_.mutex_);
  until_ = Clock::now() + wait;
}

void CallWatch::Watched::disarm() {
  const std::scoped_lock lock(watch_.mutex_);
  until_ = Clock::time_point::max();
}

bool CallWatch::Watched::expired() const {
  const std::scoped_lock lock(watch_.mutex_);
  return expired_;
}

}  // namespace vta::remote
