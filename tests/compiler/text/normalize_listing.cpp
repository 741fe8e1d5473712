#include "tests/compiler/text/normalize_listing.h"

#include <vector>

#include "compiler/text/lexer.h"

namespace vta {
namespace {

// `kept` ends with meta[relay.Constant][N], or with a scalar that is no field number.
bool ends_with_constant(const std::vector<Token>& kept) {
  const auto back = [&](size_t i) { return i < kept.size() ? kept[kept.size() - 1 - i] : Token{}; };
  if (back(0).is("]"))
    return back(6).is_name("meta");
  const bool scalar =
      back(0).kind == Token::Kind::Number || back(0).is_name("True") || back(0).is_name("False");
  return scalar && !back(1).is(".") && !back(1).is("=");
}

// Meaningful tokens: no comments but constants' types, no span in them, no result type in the
// header, which is inferred.
std::vector<Token> meaning(const std::vector<Token>& tokens) {
  std::vector<Token> kept;
  bool in_result_type = false;
  for (Token token : tokens) {
    if (token.kind == Token::Kind::Comment) {
      if (!token.text.starts_with("ty=") || !ends_with_constant(kept))
        continue;
      token.text = token.text.substr(0, token.text.find(" span="));
    }
    if (token.is("->"))
      in_result_type = true;
    if (token.is("{"))
      in_result_type = false;
    if (!in_result_type && token.kind != Token::Kind::End)
      kept.push_back(std::move(token));
  }
  return kept;
}

std::string spelling(const Token& token) {
  switch (token.kind) {
    case Token::Kind::Global:
      return "@" + token.text;
    case Token::Kind::Local:
      return "%" + token.text;
    case Token::Kind::String:
      return "\"" + token.text + "\"";
    case Token::Kind::Comment:
      return "/* " + token.text + " */";
    case Token::Kind::Name:
    case Token::Kind::Number:
    case Token::Kind::Punct:
    case Token::Kind::End:
      break;
  }
  return token.text;
}

}  // namespace

std::string normalize_listing(std::string_view text) {
  std::string result;
  for (const Token& token : meaning(tokenize(text, "listing"))) {
    result += spelling(token);
    const bool ends_line = token.is(";") || token.is("{") || token.is("}");
    result += ends_line ? "\n" : " ";
  }
  return result;
}

}  // namespace vta
