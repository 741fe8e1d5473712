// image.resize, axis by axis, as the ONNX standard's reference defines Resize.
//
// A result at position x of an axis lies at a coordinate of the data. With that coordinate's
// integer part b and the rest r, in (0, 1], it is a sum of the values at b - n + 1 ... b + n with
// coefficients of r; positions outside the data mean its border. An integer coordinate c counts as
// b = c - 1, r = 1.
#include <algorithm>
#include <cmath>

#include "base/resource_policy.h"
#include "compiler/graph/shape_util.h"
#include "compiler/interp/eval.h"

namespace vta::interp {
namespace {

struct ResizeAxis {
  int64_t extent = 1, size = 1;
  double scale = 1, begin = 0, end = 1;  // of the region, as parts of the extent

  double wide() const { return scale * static_cast<double>(extent); }  // the size before rounding
};

struct ResizeRule {
  std::string method, coordinates, rounding;
  double alpha = -0.75;
  bool exclude_outside = false, antialias = false;
};

// Scales are float32: a coordinate that lies next to a whole or half is one.
// What lies far outside means the border wherever it is.
double without_rounding(double x) {
  constexpr double kFar = 1e10;
  if (!(std::fabs(x) < kFar))
    return x > 0 ? kFar : -kFar;
  const double halves = std::round(2 * x);
  return std::fabs(2 * x - halves) < 2e-6 ? halves / 2 : x;
}

double exact_coordinate(const ResizeRule& rule, const ResizeAxis& axis, int64_t position) {
  const auto x = static_cast<double>(position);
  const double last = static_cast<double>(axis.extent - 1);
  const double half_pixel = (x + 0.5) / axis.scale - 0.5;
  if (rule.coordinates == "asymmetric")
    return x / axis.scale;
  if (rule.coordinates == "tf_half_pixel_for_nn")
    return (x + 0.5) / axis.scale;
  if (rule.coordinates == "pytorch_half_pixel")
    return axis.size == 1 ? -0.5 : half_pixel;
  if (rule.coordinates == "align_corners")
    return axis.wide() == 1 ? 0 : x * last / (axis.wide() - 1);
  if (rule.coordinates == "half_pixel_symmetric") {
    const double adjustment = static_cast<double>(axis.size) / axis.wide();
    return static_cast<double>(axis.extent) / 2 * (1 - adjustment) + half_pixel;
  }
  if (rule.coordinates == "tf_crop_and_resize") {
    const double part = axis.end - axis.begin;
    return axis.begin * last + (axis.size == 1
                                    ? part * last / 2
                                    : x * part * last / static_cast<double>(axis.size - 1));
  }
  return half_pixel;
}

double coordinate(const ResizeRule& rule, const ResizeAxis& axis, int64_t position) {
  return without_rounding(exact_coordinate(rule, axis, position));
}

// Keys' cubic at a distance.
double cubic_weight(double distance, double a) {
  const double d = std::fabs(distance);
  if (d <= 1)
    return ((a + 2) * d - (a + 3)) * d * d + 1;
  return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

double linear_weight(double distance) {
  return std::max(0.0, 1 - std::fabs(distance));
}

struct Taps {
  int64_t first = 0;  // place of the first coefficient; may lie outside the data
  std::vector<double> weights;
};

Taps nearest_taps(const ResizeRule& rule, const ResizeAxis& axis, double at) {
  const double below = std::floor(at), rest = at - below;
  bool up = rest > 0.5;
  if (rule.rounding == "round_prefer_ceil")
    up = rest >= 0.5;
  else if (rule.rounding == "floor" || (rule.rounding == "simple" && axis.scale >= 1))
    up = false;
  else if (rule.rounding == "ceil" || rule.rounding == "simple")
    up = rest > 0;
  return {static_cast<int64_t>(below) + (up ? 1 : 0), {1.0}};
}

// With antialias a shrinking axis spreads the coefficients over as many values as it merges.
Taps weighted_taps(const ResizeRule& rule, const ResizeAxis& axis, double at) {
  const bool cubic = rule.method == "cubic";
  const double spread = rule.antialias ? std::min(axis.scale, 1.0) : 1.0;
  const double reach = (cubic ? 2.0 : 1.0) / spread;
  if (reach > static_cast<double>(shapes::kMaxWindow))
    throw CompileError(fmt::format("image.resize: scale {} merges more than {} values", axis.scale,
                                   shapes::kMaxWindow));
  const auto start = static_cast<int64_t>(std::floor(-reach)) + 1;
  const auto base = static_cast<int64_t>(std::ceil(at)) - 1;
  const double rest = at - static_cast<double>(base);
  Taps taps{base + start, {}};
  for (int64_t i = start; i < 2 - start; ++i) {
    const double distance = (static_cast<double>(i) - rest) * spread;
    taps.weights.push_back(cubic ? cubic_weight(distance, rule.alpha) : linear_weight(distance));
  }
  return taps;
}

void normalize(const ResizeRule& rule, const ResizeAxis& axis, Taps& taps) {
  double sum = 0;
  for (size_t i = 0; i < taps.weights.size(); ++i) {
    const int64_t place = taps.first + static_cast<int64_t>(i);
    if (rule.exclude_outside && (place < 0 || place >= axis.extent))
      taps.weights[i] = 0;
    sum += taps.weights[i];
  }
  if (rule.exclude_outside || rule.antialias)
    for (double& weight : taps.weights)
      weight /= sum;
}

Taps taps_at(const ResizeRule& rule, const ResizeAxis& axis, int64_t position) {
  const bool same = axis.scale == 1 && axis.size == axis.extent;
  if (same && rule.method == "nearest" && rule.coordinates != "tf_crop_and_resize")
    return {position, {1.0}};
  const double at = coordinate(rule, axis, position);
  if (rule.method == "nearest")
    return nearest_taps(rule, axis, at);
  Taps taps = weighted_taps(rule, axis, at);
  normalize(rule, axis, taps);
  return taps;
}

// Outside the data a cropped region has the extrapolation value.
bool beyond(const ResizeRule& rule, const ResizeAxis& axis, int64_t position) {
  if (rule.coordinates != "tf_crop_and_resize")
    return false;
  const double at = coordinate(rule, axis, position);
  return at < 0 || at > static_cast<double>(axis.extent - 1);
}

// Every position with every tap; a scale from a file may ask for any number of both.
void require_work(const ResizeAxis& axis, const ResizeRule& rule, const Tensor& out) {
  const double taps = rule.method == "nearest" || !rule.antialias
                          ? 4
                          : std::min(4 / std::min(axis.scale, 1.0), 4.0 * shapes::kMaxWindow);
  resources().require_steps(
      static_cast<int64_t>(std::min(taps * static_cast<double>(out.size()), 4e18)), "image.resize");
}

Tensor resized_axis(const ResizeRule& rule, const ResizeAxis& axis, const Tensor& in, size_t d,
                    float outside) {
  Shape shape = in.shape();
  shape[d] = axis.size;
  Tensor out = Tensor::zeros(DType::F32, shape);
  require_work(axis, rule, out);
  const AxisSplit s = split_at(in.shape(), d);
  const auto x = in.data<float>();
  auto y = out.mutable_data<float>();
  for (int64_t position = 0; position < axis.size; ++position) {
    const bool skip = beyond(rule, axis, position);
    const Taps taps = skip ? Taps{} : taps_at(rule, axis, position);
    for (int64_t o = 0; o < s.outer; ++o)
      for (int64_t i = 0; i < s.inner; ++i) {
        double sum = 0;
        for (size_t t = 0; t < taps.weights.size(); ++t) {
          const int64_t place =
              std::clamp<int64_t>(taps.first + static_cast<int64_t>(t), 0, axis.extent - 1);
          sum += taps.weights[t] *
                 static_cast<double>(x[static_cast<size_t>((o * s.extent + place) * s.inner + i)]);
        }
        y[static_cast<size_t>((o * axis.size + position) * s.inner + i)] =
            skip ? outside : static_cast<float>(sum);
      }
  }
  return out;
}

ResizeAxis axis_at(const Call& call, size_t d, int64_t size) {
  ResizeAxis axis;
  axis.extent = call.in(0).shape()[d];
  axis.size = size;
  axis.scale = static_cast<double>(size) / static_cast<double>(axis.extent);
  if (call.inputs.size() > 1)
    axis.scale = static_cast<double>(call.in(1).data<float>()[d]);
  if (!(axis.scale > 0) || !std::isfinite(axis.scale))
    throw CompileError(
        fmt::format("image.resize: scale {} of axis {} must be above 0", axis.scale, d));
  if (call.inputs.size() > 2) {
    const auto region = call.in(2).data<float>();
    axis.begin = static_cast<double>(region[d]);
    axis.end = static_cast<double>(region[d + call.in(0).shape().size()]);
    if (!(std::fabs(axis.begin) <= 1e6 && std::fabs(axis.end) <= 1e6))
      throw CompileError(
          fmt::format("image.resize: region {} to {} of axis {} must be within +-1e6", axis.begin,
                      axis.end, d));
  }
  return axis;
}

std::vector<Tensor> resize(const Call& call) {
  const ResizeRule rule{call.attrs.get_string("method", "nearest"),
                        call.attrs.get_string("coordinates", "half_pixel"),
                        call.attrs.get_string("rounding", "round_prefer_floor"),
                        call.attrs.get_double("cubic_alpha", -0.75),
                        call.attrs.get_bool("exclude_outside", false),
                        call.attrs.get_bool("antialias", false)};
  const auto outside = static_cast<float>(call.attrs.get_double("extrapolation_value", 0));
  const IntList size = shapes::read_ints(call.attrs, "size", {});
  Tensor result = call.in(0);
  for (size_t d = 0; d < size.size(); ++d) {
    const ResizeAxis axis = axis_at(call, d, size[d]);
    const bool whole = axis.begin == 0 && axis.end == 1;
    if (axis.scale != 1 || axis.size != axis.extent || !whole)
      result = resized_axis(rule, axis, result, d, outside);
  }
  return {result};
}

constexpr Evaluator kResizeOps[] = {{"image.resize", resize}};

}  // namespace

std::span<const Evaluator> resize_evaluators() {
  return kResizeOps;
}

}  // namespace vta::interp
