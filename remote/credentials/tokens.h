// Tokens that authenticate clients. They are kept as hashes and compared in a time that does not
// depend on the number of correct characters of a guess.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vta::remote {

class TokenSet {
 public:
  static constexpr size_t kShortest = 16, kLongest = 1024;

  TokenSet() = default;  // none: no token is required
  // A token a line, of 16 to 1,024 printable characters without spaces; empty lines and those that
  // begin with # are none. InputError names `origin` and the line, never its text.
  static TokenSet parse(std::string_view text, std::string_view origin);

  bool empty() const { return hashes_.empty(); }
  size_t size() const { return hashes_.size(); }
  bool holds(std::string_view token) const;

 private:
  using Hash = std::array<unsigned char, 32>;
  static Hash hash_of(std::string_view token);

  std::vector<Hash> hashes_;
};

// The one token of a client's file; InputError as above, and for more than one.
std::string only_token(std::string_view text, std::string_view origin);

}  // namespace vta::remote
