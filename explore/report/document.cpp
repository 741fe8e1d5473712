#include "explore/report/document.h"

#include <boost/json.hpp>

#include "base/text_safety.h"
#include "explore/report/fields.h"
#include "explore/report/page.h"

namespace vta::explore {
namespace {

constexpr int kFormat = 2;

std::string little_endian(uint32_t value) {
  std::string out;
  for (int byte = 0; byte < 4; ++byte)
    out.push_back(static_cast<char>(value >> (8 * byte) & 0xff));
  return out;
}

}  // namespace

std::string data_section(const ReportDocument& document) {
  boost::json::object header = document.header;
  std::string bytes;
  boost::json::array tables;
  for (const ColumnTable& table : document.tables)
    tables.push_back(pack_table(table, bytes));
  header["format"] = kFormat;
  header["fields"] = fields_json();
  header["tables"] = std::move(tables);
  const std::string text = valid_utf8(boost::json::serialize(header));
  return base64_text(
      deflate_bytes(little_endian(static_cast<uint32_t>(text.size())) + text + bytes));
}

std::string report_page(const ReportDocument& document) {
  return std::string(kPageBefore) + data_section(document) + std::string(kPageAfter);
}

}  // namespace vta::explore
