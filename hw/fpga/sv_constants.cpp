#include "hw/fpga/sv_constants.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <functional>
#include <regex>

#include "base/error.h"

namespace vta {
namespace {

constexpr int kMostNames = 100;  // that lead to each other: more is a circle

// Recursive descent, one function a level of precedence.
class SvExpression {
 public:
  SvExpression(std::string_view text, const auto& name_value)
      : text_(text), name_value_(name_value) {}

  int64_t whole() {
    const int64_t value = choice();
    if (!peek().empty())
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
    const std::string word = take_word();
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

  std::string_view peek() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
      ++at_;
    return text_.substr(at_);
  }
  bool take(std::string_view token) {
    if (!peek().starts_with(token))
      return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!take(token))
      refuse();
  }
  std::string take_word() {
    const std::string_view rest = peek();
    size_t length = 0;
    while (length < rest.size() &&
           (std::isalnum(static_cast<unsigned char>(rest[length])) != 0 || rest[length] == '_'))
      ++length;
    at_ += length;
    return std::string(rest.substr(0, length));
  }
  [[noreturn]] void refuse() const {
    throw InputError(fmt::format("the RTL's constant expression '{}' is not understood at '{}'",
                                 text_, text_.substr(std::min(at_, text_.size()))));
  }

  std::string_view text_;
  std::function<int64_t(const std::string&)> name_value_;
  size_t at_ = 0;
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
  static const std::regex constant(R"(localparam\s+int\s+unsigned\s+(\w+)\s*=\s*([^;]+);)");
  const std::string code = without_comments(text);
  for (std::sregex_iterator at(code.begin(), code.end(), constant), end; at != end; ++at)
    expressions_[(*at)[1]] = (*at)[2];
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
