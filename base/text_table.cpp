#include "base/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/text_safety.h"

namespace vta {
namespace {

constexpr size_t kGap = 2;
constexpr std::string_view kDots = "...";

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u;
}

// The first n characters, or the last.
std::string_view head(std::string_view text, size_t n) {
  size_t at = 0;
  while (at < text.size() && (continues(text[at]) || n-- > 0))
    ++at;
  return text.substr(0, at);
}

std::string_view tail(std::string_view text, size_t n) {
  size_t at = text.size();
  while (at > 0 && n > 0)
    n -= continues(text[--at]) ? 0 : 1;
  return text.substr(at);
}

std::string padded(const std::string& cell, size_t width, bool right) {
  const std::string blanks(width - std::min(width, shown_width(cell)), ' ');
  return right ? blanks + cell : cell + blanks;
}

}  // namespace

void TextTable::add(std::vector<std::string> cells) {
  VTA_CHECK(cells.size() == columns_.size(), "{} cells in a table of {} columns", cells.size(),
            columns_.size());
  rows_.push_back(std::move(cells));
}

// Of every column, with shortened ones at most `limit` wide.
std::vector<size_t> TextTable::widths(const Rows& rows, size_t limit) const {
  std::vector<size_t> out;
  for (size_t c = 0; c < columns_.size(); ++c) {
    size_t width = 0;
    for (const auto& row : rows)
      width = std::max(width, shown_width(row[c]));
    if (columns_[c].shortens)
      width = std::min(width, limit);
    out.push_back(std::max(width, shown_width(columns_[c].header)));
  }
  return out;
}

std::string TextTable::text(size_t width) const {
  Rows rows = rows_;
  for (auto& row : rows)
    for (std::string& cell : row)
      cell = printable(cell);
  const auto line_width = [](const std::vector<size_t>& columns) {
    return std::accumulate(columns.begin(), columns.end(), kGap * (columns.size() - 1));
  };
  size_t limit = width;
  while (limit > kLeastWidth && line_width(widths(rows, limit)) > width)
    --limit;
  const std::vector<size_t> columns = widths(rows, limit);
  std::string out;
  const auto add_line = [&](const auto& cell_of) {
    std::string line;
    for (size_t c = 0; c < columns.size(); ++c) {
      const size_t most = columns_[c].shortens ? columns[c] : std::string::npos;
      line += std::string(c > 0 ? kGap : 0, ' ') +
              padded(shorten_middle(cell_of(c), most), columns[c], columns_[c].number);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  add_line([&](size_t c) { return columns_[c].header; });
  for (const auto& row : rows)
    add_line([&](size_t c) { return row[c]; });
  return out;
}

std::string TextTable::csv() const {
  std::string out;
  for (size_t c = 0; c < columns_.size(); ++c)
    out.append(c > 0 ? "," : "").append(csv_cell(columns_[c].header));
  for (const auto& row : rows_) {
    out += '\n';
    for (size_t c = 0; c < row.size(); ++c)
      out.append(c > 0 ? "," : "").append(csv_cell(row[c]));
  }
  return out + "\n";
}

std::string shorten_middle(std::string_view text, size_t width) {
  const size_t length = shown_width(text);
  if (length <= width)
    return std::string(text);
  const size_t kept = std::max(width, kDots.size() + 2) - kDots.size();
  return fmt::format("{}{}{}", head(text, kept - kept / 2), kDots, tail(text, kept / 2));
}

size_t shown_width(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(text, [](char c) { return !continues(c); }));
}

}  // namespace vta
