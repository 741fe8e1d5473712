#include "explore/host/host_answer.h"

#include <fmt/format.h>

#include "base/json.h"

namespace vta::explore {
namespace {

constexpr double kMostMs = 1e15;

double number(const JsonReader& reader, std::string_view key) {
  const double value = reader.get_double(key);
  if (!(value >= 0 && value <= kMostMs))
    throw InputError(
        fmt::format("{}: {} = {}: legal are 0 to {}", reader.where(), key, value, kMostMs));
  return value;
}

boost::json::value change_percent(double a, double b) {
  return a > 0 ? boost::json::value(100 * (b / a - 1)) : boost::json::value();
}

std::string change_text(double a, double b) {
  return a > 0 ? fmt::format("{:+.1f} %", 100 * (b / a - 1)) : "-";
}

boost::json::object side_json(const HostAnswer& a) {
  return {{"name", a.host},
          {"basis", a.basis},
          {"images", a.images},
          {"latency_ms", a.latency_ms},
          {"host_ms", a.host_ms},
          {"device_ms", a.device_ms},
          {"images_per_second", a.images_per_second}};
}

}  // namespace

HostAnswer answer_of(const HostTimeline& t) {
  return {.host = t.host.name,
          .basis = std::string(t.host.basis()),
          .images = t.images,
          .latency_ms = t.latency_ms(),
          .host_ms = t.host_ms,
          .device_ms = t.device_ms,
          .images_per_second = t.images_per_second()};
}

std::optional<HostAnswer> read_answer(const boost::json::value& run, const std::string& origin) {
  const JsonReader document(run, origin);
  if (!document.has("host_time"))
    return std::nullopt;
  const JsonReader time = document.get_object("host_time");
  return HostAnswer{.host = time.get_string("name"),
                    .basis = time.get_string("basis"),
                    .images = time.get_int("images", 1, kLargestJsonInteger),
                    .latency_ms = number(time, "latency_ms"),
                    .host_ms = number(time, "host_ms"),
                    .device_ms = number(time, "device_ms"),
                    .images_per_second = number(time, "images_per_second")};
}

std::string answer_text(const HostAnswer& a) {
  return fmt::format(
      "{:.3f} ms on {} ({}): host {:.3f}, accelerator {:.3f}; {:.2f} images a second", a.latency_ms,
      a.host, a.basis, a.host_ms, a.device_ms, a.images_per_second);
}

std::string answers_text(const NamedAnswer& a, const NamedAnswer& b) {
  return fmt::format(
      "From image to answer, estimates: latency {}, images a second {}\n  {}: {}\n  {}: "
      "{}\n\n",
      change_text(a.answer.latency_ms, b.answer.latency_ms),
      change_text(a.answer.images_per_second, b.answer.images_per_second), a.name,
      answer_text(a.answer), b.name, answer_text(b.answer));
}

boost::json::object answers_json(const HostAnswer& a, const HostAnswer& b) {
  return {{"a", side_json(a)},
          {"b", side_json(b)},
          {"latency_percent", change_percent(a.latency_ms, b.latency_ms)},
          {"rate_percent", change_percent(a.images_per_second, b.images_per_second)}};
}

}  // namespace vta::explore
