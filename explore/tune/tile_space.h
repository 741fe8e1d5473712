// All the ways to cut one layer into tiles that a search may try, as a grid of choices.
//
// An axis is a field of the layer's tiles and its values; a point is a place on each axis. Not
// every point is legal: tiles() says which are.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "compiler/kernels/conv/search.h"
#include "compiler/kernels/kernel_tiles.h"

namespace vta::explore {

using TilePoint = std::vector<int>;  // an index on each axis

// What analysis says of tiles. Cycles: of compute unit or bus, whichever has more to do, and what
// neither can hide; of element-wise kernels and pools only the order is of use. For orders of
// trial, not for results.
struct Prediction {
  double cycles = 0, bytes = 0;
};

class TileSpace {
 public:
  TileSpace(const LayerId& layer, const VtaConfig& config);

  const LayerId& layer() const { return layer_; }
  const std::vector<int>& extents() const { return extents_; }  // values on each axis
  double size() const;                                          // points, the illegal ones too

  // The tiles at a point, in their simplest form: slots, threads and orders that change nothing are
  // left out. Nothing where they do not fit the configuration.
  std::optional<KernelTiles> tiles(const TilePoint& point) const;
  // The point nearest to any tiles of the layer's kind.
  TilePoint point(const KernelTiles& tiles) const;

  Prediction predict(const KernelTiles& tiles) const;

  // Legal tiles that are worth a prediction. Of convolutions: with all slots that fit or two, the
  // whole kernel or its rows, single pixels or all, exact taps and reuse; of others all, if they
  // are not too many.
  using Visit = std::function<void(const KernelTiles& tiles, const Prediction& prediction)>;
  void for_each_likely(const Visit& visit) const;

  // A uniformly random point; it may be illegal.
  TilePoint random(std::mt19937_64& random) const;
  // All points that differ on one axis alone, by one place.
  std::vector<TilePoint> neighbours(const TilePoint& point) const;

 private:
  struct Axis {
    std::vector<int64_t> values;
    const TileField* field;
  };
  bool is_conv() const { return std::holds_alternative<ConvTiles>(empty_); }
  ConvTiles simplest(ConvTiles tiles) const;
  Prediction predict_conv(const ConvTiles& tiles, const TileTotals& totals) const;
  void visit_conv(const Visit& visit) const;
  struct Channels {  // of output tiles, and of a step of the reduction
    int64_t co = 1, ci = 1;
    ChannelTotals totals;
  };
  std::vector<Channels> channel_sizes() const;
  void visit_orders(ConvTiles tiles, const TileTotals& totals, const Visit& visit) const;
  void visit_residuals(ConvTiles t, const TileTotals& totals, const Visit& visit) const;
  void visit_slots(ConvTiles tiles, const TileTotals& totals, const Visit& visit) const;

  LayerId layer_;
  VtaConfig config_;
  ConvDims dims_;  // of a convolution
  KernelTiles empty_;
  std::vector<Axis> axes_;
  std::vector<int> extents_;
};

}  // namespace vta::explore
