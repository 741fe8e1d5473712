#include "base/class_names.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <sstream>
#include <string_view>

#include "base/error.h"
#include "base/file.h"
#include "base/plural.h"
#include "base/text_safety.h"

namespace vta {
namespace {

// A dictionary of numbers and strings as Python writes one, and nothing else of the language.
class DictionaryReader {
 public:
  DictionaryReader(std::string_view text, const std::string& origin)
      : text_(text), origin_(origin) {}

  std::vector<std::string> read() {
    expect('{', "a dictionary begins with {");
    while (!taken('}')) {
      entry();
      if (!taken(',')) {
        expect('}', "after a name comes , or }");
        break;
      }
    }
    skip_blanks();
    if (at_ < text_.size())
      fail("nothing may follow the closing }");
    return by_class();
  }

 private:
  [[noreturn]] void fail(const std::string& legal) const {
    const std::string there =
        at_ < text_.size() ? fmt::format("'{}'", printable(text_.substr(at_, kShown))) : "its end";
    throw InputError(
        fmt::format("labels '{}', line {}: {}, there is {}", origin_, line_, legal, there));
  }

  void advance() { line_ += text_[at_++] == '\n' ? 1 : 0; }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (text_[at_] == '#')
        while (at_ < text_.size() && text_[at_] != '\n')
          ++at_;
      else if (kBlanks.find(text_[at_]) != std::string_view::npos)
        advance();
      else
        return;
    }
  }

  bool taken(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c)
      return false;
    ++at_;
    return true;
  }

  void expect(char c, const char* legal) {
    if (!taken(c))
      fail(legal);
  }

  void entry() {
    const int64_t key = number();
    const int64_t line = line_;
    expect(':', "after a class comes :");
    std::string name = string();
    const auto [at, first] = entries_.try_emplace(key, Entry{std::move(name), line});
    if (!first)
      throw InputError(fmt::format("labels '{}', line {}: class {} has a name already, in line {}",
                                   origin_, line, key, at->second.line));
  }

  int64_t number() {
    skip_blanks();
    int64_t value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    const auto length = static_cast<size_t>(end - begin);
    if (error != std::errc{} || value < 0 || (length > 1 && *begin == '0') || *begin == '-')
      fail("a class is a number 0, 1, 2, ...");
    at_ += length;
    return value;
  }

  std::string string() {
    skip_blanks();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"')
      fail("a name is a string in ' or \"");
    ++at_;
    std::string out;
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] == '\n' || text_[at_] == '\r')
        fail("a name ends in its line");
      if (text_[at_] == '\\')
        out += escape();
      else
        out += text_[at_++];
    }
    if (at_ >= text_.size())
      fail(fmt::format("a name ends with {}", quote));
    ++at_;
    return out;
  }

  std::string escape() {
    const char kind = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    switch (kind) {
      case '\\':
      case '\'':
      case '"':
        at_ += 2;
        return {kind};
      case 'n':
      case 't':
        at_ += 2;
        return kind == 'n' ? "\n" : "\t";
      case 'x':
        return code_point(2);
      case 'u':
        return code_point(4);
    }
    fail("escapes are \\\\ \\' \\\" \\n \\t \\xHH \\uHHHH");
  }

  // As UTF-8.
  std::string code_point(size_t digits) {
    uint32_t code = 0;
    const std::string_view hex = text_.substr(std::min(at_ + 2, text_.size()), digits);
    const auto [end, error] = std::from_chars(hex.data(), hex.data() + hex.size(), code, 16);
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    if (error != std::errc{} || end != hex.data() + digits || code == 0 || surrogate)
      fail(fmt::format("an escape of a character has {} hexadecimal digits", digits));
    at_ += 2 + digits;
    const auto byte = [](uint32_t value) { return static_cast<char>(value); };
    if (code < 0x80)
      return {byte(code)};
    if (code < 0x800)
      return {byte(0xC0 | code >> 6), byte(0x80 | (code & 63))};
    return {byte(0xE0 | code >> 12), byte(0x80 | (code >> 6 & 63)), byte(0x80 | (code & 63))};
  }

  std::vector<std::string> by_class() {
    std::vector<std::string> names;
    for (auto& [key, entry] : entries_) {
      if (key != std::ssize(names))
        throw InputError(fmt::format("labels '{}': class {} has no name, line {} has class {}",
                                     origin_, names.size(), entry.line, key));
      names.push_back(std::move(entry.name));
    }
    return names;
  }

  struct Entry {
    std::string name;
    int64_t line = 0;
  };
  static constexpr std::string_view kBlanks = " \t\r\n";
  static constexpr size_t kShown = 16;

  std::string_view text_;
  const std::string& origin_;
  size_t at_ = 0;
  int64_t line_ = 1;
  std::map<int64_t, Entry> entries_;
};

}  // namespace

namespace {

bool is_dictionary(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && text[first] == '{';
}

}  // namespace

std::vector<std::string> parse_class_names(const std::string& text, const std::string& origin) {
  if (is_dictionary(text))
    return DictionaryReader(text, origin).read();
  std::vector<std::string> labels;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    labels.push_back(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
  return labels;
}

std::vector<std::string> read_class_names(const std::string& path, int64_t classes) {
  const std::string text = read_text_file(path, kMostTextBytes);
  std::vector<std::string> labels = parse_class_names(text, path);
  if (classes > 0 && std::ssize(labels) != classes)
    throw InputError(fmt::format("labels '{}': {}, the network has {}", path,
                                 counted(std::ssize(labels), is_dictionary(text) ? "name" : "line"),
                                 counted(classes, "class")));
  return labels;
}

}  // namespace vta
