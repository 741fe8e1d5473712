// What quantization does to one value of a network, sample by sample.
#pragma once

#include <cstdint>
#include <vector>

#include "base/tensor.h"

namespace vta {

inline constexpr double kInt8Limit = 127;  // of stored values, on both sides

struct ValueHistogram {
  static constexpr size_t kBins = 64;
  double from = 0, to = 0;  // of the first and the last bin, in steps; equal bins between
  std::vector<int64_t> counts = {};
};

// The real value of channel c (axis 1) is stored * scale[c] + offset[c]. One scale: of all
// channels; no offset: zeros.
struct ValueUnit {
  std::vector<double> scale = {1};
  std::vector<double> offset = {};
  bool is_int8 = true;  // it has limits: stored values are -127 to 127
};

// Shown all float values once for their range, and again with the quantized network's values. What
// is no number counts nowhere.
class ValueMeter {
 public:
  explicit ValueMeter(ValueUnit unit) : unit_(std::move(unit)) {}

  void observe_range(const Tensor& real);
  // `quantized` is int8, int32 or float32, of the same shape.
  void observe(const Tensor& real, const Tensor& quantized);

  double least() const { return least_; }  // of the float network, in its own unit
  double most() const { return most_; }
  // -10 log10 of the power of the differences over that of the float values: infinity without a
  // difference.
  double sqnr_db() const;
  // Of float values those that lie beyond 127 steps by half a step or more; of int8 values those
  // that are 127 or -127.
  double clipped_percent() const;
  double at_limits_percent() const;
  // Of the float values in steps. Limits, -127 where there are negative values, are always within.
  const ValueHistogram& histogram() const { return histogram_; }

 private:
  template <typename T>
  void observe_as(const Tensor& real, const Tensor& quantized);
  size_t channel_of(size_t element, const Tensor& t) const;
  double stored(double real, size_t channel) const;
  void start_histogram();
  void count(double steps);

  ValueUnit unit_;
  bool any_ = false;
  double least_ = 0, most_ = 0, least_steps_ = 0, most_steps_ = 0;
  double signal_ = 0, noise_ = 0;
  int64_t values_ = 0, clipped_ = 0, at_limits_ = 0;
  ValueHistogram histogram_;
};

}  // namespace vta
