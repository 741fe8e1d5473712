// A file of parameters with checksums made right, read and put into a program.
#include <cstdlib>
#include <vector>

#include "runtime/parameters.h"
#include "tests/fuzz/container_checksums.h"
#include "tests/fuzz/fuzz_limits.h"
#include "tests/runtime/test_program.h"

namespace {

// What a program takes it then has, all of it.
void read_and_fit(std::span<const std::byte> bytes) {
  static const vta::Program program = vta::test::make_rich_program();
  std::vector<std::byte> file(bytes.begin(), bytes.end());
  vta::fuzz::correct_parameters(file);
  const vta::Parameters read = vta::parse_parameters(file, "fuzz");
  const vta::Program fitted = vta::with_parameters(program, read);
  if (vta::parameters_of(fitted).content_hash() != read.content_hash())
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return vta::fuzz::within_limits(data, size, read_and_fit);
}
