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

#include "explore/tune/cost.h"
#include "explore/tune/tile_space.h"

namespace vta::explore {

// Tiles and what stands for them: equal tiles have equal texts.
struct TileCandidate {
  KernelTiles tiles;
  std::string text;  // tiles_text.h
  explicit TileCandidate(KernelTiles t);
};

struct Trial {
  KernelTiles tiles;
  Cost cost;
};
using Measured = std::map<std::string, Trial>;  // by text

class LayerSearch {
 public:
  virtual ~LayerSearch() = default;
  // At most so many tiles, none of which is in `measured`; empty: nothing is left to try. All that
  // were proposed before have been measured.
  virtual std::vector<TileCandidate> propose(size_t most, const Measured& measured) = 0;
};

// "shortlist": in the order of the analytic cost.
// "anneal": random steps from the analytic search's tiles, fewer and fewer of them uphill.
// "evolve": a population, crossed and changed.
// "climb": the best of a shortlist, then their neighbours, the likely first.
std::span<const std::string_view> search_methods();
// InternalError for another name.
struct SearchSetup {
  const TileSpace& space;  // must outlive the search
  KernelTiles start;       // of the schedule `fast`
  Objective objective = Objective::Cycles;
  uint64_t seed = 0;
};
std::unique_ptr<LayerSearch> make_search(std::string_view method, const SearchSetup& setup);

}  // namespace vta::explore
