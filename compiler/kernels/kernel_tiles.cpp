#include "compiler/kernels/kernel_tiles.h"

#include <array>

#include "base/error.h"
#include "compiler/kernels/kernels.h"

namespace vta {
namespace {

namespace json = boost::json;

constexpr int64_t kMostField = 1 << 20;

constexpr std::array kOrders = {LoopOrder::HeightChannelWidth, LoopOrder::ChannelHeightWidth};

std::span<const TileField> fields_of(const KernelTiles& tiles) {
  for (const KernelKind* kind : kernel_kinds())
    if (kind->empty.index() == tiles.index())
      return kind->fields;
  return {};
}

json::value field_json(const TileField& field, int64_t value) {
  switch (field.form) {
    case TileField::Form::Number:
      break;
    case TileField::Form::Flag:
      return value != 0;
    case TileField::Form::Order:
      return loop_order_name(static_cast<LoopOrder>(value));
  }
  return value;
}

int64_t read_order(const JsonReader& reader, std::string_view name) {
  const std::string text = reader.get_string(name);
  for (const LoopOrder order : kOrders)
    if (text == loop_order_name(order))
      return static_cast<int64_t>(order);
  throw InputError(fmt::format("{}: {} is \"{}\", legal are \"{}\" and \"{}\"", reader.where(),
                               name, text, loop_order_name(kOrders[0]),
                               loop_order_name(kOrders[1])));
}

int64_t read_field(const JsonReader& reader, const TileField& field) {
  switch (field.form) {
    case TileField::Form::Number:
      break;
    case TileField::Form::Flag:
      return reader.get_bool(field.name) ? 1 : 0;
    case TileField::Form::Order:
      return read_order(reader, field.name);
  }
  return reader.get_int(field.name, 0, kMostField);
}

}  // namespace

const char* loop_order_name(LoopOrder order) {
  switch (order) {
    case LoopOrder::HeightChannelWidth:
      return "height, channel, width";
    case LoopOrder::ChannelHeightWidth:
      return "channel, height, width";
  }
  return "";
}

std::string tiles_problem(const LayerId& layer, const KernelTiles& tiles, const VtaConfig& config) {
  return kind_of(layer).tiles_problem(layer, tiles, config);
}

json::object tiles_json(const KernelTiles& tiles) {
  json::object out;
  for (const TileField& field : fields_of(tiles))
    if (const int64_t value = field.get(tiles); value != 0 || !field.zero_is_left_out)
      out[field.name] = field_json(field, value);
  return out;
}

KernelTiles tiles_of_json(const LayerId& layer, const JsonReader& reader) {
  const KernelKind& kind = kind_of(layer);
  std::vector<std::string_view> known;
  for (const TileField& field : kind.fields)
    known.push_back(field.name);
  reader.refuse_unknown(known);
  KernelTiles tiles = kind.empty;
  for (const TileField& field : kind.fields)
    if (!field.zero_is_left_out || reader.has(field.name))
      field.set(tiles, read_field(reader, field));
  return tiles;
}

}  // namespace vta
