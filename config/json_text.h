// The text of one flat JSON object as a list of members, every one kept: a repeated key is visible
// here, where a JSON library's object would silently keep the last.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vta {

// Neither a string nor an integer that fits 64 bits; holds the kind's name for messages.
struct OtherJson {
  std::string kind;
};
using FlatJsonValue = std::variant<int64_t, std::string, OtherJson>;

struct FlatJsonMember {
  std::string key;
  FlatJsonValue value;
};

// Throws ConfigError with origin, line and column where the text is not a JSON object. Nested
// values appear as one OtherJson member.
std::vector<FlatJsonMember> parse_flat_json(std::string_view text, std::string_view origin);

std::string json_quoted(std::string_view text);  // with quotes and escapes

}  // namespace vta
