// A queue of limited capacity between two threads: the faster one waits.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

namespace vta::piped {

template <typename T>
class BoundedQueue {
 public:
  explicit BoundedQueue(int64_t capacity) : capacity_(capacity) {}

  // Waits for room. False, and `value` is lost, after the popping end has closed.
  bool push(T value) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return abandoned_ || std::ssize(items_) < capacity_; });
    if (abandoned_)
      return false;
    items_.push_back(std::move(value));
    longest_ = std::max<int64_t>(longest_, std::ssize(items_));
    lock.unlock();
    there_.notify_one();
    return true;
  }
  // Waits for a value. Nothing: no more will come.
  std::optional<T> pop() {
    std::unique_lock lock(mutex_);
    there_.wait(lock, [&] { return finished_ || !items_.empty(); });
    if (items_.empty())
      return std::nullopt;
    std::optional<T> value = std::move(items_.front());
    items_.pop_front();
    lock.unlock();
    room_.notify_one();
    return value;
  }
  void finish() { set(finished_); }    // by who pushes: what is in it still comes out
  void abandon() { set(abandoned_); }  // by who pops

  int64_t longest() const {
    const std::lock_guard lock(mutex_);
    return longest_;
  }

 private:
  void set(bool& flag) {
    {
      const std::lock_guard lock(mutex_);
      flag = true;
    }
    room_.notify_all();
    there_.notify_all();
  }

  const int64_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable room_, there_;
  std::deque<T> items_;  // guarded by mutex_, as all below
  int64_t longest_ = 0;
  bool finished_ = false, abandoned_ = false;
};

}  // namespace vta::piped
