#include "base/alphabet.h"

#include "base/error.h"
#include "base/json.h"
#include "base/text_safety.h"

namespace vta {
namespace {

constexpr size_t kMostShown = 256;  // of an alphabet, in a message

std::string characters_text(const std::vector<std::string>& characters) {
  std::string text;
  for (const std::string& c : characters)
    if (text += printable(c); text.size() > kMostShown)
      return text + "...";
  return text;
}

}  // namespace

Alphabet::Alphabet(std::string_view characters, const std::string& where) {
  for (const std::string_view c : utf8_characters(characters)) {
    if (valid_utf8(c) != c)
      throw InputError(fmt::format("{}: character {} is the byte '{}', which is no UTF-8", where,
                                   size() + 1, printable(c)));
    if (!tokens_.emplace(c, size()).second)
      throw InputError(
          fmt::format("{}: the character '{}' comes twice, as token {} and as token {}", where,
                      printable(c), tokens_.find(c)->second, size()));
    characters_.emplace_back(c);
  }
  if (characters_.empty())
    throw InputError(fmt::format("{}: an alphabet needs a character, this one is empty", where));
}

const std::string& Alphabet::character(int64_t token) const {
  VTA_CHECK(token >= 0 && token < size(), "token {} of an alphabet of {}", token, size());
  return characters_[static_cast<size_t>(token)];
}

std::string Alphabet::text(std::span<const int64_t> tokens) const {
  std::string text;
  for (const int64_t token : tokens)
    text += character(token);
  return text;
}

std::vector<int64_t> Alphabet::tokens(std::string_view text, std::string_view what) const {
  std::vector<int64_t> tokens;
  for (const std::string_view c : utf8_characters(text)) {
    const auto found = tokens_.find(c);
    if (found == tokens_.end())
      throw InputError(
          fmt::format("{}: character {} is '{}', which is not in the network's alphabet (legal are "
                      "these {}: {})",
                      what, tokens.size() + 1, printable(c), size(), characters_text(characters_)));
    tokens.push_back(found->second);
  }
  return tokens;
}

boost::json::string alphabet_json(const Alphabet& alphabet) {
  boost::json::string text;
  for (int64_t token = 0; token < alphabet.size(); ++token)
    text += alphabet.character(token);
  return text;
}

Alphabet parse_alphabet(const boost::json::value& value, const std::string& where) {
  if (!value.is_string())
    throw InputError(
        fmt::format("{}: an alphabet is a string, this is {}", where, json_kind(value)));
  return Alphabet(std::string_view(value.get_string()), where);
}

}  // namespace vta
