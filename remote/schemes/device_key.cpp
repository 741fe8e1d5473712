#include "remote/schemes/device_key.h"

#include <algorithm>

#include "base/error.h"

namespace vta::remote {
namespace {

constexpr size_t kLongestKey = 200;

bool is_plain(std::string_view part) {
  return !part.empty() && std::ranges::all_of(part, [](char c) {
    return c > ' ' && c < '\x7f' && c != ',' && c != '/';
  });
}

}  // namespace

DeviceKey parse_device_key(std::string_view text) {
  const size_t slash = text.find('/');
  const std::string_view config = text.substr(0, slash);
  const std::string_view backend =
      slash == std::string_view::npos ? std::string_view() : text.substr(slash + 1);
  if (text.size() > kLongestKey || !is_plain(config) || !is_plain(backend))
    throw UsageError(
        fmt::format("key '{}': legal is CONFIG/BACKEND, as */csim, of at most {} "
                    "printable characters without spaces and commas",
                    text.substr(0, kLongestKey), kLongestKey));
  return {std::string(config), std::string(backend)};
}

bool suits(std::string_view offered, const DeviceKey& wanted) {
  const size_t slash = offered.find('/');
  if (slash == std::string_view::npos || offered.substr(slash + 1) != wanted.backend)
    return false;
  const std::string_view config = offered.substr(0, slash);
  return config == "*" || config == wanted.config;
}

}  // namespace vta::remote
