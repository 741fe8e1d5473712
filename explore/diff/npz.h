// NumPy's .npz files: zip archives of .npy files, stored or deflated.
#pragma once

#include <map>
#include <string>

#include "base/tensor.h"

namespace vta::explore {

// Arrays by name, without ".npy". InputError names the file, the member at fault and what is wrong
// with it; ResourceError for members that the policy in force does not allow.
std::map<std::string, Tensor> read_npz(const std::string& path);
std::map<std::string, Tensor> parse_npz(std::span<const std::byte> bytes,
                                        const std::string& origin);

}  // namespace vta::explore
