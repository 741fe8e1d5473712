// The setting `shape`: extents of a network's inputs.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/tensor.h"

namespace vta {

// "data=1,3,224,224" for each input. UsageError for another form, an extent that is no number of 1
// to 2^30, more axes than a tensor has, a name that comes twice; `name` is the setting's in it.
std::map<std::string, Shape> input_shapes(const std::vector<std::string>& arguments,
                                          std::string_view name);

}  // namespace vta
