// Search methods for the tiles of one layer: which to measure next.
//
// A method is a deterministic function of its space, its seed and the costs that it has been told.
// It is asked for generations: tiles that can be measured side by side, in any order.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explore/tune/tile_space.h"
#include "explore/tune/trial.h"

namespace vta::explore {

// What is to be small.
enum class Objective : uint8_t { Cycles, Bytes };
// Equal costs order by the other number.
struct Score {
  int64_t first = 0, second = 0;
  auto operator<=>(const Score&) const = default;
};
Score score(const Cost& cost, Objective objective);

struct TilesLess {
  bool operator()(const ConvTiles& a, const ConvTiles& b) const;
};
using Measured = std::map<ConvTiles, Cost, TilesLess>;

class LayerSearch {
 public:
  virtual ~LayerSearch() = default;
  // At most so many tiles, none of which is in `measured`; empty: nothing is left to try. All that
  // were proposed before have been measured.
  virtual std::vector<ConvTiles> propose(size_t most, const Measured& measured) = 0;
};

// "shortlist": in the order of the analytic cost.
// "anneal": random steps from the analytic search's tiles, fewer and fewer of them uphill.
// "evolve": a population, crossed and changed.
// "climb": the best of a shortlist, then their neighbours, the likely first.
std::span<const std::string_view> search_methods();
// InternalError for another name.
std::unique_ptr<LayerSearch> make_search(std::string_view method, const TileSpace& space,
                                         Objective objective, uint64_t seed);

}  // namespace vta::explore
