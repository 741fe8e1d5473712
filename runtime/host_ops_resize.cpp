// image.resize: for each axis a table of what every position reads, then one pass per axis.
//
// A row of the table has the first place and as many weights as the axis' kernel has: one for
// nearest, two for linear, four for cubic, more with antialias where the axis shrinks. Places are
// limited to the data when they are read.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/resource_policy.h"
#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

enum class Method : uint8_t { Nearest, Linear, Cubic };

struct ResizeAxis {
  int64_t in = 1, out = 1;
  double scale = 1;
  double from = 0, to = 1;  // the part of the data that a crop keeps
};

struct ResizeTable {
  int64_t taps = 1;
  std::vector<int64_t> first;   // per position
  std::vector<double> weights;  // [position][taps]
  std::vector<bool> inside;     // per position
};

// Positions of the result in coordinates of the data: center + slope * position.
struct Line {
  double offset = 0, slope = 1;
  double at(int64_t position) const { return offset + slope * static_cast<double>(position); }
};

Line line_of(const std::string& mode, const ResizeAxis& a) {
  const double last = static_cast<double>(a.in) - 1, exact = a.scale * static_cast<double>(a.in);
  const double step = 1 / a.scale;
  if (mode == "asymmetric")
    return {0, step};
  if (mode == "align_corners")
    return exact == 1 ? Line{0, 0} : Line{0, last / (exact - 1)};
  if (mode == "tf_half_pixel_for_nn")
    return {step / 2, step};
  if (mode == "pytorch_half_pixel" && a.out == 1)
    return {-0.5, 0};
  if (mode == "tf_crop_and_resize") {
    const double width = (a.to - a.from) * last;
    if (a.out == 1)
      return {a.from * last + width / 2, 0};
    return {a.from * last, width / static_cast<double>(a.out - 1)};
  }
  Line line{step / 2 - 0.5, step};
  if (mode == "half_pixel_symmetric")
    line.offset += (static_cast<double>(a.in) - static_cast<double>(a.out) / a.scale) / 2;
  return line;
}

// Coordinates come from float32 scales: one within 1e-6 of a multiple of a half is that.
// One far outside stays outside.
double snapped(double x) {
  constexpr double kFar = 1e12;
  if (!(x > -kFar && x < kFar))
    return x > 0 ? kFar : -kFar;
  const double nearest = std::floor(x * 2 + 0.5) * 0.5;
  return std::fabs(x - nearest) < 1e-6 ? nearest : x;
}

int64_t nearest_place(double x, const std::string& rounding, bool shrinks) {
  if (rounding == "floor" || (rounding == "simple" && !shrinks))
    return static_cast<int64_t>(std::floor(x));
  if (rounding == "ceil" || rounding == "simple")
    return static_cast<int64_t>(std::ceil(x));
  if (rounding == "round_prefer_ceil")
    return static_cast<int64_t>(std::floor(x + 0.5));
  return static_cast<int64_t>(std::ceil(x - 0.5));
}

double kernel_at(Method method, double alpha, double distance) {
  const double d = std::fabs(distance);
  if (method == Method::Linear)
    return d < 1 ? 1 - d : 0;
  const double d2 = d * d, d3 = d2 * d;
  if (d <= 1)
    return (alpha + 2) * d3 - (alpha + 3) * d2 + 1;
  return d < 2 ? alpha * (d3 - 5 * d2 + 8 * d - 4) : 0;
}

struct ResizeRule {
  Method method = Method::Nearest;
  std::string coordinates, rounding;
  double alpha = -0.75;
  bool exclude_outside = false, antialias = false;
};

void fill_row(const ResizeRule& rule, const ResizeAxis& a, double shrink, double x,
              int64_t position, ResizeTable& table) {
  const auto row = static_cast<size_t>(position);
  const int64_t half = table.taps / 2;
  const auto left = static_cast<int64_t>(std::ceil(x)) - 1;
  table.first[row] = left - half + 1;
  double sum = 0;
  double* weights = table.weights.data() + position * table.taps;
  for (int64_t k = 0; k < table.taps; ++k) {
    const int64_t place = table.first[row] + k;
    const bool counts = !rule.exclude_outside || (place >= 0 && place < a.in);
    weights[k] =
        counts ? kernel_at(rule.method, rule.alpha, (static_cast<double>(place) - x) * shrink) : 0;
    sum += weights[k];
  }
  if (rule.exclude_outside || rule.antialias)
    std::transform(weights, weights + table.taps, weights, [sum](double w) { return w / sum; });
}

