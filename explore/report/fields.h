// What the columns of a report's tables are called and mean, and in which unit they are: the page
// has no names of its own.
#pragma once

#include <boost/json/array.hpp>

namespace vta::explore {

// "name", "label", "unit", "help" and "role" ("config", "rate") of every column that has a label,
// columns that the page derives among them: docs/report_data.md.
boost::json::array fields_json();

}  // namespace vta::explore
