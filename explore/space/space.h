// The points of a sweep: networks x quantizations x axes x images x schedules, numbered.
//
// An index is a number of mixed radix; its digits are, the most significant first: network,
// quantization (if the specification has any), the axes in the order of the file, images,
// schedule. So the schedule changes fastest, and points of
// one network are neighbours. The same specification always gives the same numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "explore/point.h"
#include "explore/space/constraints.h"
#include "explore/space/exclusion.h"
#include "explore/space/sweep_spec.h"

namespace vta::explore {

class Space {
 public:
  // InputError when there are more than 2^62 points. `area` must be given when
  // needs_area(spec.constraints); it must be a pure function.
  explicit Space(SweepSpec spec, AreaOf area = {});

  const SweepSpec& spec() const { return spec_; }
  int64_t size() const { return size_; }

  // The point to simulate, or the reason for its exclusion. 0 <= index < size().
  std::variant<PointSpec, Exclusion> point(int64_t index) const;
  std::optional<Exclusion> exclusion(int64_t index) const;  // nullopt: to be run

  const NetworkSpec& network(int64_t index) const;

  // The text of the axis "memory" at this point; empty where there is no such axis.
  std::string memory_text(int64_t index) const;
  // "network=resnet18_v1 LOG_BATCH=0 buffers=[INP=15 ACC=17] images=1 schedule=fast"
  std::string describe(int64_t index) const;

  // The number of consecutive points of one network and quantization.
  int64_t points_of_graph() const { return size_ / radices_[0] / quantizations(); }
  const std::vector<int64_t>& radices() const { return radices_; }  // one per digit, all positive
  std::vector<int64_t> digits(int64_t index) const;
  int64_t index_of(const std::vector<int64_t>& digits) const;

 private:
  int64_t quantizations() const {
    return spec_.quantizations.empty() ? 1 : static_cast<int64_t>(spec_.quantizations.size());
  }
  // The digit of an axis.
  size_t digit_of(size_t axis) const { return axis + (spec_.quantizations.empty() ? 1 : 2); }
  VtaConfig config_at(const std::vector<int64_t>& digits) const;  // not validated
  std::optional<Exclusion> exclusion_of(const VtaConfig& config) const;

  SweepSpec spec_;
  AreaOf area_;
  std::vector<int64_t> radices_;
  int64_t size_ = 1;
};

}  // namespace vta::explore
