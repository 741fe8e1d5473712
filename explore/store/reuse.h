// Points that other databases have already, so that a sweep can grow by axes, networks, objectives
// or another sampling without computing anything twice.
//
// A point is identified by the simulated work (network, configuration, images, schedule), not by
// its number, because other specifications number their points in another way.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "explore/store/reader.h"

namespace vta::explore {

struct StoredPoint {
  PointRow row;  // with its layers; the index and memory text are those of the other database
  EffortRow effort;
};

class StoredPoints {
 public:
  // `networks`: those of the growing sweep. A network of another database is the same if model and
  // quantization are the same, whatever its name there. InputError: as SweepReader, and for a
  // database of another build of vta.
  StoredPoints(std::span<const std::string> databases, std::span<const NetworkInfo> networks,
               const SweepHeader& header);

  std::optional<StoredPoint> find(const PointSpec& spec);
  bool has(const PointSpec& spec);
  // The confirmation of a point that other databases have with equal cycles on the RTL.
  std::optional<ConfirmationRow> confirmed(const PointSpec& spec);

 private:
  struct Source {
    explicit Source(const std::string& path) : reader(path) {}
    SweepReader reader;
    std::map<std::string, std::string> names;  // of networks: here -> there
  };
  std::optional<PointRow> row_in(Source& source, const PointSpec& spec);

  std::deque<Source> sources_;
};

}  // namespace vta::explore
