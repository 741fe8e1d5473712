// A file of parameters with checksums made right, read and put into a program.
#include <xxhash.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "runtime/parameters.h"
#include "tests/fuzz/fuzz_limits.h"
#include "tests/runtime/test_program.h"

namespace {

// Offsets of the container (runtime/parameter_file.cpp).
constexpr size_t kHeaderBytes = 64, kFileBytes = 16, kTableBytes = 24, kTableChecksum = 32,
                 kValuesChecksum = 40, kHeaderChecksum = 56;

void write_u64(std::vector<std::byte>& file, size_t at, uint64_t value) {
  std::memcpy(file.data() + at, &value, sizeof value);
}

// The table is no longer than the file, and checksums agree: so mutations reach what lies behind.
void correct(std::vector<std::byte>& file) {
  if (file.size() < kHeaderBytes)
    return;
  uint64_t table = 0;
  std::memcpy(&table, file.data() + kTableBytes, sizeof table);
  table = std::min<uint64_t>(table, file.size() - kHeaderBytes);
  const std::byte* rest = file.data() + kHeaderBytes;
  write_u64(file, kFileBytes, file.size());
  write_u64(file, kTableBytes, table);
  write_u64(file, kTableChecksum, XXH3_64bits(rest, table));
  write_u64(file, kValuesChecksum, XXH3_64bits(rest + table, file.size() - kHeaderBytes - table));
  write_u64(file, kHeaderChecksum, XXH3_64bits(file.data(), kHeaderChecksum));
}

// What a program takes it then has, all of it.
void read_and_fit(std::span<const std::byte> bytes) {
  static const vta::Program program = vta::test::make_rich_program();
  std::vector<std::byte> file(bytes.begin(), bytes.end());
  correct(file);
  const vta::Parameters read = vta::parse_parameters(file, "fuzz");
  const vta::Program fitted = vta::with_parameters(program, read);
  if (vta::parameters_of(fitted).content_hash() != read.content_hash())
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return vta::fuzz::within_limits(data, size, read_and_fit);
}
