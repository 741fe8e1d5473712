// The events of a server, one JSON object per line. Secrets are never passed to it, and text from
// clients is escaped as JSON.
#pragma once

#include <boost/json.hpp>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace vta::remote {

class EventLog {
 public:
  using Write = std::function<void(std::string_view line)>;

  // Lines go to `write`, one at a time; without it nowhere.
  explicit EventLog(Write write = {}) : write_(std::move(write)) {}

  // {"time": "2026-01-31T12:00:00.000Z", "event": EVENT, ...}
  void event(std::string_view name, boost::json::object more = {});

 private:
  std::mutex mutex_;
  Write write_;
};

}  // namespace vta::remote
