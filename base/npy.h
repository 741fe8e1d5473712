// NumPy's .npy files: one array each, format versions 1 and 2, little-endian, C order.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/tensor.h"

namespace vta {

// |u1, |i1, <i4, <i8, <f4 and |b1 keep their type; <f8 and <f2 become float32. Anything else, and a
// file whose size is not what its header says, is an InputError that names the file.
Tensor read_npy(const std::string& path);
Tensor parse_npy(std::span<const std::byte> bytes, std::string_view origin);

void write_npy(const std::string& path, const Tensor& tensor);  // version 1
std::vector<std::byte> npy_bytes(const Tensor& tensor);

}  // namespace vta
