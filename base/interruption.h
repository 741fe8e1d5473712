// Long work that somebody may want to end: who sits before a notebook and presses Ctrl-C.
//
// Who begins the work opens a scope with a question. Loops of the library (operators of the host,
// passes, launches, waits for other processes) call check_interruption(), which asks it now and
// then; what the question throws ends the work. Without a scope nothing is asked: signals of the
// program `vta` end it by themselves.
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

  // Asks, in the thread that made this, where the last time is kPeriod ago. Throws in every thread
  // what the question has thrown once.
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

// Puts a question in force for this thread while it lives; scopes nest, the innermost counts.
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

// A library with a copy of this file asks the program that has loaded it: from then on both
// functions above and below use the program's scopes, and the library's own have no effect.
using InterruptionSource = const std::shared_ptr<Interruption>& (*)();
void take_interruptions_from(InterruptionSource source);

// Cheap enough for every operator and instruction stream; throws what ends the work.
void check_interruption();

}  // namespace vta
