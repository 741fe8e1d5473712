// Tiles by the geometry of convolutions: the published table, and format 1 of what
// `--schedule FILE.json` takes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "compiler/kernels/conv/tiles.h"

namespace vta {

class JsonReader;

class TileFile {
 public:
  // InputError: malformed, missing or unknown keys, tile sizes that do not cover the layer, a layer
  // given twice.
  static TileFile parse(std::string_view text, std::string_view origin);
  static TileFile load(const std::string& path);
  static const TileFile& published_resnet18();  // embedded; for the default configuration

  // Tiles for a layer of this geometry, nullptr when the file has none.
  const ConvTiles* find(const ConvGeometry& geometry) const;
  size_t size() const { return entries_.size(); }
  int64_t block() const { return block_; }  // channels per unit of tile_ci and tile_co

 private:
  void add(const JsonReader& layer);

  int64_t block_ = 16;
  struct Key {
    int64_t ih, iw, ic, oc, kh, kw, stride, pad;
    auto operator<=>(const Key&) const = default;  // NOLINT: no pointer
  };
  std::map<Key, ConvTiles> entries_;
};

}  // namespace vta
