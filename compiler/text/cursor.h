// A place in a token list, and what both the parser of functions and that of types need there.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/text/lexer.h"

namespace vta {

class Cursor {
 public:
  // The tokens must end with Token::Kind::End and outlive the cursor.
  Cursor(std::span<const Token> tokens, std::string_view origin)
      : tokens_(tokens), origin_(origin) {}

  // The next token that is not a comment, `ahead` of those further on.
  const Token& peek(int ahead = 0) const;
  const Token& next();  // consumes it, and comments before it
  bool accept(std::string_view punct);
  const Token& expect(std::string_view punct);
  const Token& expect(Token::Kind kind, std::string_view expected);
  // Consumes the comments that stand right here.
  std::vector<Token> comments();

  int64_t expect_int(std::string_view expected);
  // Tensor[(1, 3), float32], float32, (type, type). types() reads any, type() one tensor.
  std::vector<TensorType> types();
  TensorType type();

  [[noreturn]] void fail(const Token& at, std::string_view expected) const {
    syntax_error(origin_, at, expected);
  }
  // InputError at a token with a message of its own.
  [[noreturn]] void fail_message(const Token& at, std::string_view message) const;
  std::string_view origin() const { return origin_; }

 private:
  size_t skip_comments(size_t place) const;
  std::span<const Token> tokens_;
  std::string_view origin_;
  size_t place_ = 0;
};

}  // namespace vta
