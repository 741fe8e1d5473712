// Values by their size, and values between others.
#include <algorithm>
#include <array>

#include "compiler/graph/shapes.h"

namespace vta::shapes {
namespace {

void require_known(const Attrs& attrs, std::string_view name, std::string_view absent,
                   const std::array<std::string_view, 3>& known) {
  const std::string word = attrs.get_string(name, absent);
  if (std::ranges::find(known, word) == known.end())
    fail("{} '{}' is unknown: {}", name, word, fmt::join(known, ", "));
}

}  // namespace

// The values, then where they were.
Types topk(Operands in, const Attrs& attrs) {
  if (in[0].dtype == DType::Bool)
    fail("data {} must be numbers", type_text(in[0]));
  const int64_t axis = normal_axis(attrs.get_int("axis", -1), rank_of(in[0]));
  Shape shape = in[0].shape;
  int64_t& extent = shape[static_cast<size_t>(axis)];
  const int64_t k = attrs.get_int("k", 1);
  if (k < 1 || k > extent)
    fail("k={} must be 1 to the extent {} of axis {}", k, extent, axis);
  extent = k;
  attrs.get_bool("is_ascend", false);
  return {{shape, in[0].dtype}, {shape, DType::I64}};
}

// Data (n, c, spatial axes), a grid (n, the result's spatial axes, a coordinate for each spatial
// axis of the data, the last axis first).
Types grid_sample(Operands in, const Attrs& attrs) {
  static constexpr std::array<std::string_view, 3> kMethods = {"linear", "nearest", "cubic"};
  static constexpr std::array<std::string_view, 3> kPaddings = {"zeros", "border", "reflection"};
  require_known(attrs, "method", "linear", kMethods);
  require_known(attrs, "padding_mode", "zeros", kPaddings);
  attrs.get_bool("align_corners", false);
  const Shape &data = in[0].shape, &grid = in[1].shape;
  const auto axes = std::ssize(data) - 2;
  if (axes < 1 || axes > 3 || grid.size() != data.size() || grid.back() != axes ||
      grid[0] != data[0])
    fail(
        "data {} and grid {} do not agree: (n, c, one to three axes) and (n, axes of the "
        "result, number of axes)",
        type_text(in[0]), type_text(in[1]));
  if (in[0].dtype != DType::F32 || in[1].dtype != DType::F32)
    fail("data {} and grid {} must be float32", type_text(in[0]), type_text(in[1]));
  Shape shape{data[0], data[1]};
  shape.insert(shape.end(), grid.begin() + 1, grid.end() - 1);
  return {{shape, DType::F32}};
}

}  // namespace vta::shapes
