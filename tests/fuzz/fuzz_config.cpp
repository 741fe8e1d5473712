// A configuration: what is legal can be printed and read back, and says what follows from it.
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "config/vta_config.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const auto config = vta::parse_config({reinterpret_cast<const char*>(data), size}, "config");
    VTA_CHECK(vta::parse_config(config.to_json(), "again") == config, "printed otherwise");
    (void)config.hash();
  } catch (const vta::Error&) {
  }
  return 0;
}
