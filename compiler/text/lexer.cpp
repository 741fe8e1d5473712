#include "compiler/text/lexer.h"

#include "base/error.h"

namespace vta {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

class Lexer {
 public:
  Lexer(std::string_view text, std::string_view origin) : text_(text), origin_(origin) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    do
      tokens.push_back(next());
    while (tokens.back().kind != Token::Kind::End);
    return tokens;
  }

 private:
  char peek(size_t ahead = 0) const {
    return place_ + ahead < text_.size() ? text_[place_ + ahead] : '\0';
  }
  bool at_end() const { return place_ >= text_.size(); }

  void advance() {
    if (text_[place_++] == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
  }
  void skip_space() {
    while (!at_end() && (peek() == ' ' || peek() == '\n' || peek() == '\t' || peek() == '\r'))
      advance();
    if (peek() == '#' && column_ == 1) {  // #[version = "0.0.5"]
      take_while([](char c) { return c != '\n'; });
      skip_space();
    }
  }
  std::string take(size_t count) {
    std::string taken(text_.substr(place_, count));
    for (size_t i = 0; i < count; ++i)
      advance();
    return taken;
  }
  template <typename Accept>
  std::string take_while(Accept accept) {
    size_t count = 0;
    while (place_ + count < text_.size() && accept(peek(count)))
      ++count;
    return take(count);
  }

  Token next() {
    skip_space();
    Token token;
    token.line = line_;
    token.column = column_;
    if (at_end())
      return token;
    const char c = peek();
    if (c == '/' && peek(1) == '*')
      read_comment(token);
    else if (c == '"')
      read_string(token);
    else if (c == '%' || c == '@')
      read_variable(token);
    else if (is_digit(c) || (c == '-' && (is_digit(peek(1)) || peek(1) == 'i' || peek(1) == 'n')))
      read_number(token);
    else if (is_word(c))
      read_name(token);
    else
      read_punct(token);
    return token;
  }

  void read_comment(Token& token) {
    token.kind = Token::Kind::Comment;
    const size_t end = text_.find("*/", place_ + 2);
    if (end == std::string_view::npos)
      fail(token, "a comment that does not end", "*/");
    token.text = take(end + 2 - place_);
    const size_t first = token.text.find_first_not_of(" \t\r\n", 2);
    const size_t last = token.text.find_last_not_of(" \t\r\n", token.text.size() - 3);
    token.text = first > last || last < 2 ? "" : token.text.substr(first, last + 1 - first);
  }

  void read_string(Token& token) {
    token.kind = Token::Kind::String;
    advance();
    while (!at_end() && peek() != '"' && peek() != '\n') {
      if (peek() == '\\')
        advance();
      if (!at_end())
        token.text += take(1);
    }
    if (peek() != '"')
      fail(token, "a string that does not end on its line", "\"");
    advance();
  }

  void read_variable(Token& token) {
    token.kind = peek() == '%' ? Token::Kind::Local : Token::Kind::Global;
    const std::string sign = take(1);
    token.text = take_while(is_word);
    if (token.text.empty())
      fail(token, fmt::format("'{}'", sign), "a name after it");
  }

  // 12, -12, 0.5f, 1e-05f, 3i64; a field access such as the .0 of %0.0 is not a number, because
  // read_variable ends before its point and the point is a token of its own.
  void read_number(Token& token) {
    token.kind = Token::Kind::Number;
    if (peek() == '-')
      token.text += take(1);
    token.text += take_while(is_word);
    if (peek() == '.' && is_digit(peek(1))) {
      token.text += take(1);
      token.text += take_while(is_word);
    }
    const bool exponent = token.text.back() == 'e' || token.text.back() == 'E';
    if (exponent && (peek() == '-' || peek() == '+') && is_digit(peek(1))) {
      token.text += take(1);
      token.text += take_while(is_word);
    }
  }

  void read_name(Token& token) {
    token.kind = Token::Kind::Name;
    token.text = take_while(is_word);
    while (peek() == '.' && is_word(peek(1)) && !is_digit(peek(1))) {
      token.text += take(1);
      token.text += take_while(is_word);
    }
  }

  void read_punct(Token& token) {
    token.kind = Token::Kind::Punct;
    if (peek() == '-' && peek(1) == '>') {
      token.text = take(2);
      return;
    }
    if (std::string_view("()[]{},;:=.").find(peek()) == std::string_view::npos) {
      const auto code = static_cast<unsigned char>(peek());
      const bool printable = code > 0x20 && code < 0x7F;
      fail(token, printable ? fmt::format("'{}'", peek()) : fmt::format("character {:#04x}", code),
           "a name, number, string, variable or punctuation");
    }
    token.text = take(1);
  }

  [[noreturn]] void fail(const Token& at, std::string_view found, std::string_view expected) const {
    throw InputError(fmt::format("{}:{}:{}: found {}, expected {}", origin_, at.line, at.column,
                                 found, expected));
  }

  std::string_view text_, origin_;
  size_t place_ = 0;
  int64_t line_ = 1, column_ = 1;
};

}  // namespace

std::string token_text(const Token& token) {
  switch (token.kind) {
    case Token::Kind::End:
      return "end of text";
    case Token::Kind::Local:
      return fmt::format("'%{}'", token.text);
    case Token::Kind::Global:
      return fmt::format("'@{}'", token.text);
    case Token::Kind::String:
      return fmt::format("string \"{}\"", token.text);
    case Token::Kind::Comment:
      return fmt::format("comment '{}'", token.text);
    case Token::Kind::Name:
    case Token::Kind::Number:
    case Token::Kind::Punct:
      break;
  }
  return fmt::format("'{}'", token.text);
}

void syntax_error(std::string_view origin, const Token& at, std::string_view expected) {
  throw InputError(fmt::format("{}:{}:{}: found {}, expected {}", origin, at.line, at.column,
                               token_text(at), expected));
}

std::vector<Token> tokenize(std::string_view text, std::string_view origin) {
  return Lexer(text, origin).run();
}

}  // namespace vta
