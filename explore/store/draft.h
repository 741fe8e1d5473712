// A database that is being made: it has a temporary name in the same folder until it is complete.
#pragma once

#include <array>
#include <string>

#include "base/signal_cleanup.h"

namespace vta::explore {

// The file at path() is removed together with SQLite's files beside it, also by a signal, unless
// publish() gave it its final name.
class Draft {
 public:
  explicit Draft(const std::string& final);
  ~Draft();
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  const std::string& path() const { return path_; }
  void publish() const;  // call when no connection has it open; OutputError

 private:
  std::string final_, path_;
  std::array<SignalCleanup, 4> cleanup_;
};

}  // namespace vta::explore
