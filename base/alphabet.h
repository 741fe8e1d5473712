// The characters that a network of text reads and writes; a network's file may contain them.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vta {

// Token i is the i-th character.
class Alphabet {
 public:
  // `characters` is UTF-8. An InputError begins with `where` and says what is wrong: the text is
  // empty, a character comes twice, or a byte is no part of UTF-8.
  Alphabet(std::string_view characters, const std::string& where);

  int64_t size() const { return static_cast<int64_t>(characters_.size()); }
  const std::string& character(int64_t token) const;
  std::string text(std::span<const int64_t> tokens) const;
  // The tokens of a text. An InputError begins with `what`; it names the first character that the
  // alphabet lacks, its place, counted from 1, and the characters of the alphabet.
  std::vector<int64_t> tokens(std::string_view text, std::string_view what) const;

  bool operator==(const Alphabet& other) const { return characters_ == other.characters_; }

 private:
  std::vector<std::string> characters_;
  std::map<std::string, int64_t, std::less<>> tokens_;
};

// All characters in one string, in the order of their tokens.
boost::json::string alphabet_json(const Alphabet& alphabet);
// InputError as Alphabet's, and where the value is no string.
Alphabet parse_alphabet(const boost::json::value& value, const std::string& where);

}  // namespace vta
