// Whole files, in and out.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vta {

// InputError naming the path where it cannot be read (a directory cannot).
std::vector<std::byte> read_file(const std::string& path);
std::string read_text_file(const std::string& path);
// Whole or not at all (base/output_file.h, where streams are too); OutputError names the path.
void write_file(const std::string& path, std::span<const std::byte> bytes);
void write_text_file(const std::string& path, std::string_view text);

}  // namespace vta
