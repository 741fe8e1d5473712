#include "base/interruption.h"

#include <utility>

namespace vta {
namespace {

thread_local std::shared_ptr<Interruption> t_interruption;

const std::shared_ptr<Interruption>& own_interruption() {
  return t_interruption;
}

std::atomic<InterruptionSource> source_of_scopes = own_interruption;

}  // namespace

void Interruption::check() {
  if (ended_) {
    const std::lock_guard lock(mutex_);
    std::rethrow_exception(reason_);
  }
  if (std::this_thread::get_id() != owner_)
    return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_)
    return;
  try {
    ask_();
  } catch (...) {
    const std::lock_guard lock(mutex_);
    reason_ = std::current_exception();
    ended_ = true;
    throw;
  }
  next_ = std::chrono::steady_clock::now() + kPeriod;
}

InterruptionScope::InterruptionScope(std::function<void()> ask)
    : InterruptionScope(std::make_shared<Interruption>(std::move(ask))) {}

InterruptionScope::InterruptionScope(std::shared_ptr<Interruption> of)
    : outer_(std::exchange(t_interruption, std::move(of))) {}

InterruptionScope::~InterruptionScope() {
  t_interruption = std::move(outer_);
}

const std::shared_ptr<Interruption>& scoped_interruption() {
  return source_of_scopes.load(std::memory_order_relaxed)();
}

void take_interruptions_from(InterruptionSource source) {
  source_of_scopes = source;
}

void check_interruption() {
  if (const std::shared_ptr<Interruption>& scope = scoped_interruption(); scope != nullptr)
    scope->check();
}

}  // namespace vta
