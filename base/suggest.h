// The nearest known name to a misspelt one, for messages that say what would be legal.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vta {

// Levenshtein distance: insertions, deletions and replacements of one character; upper and lower
// case of a letter are equal.
int64_t edit_distance(std::string_view a, std::string_view b);

// The known name at the smallest edit distance, the first of equals; empty if `known` is empty.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);

}  // namespace vta
