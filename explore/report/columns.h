// Tables stored by column and compressed with deflate: the data section of a report.
//
// Integers are stored as they are or as differences to the row before, whichever deflates smaller,
// least significant bytes first and each byte of all rows together; texts as numbers of a list. Of
// a column that nearly follows from others only what is left over is stored.
// The layout of the bytes is in docs/report_data.md.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vta::explore {

struct Column {
  std::string name;
  std::variant<std::vector<int64_t>, std::vector<double>, std::vector<std::string>> values;
  int64_t rows() const;
};

class ColumnTable {
 public:
  explicit ColumnTable(std::string name) : name_(std::move(name)) {}

  // Every column of a table has as many rows as its first. Integers stay below 2^53, the largest
  // range that a browser's numbers hold exactly.
  void add(Column column);
  // That integers of `name` are about the sum of columns less that of others: they are stored as
  // the difference if that is smaller. What is expected is so in the order of the table, by columns
  // of which nothing is expected later. Nothing if the table lacks one of the columns.
  void expect(const std::string& name, std::vector<std::string> plus,
              std::vector<std::string> minus = {});

  const std::string& name() const { return name_; }
  int64_t rows() const { return columns_.empty() ? 0 : columns_.front().rows(); }
  const std::vector<Column>& columns() const { return columns_; }

  struct Expectation {
    std::string name;
    std::vector<std::string> plus, minus;
  };
  const std::vector<Expectation>& expectations() const { return expectations_; }

 private:
  std::string name_;
  std::vector<Column> columns_;
  std::vector<Expectation> expectations_;
};

// The description of a table for the header; appends its bytes to `bytes`.
boost::json::object pack_table(const ColumnTable& table, std::string& bytes);

// zlib's format (RFC 1950), which browsers call "deflate".
std::string deflate_bytes(std::string_view bytes);
std::string base64_text(std::string_view bytes);

}  // namespace vta::explore
