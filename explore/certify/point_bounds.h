// Lower bounds of the cycles of points, each computed once for all points of equal code.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <string>

#include "compiler/bounds/schedule_bound.h"
#include "compiler/bounds/tile_traffic.h"
#include "explore/evaluate/point_compiler.h"

namespace vta::explore {

class PointBounds {
 public:
  explicit PointBounds(PointCompiler& compiler) : compiler_(compiler) {}

  // What holds whatever the schedule is (runtime/bound.h). CompileError: the network does not fit.
  int64_t any_schedule(const PointSpec& point);
  // The same of every schedule that computes convolutions tile by tile, each in ACC
  // (compiler/bounds/tile_traffic.h).
  int64_t by_tiles(const PointSpec& point);
  // Of the point's own schedule. Errors as above.
  ScheduleBound schedule(const PointSpec& point);
  // Kernels and launches of the point, from which any_schedule() follows, and by_tiles() of
  // `tiled`.
  struct Outline {
    Program once, tiled;
  };
  const Outline& outline(const PointSpec& point);

  int64_t outlines() const { return static_cast<int64_t>(outlines_.size()); }
  int64_t walks() const { return walks_; }  // each has a search for tiles

  // Of points with equal keys the walk gives the same instructions: all that the compiler reads of
  // a configuration but what decides the order of two pipes alone.
  static std::string walk_key(const PointSpec& point);

 private:
  struct Walk {
    std::string key;
    ProgramWork work;
  };

  PointCompiler& compiler_;
  std::map<std::string, Outline> outlines_;
  TileTraffic traffic_;
  std::list<Walk> walked_;  // used last first
  ScheduleBounds bounds_;
  int64_t walks_ = 0;
};

}  // namespace vta::explore
