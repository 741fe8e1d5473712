// Tiles of any kernel: one value, its legality, its fields by name.
#pragma once

#include <string>
#include <variant>

#include "base/json.h"
#include "compiler/schedule/alu_tiles.h"
#include "compiler/schedule/conv_pool.h"
#include "compiler/schedule/layer_id.h"
#include "compiler/schedule/pool_tiles.h"
#include "compiler/schedule/tile_plan.h"

namespace vta {

// Conv and Dense; Conv with its pool; Pool; Alu.
using KernelTiles = std::variant<ConvTiles, ConvPoolTiles, PoolTiles, AluTiles>;

// Empty when a layer can have these tiles on a configuration, else why not: which field, its value,
// what would be legal; or which scratchpad is too small. The kind of tiles must be the layer's.
std::string tiles_problem(const LayerId& layer, const KernelTiles& tiles, const VtaConfig& config);

// Every field, by its name; `order` as loop_order_name().
boost::json::object tiles_json(const KernelTiles& tiles);
// Reads them for a layer. InputError: a field is missing, of another type or range, or unknown.
KernelTiles tiles_of_json(const LayerId& layer, const JsonReader& reader);

const char* loop_order_name(LoopOrder order);  // "height, channel, width"

}  // namespace vta
