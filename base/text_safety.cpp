#include "base/text_safety.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <boost/json/string_view.hpp>
#include <charconv>
#include <cstdint>
#include <utility>

namespace vta {
namespace {

// One character of UTF-8, or one byte that is none.
struct Character {
  enum Kind { Valid, Invalid, Incomplete };
  Kind kind = Invalid;
  size_t bytes = 1;
  uint32_t code = 0;
};

uint8_t byte_at(std::string_view text, size_t at) {
  return static_cast<uint8_t>(text[at]);
}

// Shortest forms only, no surrogates, at most U+10FFFF.
Character first_character(std::string_view text) {
  const uint32_t lead = byte_at(text, 0);
  if (lead < 0x80)
    return {Character::Valid, 1, lead};
  const size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4)
    return {};
  uint32_t code = lead & (0x7fU >> bytes);
  for (size_t k = 1; k < bytes; ++k) {
    if (k == text.size())
      return {Character::Incomplete, k, 0};
    const uint32_t next = byte_at(text, k);
    if ((next & 0xc0) != 0x80)
      return {};
    code = code << 6 | (next & 0x3f);
  }
  constexpr uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kSmallest[bytes] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
    return {};
  return {Character::Valid, bytes, code};
}

bool steers(uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e ||
         code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

bool is_plain(char c) {
  return c >= 0x20 && c < 0x7f;
}

std::string escape(uint32_t code) {
  return code < 0x100 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
}

// Characters one by one: `rewrite(character, its bytes)` appends what becomes of it.
template <typename Rewrite>
std::string rewritten(std::string_view text, const Rewrite& rewrite) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    size_t plain = 0;
    while (plain < text.size() && is_plain(text[plain]))
      ++plain;
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty())
      break;
    Character c = first_character(text);
    if (c.kind != Character::Valid)
      c = {Character::Invalid, 1, byte_at(text, 0)};
    rewrite(c, text.substr(0, c.bytes), out);
    text.remove_prefix(c.bytes);
  }
  return out;
}

std::string shown(std::string_view text, std::string_view kept) {
  return rewritten(text, [&](const Character& c, std::string_view bytes, std::string& out) {
    const bool stays = kept.find(bytes) != std::string_view::npos;
    if (c.kind == Character::Invalid || (steers(c.code) && !stays))
      out += escape(c.code);
    else
      out += bytes;
  });
}

// How many bytes at the end begin a character that is not complete.
size_t cut_bytes(std::string_view text) {
  for (size_t k = 1; k <= std::min<size_t>(3, text.size()); ++k)
    if ((byte_at(text, text.size() - k) & 0xc0) != 0x80)
      return first_character(text.substr(text.size() - k)).kind == Character::Incomplete ? k : 0;
  return 0;
}

bool is_number(std::string_view text) {
  if (text.starts_with('+'))
    text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string printable(std::string_view text) {
  return shown(text, "");
}

std::string printable_lines(std::string_view text) {
  return shown(text, "\n\t");
}

std::string PrintableStream::pass(std::string_view piece) {
  std::string text = cut_;
  text += piece;
  const size_t cut = cut_bytes(text);
  cut_ = text.substr(text.size() - cut);
  return printable_lines(std::string_view(text).substr(0, text.size() - cut));
}

std::string PrintableStream::rest() {
  return printable_lines(std::exchange(cut_, ""));
}

std::vector<std::string_view> utf8_characters(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const Character first = first_character(text);
    parts.push_back(text.substr(0, first.kind == Character::Valid ? first.bytes : 1));
    text.remove_prefix(parts.back().size());
  }
  return parts;
}

std::string valid_utf8(std::string_view text) {
  return rewritten(text, [](const Character& c, std::string_view bytes, std::string& out) {
    out += c.kind == Character::Valid ? bytes : "\xef\xbf\xbd";
  });
}

std::string json_string(std::string_view text) {
  const std::string quoted = boost::json::serialize(boost::json::string_view(valid_utf8(text)));
  return rewritten(quoted, [](const Character& c, std::string_view bytes, std::string& out) {
    if (steers(c.code))
      out += fmt::format("\\u{:04x}", c.code);
    else
      out += bytes;
  });
}

std::string csv_cell(std::string_view text) {
  std::string cell = printable(text);
  if (!cell.empty() && std::string_view("=+-@").find(cell.front()) != std::string_view::npos &&
      !is_number(cell))
    cell.insert(cell.begin(), '\'');
  if (cell.find_first_of(",\"") == std::string::npos)
    return cell;
  std::string quoted = "\"";
  for (const char c : cell)
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace vta
