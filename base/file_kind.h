// Recognizes files of an unexpected kind, for messages that name the kind and the remedy.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace vta {

// The number of bytes at a file's beginning that file_kind() examines.
inline constexpr size_t kFileKindBytes = 512;

// "is a Git LFS pointer, not the file itself: git lfs pull gets it", to be put after the file's
// name; empty if the kind is not recognized. An empty file has the kind "is empty".
std::string file_kind(std::span<const std::byte> beginning);

// A TensorFlow Lite model, by its identifier.
bool is_tflite(std::span<const std::byte> beginning);
// The same of a file; of one that cannot be read twice, as a pipe, by its name.
bool is_tflite(const std::string& path);

// Of a sweep or of the tuner, by its first bytes: names of databases are free.
bool is_database(const std::string& path);

}  // namespace vta
