// What a file is that is not what was expected: people are told, and what to do.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace vta {

// As many bytes of a file's beginning as file_kind() looks at.
inline constexpr size_t kFileKindBytes = 512;

// "is a Git LFS pointer, not the file itself: git lfs pull gets it", to be put behind the file's
// name; empty where the beginning says nothing. An empty file is empty.
std::string file_kind(std::span<const std::byte> beginning);

// Of a sweep or of the tuner, by its first bytes: names of databases are free.
bool is_database(const std::string& path);

}  // namespace vta
