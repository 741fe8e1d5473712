#include "remote/credentials/tokens.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>

#include <algorithm>

#include "base/error.h"

namespace vta::remote {
namespace {

std::vector<std::string> token_lines(std::string_view text, std::string_view origin) {
  std::vector<std::string> tokens;
  for (size_t line = 1; !text.empty(); ++line) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view token = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (token.ends_with('\r'))
      token.remove_suffix(1);
    if (token.empty() || token.front() == '#')
      continue;
    const auto refuse = [&](const std::string& why) {
      throw InputError(fmt::format("{}: line {}: a token {}", origin, line, why));
    };
    if (token.size() < TokenSet::kShortest || token.size() > TokenSet::kLongest)
      refuse(fmt::format("of {} characters, legal are {} to {}", token.size(), TokenSet::kShortest,
                         TokenSet::kLongest));
    if (!std::ranges::all_of(token, [](char c) { return c > ' ' && c < '\x7f'; }))
      refuse("has a character that is not printable ASCII, or a space");
    tokens.emplace_back(token);
  }
  if (tokens.empty())
    throw InputError(fmt::format("{}: has no token", origin));
  return tokens;
}

}  // namespace

TokenSet::Hash TokenSet::hash_of(std::string_view token) {
  Hash hash;
  SHA256(reinterpret_cast<const unsigned char*>(token.data()), token.size(), hash.data());
  return hash;
}

TokenSet TokenSet::parse(std::string_view text, std::string_view origin) {
  TokenSet set;
  for (const std::string& token : token_lines(text, origin))
    set.hashes_.push_back(hash_of(token));
  return set;
}

bool TokenSet::holds(std::string_view token) const {
  const Hash given = hash_of(token);
  int found = 0;
  for (const Hash& hash : hashes_)  // all of them, whichever it is
    found |= static_cast<int>(CRYPTO_memcmp(hash.data(), given.data(), given.size()) == 0);
  return found != 0;
}

std::string only_token(std::string_view text, std::string_view origin) {
  const std::vector<std::string> tokens = token_lines(text, origin);
  if (tokens.size() != 1)
    throw InputError(
        fmt::format("{}: has {} tokens, a client needs exactly one", origin, tokens.size()));
  return tokens.front();
}

}  // namespace vta::remote
