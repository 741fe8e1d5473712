// Which points must be simulated so that the rest is known to be no better: best first by area,
// bound by bound.
//
// A point is excluded by a witness: a simulated point of no more area whose value is at most
// 1 + epsilon times what the point's bound says. With epsilon 0 an equal pair of area and value
// excludes nothing, so the front is that of all points.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace vta::explore {

// From the cheapest bound to the simulation.
enum class BoundLevel : uint8_t { AnySchedule, Tiles, Schedule, Exact };
std::string_view level_name(BoundLevel level);  // "any schedule", "tiles", "schedule", "exact"

// Turns a run's cycles into the value that is minimized: cycles of an image, or its milliseconds
// where a period is given (0: cycles).
struct ValueScale {
  int64_t images = 1;
  double period_ns = 0;
  double value(int64_t cycles) const;
};

struct FrontPoint {
  int64_t index = 0;  // of the space
  double area = 0;
  ValueScale scale;
};

// Lower bounds and exact cycles of the i-th point; nothing where it cannot be simulated.
class CycleSource {
 public:
  virtual ~CycleSource() = default;
  virtual std::optional<int64_t> any_schedule(size_t i) = 0;
  virtual int64_t by_tiles(size_t i) = 0;
  virtual int64_t schedule(size_t i) = 0;
  virtual std::optional<int64_t> exact(size_t i) = 0;
};

struct Decision {
  BoundLevel level = BoundLevel::AnySchedule;
  int64_t cycles = 0;                  // the bound, or those of the simulation
  std::optional<size_t> witness = {};  // the point that excludes it; nothing: it is exact
  bool legal = true;                   // false: the network does not fit it
};

struct SearchState {
  size_t areas_done = 0, areas = 0;
  int64_t decided = 0, points = 0, walked = 0, simulated = 0;
  // No point that is left is better than its witness by more: least factor that is certain, less 1.
  double gap = 0;
};

struct FrontResult {
  std::vector<Decision> decisions;  // by point
  std::vector<size_t> front;        // of what was simulated, by area
  SearchState state;
};

using OnState = std::function<void(const SearchState&)>;

FrontResult search_front(std::span<const FrontPoint> points, CycleSource& source, double epsilon,
                         const OnState& on_state = {});

}  // namespace vta::explore
