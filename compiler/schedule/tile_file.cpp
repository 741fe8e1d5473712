#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/round.h"
#include "compiler/schedule/published_table.h"
#include "compiler/schedule/schedule_file.h"
#include "compiler/schedule/tile_file.h"

namespace vta {
namespace {

namespace json = boost::json;

constexpr int64_t kMost = 1 << 20;

void refuse_unknown(const JsonReader& layer) {
  layer.refuse_unknown({"in_hw", "in_h", "in_w", "in_channels", "out_channels", "kernel", "stride",
                        "pad", "tile_h", "tile_w", "tile_ci", "tile_co", "oc_nthread", "h_nthread",
                        // They describe rather than schedule: a table may carry them.
                        "name", "count_with_relu", "count_without_relu", "per_conv",
                        "alu_ops_per_output_vector", "what"});
}

int64_t integer_or(const JsonReader& layer, std::string_view key, int64_t absent) {
  return layer.has(key) ? layer.get_int(key, 0, kMost) : absent;
}

// [outer count, inner size] covering `extent`; returns the inner size.
int64_t read_tile(const JsonReader& layer, std::string_view key, int64_t extent) {
  const json::value* v = layer.object().if_contains(key);
  const bool pair = v != nullptr && v->is_array() && v->as_array().size() == 2 &&
                    v->as_array()[0].is_int64() && v->as_array()[1].is_int64();
  if (!pair)
    throw InputError(
        fmt::format("{}: key '{}' must be [outer count, inner size]", layer.where(), key));
  const int64_t outer = v->as_array()[0].as_int64();
  const int64_t inner = v->as_array()[1].as_int64();
  if (inner < 1 || inner > extent || outer != ceil_div(extent, inner))
    throw InputError(fmt::format(
        "{}: {} = [{}, {}] does not cover {}: the inner size must be 1 to {} and the outer count "
        "the extent divided by it, rounded up",
        layer.where(), key, outer, inner, extent, extent));
  return inner;
}

}  // namespace

void TileFile::add(const JsonReader& layer) {
  refuse_unknown(layer);
  const auto integer = [&](std::string_view key) { return layer.get_int(key, 0, kMost); };
  const int64_t hw = integer_or(layer, "in_hw", 0), kernel = integer("kernel");
  const Key key{integer_or(layer, "in_h", hw),
                integer_or(layer, "in_w", hw),
                integer("in_channels"),
                integer("out_channels"),
                kernel,
                kernel,
                integer("stride"),
                integer("pad")};
  if (key.ih < 1 || key.iw < 1 || key.kh < 1 || key.stride < 1 ||
      key.kh > std::min(key.ih, key.iw) + 2 * key.pad)
    throw InputError(
        fmt::format("{}: in_hw, kernel and stride must describe a convolution", layer.where()));
  ConvTiles t;
  t.h = read_tile(layer, "tile_h", (key.ih + 2 * key.pad - key.kh) / key.stride + 1);
  t.w = read_tile(layer, "tile_w", (key.iw + 2 * key.pad - key.kw) / key.stride + 1);
  t.ci = read_tile(layer, "tile_ci", ceil_div(key.ic, block_));
  t.co = read_tile(layer, "tile_co", ceil_div(key.oc, block_));
  t.threads = std::max(integer_or(layer, "oc_nthread", 1), integer_or(layer, "h_nthread", 1));
  if (t.threads < 1 || t.threads > 2)
    throw InputError(
        fmt::format("{}: {} virtual threads, legal are 1 and 2", layer.where(), t.threads));
  t.inp_slots = t.wgt_slots = t.threads;
  if (!entries_.emplace(key, t).second)
    throw InputError(fmt::format("{}: its layer has been given tiles already", layer.where()));
}

TileFile TileFile::parse(std::string_view text, std::string_view origin) {
  const json::value document = parse_json(text, origin);
  const JsonReader root(document, std::string(origin));
  TileFile file;
  if (root.has("config"))
    file.block_ = channel_group_of(root.object().at("config"), origin);
  const json::array& layers = root.get_array("convolutions");
  for (size_t i = 0; i < layers.size(); ++i)
    file.add(root.element(layers, i, "convolutions"));
  return file;
}

TileFile TileFile::load(const std::string& path) {
  return parse(read_text_file(path, kMostTextBytes), path);
}

const TileFile& TileFile::published_resnet18() {
  static const TileFile file = parse(kPublishedResnet18Table, "published ResNet-18 schedule");
  return file;
}

const ConvTiles* TileFile::find(const ConvGeometry& g) const {
  const bool square = g.stride_h == g.stride_w && g.pad_top == g.pad_left &&
                      g.pad_top == g.pad_bottom && g.pad_left == g.pad_right;
  const bool plain = g.groups == 1 && g.dilation_h == 1 && g.dilation_w == 1;
  if (!square || !plain)
    return nullptr;
  const auto it = entries_.find({g.ih, g.iw, g.ic, g.oc, g.kh, g.kw, g.stride_h, g.pad_top});
  return it == entries_.end() ? nullptr : &it->second;
}

}  // namespace vta
