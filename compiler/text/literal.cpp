#include "compiler/text/literal.h"

#include <charconv>
#include <limits>

#include "base/error.h"

namespace vta {

std::optional<Number> read_number(const Token& token) {
  std::string_view text = token.text;
  Number n;
  if (text.ends_with("i64")) {
    n.dtype = DType::I64;
    text.remove_suffix(3);
  } else if (text.ends_with("f")) {
    n.is_float = true;
    n.dtype = DType::F32;
    text.remove_suffix(1);
    // "-inf" without suffix would lose its f here; it is spelt "-inff".
  } else if (text.find('.') != std::string_view::npos || text.find('e') != std::string_view::npos) {
    n.is_float = true;
    n.dtype = DType::F32;
  }
  const char* end = text.data() + text.size();
  const auto [stop, error] = n.is_float ? std::from_chars(text.data(), end, n.real)
                                        : std::from_chars(text.data(), end, n.integer);
  if (error != std::errc() || stop != end)
    return std::nullopt;
  return n;
}

bool is_number(const Token& token) {
  return token.kind == Token::Kind::Number || token.is_name("inff") || token.is_name("nanf");
}

Tensor scalar_tensor(const Number& n, DType dtype) {
  const double real = n.is_float ? n.real : static_cast<double>(n.integer);
  switch (dtype) {
    case DType::F32:
      return Tensor::scalar(static_cast<float>(real));
    case DType::I8:
      return Tensor::scalar(static_cast<int8_t>(n.integer));
    case DType::U8:
      return Tensor::scalar(static_cast<uint8_t>(n.integer));
    case DType::I32:
      return Tensor::scalar(static_cast<int32_t>(n.integer));
    case DType::I64:
      return Tensor::scalar(n.integer);
    case DType::Bool:
      return Tensor::scalar(n.integer != 0);
  }
  VTA_CHECK(false, "element type {}", static_cast<int>(dtype));
}

bool fits(const Number& n, DType dtype) {
  const auto within = [&](int64_t low, int64_t high) {
    return !n.is_float && n.integer >= low && n.integer <= high;
  };
  switch (dtype) {
    case DType::F32:
    case DType::I64:
      return dtype == DType::F32 || !n.is_float;
    case DType::I8:
      return within(-128, 127);
    case DType::U8:
      return within(0, 255);
    case DType::I32:
      return within(std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max());
    case DType::Bool:
      return within(0, 1);
  }
  return false;
}

void check_depth(const Cursor& cursor, int depth) {
  constexpr int kMaxDepth = 100;
  if (depth > kMaxDepth)
    cursor.fail_message(cursor.peek(), fmt::format("nested deeper than {}", kMaxDepth));
}

static AttrValue parse_list(Cursor& cursor, int depth);

AttrValue parse_attribute(Cursor& cursor, int depth) {
  check_depth(cursor, depth);
  const Token at = cursor.peek();
  if (at.is("["))
    return parse_list(cursor, depth);
  cursor.next();
  if (at.kind == Token::Kind::String)
    return at.text;
  if (at.is_name("True") || at.is_name("False"))
    return at.text == "True";
  if (is_number(at))
    if (const auto number = read_number(at)) {
      if (number->is_float)
        return number->real;
      return number->integer;
    }
  cursor.fail(at, "an attribute value: a number, string, True, False or list");
}

static AttrValue parse_list(Cursor& cursor, int depth) {
  const Token open = cursor.expect("[");
  IntList integers;
  std::vector<IntList> lists;
  while (!cursor.peek().is("]")) {
    const AttrValue value = parse_attribute(cursor, depth + 1);
    if (const auto* integer = std::get_if<int64_t>(&value))
      integers.push_back(*integer);
    else if (const auto* inner = std::get_if<IntList>(&value))
      lists.push_back(*inner);
    else
      cursor.fail_message(open, "found a list of other things, expected integers or lists of them");
    if (!cursor.accept(","))
      break;
  }
  cursor.expect("]");
  if (!integers.empty() && !lists.empty())
    cursor.fail_message(open, "found a mixed list, expected integers or lists of them");
  if (!lists.empty())
    return lists;
  return integers;
}

}  // namespace vta
