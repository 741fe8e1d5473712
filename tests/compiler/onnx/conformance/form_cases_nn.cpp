// Pools with dilation (18, 19), group normalization (18, 21), Resize (18, 19).
#include <cmath>

#include "tests/compiler/onnx/conformance/form_case.h"

namespace vta::testing {
namespace {

// ---- Windows ------------------------------------------------------------------------------------
// A row of 7 under two taps that are 3 apart.
FormCase dilated_row(const std::string& op, int64_t opset,
                     const std::function<double(double, double)>& formula) {
  const Tensor x = varied({1, 2, 7});
  CaseWriter c(fmt::format("{}_{}_dilations_1d", op, opset), opset);
  c.given("x", x);
  c.model().node(op, {"x"}, "y").attr_ints("kernel_shape", {2}).attr_ints("dilations", {3});
  c.expect("y", tensor_of({1, 2, 4}, [&](const Index& i) {
             return formula(at(x, {0, i[1], i[2]}), at(x, {0, i[1], i[2] + 3}));
           }));
  return c.done();
}

// The mean of the taps inside; rows 2 apart, one row of pads before the data.
FormCase dilated_mean_with_pads() {
  const Tensor x = varied({1, 1, 4, 3});
  CaseWriter c("AveragePool_19_dilations_pads", 19);
  c.given("x", x);
  c.model().node("AveragePool", {"x"}, "y").attr_ints("kernel_shape", {2, 1});
  c.model().attr_ints("dilations", {2, 1}).attr_ints("pads", {1, 0, 0, 0});
  c.expect("y", tensor_of({1, 1, 3, 3}, [&](const Index& i) {
             const double below = at(x, {0, 0, i[2] + 1, i[3]});
             return i[2] == 0 ? below : (at(x, {0, 0, i[2] - 1, i[3]}) + below) / 2;
           }));
  return c.done();
}

// Ceil mode: the last window hangs over and has one value.
FormCase norm_of_what_hangs_over() {
  const Tensor x = varied({1, 1, 5});
  CaseWriter c("LpPool_18_ceil_mode", 18);
  c.given("x", x);
  c.model().node("LpPool", {"x"}, "y").attr_ints("kernel_shape", {2}).attr_ints("strides", {2});
  c.model().attr("p", 3).attr("ceil_mode", 1);
  c.expect("y", tensor_of({1, 1, 3}, [&](const Index& i) {
             double sum = 0;
             for (int64_t k = 2 * i[2]; k < std::min<int64_t>(2 * i[2] + 2, 5); ++k)
               sum += std::pow(std::fabs(at(x, {0, 0, k})), 3);
             return std::cbrt(sum);
           }));
  return c.done();
}

// ---- Groups -------------------------------------------------------------------------------------
// Before opset 21 scale and bias are per group, from then on per channel.
FormCase group_norm(int64_t opset, const Shape& shape, int64_t groups) {
  const Tensor x = varied(shape);
  const int64_t each = shape[1] / groups, parameters = opset < 21 ? groups : shape[1];
  const Tensor scale =
      tensor_of({parameters}, [](const Index& i) { return 1.5 + static_cast<double>(i[0]); });
  const Tensor bias =
      tensor_of({parameters}, [](const Index& i) { return 0.5 - static_cast<double>(i[0]); });
  CaseWriter c(fmt::format("GroupNormalization_{}_rank{}", opset, shape.size()), opset);
  c.given("x", x).given("scale", scale).given("bias", bias);
  c.model().node("GroupNormalization", {"x", "scale", "bias"}, "y").attr("num_groups", groups);
  c.model().attr_float("epsilon", 0.01F);
  const int64_t inner = num_elements(shape) / (shape[0] * shape[1]);
  const auto value = [&](int64_t n, int64_t channel, int64_t i) {
    return static_cast<double>(
        x.data<float>()[static_cast<size_t>((n * shape[1] + channel) * inner + i)]);
  };
  // The mean over a group of powers of what a value is above `centre`.
  const auto moment = [&](int64_t n, int64_t group, double centre, int power) {
    double sum = 0;
    for (int64_t k = group * each; k < (group + 1) * each; ++k)
      for (int64_t i = 0; i < inner; ++i)
        sum += std::pow(value(n, k, i) - centre, power);
    return sum / static_cast<double>(each * inner);
  };
  int64_t flat = 0;
  c.expect("y", tensor_of(shape, [&](const Index& index) {
             const int64_t i = flat++ % inner, group = index[1] / each;
             const double mean = moment(index[0], group, 0, 1);
             const double variance = moment(index[0], group, mean, 2);
             const int64_t p = opset < 21 ? group : index[1];
             return (value(index[0], index[1], i) - mean) / std::sqrt(variance + 0.01) *
                        at(scale, {p}) +
                    at(bias, {p});
           }));
  return c.done();
}

// ---- Resize -------------------------------------------------------------------------------------
// Two of four values each, weights 1/8, 3/8, 3/8, 1/8 of four neighbours, those outside left out.
FormCase antialiased() {
  const Tensor x = varied({1, 2, 4});
  CaseWriter c("Resize_18_antialias_axes", 18);
  c.given("x", x);
  c.model().ints("sizes", {2}).node("Resize", {"x", "", "", "sizes"}, "y");
  c.model().attr_text("mode", "linear").attr_ints("axes", {2});
  c.model().attr("antialias", 1).attr("exclude_outside", 1);
  c.expect("y", tensor_of({1, 2, 2}, [&](const Index& i) {
             const double weights[] = {0.125, 0.375, 0.375, 0.125};
             double sum = 0, total = 0;
             for (int64_t k = 0; k < 4; ++k)
               if (const int64_t place = 2 * i[2] - 1 + k; place >= 0 && place < 4) {
                 sum += weights[k] * at(x, {0, i[1], place});
                 total += weights[k];
               }
             return sum / total;
           }));
  return c.done();
}

// 4 x 6 to at most 2 x 2 with its aspect ratio: 1/3 of both, 1.33 rounded to 1, so 1 x 2.
FormCase not_larger() {
  const Tensor x = varied({1, 1, 4, 6});
  CaseWriter c("Resize_18_not_larger", 18);
  c.given("x", x);
  c.model().ints("sizes", {2, 2}).node("Resize", {"x", "", "", "sizes"}, "y");
  c.model().attr_ints("axes", {2, 3}).attr_text("keep_aspect_ratio_policy", "not_larger");
  c.model().attr_text("mode", "nearest").attr_text("coordinate_transformation_mode", "asymmetric");
  c.model().attr_text("nearest_mode", "floor");
  return c
      .expect("y", tensor_of({1, 1, 1, 2},
                             [&](const Index& i) {
                               return at(x, {0, 0, 0, 3 * i[3]});
                             }))
      .done();
}

// 5 by 0.5 is 2.5, made 2: coordinates are shifted so that both have one centre.
FormCase symmetric(const std::string& mode) {
  const Tensor x = varied({1, 1, 5});
  CaseWriter c("Resize_19_half_pixel_symmetric_" + mode, 19);
  c.given("x", x);
  c.model().floats("scales", {3}, {1, 1, 0.5F}).node("Resize", {"x", "", "scales"}, "y");
  c.model().attr_text("mode", mode);
  c.model().attr_text("coordinate_transformation_mode", "half_pixel_symmetric");
  c.expect(
      "y", tensor_of({1, 1, 2}, [&](const Index& i) {
        const double adjustment = 2 / 2.5;
        const double place = 2.5 * (1 - adjustment) + (static_cast<double>(i[2]) + 0.5) / 0.5 - 0.5;
        const auto low = static_cast<int64_t>(std::floor(place));
        const double rest = place - static_cast<double>(low);
        if (mode == "nearest")
          return at(x, {0, 0, rest > 0.5 ? low + 1 : low});
        return (1 - rest) * at(x, {0, 0, low}) + (rest > 0 ? rest * at(x, {0, 0, low + 1}) : 0);
      }));
  return c.done();
}

}  // namespace

std::vector<FormCase> window_cases() {
  const auto mean = [](double a, double b) { return (a + b) / 2; };
  const auto norm = [](double a, double b) { return std::sqrt(a * a + b * b); };
  return {dilated_row("AveragePool", 19, mean), dilated_mean_with_pads(),
          dilated_row("LpPool", 18, norm),      norm_of_what_hangs_over(),
          group_norm(18, {2, 4, 3}, 2),         group_norm(18, {1, 6, 2, 2}, 3),
          group_norm(21, {2, 4, 3}, 2),         group_norm(21, {1, 6, 2, 2}, 3)};
}

std::vector<FormCase> resize_cases() {
  return {antialiased(), not_larger(), symmetric("nearest"), symmetric("linear")};
}

}  // namespace vta::testing
