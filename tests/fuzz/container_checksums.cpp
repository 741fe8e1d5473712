#include "tests/fuzz/container_checksums.h"

#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace vta::fuzz {
namespace {

uint64_t read_u64(const std::vector<std::byte>& file, size_t at) {
  uint64_t value = 0;
  std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

void write_u64(std::vector<std::byte>& file, size_t at, uint64_t value) {
  std::memcpy(file.data() + at, &value, sizeof value);
}

}  // namespace

// Offsets of the container (runtime/program_file.cpp).
void correct_program(std::vector<std::byte>& file) {
  constexpr size_t kHeaderBytes = 256, kFirstSection = 24, kSectionBytes = 40, kSections = 5;
  constexpr size_t kOffset = 16, kBytes = 24, kChecksum = 32, kFileBytes = 16,
                   kHeaderChecksum = 248;
  if (file.size() < kHeaderBytes)
    return;
  size_t offset = kHeaderBytes;
  for (size_t i = 0; i < kSections; ++i) {
    const size_t section = kFirstSection + i * kSectionBytes;
    const size_t left = file.size() - offset;
    const size_t bytes =
        i + 1 == kSections ? left : std::min<uint64_t>(read_u64(file, section + kBytes), left);
    write_u64(file, section + kOffset, offset);
    write_u64(file, section + kBytes, bytes);
    write_u64(file, section + kChecksum, XXH3_64bits(file.data() + offset, bytes));
    offset += bytes;
  }
  write_u64(file, kFileBytes, file.size());
  write_u64(file, kHeaderChecksum, XXH3_64bits(file.data(), kHeaderChecksum));
}

// Offsets of the container (runtime/parameter_file.cpp).
void correct_parameters(std::vector<std::byte>& file) {
  constexpr size_t kHeaderBytes = 64, kFileBytes = 16, kTableBytes = 24, kTableChecksum = 32,
                   kValuesChecksum = 40, kHeaderChecksum = 56;
  if (file.size() < kHeaderBytes)
    return;
  const uint64_t table =
      std::min<uint64_t>(read_u64(file, kTableBytes), file.size() - kHeaderBytes);
  const std::byte* rest = file.data() + kHeaderBytes;
  write_u64(file, kFileBytes, file.size());
  write_u64(file, kTableBytes, table);
  write_u64(file, kTableChecksum, XXH3_64bits(rest, table));
  write_u64(file, kValuesChecksum, XXH3_64bits(rest + table, file.size() - kHeaderBytes - table));
  write_u64(file, kHeaderChecksum, XXH3_64bits(file.data(), kHeaderChecksum));
}

}  // namespace vta::fuzz
