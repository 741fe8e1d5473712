// Limits of memory, time and work for networks, programs and pictures from files.
//
// Sizes in a file are accepted only within a policy, because a network of a hundred bytes can name
// a tensor of terabytes. A ResourceScope puts a policy in force for the thread that makes it; code
// that allocates or computes by numbers from a file checks the scope's meter first. Without a scope
// the default policy bounds each tensor alone, and nothing is counted.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace vta {

// The smaller of 8 GiB and half of the machine's memory.
int64_t default_max_bytes();

struct ResourcePolicy {
  int64_t max_bytes = default_max_bytes();  // of all tensors alive at a time
  double max_seconds = std::numeric_limits<double>::infinity();
  // Multiplications or elements moved by one operator. This is hours of work; no real network
  // reaches it.
  int64_t max_steps = int64_t{1} << 46;
  int64_t max_image_side = 65535;  // pixels; JPEG's own limit

  // Constants that an import computes (a file of a few bytes can ask for many), in all.
  int64_t max_computed_constant_bytes() const { return max_bytes / 2; }
};

// What a scope has used of its policy. Shared between threads that join one scope.
class ResourceMeter {
 public:
  explicit ResourceMeter(const ResourcePolicy& policy) : policy_(policy) {}

  const ResourcePolicy& policy() const { return policy_; }
  int64_t live_bytes() const { return live_bytes_; }
  double seconds() const;     // since the meter was made
  std::string doing() const;  // what check_time was last called for

  // Whether so many more bytes may be held.
  bool allows(int64_t bytes) const { return bytes <= policy_.max_bytes - live_bytes_; }
  // ResourceError names `what` and the limit unless they may.
  void require_bytes(int64_t bytes, std::string_view what) const;
  [[noreturn]] void refuse_bytes(int64_t bytes, std::string_view what) const;
  // Counts bytes that are held until released.
  void charge(int64_t bytes) { live_bytes_ += bytes; }
  void release(int64_t bytes) { live_bytes_ -= bytes; }
  // ResourceError when `what` takes more steps than the policy allows.
  void require_steps(int64_t steps, std::string_view what) const;
  // ResourceError when nine tenths of the time are over; else remembers `doing`.
  void check_time(std::string_view what);

 private:
  ResourcePolicy policy_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<int64_t> live_bytes_ = 0;
  mutable std::mutex mutex_;
  std::string doing_;  // guarded by mutex_
};

// Puts a policy in force for this thread while it lives; scopes nest, the innermost counts.
class ResourceScope {
 public:
  explicit ResourceScope(const ResourcePolicy& policy);
  // Joins the scope of another thread.
  explicit ResourceScope(std::shared_ptr<ResourceMeter> meter);
  ResourceScope(const ResourceScope&) = delete;
  ResourceScope& operator=(const ResourceScope&) = delete;
  ~ResourceScope();

  const std::shared_ptr<ResourceMeter>& meter() const { return meter_; }

 private:
  std::shared_ptr<ResourceMeter> meter_, outer_;
};

// The meter of this thread's innermost scope; null without one.
const std::shared_ptr<ResourceMeter>& scoped_meter();
// That meter, or one of the default policy that counts nothing.
ResourceMeter& resources();

std::string binary_bytes_text(int64_t bytes);  // "512 bytes", "1.5 GiB"
// "1G", "512M", "64K" or a number of bytes; UsageError names `option`.
int64_t parse_bytes(std::string_view text, std::string_view option);

}  // namespace vta
