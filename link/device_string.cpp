#include "link/device_string.h"

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/text_table.h"

namespace vta {
namespace {

constexpr std::string_view kPlaceMark = "://";
constexpr size_t kMostShown = 80;

// Up to the separator, which is taken away too; the whole text where there is none.
std::string_view take_until(std::string_view& text, char separator) {
  const std::string_view head = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(head.size() + 1, text.size()));
  return head;
}

std::pair<std::string, std::string> parse_key(std::string_view device, std::string_view part) {
  const size_t equals = part.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == part.size())
    throw UsageError(fmt::format("device '{}': '{}' is not KEY=VALUE; the form is {}",
                                 shown(device), shown(part), kDeviceForm));
  return {std::string(part.substr(0, equals)), std::string(part.substr(equals + 1))};
}

}  // namespace

std::string shown(std::string_view part) {
  return shorten_middle(part, kMostShown);
}

DeviceString parse_device(std::string_view text) {
  DeviceString device;
  std::string_view rest = text;
  const std::string_view head = take_until(rest, ',');
  const size_t mark = head.find(kPlaceMark);
  device.scheme = head.substr(0, mark);
  if (device.scheme.empty())
    throw UsageError(
        fmt::format("device '{}' has no scheme; the form is {}, as in csim,kernels=portable",
                    shown(text), kDeviceForm));
  if (mark != std::string_view::npos)
    device.place = head.substr(mark + kPlaceMark.size());
  if (mark != std::string_view::npos && device.place.empty())
    throw UsageError(fmt::format("device '{}': there is no place behind '://'", shown(text)));
  if (text.ends_with(','))
    throw UsageError(
        fmt::format("device '{}': '' is not KEY=VALUE; the form is {}", shown(text), kDeviceForm));
  while (!rest.empty()) {
    auto [key, value] = parse_key(text, take_until(rest, ','));
    if (device.has(key))
      throw UsageError(fmt::format("device '{}': {} is given twice", shown(text), shown(key)));
    device.keys.emplace_back(std::move(key), std::move(value));
  }
  return device;
}

std::string DeviceString::text() const {
  std::string out = scheme;
  if (!place.empty())
    out += fmt::format("{}{}", kPlaceMark, place);
  for (const auto& [key, value] : keys)
    out += fmt::format(",{}={}", key, value);
  return out;
}

const std::string* DeviceString::find(std::string_view key) const {
  const auto it = std::ranges::find_if(keys, [&](const auto& pair) { return pair.first == key; });
  return it == keys.end() ? nullptr : &it->second;
}

void DeviceString::add(const std::string& key, const std::string& value) {
  if (const std::string* there = find(key))
    throw UsageError(fmt::format("device '{}' has {}={} already: {}={} contradicts or repeats it",
                                 shown(text()), key, shown(*there), key, shown(value)));
  keys.emplace_back(key, value);
}

std::string DeviceString::get(std::string_view key, const std::string& otherwise) const {
  const std::string* value = find(key);
  return value == nullptr ? otherwise : *value;
}

int64_t DeviceString::get_int(std::string_view key, int64_t otherwise, int64_t least,
                              int64_t greatest) const {
  const std::string* value = find(key);
  if (value == nullptr)
    return otherwise;
  int64_t number = 0;
  const char* end = value->data() + value->size();
  const auto [stop, error] = std::from_chars(value->data(), end, number);
  if (error != std::errc{} || stop != end || number < least || number > greatest)
    throw UsageError(fmt::format("device '{}': {}={} must be an integer from {} to {}",
                                 shown(text()), key, shown(*value), least, greatest));
  return number;
}

bool DeviceString::get_flag(std::string_view key) const {
  return get_int(key, 0, 0, 1) == 1;
}

}  // namespace vta
