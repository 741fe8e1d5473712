// A tile file or a saved schedule: --schedule FILE.json.
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "compiler/schedule/schedule_file.h"
#include "compiler/schedule/tile_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    (void)vta::TileFile::parse(text, "tiles");
  } catch (const vta::Error&) {
  }
  try {
    (void)vta::ScheduleFile::parse(vta::parse_json(text, "schedule"), "schedule").text();
  } catch (const vta::Error&) {
  }
  return 0;
}
