#include <algorithm>
#include <array>
#include <boost/json.hpp>

#include "base/file.h"
#include "base/round.h"
#include "compiler/schedule/published_table.h"
#include "compiler/schedule/schedule_file.h"
#include "compiler/schedule/tile_file.h"

namespace vta {
namespace {

namespace json = boost::json;

// Keys that describe rather than schedule: a table may carry them, they are not read.
constexpr std::array<std::string_view, 6> kDescriptive = {
    "name",     "count_with_relu",           "count_without_relu",
    "per_conv", "alu_ops_per_output_vector", "what"};

struct Reader {
  const json::object& entry;
  std::string where;

  int64_t integer(std::string_view key) const {
    const json::value* v = entry.if_contains(key);
    if (v == nullptr || !v->is_int64())
      throw InputError(fmt::format("{}: key '{}' must be given as an integer", where, key));
    const int64_t n = v->as_int64();
    if (n < 0 || n > (1 << 20))
      throw InputError(fmt::format("{}: '{}' is {}, legal are 0 to {}", where, key, n, 1 << 20));
    return n;
  }

  int64_t integer_or(std::string_view key, int64_t absent) const {
    return entry.if_contains(key) ? integer(key) : absent;
  }

  // [outer count, inner size] covering `extent`; returns the inner size.
  int64_t tile(std::string_view key, int64_t extent) const {
    const json::value* v = entry.if_contains(key);
    const bool pair = v != nullptr && v->is_array() && v->as_array().size() == 2 &&
                      v->as_array()[0].is_int64() && v->as_array()[1].is_int64();
    if (!pair)
      throw InputError(fmt::format("{}: key '{}' must be [outer count, inner size]", where, key));
    const int64_t outer = v->as_array()[0].as_int64();
    const int64_t inner = v->as_array()[1].as_int64();
    if (inner < 1 || inner > extent || outer != ceil_div(extent, inner))
      throw InputError(fmt::format(
          "{}: {} = [{}, {}] does not cover {}: the inner size must be 1 to {} and the outer count "
          "the extent divided by it, rounded up",
          where, key, outer, inner, extent, extent));
    return inner;
  }
};

void check_keys(const json::object& entry, const std::string& where) {
  constexpr std::array<std::string_view, 14> known = {
      "in_hw", "in_h",   "in_w",   "in_channels", "out_channels", "kernel",     "stride",
      "pad",   "tile_h", "tile_w", "tile_ci",     "tile_co",      "oc_nthread", "h_nthread"};
  for (const auto& item : entry) {
    const std::string_view key = item.key();
    const bool ok = std::ranges::find(known, key) != known.end() ||
                    std::ranges::find(kDescriptive, key) != kDescriptive.end();
    if (!ok)
      throw InputError(
          fmt::format("{}: unknown key '{}', known are {}", where, key, fmt::join(known, ", ")));
  }
}

}  // namespace

TileFile TileFile::parse(std::string_view text, std::string_view origin) {
  boost::system::error_code ec;
  const json::value root = json::parse(json::string_view(text.data(), text.size()), ec);
  if (ec)
    throw InputError(fmt::format("{}: not JSON: {}", origin, ec.message()));
  const json::value* list =
      root.is_object() ? root.as_object().if_contains("convolutions") : nullptr;
  if (list == nullptr || !list->is_array())
    throw InputError(fmt::format("{}: a tile file needs a list 'convolutions'", origin));

  TileFile file;
  if (const json::value* config = root.as_object().if_contains("config"))
    file.block_ = channel_group_of(*config, origin);
  for (size_t i = 0; i < list->as_array().size(); ++i) {
    const std::string where = fmt::format("{}: convolutions[{}]", origin, i);
    const json::value& value = list->as_array()[i];
    if (!value.is_object())
      throw InputError(fmt::format("{}: must be an object", where));
    const Reader r{value.as_object(), where};
    check_keys(r.entry, where);
    const int64_t hw = r.integer_or("in_hw", 0);
    Key key{r.integer_or("in_h", hw),  r.integer_or("in_w", hw), r.integer("in_channels"),
            r.integer("out_channels"), r.integer("kernel"),      0,
            r.integer("stride"),       r.integer("pad")};
    key.kw = key.kh;
    if (key.ih < 1 || key.iw < 1 || key.kh < 1 || key.stride < 1 ||
        key.kh > std::min(key.ih, key.iw) + 2 * key.pad)
      throw InputError(
          fmt::format("{}: in_hw, kernel and stride must describe a convolution", where));
    const int64_t oh = (key.ih + 2 * key.pad - key.kh) / key.stride + 1;
    const int64_t ow = (key.iw + 2 * key.pad - key.kw) / key.stride + 1;
    ConvTiles t;
    t.h = r.tile("tile_h", oh);
    t.w = r.tile("tile_w", ow);
    t.ci = r.tile("tile_ci", ceil_div(key.ic, file.block_));
    t.co = r.tile("tile_co", ceil_div(key.oc, file.block_));
    t.threads = std::max(r.integer_or("oc_nthread", 1), r.integer_or("h_nthread", 1));
    if (t.threads < 1 || t.threads > 2)
      throw InputError(fmt::format("{}: {} virtual threads, legal are 1 and 2", where, t.threads));
    t.inp_slots = t.wgt_slots = t.threads;
    if (!file.entries_.emplace(key, t).second)
      throw InputError(fmt::format("{}: its layer has been given tiles already", where));
  }
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
