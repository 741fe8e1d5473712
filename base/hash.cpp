#include "base/hash.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace vta {

uint64_t hash64(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

uint64_t hash64(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

std::string hash_hex(uint64_t hash) {
  return fmt::format("{:016x}", hash);
}
std::string hash_hex(std::span<const std::byte> bytes) {
  return hash_hex(hash64(bytes));
}
std::string hash_hex(std::string_view text) {
  return hash_hex(hash64(text));
}

}  // namespace vta
