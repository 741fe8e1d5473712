// A database on its way to its name: under another one beside it until it is whole.
#pragma once

#include <array>
#include <string>

#include "base/signal_cleanup.h"

namespace vta::explore {

// What was written to path() is removed with all that SQLite puts beside it, also by a signal,
// unless publish() gave it its final name.
class Draft {
 public:
  explicit Draft(const std::string& final);
  ~Draft();
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  const std::string& path() const { return path_; }
  void publish() const;  // once nobody has it open; OutputError

 private:
  std::string final_, path_;
  std::array<SignalCleanup, 4> cleanup_;
};

}  // namespace vta::explore
