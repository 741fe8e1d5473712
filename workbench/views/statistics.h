// Counters and errors of one run on a device, as text; tokens also as JSON.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "sim/device.h"

namespace vta::workbench {

// The block "Execution statistics": names and order of the accelerator's counters.
std::string execution_statistics(const Counters& counters);
// "load->compute 1, ..." with the counters that are not zero.
std::string tokens_text(const RunReport& report);
boost::json::object tokens_object(const RunReport& report);

}  // namespace vta::workbench
