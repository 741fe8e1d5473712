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

// The largest size of hand-written texts: configurations, specifications, tiles.
inline constexpr int64_t kMostTextBytes = int64_t{64} << 20;
// Of assembly, which is long for a network.
inline constexpr int64_t kMostAssemblyBytes = int64_t{256} << 20;
// Of texts that programs write: listings with their constants, runs.
inline constexpr int64_t kMostListingBytes = int64_t{1} << 30;

// Also if the system cannot open it by that name, for example a socket.
inline constexpr std::string_view kStandardInput = "/dev/stdin";

// Whether the name exists. Impossible names (too long, links in a circle) do not exist.
bool file_exists(const std::string& path) noexcept;

// InputError naming the path where it cannot be read (a directory cannot). ResourceError if it has
// more bytes than the policy in force or `most` allows: for a file before anything is read, for a
// stream, which may have no end, once so many bytes have arrived.
std::vector<std::byte> read_file(const std::string& path);
std::string read_text_file(const std::string& path,
                           int64_t most = std::numeric_limits<int64_t>::max());
// Whole or not at all (base/output_file.h, where streams are too); OutputError names the path.
void write_file(const std::string& path, std::span<const std::byte> bytes);
void write_text_file(const std::string& path, std::string_view text);

}  // namespace vta