ResizeTable table_of(const ResizeRule& rule, const ResizeAxis& a) {
  const auto positions = static_cast<size_t>(a.out);
  const double shrink =
      rule.antialias && rule.method != Method::Nearest ? std::min(a.scale, 1.0) : 1;
  const double reach = (rule.method == Method::Cubic ? 2 : 1) / shrink;
  constexpr double kMostTaps = 1 << 20;
  if (!(reach <= kMostTaps))
    fail("scale {} merges more than {} values", a.scale, kMostTaps);
  ResizeTable table;
  table.taps = rule.method == Method::Nearest ? 1 : 2 * static_cast<int64_t>(std::ceil(reach));
  resources().require_bytes(
      checked_bytes(std::array{a.out, table.taps}, sizeof(double)).value_or(int64_t{1} << 62),
      "the coefficients of a resize");
  table.first.resize(positions);
  table.inside.assign(positions, true);
  table.weights.assign(positions * static_cast<size_t>(table.taps), 1);
  const Line line = line_of(rule.coordinates, a);
  const bool crop = rule.coordinates == "tf_crop_and_resize";
  const bool untouched = a.scale == 1 && a.in == a.out && !crop;
  for (int64_t p = 0; p < a.out; ++p) {
    const double x =
        untouched && rule.method == Method::Nearest ? static_cast<double>(p) : snapped(line.at(p));
    const auto row = static_cast<size_t>(p);
    if (crop)
      table.inside[row] = x >= 0 && x <= static_cast<double>(a.in - 1);
    if (rule.method == Method::Nearest)
      table.first[row] = nearest_place(x, rule.rounding, a.scale < 1);
    else
      fill_row(rule, a, shrink, x, p, table);
  }
  return table;
}

Tensor along_axis(const Tensor& in, int64_t axis, const ResizeTable& table, float outside) {
  const AxisSplit s = split_at(in.shape(), axis);
  Shape shape = in.shape();
  shape[static_cast<size_t>(axis)] = std::ssize(table.first);
  Tensor out = Tensor::zeros(DType::F32, shape);
  const std::optional<int64_t> steps = checked_product(std::array{out.size(), table.taps});
  resources().require_steps(steps.value_or(int64_t{1} << 62), "image.resize");
  std::vector<double> sums(static_cast<size_t>(s.inner));
  float* to = out.mutable_data<float>().data();
  for (int64_t o = 0; o < s.outer; ++o) {
    const float* plane = in.data<float>().data() + o * s.extent * s.inner;
    for (int64_t p = 0; p < std::ssize(table.first); ++p, to += s.inner) {
      if (!table.inside[static_cast<size_t>(p)]) {
        std::fill(to, to + s.inner, outside);
        continue;
      }
      std::ranges::fill(sums, 0.0);
      for (int64_t k = 0; k < table.taps; ++k) {
        const int64_t place =
            std::clamp<int64_t>(table.first[static_cast<size_t>(p)] + k, 0, s.extent - 1);
        const double weight = table.weights[static_cast<size_t>(p * table.taps + k)];
        for (int64_t i = 0; i < s.inner; ++i)
          sums[static_cast<size_t>(i)] += weight * static_cast<double>(plane[place * s.inner + i]);
      }
      std::transform(sums.begin(), sums.end(), to, [](double v) { return static_cast<float>(v); });
    }
  }
  return out;
}

ResizeAxis axis_from(Operands in, size_t d, int64_t size) {
  ResizeAxis a{in[0].shape()[d], size, 1, 0, 1};
  a.scale = in.size() > 1 ? static_cast<double>(in[1].data<float>()[d])
                          : static_cast<double>(a.out) / static_cast<double>(a.in);
  if (!(a.scale > 0 && std::isfinite(a.scale)))
    fail("scale {} of axis {} must be above 0", a.scale, d);
  if (in.size() < 3)
    return a;
  a.from = static_cast<double>(in[2].data<float>()[d]);
  a.to = static_cast<double>(in[2].data<float>()[d + in[0].shape().size()]);
  if (!(std::fabs(a.from) <= 1e6 && std::fabs(a.to) <= 1e6))
    fail("region {} to {} of axis {} must be within +-1e6", a.from, a.to, d);
  return a;
}

Results resize(Operands in, const Attrs& attrs) {
  const std::string method = attrs.get_string("method", "nearest");
  ResizeRule rule;
  rule.method = method == "nearest"  ? Method::Nearest
                : method == "linear" ? Method::Linear
                                     : Method::Cubic;
  rule.coordinates = attrs.get_string("coordinates", "half_pixel");
  rule.rounding = attrs.get_string("rounding", "round_prefer_floor");
  rule.alpha = attrs.get_double("cubic_alpha", -0.75);
  rule.exclude_outside = attrs.get_bool("exclude_outside", false);
  rule.antialias = attrs.get_bool("antialias", false);
  const auto outside = static_cast<float>(attrs.get_double("extrapolation_value", 0));
  const IntList size = ints_of(attrs, "size", {});
  Tensor result = in[0];
  for (size_t d = 0; d < size.size(); ++d) {
    const ResizeAxis a = axis_from(in, d, size[d]);
    if (a.in != a.out || a.scale != 1 || a.from != 0 || a.to != 1)
      result = along_axis(result, static_cast<int64_t>(d), table_of(rule, a), outside);
  }
  return {result};
}

constexpr HostOp kResizeOps[] = {{"image.resize", resize}};

}  // namespace

std::span<const HostOp> resize_ops() {
  return kResizeOps;
}

}  // namespace vta::host
