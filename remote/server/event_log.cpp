#include "remote/server/event_log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>

namespace vta::remote {
namespace {

std::string now_text() {
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const auto seconds = std::chrono::floor<std::chrono::seconds>(now);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(seconds)),
                     (now - seconds).count());
}

}  // namespace

void EventLog::event(std::string_view name, boost::json::object more) {
  if (!write_)
    return;
  boost::json::object line = {{"time", now_text()}, {"event", name}};
  for (auto& [key, value] : more)
    line[key] = std::move(value);
  const std::string text = boost::json::serialize(line) + "\n";
  const std::scoped_lock lock(mutex_);
  write_(text);
}

}  // namespace vta::remote
