#include "base/resource_policy.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/current_step.h"
#include "base/elapsed.h"
#include "base/error.h"
#include "base/interruption.h"

namespace vta {
namespace {

thread_local std::shared_ptr<ResourceMeter> t_meter;

// Global because a signal handler can reach nothing else. Its last byte stays 0.
std::array<char, 200> g_step{};
std::mutex g_step_mutex;  // of those who write

void remember_step(std::string_view what) {
  const std::lock_guard lock(g_step_mutex);
  const size_t length = what.copy(g_step.data(), g_step.size() - 1);
  g_step[length] = '\0';
}

constexpr std::array<std::string_view, 5> kUnits = {"bytes", "KiB", "MiB", "GiB", "TiB"};

}  // namespace

int64_t default_max_bytes() {
  // A process of 32 bits has 2 or 3 GiB of addresses, which are in pieces.
  constexpr int64_t kMost = sizeof(void*) == 4 ? int64_t{1} << 30 : int64_t{8} << 30;
  const int64_t pages = ::sysconf(_SC_PHYS_PAGES), page_bytes = ::sysconf(_SC_PAGE_SIZE);
  return pages > 0 && page_bytes > 0 ? std::min(kMost, pages / 2 * page_bytes) : kMost;
}

std::string_view current_step() {
  return g_step.data();
}

double ResourceMeter::seconds() const {
  return seconds_since(start_);
}

std::string ResourceMeter::doing() const {
  const std::lock_guard lock(mutex_);
  return doing_;
}

void ResourceMeter::require_bytes(int64_t bytes, std::string_view what) const {
  if (!allows(bytes))
    refuse_bytes(bytes, what);
}

void ResourceMeter::refuse_bytes(int64_t bytes, std::string_view what) const {
  const int64_t live = live_bytes_;
  const std::string beside =
      live > 0 ? fmt::format(" beside the {} in use", binary_bytes_text(live)) : std::string();
  throw ResourceError(fmt::format("{} needs {}{}: the memory limit (--max-memory) is {}", what,
                                  binary_bytes_text(bytes), beside,
                                  binary_bytes_text(policy_.max_bytes)));
}

void ResourceMeter::require_steps(int64_t steps, std::string_view what) const {
  if (steps > policy_.max_steps)
    throw ResourceError(fmt::format("{} takes about {:.2g} steps: an operator may take {:.2g}",
                                    what, static_cast<double>(steps),
                                    static_cast<double>(policy_.max_steps)));
}

void ResourceMeter::check_time(std::string_view what) {
  check_interruption();
  // The last tenth is left for what is asked for the last time and for ending.
  constexpr double kShare = 0.9;
  {
    const std::lock_guard lock(mutex_);
    doing_ = what;
  }
  remember_step(what);
  if (seconds() > kShare * policy_.max_seconds)
    throw ResourceError(fmt::format("the time limit (--max-seconds {}) was reached at {}",
                                    policy_.max_seconds, what));
}

ResourceScope::ResourceScope(const ResourcePolicy& policy)
    : ResourceScope(std::make_shared<ResourceMeter>(policy)) {}

ResourceScope::ResourceScope(std::shared_ptr<ResourceMeter> meter)
    : meter_(std::move(meter)), outer_(std::exchange(t_meter, meter_)) {}

ResourceScope::~ResourceScope() {
  t_meter = outer_;
}

const std::shared_ptr<ResourceMeter>& scoped_meter() {
  return t_meter;
}

ResourceMeter& resources() {
  static ResourceMeter unscoped{ResourcePolicy{}};
  return t_meter != nullptr ? *t_meter : unscoped;
}

std::string binary_bytes_text(int64_t bytes) {
  auto value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit)
    value /= 1024;
  return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

int64_t parse_bytes(std::string_view text, std::string_view option) {
  constexpr std::string_view kSuffixes = "KMGT";
  std::string_view digits = text;
  int shift = 0;
  if (const size_t unit = kSuffixes.find(text.empty() ? '\0' : text.back());
      unit != std::string_view::npos) {
    shift = 10 * (static_cast<int>(unit) + 1);
    digits.remove_suffix(1);
  }
  int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size() || value < 1 ||
      value > std::numeric_limits<int64_t>::max() >> shift)
    throw UsageError(
        fmt::format("{} is '{}': expected a number of bytes of at least 1, with K, M, G "
                    "or T for powers of 1024, as in 512M",
                    option, text));
  return value << shift;
}

}  // namespace vta
