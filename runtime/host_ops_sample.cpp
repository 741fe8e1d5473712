// topk: the places of the best k are found by a partial sort. image.grid_sample: what a place of
// the result reads is a list of offsets with weights, the same for every channel.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

// Better first: NaN above all numbers, equal values by their place.
template <typename T>
struct Better {
  const T* line;
  int64_t stride;
  bool ascending;

  bool operator()(int64_t a, int64_t b) const {
    const T x = line[a * stride], y = line[b * stride];
    if constexpr (std::is_floating_point_v<T>) {
      const bool no_x = x != x, no_y = y != y;
      if (no_x != no_y)
        return no_x != ascending;
      if (no_x)
        return a < b;
    }
    return x == y ? a < b : (x < y) == ascending;
  }
};

Results topk(Operands in, const Attrs& attrs) {
  const int64_t axis = axis_in(attrs.get_int("axis", -1), in[0].rank());
  const int64_t k = attrs.get_int("k", 1);
  const AxisSplit s = split_at(in[0].shape(), axis);
  Shape shape = in[0].shape();
  shape[static_cast<size_t>(axis)] = k;
  Tensor values = Tensor::zeros(in[0].dtype(), shape), places = Tensor::zeros(DType::I64, shape);
  std::vector<int64_t> order(static_cast<size_t>(s.extent));
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    for (int64_t o = 0; o < s.outer; ++o)
      for (int64_t i = 0; i < s.inner; ++i) {
        const T* line = in[0].data<T>().data() + o * s.extent * s.inner + i;
        std::iota(order.begin(), order.end(), 0);
        std::partial_sort(order.begin(), order.begin() + k, order.end(),
                          Better<T>{line, s.inner, attrs.get_bool("is_ascend", false)});
        const int64_t to = o * k * s.inner + i;
        for (int64_t e = 0; e < k; ++e) {
          const int64_t from = order[static_cast<size_t>(e)];
          values.mutable_data<T>()[static_cast<size_t>(to + e * s.inner)] = line[from * s.inner];
          places.mutable_data<int64_t>()[static_cast<size_t>(to + e * s.inner)] = from;
        }
      }
  });
  return {values, places};
}

// ---- Samples at coordinates ---------------------------------------------------------------------
enum class GridMethod : uint8_t { Linear, Nearest, Cubic };
enum class GridPadding : uint8_t { Zeros, Border, Reflection };

struct GridAxis {
  GridMethod method;
  GridPadding padding;
  bool corners;
  int64_t extent;

  double low() const { return corners ? 0 : -0.5; }
  double high() const { return static_cast<double>(extent - 1) - low(); }

  // Coordinate -1 is low(), 1 is high().
  double place(double coordinate) const {
    constexpr double kFar = 1e9;
    const double place = low() + (coordinate + 1) * 0.5 * (high() - low());
    return place > kFar ? kFar : place >= -kFar ? place : -kFar;
  }

  double reflected(double place) const {
    const double width = high() - low();
    if (width <= 0)
      return low();
    const double beyond = place < low() ? low() - place : place - high();
    if (beyond <= 0)
      return place;
    const double turns = std::floor(beyond / width), rest = beyond - turns * width;
    const bool even = std::fmod(turns, 2) == 0;
    return (place < low()) == even ? low() + rest : high() - rest;
  }

  double brought_inside(double place) const {
    if (place >= low() && place <= high())
      return place;
    switch (padding) {
      case GridPadding::Border:
        return place < 0 ? 0 : static_cast<double>(extent - 1);
      case GridPadding::Reflection:
        return reflected(place);
      case GridPadding::Zeros:
        break;
    }
    return place;
  }

  // The data's value that a whole place means, -1 for none.
  int64_t index(int64_t place) const {
    if (place >= 0 && place < extent)
      return place;
    if (padding == GridPadding::Zeros)
      return -1;
    const double there = brought_inside(static_cast<double>(place));
    return std::clamp<int64_t>(std::llround(there), 0, extent - 1);
  }
};

struct WeightedOffset {
  int64_t offset;
  float weight;
};

double keys_cubic(double x) {
  const double d = std::fabs(x);
  if (d >= 2)
    return 0;
  return d <= 1 ? (1.25 * d - 2.25) * d * d + 1 : ((-0.75 * d + 3.75) * d - 6) * d + 3;
}

// Every offset so far, at each place that the axis reads.
void read_axis(const GridAxis& axis, double coordinate, std::vector<WeightedOffset>& taps) {
  const double exact = axis.place(coordinate);
  const bool nearest = axis.method == GridMethod::Nearest;
  const double at = axis.method == GridMethod::Cubic
                        ? exact  // its taps are brought inside, one by one
                        : axis.brought_inside(nearest ? std::nearbyint(exact) : exact);
  const auto base = static_cast<int64_t>(nearest ? std::nearbyint(at) : std::floor(at));
  const int64_t before = axis.method == GridMethod::Cubic ? 1 : 0;
  const int64_t behind = nearest ? 0 : before + 1;
  std::vector<WeightedOffset> next;
  for (const WeightedOffset& tap : taps)
    for (int64_t p = base - before; p <= base + behind; ++p) {
      const double distance = at - static_cast<double>(p);
      const double weight = nearest       ? 1
                            : before == 0 ? 1 - std::fabs(distance)
                                          : keys_cubic(distance);
      if (const int64_t index = axis.index(p); index >= 0)
        next.push_back({tap.offset * axis.extent + index, tap.weight * static_cast<float>(weight)});
    }
  taps = std::move(next);
}

Results grid_sample(Operands in, const Attrs& attrs) {
  const std::string method = attrs.get_string("method", "linear");
  const std::string padding = attrs.get_string("padding_mode", "zeros");
  GridAxis axis{method == "nearest" ? GridMethod::Nearest
                : method == "cubic" ? GridMethod::Cubic
                                    : GridMethod::Linear,
                padding == "border"       ? GridPadding::Border
                : padding == "reflection" ? GridPadding::Reflection
                                          : GridPadding::Zeros,
                attrs.get_bool("align_corners", false), 1};
  const Shape &data = in[0].shape(), &grid = in[1].shape();
  const int64_t axes = grid.back(), places = in[1].size() / (grid[0] * axes);
  const int64_t plane = in[0].size() / (data[0] * data[1]);
  Shape shape{data[0], data[1]};
  shape.insert(shape.end(), grid.begin() + 1, grid.end() - 1);
  Tensor out = Tensor::zeros(DType::F32, shape);
  float* to = out.mutable_data<float>().data();
  for (int64_t at = 0; at < data[0] * places; ++at) {
    std::vector<WeightedOffset> taps{{0, 1.0F}};
    for (int64_t d = 0; d < axes; ++d) {
      axis.extent = data[static_cast<size_t>(d + 2)];
      read_axis(
          axis,
          static_cast<double>(in[1].data<float>()[static_cast<size_t>(at * axes + axes - 1 - d)]),
          taps);
    }
    for (int64_t c = 0; c < data[1]; ++c) {
      const int64_t channel = at / places * data[1] + c;
      const float* from = in[0].data<float>().data() + channel * plane;
      float sum = 0;
      for (const WeightedOffset& tap : taps)
        sum += tap.weight * from[tap.offset];
      to[channel * places + at % places] = sum;
    }
  }
  return {out};
}

constexpr HostOp kSampleOps[] = {{"topk", topk}, {"image.grid_sample", grid_sample}};

}  // namespace

std::span<const HostOp> sample_ops() {
  return kSampleOps;
}

}  // namespace vta::host
