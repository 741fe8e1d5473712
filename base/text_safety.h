// Text of unknown origin (names of layers, networks, files of others) on its way out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vta {

// Shows text as it is. Invalid UTF-8 and characters that control a terminal or change the direction
// of writing (controls, U+2028, U+202E, ...) are shown by their codes: \x1b, \xff, \u202e.
std::string printable(std::string_view text);

// The same for whole pages: line breaks and tabs stay.
std::string printable_lines(std::string_view text);

// The same for a page that comes in pieces, which may cut a character.
class PrintableStream {
 public:
  std::string pass(std::string_view piece);  // without a character that is not complete
  std::string rest();                        // at the end

 private:
  std::string cut_;
};

// The text cut into its UTF-8 characters. A byte that belongs to no character is a part by itself.
std::vector<std::string_view> utf8_characters(std::string_view text);

// The text with U+FFFD for every byte that is no UTF-8.
std::string valid_utf8(std::string_view text);

// A JSON string with its quotation marks: valid UTF-8, steering characters as \u escapes, so that a
// document can be printed and stored anywhere and reads back as the same text.
std::string json_string(std::string_view text);

// A cell of comma-separated values (RFC 4180): printable, quoted where that is needed. A text that
// a spreadsheet would compute (it begins with = + - @) gets an apostrophe in front; numbers do not.
std::string csv_cell(std::string_view text);

}  // namespace vta
