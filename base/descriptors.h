// How many files a process may have open, for what cannot say itself that there are too few.
#pragma once

#include <cstdint>
#include <string_view>

namespace vta {

// ResourceError unless so many more may be opened now.
void require_descriptors(int64_t count, std::string_view who);

// Raises this process's own limit to that many where the system's limit lets it.
void allow_descriptors(int64_t count);

}  // namespace vta
