// The one hash of the project: XXH3, 64 bits, as 16 lower-case hex digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vta {

uint64_t hash64(std::span<const std::byte> bytes);
uint64_t hash64(std::string_view text);
std::string hash_hex(uint64_t hash);  // "%016x"
std::string hash_hex(std::span<const std::byte> bytes);
std::string hash_hex(std::string_view text);

}  // namespace vta
