#include "explore/tune/tiles_text.h"

#include <fmt/format.h>

#include <boost/json.hpp>

namespace vta::explore {

std::string tiles_text(const KernelTiles& tiles) {
  return boost::json::serialize(tiles_json(tiles));
}

KernelTiles parse_tiles(const LayerId& layer, const std::string& text, const std::string& where) {
  const boost::json::value value = parse_json(text, where);
  return tiles_of_json(layer, JsonReader(value, fmt::format("{}: '{}'", where, layer_text(layer))));
}

}  // namespace vta::explore
