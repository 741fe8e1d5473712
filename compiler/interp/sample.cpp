// topk by sorting, image.grid_sample place by place.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "compiler/interp/eval.h"

namespace vta::interp {
namespace {

// ---- topk ---------------------------------------------------------------------------------------
// What is not a number is larger than any number.
template <typename T>
bool above(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) || std::isnan(b))
      return std::isnan(a) && !std::isnan(b);
  return a > b;
}

template <typename T>
void sort_line(const Tensor& in, const AxisSplit& s, int64_t line, bool ascending,
               std::vector<Tensor>& out) {
  const auto x = in.data<T>();
  const int64_t first = line / s.inner * s.extent * s.inner + line % s.inner;
  const auto value = [&](int64_t e) { return x[static_cast<size_t>(first + e * s.inner)]; };
  std::vector<int64_t> order(static_cast<size_t>(s.extent));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](int64_t a, int64_t b) {
    return ascending ? above(value(b), value(a)) : above(value(a), value(b));
  });
  const int64_t k = out[0].size() / (s.outer * s.inner);
  for (int64_t e = 0; e < k; ++e) {
    const auto at =
        static_cast<size_t>(line / s.inner * k * s.inner + e * s.inner + line % s.inner);
    out[0].mutable_data<T>()[at] = value(order[static_cast<size_t>(e)]);
    out[1].mutable_data<int64_t>()[at] = order[static_cast<size_t>(e)];
  }
}

std::vector<Tensor> topk(const Call& call) {
  const Tensor& in = call.in(0);
  const AxisSplit s = split_at(in.shape(), axis_of(call.attrs.get_int("axis", -1), in.rank()));
  const bool ascending = call.attrs.get_bool("is_ascend", false);
  std::vector<Tensor> out{call.result(0), call.result(1)};
  with_type(in.dtype(), [&]<typename T>() {
    for (int64_t line = 0; line < s.outer * s.inner; ++line)
      sort_line<T>(in, s, line, ascending, out);
  });
  return out;
}

// ---- image.grid_sample --------------------------------------------------------------------------
struct GridRule {
  std::string method, padding;
  bool corners = false;
};

// Coordinates from -1 to 1 are those of the data's first and last value, or of its edges. What is
// no number or far outside is far outside.
double place_on_axis(const GridRule& rule, double coordinate, int64_t extent) {
  constexpr double kFar = 1e9;
  const auto size = static_cast<double>(extent);
  const double place =
      rule.corners ? (coordinate + 1) / 2 * (size - 1) : ((coordinate + 1) * size - 1) / 2;
  return std::isnan(place) ? -kFar : std::clamp(place, -kFar, kFar);
}

// Mirrored at the first and last value, or at the edges, as often as it takes.
double mirrored(const GridRule& rule, double place, int64_t extent) {
  const double low = rule.corners ? 0 : -0.5;
  const double width = static_cast<double>(extent) - (rule.corners ? 1 : 0);
  if (width == 0)
    return low;
  const double turn = std::fmod(std::fabs(place - low), 2 * width);
  return low + (turn > width ? 2 * width - turn : turn);
}

// Where the value for a place is that may lie outside; -1 for nowhere.
int64_t grid_index(const GridRule& rule, int64_t place, int64_t extent) {
  if (place >= 0 && place < extent)
    return place;
  if (rule.padding == "zeros")
    return -1;
  if (rule.padding == "reflection")
    place = static_cast<int64_t>(std::lround(mirrored(rule, static_cast<double>(place), extent)));
  return std::clamp<int64_t>(place, 0, extent - 1);
}

double cubic_at(double distance) {
  constexpr double kA = -0.75;
  const double d = std::fabs(distance);
  if (d <= 1)
    return (kA + 2) * d * d * d - (kA + 3) * d * d + 1;
  return d < 2 ? kA * d * d * d - 5 * kA * d * d + 8 * kA * d - 4 * kA : 0;
}

struct GridTap {
  int64_t place = 0;  // -1: counts as 0
  double weight = 1;
};

// A place that lies outside is brought inside first; a cubic's taps are one by one.
double place_inside(const GridRule& rule, double place, int64_t extent) {
  const double low = rule.corners ? 0 : -0.5;
  const double high = static_cast<double>(extent - 1) - low;
  if (rule.method == "cubic" || (place >= low && place <= high))
    return place;
  if (rule.padding == "border")
    return std::clamp(place, 0.0, static_cast<double>(extent - 1));
  return rule.padding == "reflection" ? mirrored(rule, place, extent) : place;
}

std::vector<GridTap> taps_on_axis(const GridRule& rule, double coordinate, int64_t extent) {
  const double exact = place_on_axis(rule, coordinate, extent);
  if (rule.method == "nearest") {
    const double at = place_inside(rule, std::nearbyint(exact), extent);
    return {{grid_index(rule, static_cast<int64_t>(std::nearbyint(at)), extent), 1}};
  }
  const double at = place_inside(rule, exact, extent);
  const bool cubic = rule.method == "cubic";
  const auto below = static_cast<int64_t>(std::floor(at));
  std::vector<GridTap> taps;
  for (int64_t place = below - (cubic ? 1 : 0); place <= below + (cubic ? 2 : 1); ++place) {
    const double distance = static_cast<double>(place) - at;
    taps.push_back(
        {grid_index(rule, place, extent), cubic ? cubic_at(distance) : 1 - std::fabs(distance)});
  }
  return taps;
}

// The sum over all combinations of taps, an axis each, of one plane.
double sampled(std::span<const float> plane, const Shape& extents,
               const std::vector<std::vector<GridTap>>& taps, size_t axis, int64_t at) {
  if (axis == taps.size())
    return static_cast<double>(plane[static_cast<size_t>(at)]);
  double sum = 0;
  for (const GridTap& tap : taps[axis])
    if (tap.place >= 0)
      sum += tap.weight * sampled(plane, extents, taps, axis + 1, at * extents[axis] + tap.place);
  return sum;
}

std::vector<Tensor> grid_sample(const Call& call) {
  const GridRule rule{call.attrs.get_string("method", "linear"),
                      call.attrs.get_string("padding_mode", "zeros"),
                      call.attrs.get_bool("align_corners", false)};
  const Shape& data = call.in(0).shape();
  const Shape extents(data.begin() + 2, data.end());
  const int64_t plane = num_elements(extents), axes = std::ssize(extents);
  Tensor out = call.result();
  const int64_t places = out.size() / (data[0] * data[1]);
  for (int64_t n = 0; n < data[0]; ++n)
    for (int64_t p = 0; p < places; ++p) {
      std::vector<std::vector<GridTap>> taps;
      for (int64_t d = 0; d < axes; ++d) {
        const auto at = static_cast<size_t>((n * places + p) * axes + axes - 1 - d);
        taps.push_back(taps_on_axis(rule, static_cast<double>(call.in(1).data<float>()[at]),
                                    extents[static_cast<size_t>(d)]));
      }
      for (int64_t c = 0; c < data[1]; ++c) {
        const auto from = call.in(0).data<float>().subspan(
            static_cast<size_t>((n * data[1] + c) * plane), static_cast<size_t>(plane));
        out.mutable_data<float>()[static_cast<size_t>((n * data[1] + c) * places + p)] =
            static_cast<float>(sampled(from, extents, taps, 0, 0));
      }
    }
  return {out};
}

constexpr Evaluator kSampleOps[] = {{"topk", topk}, {"image.grid_sample", grid_sample}};

}  // namespace

std::span<const Evaluator> sample_evaluators() {
  return kSampleOps;
}

}  // namespace vta::interp
