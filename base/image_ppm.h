// Binary PPM and PGM (P6, P5): a header in words, then bytes.
#pragma once

#include "base/image.h"

namespace vta {

bool is_ppm(std::span<const std::byte> bytes);

// One byte per value, the largest 255 at most; grey becomes three equal values. InputError names
// `origin` where the header is none, or the file ends before its pixels do; ResourceError for more
// pixels than the policy in force allows.
Image parse_ppm(std::span<const std::byte> bytes, std::string_view origin);

}  // namespace vta
