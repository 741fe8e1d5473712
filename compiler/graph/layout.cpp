#include "compiler/graph/layout.h"

#include <algorithm>
#include <cctype>

#include "base/error.h"

namespace vta {
namespace {

constexpr int64_t kMaxBlock = 65536;

[[noreturn]] void malformed(std::string_view text, std::string_view why) {
  throw CompileError(fmt::format(
      "layout '{}' {}: expected axis letters such as NCHW, NHWC or NCHW1n16c", text, why));
}

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

Layout::Layout(std::string_view text) : text_(text) {
  int64_t factor = 0;
  for (char c : text) {
    if (is_digit(c)) {
      factor = factor * 10 + (c - '0');
      if (factor > kMaxBlock)
        malformed(text, "has too large a block");
      continue;
    }
    if (!is_upper(c) && !is_lower(c))
      malformed(text, "has a character that is neither letter nor digit");
    if (is_upper(c) && factor != 0)
      malformed(text, "has a number before a capital");
    if (is_lower(c) && factor == 0)
      malformed(text, "has a block without its extent");
    if (index(c) >= 0)
      malformed(text, "repeats an axis");
    axes_.push_back({c, is_lower(c) ? factor : 1});
    factor = 0;
  }
  if (axes_.empty() || factor != 0)
    malformed(text, "is incomplete");
  for (const Axis& axis : axes_)
    if (is_lower(axis.letter) && index(static_cast<char>(axis.letter - 'a' + 'A')) < 0)
      malformed(text, "has a block without its axis");
}

int64_t Layout::index(char letter) const {
  for (size_t i = 0; i < axes_.size(); ++i)
    if (axes_[i].letter == letter)
      return static_cast<int64_t>(i);
  return -1;
}

int64_t Layout::block(char letter) const {
  const int64_t inner = index(static_cast<char>(letter - 'A' + 'a'));
  return inner < 0 ? 1 : axes_[static_cast<size_t>(inner)].block;
}

bool Layout::blocked() const {
  return std::any_of(axes_.begin(), axes_.end(), [](const Axis& a) { return is_lower(a.letter); });
}

int64_t Layout::extent(const Shape& shape, char letter) const {
  const int64_t axis = index(letter);
  VTA_CHECK(axis >= 0 && static_cast<int64_t>(shape.size()) == rank(), "layout {} shape {}", text_,
            shape_text(shape));
  return shape[static_cast<size_t>(axis)] * block(letter);
}

}  // namespace vta
