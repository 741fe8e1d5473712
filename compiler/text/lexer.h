// Tokens of the text form, with places for messages. Comments are tokens: types are written in
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vta {

struct Token {
  enum class Kind : uint8_t {
    Name,     // def, nn.conv2d, strides, True, meta
    Global,   // @main, without the @
    Local,    // %4, %data, without the %
    Number,   // 16f, -127f, 256, 1e-05f; text as written
    String,   // without quotes, escapes resolved
    Comment,  // without /* */, trimmed
    Punct,    // ( ) [ ] { } , ; : = . ->
    End,
  };
  Kind kind = Kind::End;
  std::string text;
  int64_t line = 1, column = 1;

  bool is(std::string_view punct) const { return kind == Kind::Punct && text == punct; }
  bool is_name(std::string_view name) const { return kind == Kind::Name && text == name; }
};

// How a token is called in a message: "'%4'", "end of text".
std::string token_text(const Token& token);

// InputError "origin:line:column: found ..., expected ...".
[[noreturn]] void syntax_error(std::string_view origin, const Token& at, std::string_view expected);

// All tokens of a text, the last one End. InputError for a character no token begins with, and for
// a string or comment that does not end.
std::vector<Token> tokenize(std::string_view text, std::string_view origin);

}  // namespace vta
