// The data section of a report, decoded again: written from docs/report_data.md, not from the
// encoder.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vta::explore {

using DecodedColumn =
    std::variant<std::vector<int64_t>, std::vector<double>, std::vector<std::string>>;

struct DecodedPage {
  boost::json::object header;
  std::map<std::string, std::map<std::string, DecodedColumn>> tables;

  const std::vector<int64_t>& integers(const std::string& table, const std::string& column) const;
  const std::vector<std::string>& texts(const std::string& table, const std::string& column) const;
  // Of a column of integers or reals.
  std::vector<double> numbers(const std::string& table, const std::string& column) const;
};

DecodedPage decode_page(std::string_view html);
DecodedPage decode_section(std::string_view base64);

}  // namespace vta::explore
