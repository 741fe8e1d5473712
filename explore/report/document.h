// A report: its data and its page.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "explore/report/columns.h"

namespace vta::explore {

struct ReportDocument {
  boost::json::object header;  // docs/report_data.md
  std::vector<ColumnTable> tables;
};

// The data section: base64 of deflate of the header and the columns.
std::string data_section(const ReportDocument& document);
// One self-contained file. Names from the document, which may contain any characters, are in the
// data section only.
std::string report_page(const ReportDocument& document);

}  // namespace vta::explore
