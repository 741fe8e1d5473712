// Whole files, in and out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vta {

// What a text that people write may have: configurations, specifications, tiles.
inline constexpr int64_t kMostTextBytes = int64_t{64} << 20;
// Assembly, of which a network's is long.
inline constexpr int64_t kMostAssemblyBytes = int64_t{256} << 20;
// And what programs write: listings with their constants, runs.
inline constexpr int64_t kMostListingBytes = int64_t{1} << 30;

// Also where the system cannot open it by that name, as of a socket.
inline constexpr std::string_view kStandardInput = "/dev/stdin";

// Whether there is something of this name. What cannot be one (too long, links in a circle) is
// none.
bool file_exists(const std::string& path) noexcept;

// InputError naming the path where it cannot be read (a directory cannot). ResourceError where it
// has more than the policy in force allows, or than `most`: of a file before anything is read, of a
// stream, which may have no end, once so much has come.
std::vector<std::byte> read_file(const std::string& path);
std::string read_text_file(const std::string& path,
                           int64_t most = std::numeric_limits<int64_t>::max());
// Whole or not at all (base/output_file.h, where streams are too); OutputError names the path.
void write_file(const std::string& path, std::span<const std::byte> bytes);
void write_text_file(const std::string& path, std::string_view text);

}  // namespace vta
