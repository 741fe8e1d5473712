// Devices as a report's header has them.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "config/device.h"

namespace vta::explore {

// The device that areas are compared with: its budget, and which column has the share of it.
boost::json::object device_json(const FpgaDevice& device);
// All known ones, and this one in front where it is not among them.
boost::json::array devices_json(const FpgaDevice& device);

}  // namespace vta::explore
