// A tile file: --schedule FILE.json.
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "compiler/schedule/schedule.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    (void)vta::TileFile::parse({reinterpret_cast<const char*>(data), size}, "tiles");
  } catch (const vta::Error&) {
  }
  return 0;
}
