#include "compiler/schedule/kernel_tiles.h"

#include <array>

#include "base/error.h"
#include "compiler/schedule/schedule.h"

namespace vta {
namespace {

namespace json = boost::json;

constexpr int64_t kMostField = 1 << 20;

constexpr std::array kOrders = {LoopOrder::HeightChannelWidth, LoopOrder::ChannelHeightWidth};

// One table a kind of tiles: what is written, what is read, what is known.
template <typename Tiles>
struct Field {
  std::string_view name;
  std::variant<int64_t Tiles::*, bool Tiles::*, LoopOrder Tiles::*> member;
  bool zero_is_left_out = false;  // in a file
};

constexpr std::array<Field<ConvTiles>, 15> kConvFields = {{
    {"h", &ConvTiles::h},
    {"w", &ConvTiles::w},
    {"co", &ConvTiles::co},
    {"ci", &ConvTiles::ci},
    {"kh", &ConvTiles::kh},
    {"kw", &ConvTiles::kw},
    {"order", &ConvTiles::order},
    {"threads", &ConvTiles::threads},
    {"inp_slots", &ConvTiles::inp_slots},
    {"wgt_slots", &ConvTiles::wgt_slots},
    {"reuse", &ConvTiles::reuse},
    {"exact_taps", &ConvTiles::exact_taps},
    {"residual_groups", &ConvTiles::residual_groups},
    {"residual_slots", &ConvTiles::residual_slots},
    {"residual_rows", &ConvTiles::residual_rows, true},
}};
constexpr std::array<Field<ConvPoolTiles>, 3> kConvPoolFields = {{
    {"co", &ConvPoolTiles::co},
    {"columns", &ConvPoolTiles::columns},
    {"row_slots", &ConvPoolTiles::row_slots},
}};
constexpr std::array<Field<PoolTiles>, 6> kPoolFields = {{
    {"groups", &PoolTiles::groups},
    {"h", &PoolTiles::h},
    {"w", &PoolTiles::w},
    {"kh", &PoolTiles::kh},
    {"kw", &PoolTiles::kw},
    {"out_slots", &PoolTiles::out_slots},
}};
constexpr std::array<Field<AluTiles>, 2> kAluFields = {{
    {"elements", &AluTiles::elements},
    {"threads", &AluTiles::threads},
}};

std::span<const Field<ConvTiles>> fields_of(const ConvTiles&) {
  return kConvFields;
}
std::span<const Field<ConvPoolTiles>> fields_of(const ConvPoolTiles&) {
  return kConvPoolFields;
}
std::span<const Field<PoolTiles>> fields_of(const PoolTiles&) {
  return kPoolFields;
}
std::span<const Field<AluTiles>> fields_of(const AluTiles&) {
  return kAluFields;
}

json::value field_json(int64_t value) {
  return value;
}
json::value field_json(bool value) {
  return value;
}
json::value field_json(LoopOrder value) {
  return loop_order_name(value);
}

void read_field(const JsonReader& reader, std::string_view name, int64_t& out) {
  out = reader.get_int(name, 0, kMostField);
}
void read_field(const JsonReader& reader, std::string_view name, bool& out) {
  out = reader.get_bool(name);
}
void read_field(const JsonReader& reader, std::string_view name, LoopOrder& out) {
  const std::string text = reader.get_string(name);
  for (const LoopOrder order : kOrders)
    if (text == loop_order_name(order)) {
      out = order;
      return;
    }
  throw InputError(fmt::format("{}: {} is \"{}\", legal are \"{}\" and \"{}\"", reader.where(),
                               name, text, loop_order_name(kOrders[0]),
                               loop_order_name(kOrders[1])));
}

template <typename Tiles>
Tiles read_tiles(const JsonReader& reader) {
  Tiles tiles;
  std::vector<std::string_view> known;
  for (const Field<Tiles>& field : fields_of(tiles))
    known.push_back(field.name);
  reader.refuse_unknown(known);
  for (const Field<Tiles>& field : fields_of(tiles))
    if (!field.zero_is_left_out || reader.has(field.name))
      std::visit([&](auto member) { read_field(reader, field.name, tiles.*member); }, field.member);
  return tiles;
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
  const ConvGeometry& g = layer.geometry;
  const int64_t vectors = layer.epilogue.vectors;
  switch (layer.kind) {
    case Kernel::Kind::Conv:
    case Kernel::Kind::Dense:
      if (layer.pool)
        return conv_pool_tiles_problem(g, *layer.pool, std::get<ConvPoolTiles>(tiles), vectors,
                                       config);
      return conv_tiles_problem(ConvDims::of(g, config), std::get<ConvTiles>(tiles), layer.epilogue,
                                config);
    case Kernel::Kind::Pool:
      return pool_tiles_problem(g, std::get<PoolTiles>(tiles), vectors, config);
    case Kernel::Kind::Alu:
      return alu_tiles_problem(g, std::get<AluTiles>(tiles), layer.operands, vectors, config);
  }
  return {};
}

json::object tiles_json(const KernelTiles& tiles) {
  return std::visit(
      [](const auto& t) {
        json::object out;
        for (const auto& field : fields_of(t))
          std::visit(
              [&](auto member) {
                if (!field.zero_is_left_out || t.*member != decltype(t.*member){})
                  out[field.name] = field_json(t.*member);
              },
              field.member);
        return out;
      },
      tiles);
}

KernelTiles tiles_of_json(const LayerId& layer, const JsonReader& reader) {
  switch (layer.kind) {
    case Kernel::Kind::Conv:
    case Kernel::Kind::Dense:
      if (layer.pool)
        return read_tiles<ConvPoolTiles>(reader);
      return read_tiles<ConvTiles>(reader);
    case Kernel::Kind::Pool:
      return read_tiles<PoolTiles>(reader);
    case Kernel::Kind::Alu:
      return read_tiles<AluTiles>(reader);
  }
  return {};
}

}  // namespace vta
