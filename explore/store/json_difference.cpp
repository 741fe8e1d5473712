#include "explore/store/json_difference.h"

#include <fmt/format.h>

#include <boost/json.hpp>

namespace vta::explore {
namespace {

namespace json = boost::json;

constexpr size_t kLongestValue = 60;

std::string shown(const json::value* value) {
  if (value == nullptr)
    return "absent";
  const std::string text = json::serialize(*value);
  return text.size() > kLongestValue ? text.substr(0, kLongestValue) + "..." : text;
}

std::string differ(const std::string& path, const json::value* there, const json::value* here);

std::string differ_in(const std::string& path, const json::object& there,
                      const json::object& here) {
  const auto member = [&path](std::string_view key) {
    return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
  };
  for (const auto& [key, value] : there)
    if (const std::string text = differ(member(key), &value, here.if_contains(key)); !text.empty())
      return text;
  for (const auto& [key, value] : here)
    if (!there.contains(key))
      return differ(member(key), nullptr, &value);
  auto other = here.begin();
  for (const auto& [key, value] : there)
    if ((other++)->key() != key)
      return fmt::format("the members of {} are in another order",
                         path.empty() ? "the specification" : path);
  return "";
}

std::string differ(const std::string& path, const json::value* there, const json::value* here) {
  if (there != nullptr && here != nullptr) {
    if (*there == *here && !there->is_object())
      return "";
    if (there->is_object() && here->is_object())
      return differ_in(path, there->as_object(), here->as_object());
  }
  return fmt::format("{} is {} there and {} here", path, shown(there), shown(here));
}

}  // namespace

std::string first_difference(std::string_view there, std::string_view here) {
  boost::system::error_code error;
  const json::value a = json::parse(there, error);
  if (error)
    return "the specification there is not JSON";
  const json::value b = json::parse(here, error);
  if (error)
    return "the specification here is not JSON";
  return differ("", &a, &b);
}

}  // namespace vta::explore
