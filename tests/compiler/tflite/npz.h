// NumPy's .npz files, as the tests of trained networks read them.
#pragma once

#include <map>
#include <string>

#include "base/tensor.h"

namespace vta {

// Arrays by name. Fails the test where a member is neither stored nor deflated.
std::map<std::string, Tensor> read_npz(const std::string& path);

}  // namespace vta
