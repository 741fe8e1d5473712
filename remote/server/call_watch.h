// Deadlines for the progress of calls: a call without progress is cancelled. A read that waits for
// a client, or a write that a client does not take, has no deadline of its own.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

namespace vta::remote {

class CallWatch {
 public:
  using Clock = std::chrono::steady_clock;

  CallWatch() : thread_([this] { run(); }) {}
  ~CallWatch();
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;

  // While this lives the call is watched; `cancel` is called once, from another thread, `seconds`
  // after arm().
  class Watched {
   public:
    Watched(CallWatch& watch, std::function<void()> cancel);
    ~Watched();
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;
    void arm(double seconds);
    void disarm();
    bool expired() const;

   private:
    friend class CallWatch;
    CallWatch& watch_;
    std::function<void()> cancel_;
    Clock::time_point until_ = Clock::time_point::max();
    bool expired_ = false;
    std::list<Watched*>::iterator at_;
  };

 private:
  void run();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Watched*> all_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace vta::remote
