// Positions of a program's description.
#pragma once

#include <boost/json/fwd.hpp>
#include <string>

#include "runtime/positions.h"

namespace vta {

boost::json::object positions_json(const Positions& positions);
// InputError, beginning with `where`: a member is missing or of another type.
Positions parse_positions(const boost::json::value& value, const std::string& where);

}  // namespace vta
