#include "base/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace vta {

namespace {

constexpr int64_t kMisspelt = 2;  // letters of a short name

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

}  // namespace

int64_t edit_distance(std::string_view a, std::string_view b) {
  // Rows of the distances of prefixes: two characters of a back, one back, and now.
  std::vector<int64_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), int64_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, last);
    std::swap(last, row);
    row[0] = static_cast<int64_t>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const int64_t replaced = last[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({replaced, row[j - 1] + 1, last[j] + 1});
      if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known) {
  std::string_view best;
  int64_t best_distance = std::numeric_limits<int64_t>::max();
  for (const std::string_view candidate : known) {
    const int64_t distance = edit_distance(name, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  const auto longer = static_cast<int64_t>(std::max(name.size(), best.size()));
  return best_distance <= std::max(kMisspelt, longer / 3) && best_distance < longer
             ? best
             : std::string_view();
}

std::string nearest_words(std::string_view name, std::span<const std::string_view> known) {
  const std::string_view nearest = nearest_name(name, known);
  return nearest.empty() ? std::string() : fmt::format(", the nearest is {}", nearest);
}

std::string known_names(std::string_view name, std::span<const std::string_view> known) {
  std::string text = fmt::format("known are {}", fmt::join(known, ", "));
  const std::string_view nearest = nearest_name(name, known);
  if (known.size() > 1 && !nearest.empty())
    text += fmt::format("; the nearest is {}", nearest);
  return text;
}

std::string known_names(std::string_view name, std::span<const std::string> known) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  return known_names(name, views);
}

}  // namespace vta
