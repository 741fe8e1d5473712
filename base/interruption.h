// Interruption of long work, for example by Ctrl-C in a notebook.
//
// The caller that begins the work opens a scope with a function. Loops of the library (operators of
// the host, passes, launches, waits for other processes) call check_interruption(), which calls
// that function periodically; an exception from it ends the work. Without a scope no function is
// called: signals end the program `vta` by themselves.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace vta {

class Interruption {
 public:
  explicit Interruption(std::function<void()> ask) : ask_(std::move(ask)) {}

  // Calls the function, in the thread that made this, if the last call was kPeriod ago. Rethrows
  // its first exception in every thread.
  void check();

  static constexpr std::chrono::milliseconds kPeriod{50};

 private:
  std::function<void()> ask_;
  std::thread::id owner_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point next_;  // of the owner
  std::atomic<bool> ended_ = false;
  std::mutex mutex_;
  std::exception_ptr reason_;  // guarded by mutex_
};

// Puts the function in force for this thread while the scope lives; scopes nest, the innermost
// counts.
class InterruptionScope {
 public:
  explicit InterruptionScope(std::function<void()> ask);
  // Joins the scope of another thread; null: none.
  explicit InterruptionScope(std::shared_ptr<Interruption> of);
  InterruptionScope(const InterruptionScope&) = delete;
  InterruptionScope& operator=(const InterruptionScope&) = delete;
  ~InterruptionScope();

 private:
  std::shared_ptr<Interruption> outer_;
};

// Of this thread's innermost scope; null without one.
const std::shared_ptr<Interruption>& scoped_interruption();

// For a library with its own copy of this file: from then on the functions above and below use the
// scopes of the program that has loaded the library, and the library's own have no effect.
using InterruptionSource = const std::shared_ptr<Interruption>& (*)();
void take_interruptions_from(InterruptionSource source);

// Cheap enough for every operator and instruction stream; throws what ends the work.
void check_interruption();

}  // namespace vta
