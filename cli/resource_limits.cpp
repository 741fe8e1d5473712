#include "cli/resource_limits.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <limits>
#include <memory>
#include <string_view>

#include "base/current_step.h"
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

// What a signal handler can reach.
std::array<char, 96> g_time_is_over{};

void end_in_time(int) {
  constexpr std::string_view kIn = " in ", kEnd = "\n";
  const std::string_view doing = current_step();
  const auto say = [](std::string_view text) {
    [[maybe_unused]] const ssize_t n = ::write(STDERR_FILENO, text.data(), text.size());
  };
  say(g_time_is_over.data());
  if (!doing.empty()) {
    say(kIn);
    say(doing);
  }
  say(kEnd);
  ::_exit(static_cast<int>(ExitCode::ResourceLimit));
}

// Ends the process when its time is over and no step has asked. A signal, not a thread: a process
// that has one starts no workers (base/workers).
class Watchdog {
 public:
  explicit Watchdog(const ResourceMeter& meter) {
    const double seconds = meter.policy().max_seconds;
    if (seconds == std::numeric_limits<double>::infinity())
      return;
    fmt::format_to_n(g_time_is_over.data(), g_time_is_over.size() - 1,
                     "vta: error: the time limit (--max-seconds {:g}) was reached", seconds);
    struct sigaction action {};
    action.sa_handler = end_in_time;
    ::sigaction(SIGALRM, &action, &before_);
    constexpr int64_t kSecond = 1000000;
    const auto left =
        std::max(int64_t{1}, static_cast<int64_t>((seconds - meter.seconds()) * kSecond));
    const itimerval timer{{0, 0}, {left / kSecond, left % kSecond}};
    ::setitimer(ITIMER_REAL, &timer, nullptr);
    watches_ = true;
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog() {
    if (!watches_)
      return;
    const itimerval none{};
    ::setitimer(ITIMER_REAL, &none, nullptr);
    ::sigaction(SIGALRM, &before_, nullptr);
  }

 private:
  struct sigaction before_ {};
  bool watches_ = false;
};

std::shared_ptr<Limits> add_limits(Command& command) {
  auto limits = std::make_shared<Limits>();
  const OptionGroup group = command.group("Limits");
  command
      .add_option("--max-memory", limits->max_memory,
                  "memory limit for tensors, e.g. 512M or 4G; exit code 8 beyond it")
      ->default_str(binary_bytes_text(default_max_bytes()));
  command
      .add_option("--max-seconds", limits->max_seconds,
                  "time limit of the command; exit code 8 beyond it")
      ->check(positive())
      ->default_str("no limit");
  return limits;
}

int within(const ResourcePolicy& policy, const std::function<int()>& action) {
  const ResourceScope scope(policy);
  const Watchdog watchdog(*scope.meter());
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
