// The share of a network that runs on the accelerator, and what a clock makes of it, as the JSON
// that every document has of them.
#pragma once

#include <boost/json/object.hpp>

#include "base/json.h"
#include "explore/record/quantity.h"

namespace vta::explore {

// {"device_macs", "network_macs", "device_mac_percent", "host_operators": [{"op", "count",
// "macs"}]}
boost::json::object work_json(const RunView& run);
boost::json::object work_json(const WorkShare& work);
boost::json::value figure_json(const Figure& figure);  // null: nothing
// The times by name, and whether the clock is an estimate; null without a clock.
boost::json::value clock_json(const std::optional<ClockTimes>& times);
boost::json::array host_operators_json(const WorkShare& work);

// The exact inverses. InputError names what is wrong: the accelerator cannot have more than the
// network, and what it lacks is the host's.
WorkShare read_work(const JsonReader& work);
std::vector<HostOperator> read_host_operators(const JsonReader& parent, std::string_view key);

}  // namespace vta::explore
