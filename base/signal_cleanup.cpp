// The table below is global because a signal handler can reach nothing else. Entries are taken and
// read without locks: a handler may run at any instruction.
#include "base/signal_cleanup.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <cstring>

namespace vta {
namespace {

struct Entry {
  std::atomic<bool> taken = false;
  std::atomic<pid_t> owner = 0;  // 0: nothing to do, or what to do is not complete
  std::atomic<pid_t> group = 0;  // 0: the file
  std::array<char, PATH_MAX> path{};
};

// More at once than any command has; what is beyond stays behind if a signal comes.
std::array<Entry, 256> entries;
std::atomic<int> entries_taken = 0;
constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

void clean_up_and_die(int number) {
  const pid_t self = getpid();
  for (const Entry& entry : entries) {
    if (entry.owner != self)
      continue;
    if (entry.group != 0)
      kill(-entry.group, SIGTERM);
    else
      unlink(entry.path.data());
  }
  signal(number, SIG_DFL);
  raise(number);
}

void change_handlers(void (*from)(int), void (*to)(int)) {
  for (const int number : kSignals) {
    struct sigaction now {};
    if (sigaction(number, nullptr, &now) == 0 && now.sa_handler == from)
      signal(number, to);
  }
}

}  // namespace

bool SignalCleanup::take_entry() {
  for (size_t k = 0; k < entries.size() && entry_ < 0; ++k)
    if (!entries[k].taken.exchange(true))
      entry_ = static_cast<int>(k);
  if (entry_ < 0)
    return false;
  entries[static_cast<size_t>(entry_)].owner = 0;
  if (entries_taken++ == 0)
    change_handlers(SIG_DFL, clean_up_and_die);
  return true;
}

void SignalCleanup::remove_file(const std::string& path) {
  if (path.size() >= PATH_MAX || (entry_ < 0 && !take_entry()))
    return;
  Entry& entry = entries[static_cast<size_t>(entry_)];
  entry.owner = 0;
  entry.group = 0;
  std::memcpy(entry.path.data(), path.c_str(), path.size() + 1);
  entry.owner = getpid();
}

void SignalCleanup::end_process_group(pid_t group) {
  if (entry_ < 0 && !take_entry())
    return;
  Entry& entry = entries[static_cast<size_t>(entry_)];
  entry.owner = 0;
  entry.group = group;
  entry.owner = getpid();
}

SignalCleanup::~SignalCleanup() {
  if (entry_ < 0)
    return;
  entries[static_cast<size_t>(entry_)].owner = 0;
  entries[static_cast<size_t>(entry_)].taken = false;
  if (--entries_taken == 0)
    change_handlers(clean_up_and_die, SIG_DFL);
}

}  // namespace vta
