// Devices in the form of a report's header.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "config/device.h"

namespace vta::explore {

// The device that areas are compared with: its budget, and the column with the share of it.
boost::json::object device_json(const FpgaDevice& device);
// All known devices, preceded by this one if it is not among them.
boost::json::array devices_json(const FpgaDevice& device);

}  // namespace vta::explore
