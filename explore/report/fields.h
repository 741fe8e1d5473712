// Names, meanings and units of the columns of a report's tables. The page has no names of its own.
#pragma once

#include <boost/json/array.hpp>

namespace vta::explore {

// "name", "label", "unit", "help" and "role" ("config", "rate") of every column that has a label,
// including columns that the page derives: docs/report_data.md.
boost::json::array fields_json();

}  // namespace vta::explore
