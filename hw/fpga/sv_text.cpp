#include "hw/fpga/sv_text.h"

#include <algorithm>
#include <cctype>

namespace vta {
namespace {

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

bool is_in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

size_t length_while(std::string_view text, bool (*holds)(char)) {
  return static_cast<size_t>(std::ranges::find_if_not(text, holds) - text.begin());
}

}  // namespace

std::string_view SvText::rest() {
  rest_.remove_prefix(length_while(rest_, is_space));
  return rest_;
}

bool SvText::take(std::string_view token) {
  if (!rest().starts_with(token))
    return false;
  rest_.remove_prefix(token.size());
  return true;
}

bool SvText::take_keyword(std::string_view word) {
  const size_t length = length_while(rest(), is_in_word);
  return rest_.substr(0, length) == word && take(word);
}

std::string_view SvText::take_word() {
  const std::string_view word = rest().substr(0, length_while(rest_, is_in_word));
  rest_.remove_prefix(word.size());
  return word;
}

std::string_view SvText::take_until(char end) {
  const std::string_view part = rest().substr(0, rest_.find(end));
  rest_.remove_prefix(part.size());
  return part;
}

}  // namespace vta
