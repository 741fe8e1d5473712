// All the ways to cut one convolution into tiles that a search may try, as a grid of choices.
//
// An axis is a field of ConvTiles and its values; a point is a place on each axis. Not every point
// is legal: tiles() says which are.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "compiler/schedule/schedule.h"

namespace vta::explore {

using TilePoint = std::vector<int>;  // an index on each axis

class TileSpace {
 public:
  TileSpace(const ConvDims& dims, const EpilogueShape& epilogue, const VtaConfig& config);

  const ConvDims& dims() const { return dims_; }
  const EpilogueShape& epilogue() const { return epilogue_; }
  const VtaConfig& config() const { return config_; }
  // Values on each axis.
  const std::vector<int>& extents() const { return extents_; }
  double size() const;  // points, the illegal ones too

  // The tiles at a point, in their simplest form: points that give the same instructions give the
  // same tiles. Nothing where they do not fit the configuration.
  std::optional<ConvTiles> tiles(const TilePoint& point) const;
  // The point nearest to any tiles.
  TilePoint point(const ConvTiles& tiles) const;

  // Legal tiles that are worth a prediction, each with its predicted cycles and bytes: with all
  // slots that fit or two, the whole kernel where that fits, exact taps and reuse.
  using Visit = std::function<void(const ConvTiles& tiles, double cycles, double bytes)>;
  void for_each_likely(const Visit& visit) const;

  // A uniformly random point; it may be illegal.
  TilePoint random(std::mt19937_64& random) const;
  // All points that differ on one axis alone by one place or, on axes without an order, any.
  std::vector<TilePoint> neighbours(const TilePoint& point) const;

 private:
  enum Axis { H, W, Co, Ci, Kh, Kw, Order, Threads, InpSlots, WgtSlots, Residual, Reuse, Exact };
  static constexpr size_t kAxes = Exact + 1;

  void visit_slots(ConvTiles tiles, const TileTotals& totals, const Visit& visit) const;
  ConvTiles raw(const TilePoint& point) const;
  ConvTiles simplest(ConvTiles tiles) const;

  ConvDims dims_;
  EpilogueShape epilogue_;
  VtaConfig config_;
  std::vector<std::vector<int64_t>> values_;  // by axis
  std::vector<int> extents_;
};

// What analysis says of tiles: bytes, and cycles of compute unit or bus, whichever has more to do,
// and what neither can hide. For orders of trial, not for results.
struct Prediction {
  double cycles = 0, bytes = 0;
};
// `totals` is TileTotals::of(dims, tiles).
Prediction predict(const ConvDims& dims, const ConvTiles& tiles, const EpilogueShape& epilogue,
                   const TileTotals& totals, const VtaConfig& config);

}  // namespace vta::explore
