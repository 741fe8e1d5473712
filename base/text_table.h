// A table for a terminal, fitted to its width, or for a spreadsheet.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vta {

inline constexpr size_t kTableWidth = 120;  // where nothing else is known

struct TextColumn {
  std::string header;
  bool number = true;     // to the right; a text stands to the left
  bool shortens = false;  // long cells lose their middle where the table is too wide
};

class TextTable {
 public:
  explicit TextTable(std::vector<TextColumn> columns) : columns_(std::move(columns)) {}
  // One cell for each column.
  void add(std::vector<std::string> cells);

  // Columns as wide as their cells, which are made printable, two blanks between. Where a line has
  // more than `width` characters, columns that may are shortened, all to the same limit, but none
  // to less than kLeastWidth: a table of many wide numbers may stay wider.
  std::string text(size_t width) const;
  // Whole cells as base/text_safety.h, csv_cell, has them.
  std::string csv() const;

  static constexpr size_t kLeastWidth = 8;

 private:
  using Rows = std::vector<std::vector<std::string>>;
  std::vector<size_t> widths(const Rows& rows, size_t limit) const;

  std::vector<TextColumn> columns_;
  Rows rows_;
};

// "/layer1/laye...v1/Conv": at most `width` characters (of UTF-8), 5 at least.
std::string shorten_middle(std::string_view text, size_t width);
// Characters of UTF-8, of which each is taken to be one column wide.
size_t shown_width(std::string_view text);

}  // namespace vta
