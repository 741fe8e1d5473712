// Tiles of any kernel: one value, its legality, its fields by name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "base/json.h"
#include "compiler/kernels/alu/tiles.h"
#include "compiler/kernels/attention/tiles.h"
#include "compiler/kernels/attention_step/tiles.h"
#include "compiler/kernels/conv/tiles.h"
#include "compiler/kernels/conv_pool/tiles.h"
#include "compiler/kernels/layer_id.h"
#include "compiler/kernels/layer_norm/tiles.h"
#include "compiler/kernels/pool/tiles.h"

namespace vta {

// Those of each kind; Conv and Dense have one.
using KernelTiles = std::variant<ConvTiles, ConvPoolTiles, PoolTiles, AluTiles, AttentionTiles,
                                 LayerNormTiles, AttentionStepTiles>;

// A member of one kind's tiles, as files and searches see it.
struct TileField {
  enum class Form : uint8_t { Number, Flag, Order };
  std::string_view name;
  Form form = Form::Number;
  int64_t (*get)(const KernelTiles& tiles) = nullptr;
  void (*set)(KernelTiles& tiles, int64_t value) = nullptr;
  bool zero_is_left_out = false;  // in a file
};

template <typename Tiles, typename Value, Value Tiles::*Member>
struct TileMember {
  static constexpr TileField::Form kForm = std::is_same_v<Value, bool> ? TileField::Form::Flag
                                           : std::is_same_v<Value, LoopOrder>
                                               ? TileField::Form::Order
                                               : TileField::Form::Number;
  static int64_t get(const KernelTiles& tiles) {
    return static_cast<int64_t>(std::get<Tiles>(tiles).*Member);
  }
  static void set(KernelTiles& tiles, int64_t value) {
    std::get<Tiles>(tiles).*Member = static_cast<Value>(value);
  }
};
template <typename Tiles, typename Value>
constexpr Tiles tiles_with(Value Tiles::*);
template <typename Tiles, typename Value>
constexpr Value value_of(Value Tiles::*);

// tile_field<&ConvTiles::h>("h")
template <auto Member>
constexpr TileField tile_field(std::string_view name, bool zero_is_left_out = false) {
  using Of = TileMember<decltype(tiles_with(Member)), decltype(value_of(Member)), Member>;
  return {name, Of::kForm, Of::get, Of::set, zero_is_left_out};
}

// Empty when a layer can have these tiles on a configuration, else why not: which field, its value,
// what would be legal; or which scratchpad is too small. The kind of tiles must be the layer's.
std::string tiles_problem(const LayerId& layer, const KernelTiles& tiles, const VtaConfig& config);

// Every field, by its name; `order` as loop_order_name().
boost::json::object tiles_json(const KernelTiles& tiles);
// Reads them for a layer. InputError: a field is missing, of another type or range, or unknown.
KernelTiles tiles_of_json(const LayerId& layer, const JsonReader& reader);

const char* loop_order_name(LoopOrder order);  // "height, channel, width"

}  // namespace vta
