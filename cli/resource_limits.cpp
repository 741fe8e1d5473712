#include "cli/resource_limits.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "sim/device_memory.h"

namespace vta::cli {
namespace {

// 31 years are no limit: clocks count nanoseconds, and 64 bits hold 292 years.
constexpr double kForever = 1e9;

struct Limits {
  std::string max_memory;
  double max_seconds = 0;  // 0: none

  ResourcePolicy policy() const {
    ResourcePolicy policy;
    if (!max_memory.empty())
      policy.max_bytes = parse_bytes(max_memory, "--max-memory");
    if (max_seconds > 0 && max_seconds < kForever)
      policy.max_seconds = max_seconds;
    return policy;
  }
};

// The system's own limit, for what no meter counts: buffers of libraries, containers. It lies above
// the policy's by what the process reserves and never touches, which the system counts too: device
// memories and stacks of threads. Sanitizers reserve terabytes: none with them.
class ProcessBound {
 public:
  explicit ProcessBound(const ResourcePolicy& policy) {
#ifndef __SANITIZE_ADDRESS__
    constexpr int64_t kDevices = 3, kStackBytes = int64_t{16} << 20, kRest = int64_t{1} << 30;
    const int64_t threads = std::max<int64_t>(1, ::sysconf(_SC_NPROCESSORS_ONLN));
    const int64_t reserved = kDevices * DeviceMemory::kDefaultBytes + threads * kStackBytes + kRest;
    if (::getrlimit(RLIMIT_DATA, &before_) != 0 ||
        policy.max_bytes > std::numeric_limits<int64_t>::max() - reserved)
      return;
    rlimit limit = before_;
    limit.rlim_cur =
        std::min<rlim_t>(limit.rlim_cur, static_cast<rlim_t>(policy.max_bytes + reserved));
    set_ = ::setrlimit(RLIMIT_DATA, &limit) == 0;
#else
    (void)policy;
#endif
  }
  ~ProcessBound() {
    if (set_)
      ::setrlimit(RLIMIT_DATA, &before_);
  }
  ProcessBound(const ProcessBound&) = delete;
  ProcessBound& operator=(const ProcessBound&) = delete;

 private:
  rlimit before_{};
  bool set_ = false;
};

// Ends the process when its time is over and no step has asked.
class Watchdog {
 public:
  explicit Watchdog(std::shared_ptr<ResourceMeter> meter) : meter_(std::move(meter)) {
    if (meter_->policy().max_seconds < std::numeric_limits<double>::infinity())
      thread_ = std::thread([this] { watch(); });
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    end_.notify_one();
    if (thread_.joinable())
      thread_.join();
  }

 private:
  void watch() {
    const double left = meter_->policy().max_seconds - meter_->seconds();
    std::unique_lock lock(mutex_);
    if (end_.wait_for(lock, std::chrono::duration<double>(left), [this] { return ended_; }))
      return;
    const std::string doing = meter_->doing();
    std::fprintf(stderr, "vta: error: the limit of time (--max-seconds %g) was met%s%s\n",
                 meter_->policy().max_seconds, doing.empty() ? "" : " in ", doing.c_str());
    ::_exit(static_cast<int>(ExitCode::ResourceLimit));
  }

  std::shared_ptr<ResourceMeter> meter_;
  std::mutex mutex_;
  std::condition_variable end_;
  bool ended_ = false;  // guarded by mutex_
  std::thread thread_;
};

std::shared_ptr<Limits> add_limits(Command& command) {
  auto limits = std::make_shared<Limits>();
  command
      .add_option("--max-memory", limits->max_memory,
                  "bytes that tensors may take, as in 512M or 4G; exit code 8 beyond it")
      ->default_str(binary_bytes_text(default_max_bytes()));
  command
      .add_option("--max-seconds", limits->max_seconds,
                  "time that the command may take; exit code 8 beyond it")
      ->check(positive())
      ->default_str("no limit");
  return limits;
}

int within(const ResourcePolicy& policy, const std::function<int()>& action) {
  const ResourceScope scope(policy);
  const Watchdog watchdog(scope.meter());
  return action();
}

}  // namespace

std::function<int()> limited_by_meter(Command& command, std::function<int()> action) {
  auto limits = add_limits(command);
  return [limits, action = std::move(action)] { return within(limits->policy(), action); };
}

std::function<int()> limited(Command& command, std::function<int()> action) {
  auto limits = add_limits(command);
  return [limits, action = std::move(action)] {
    const ResourcePolicy policy = limits->policy();
    const ProcessBound bound(policy);
    return within(policy, action);
  };
}

}  // namespace vta::cli
