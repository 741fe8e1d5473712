// A NumPy array, read, written and read again: the same array.
#include <algorithm>

#include "base/npy.h"
#include "tests/fuzz/fuzz_limits.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return vta::fuzz::within_limits(data, size, [](std::span<const std::byte> bytes) {
    const vta::Tensor tensor = vta::parse_npy(bytes, "fuzz");
    const vta::Tensor again = vta::parse_npy(vta::npy_bytes(tensor), "written");
    VTA_CHECK(again.shape() == tensor.shape() && again.dtype() == tensor.dtype() &&
                  std::ranges::equal(again.bytes(), tensor.bytes()),
              "an array of shape {} changed", vta::shape_text(tensor.shape()));
  });
}
