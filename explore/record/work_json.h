// The share of a network that runs on the accelerator, as the JSON that every document has of it.
#pragma once

#include <boost/json/object.hpp>

#include "base/json.h"
#include "runtime/work_share.h"

namespace vta::explore {

// {"device_macs", "network_macs", "device_mac_percent", "host_operators": [{"op", "count",
// "macs"}]}
boost::json::object work_json(const WorkShare& work);
boost::json::array host_operators_json(const WorkShare& work);

// The exact inverses. InputError names what is wrong: the accelerator cannot have more than the
// network, and what it lacks is the host's.
WorkShare read_work(const JsonReader& work);
std::vector<HostOperator> read_host_operators(const JsonReader& parent, std::string_view key);

}  // namespace vta::explore
