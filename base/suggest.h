// The nearest known name to a misspelt one, for messages that say what would be legal.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vta {

// Insertions, deletions and replacements of one character, and swaps of two neighbours, that make b
// of a (optimal string alignment); upper and lower case of a letter are equal.
int64_t edit_distance(std::string_view a, std::string_view b);

// The known name at the smallest edit distance, the first of equals; empty where none is near: more
// than two letters and more than a third of the longer name are others, or all of them.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);

// For a message about an unknown name: ", the nearest is csim", or nothing.
std::string nearest_words(std::string_view name, std::span<const std::string_view> known);

// For the end of such a message: "known are fsim, csim, tsim; the nearest is csim".
std::string known_names(std::string_view name, std::span<const std::string_view> known);
std::string known_names(std::string_view name, std::span<const std::string> known);

}  // namespace vta
