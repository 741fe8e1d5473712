#include "hw/fpga/sv_constants.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <functional>

#include "base/error.h"
#include "hw/fpga/sv_text.h"

namespace vta {
namespace {

constexpr int kMostNames = 100;  // that lead to each other: more is a circle

// Recursive descent, one function a level of precedence.
class SvExpression {
 public:
  SvExpression(std::string_view text, const auto& name_value)
      : text_(text), left_(text), name_value_(name_value) {}

  int64_t whole() {
    const int64_t value = choice();
    if (!left_.rest().empty())
      refuse();
    return value;
  }

 private:
  int64_t choice() {
    const int64_t condition = comparison();
    if (!take("?"))
      return condition;
    const int64_t yes = choice();
    expect(":");
    const int64_t no = choice();
    return condition != 0 ? yes : no;
  }

  int64_t comparison() {
    const int64_t left = sum();
    if (take("=="))
      return left == sum();
    if (take("!="))
      return left != sum();
    if (take("<"))
      return left < sum();
    if (take(">"))
      return left > sum();
    return left;
  }

  int64_t sum() {
    int64_t value = product();
    while (true) {
      if (take("+"))
        value += product();
      else if (take("-"))
        value -= product();
      else
        return value;
    }
  }

  int64_t product() {
    int64_t value = atom();
    while (true) {
      if (take("*"))
        value *= atom();
      else if (take("/"))
        value /= divisor();
      else if (take("%"))
        value %= divisor();
      else
        return value;
    }
  }

  int64_t divisor() {
    const int64_t value = atom();
    if (value == 0)
      refuse();
    return value;
  }

  int64_t atom() {
    if (take("("))
      return in_parentheses();
    if (take("$clog2")) {
      expect("(");
      const int64_t value = in_parentheses();
      return value <= 1 ? 0 : std::bit_width(static_cast<uint64_t>(value - 1));
    }
    const std::string word(left_.take_word());
    if (word.empty())
      refuse();
    if (std::isdigit(static_cast<unsigned char>(word.front())) == 0)
      return name_value_(word);
    if (word.find_first_not_of("0123456789") != std::string::npos || word.size() > 18)
      refuse();
    return std::stoll(word);
  }

  int64_t in_parentheses() {
    const int64_t value = choice();
    expect(")");
    return value;
  }

  bool take(std::string_view token) { return left_.take(token); }
  void expect(std::string_view token) {
    if (!take(token))
      refuse();
  }
  [[noreturn]] void refuse() {
    throw InputError(fmt::format("the RTL's constant expression '{}' is not understood at '{}'",
                                 text_, left_.rest()));
  }

  std::string_view text_;
  SvText left_;
  std::function<int64_t(const std::string&)> name_value_;
};

}  // namespace

std::string without_comments(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with("//"))
      at = std::min(text.find('\n', at), text.size());
    else if (text.substr(at).starts_with("/*"))
      at = std::min(text.find("*/", at), text.size() - 2) + 2;
    else
      out += text[at++];
  }
  return out;
}

void SvConstants::add_package(std::string_view text) {
  const std::string code = without_comments(text);
  SvText left(code);
  while (!left.rest().empty()) {
    if (left.take_keyword("localparam") && left.take_keyword("int") &&
        left.take_keyword("unsigned")) {
      const std::string name(left.take_word());
      if (left.take("="))
        expressions_[name] = left.take_until(';');
    } else if (left.take_word().empty()) {
      left.take(left.rest().substr(0, 1));
    }
  }
}

int64_t SvConstants::value(std::string_view expression) const {
  int depth = 0;
  const std::function<int64_t(std::string_view)> evaluate = [&](std::string_view text) {
    return SvExpression(
               text,
               [&](const std::string& name) {
                 const auto found = expressions_.find(name);
                 if (found == expressions_.end() || depth >= kMostNames)
                   throw InputError(fmt::format("the RTL's packages give '{}' no value", name));
                 ++depth;
                 const int64_t value = evaluate(found->second);
                 --depth;
                 return value;
               })
        .whole();
  };
  return evaluate(expression);
}

}  // namespace vta
