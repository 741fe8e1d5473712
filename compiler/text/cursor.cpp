#include "compiler/text/cursor.h"

#include <charconv>

#include "base/error.h"

namespace vta {

size_t Cursor::skip_comments(size_t place) const {
  while (tokens_[place].kind == Token::Kind::Comment)
    ++place;
  return place;
}

const Token& Cursor::peek(int ahead) const {
  size_t place = skip_comments(place_);
  for (; ahead > 0 && tokens_[place].kind != Token::Kind::End; --ahead)
    place = skip_comments(place + 1);
  return tokens_[place];
}

const Token& Cursor::next() {
  place_ = skip_comments(place_);
  const Token& token = tokens_[place_];
  if (token.kind != Token::Kind::End)
    ++place_;
  return token;
}

bool Cursor::accept(std::string_view punct) {
  if (!peek().is(punct))
    return false;
  next();
  return true;
}

const Token& Cursor::expect(std::string_view punct) {
  if (!peek().is(punct))
    fail(peek(), fmt::format("'{}'", punct));
  return next();
}

const Token& Cursor::expect(Token::Kind kind, std::string_view expected) {
  if (peek().kind != kind)
    fail(peek(), expected);
  return next();
}

std::vector<Token> Cursor::comments() {
  std::vector<Token> found;
  for (; tokens_[place_].kind == Token::Kind::Comment; ++place_)
    found.push_back(tokens_[place_]);
  return found;
}

int64_t Cursor::expect_int(std::string_view expected) {
  const Token& token = expect(Token::Kind::Number, expected);
  int64_t value = 0;
  const char* end = token.text.data() + token.text.size();
  const auto [stop, error] = std::from_chars(token.text.data(), end, value);
  if (error != std::errc() || stop != end)
    fail(token, expected);
  return value;
}

TensorType Cursor::type() {
  TensorType type;
  const Token at = peek();
  if (at.is_name("Tensor")) {
    next();
    expect("[");
    expect("(");
    while (!peek().is(")")) {
      type.shape.push_back(expect_int("an extent"));
      if (!accept(","))
        break;
    }
    expect(")");
    expect(",");
  }
  const Token& name = expect(Token::Kind::Name, "a type such as Tensor[(1, 3), float32]");
  try {
    type.dtype = dtype_from_name(name.text);
  } catch (const Error& e) {
    fail_message(name, e.what());
  }
  if (at.is_name("Tensor"))
    expect("]");
  return type;
}

std::vector<TensorType> Cursor::types() {
  std::vector<TensorType> types;
  if (!accept("("))
    return {type()};
  while (!peek().is(")")) {
    types.push_back(type());
    if (!accept(","))
      break;
  }
  expect(")");
  return types;
}

void Cursor::fail_message(const Token& at, std::string_view message) const {
  throw InputError(fmt::format("{}:{}:{}: {}", origin_, at.line, at.column, message));
}

}  // namespace vta
