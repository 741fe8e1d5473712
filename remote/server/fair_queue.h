// Turns: so many requests run at a time, the others wait. Each session has one request at a time
// and goes to the end after each run, so that sessions take turns whatever each of them wants.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>

namespace vta::remote {

class FairQueue {
 public:
  enum class Answer {
    Turn,     // done() must follow
    Full,     // as many wait as may
    Closed,   // nothing begins any more
    Stopped,  // as `stopped` said, which is asked a few times a second
  };

  FairQueue(int64_t at_a_time, int64_t most_waiting)
      : free_(at_a_time), most_waiting_(most_waiting) {}

  Answer wait(const std::function<bool()>& stopped);
  void done();
  // Waiting and new requests get Closed. Running ones continue.
  void close();
  int64_t waiting() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<int> tickets_;  // those who wait, the oldest first
  int64_t free_, most_waiting_;
  bool closed_ = false;
};

// A turn that ends with its scope, or before.
class Turn {
 public:
  explicit Turn(FairQueue& queue) : queue_(&queue) {}
  ~Turn() { end(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  void end() {
    if (queue_ != nullptr)
      queue_->done();
    queue_ = nullptr;
  }

 private:
  FairQueue* queue_;
};

}  // namespace vta::remote
