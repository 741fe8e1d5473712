// Pools, means and resizing. An average of int8 is qnn.average of an int32 sum and the number of
// its positions inside the image.
#include <algorithm>
#include <bit>
#include <cmath>

#include "compiler/graph/shape_util.h"
#include "compiler/tflite/op_list.h"
#include "compiler/tflite/padding.h"

namespace vta::tflite_import {
namespace {

namespace file = tflite_file;

WindowShape pool_window(const OpNode& node, const file::Pool2DOptions& options) {
  node.require_inputs(1, 1);
  const Shape data = node.shape(0);
  if (data.size() != 4)
    throw InputError(fmt::format("{} has shape {}: must have 4 axes", tensor_text(node.tensor(0)),
                                 shape_text(data)));
  WindowShape window{.extent = {data[1], data[2]},
                     .kernel = {options.filter_h(), options.filter_w()},
                     .stride = {options.stride_h(), options.stride_w()},
                     .same = is_same(options.padding())};
  window.check();
  return window;
}

Attrs pool_attrs(const WindowShape& window) {
  Attrs attrs = window.attrs();
  attrs.set("pool_size", IntList(window.kernel.begin(), window.kernel.end()));
  return attrs;
}

// Positions of each window that are inside, along an axis.
std::vector<int32_t> counts_along(const WindowShape& window, size_t axis, int64_t windows) {
  const int64_t before = window.pads()[axis];
  std::vector<int32_t> counts;
  for (int64_t i = 0; i < windows; ++i) {
    const int64_t begin = i * window.stride[axis] - before;
    const int64_t end = std::min(begin + window.kernel[axis], window.extent[axis]);
    counts.push_back(static_cast<int32_t>(end - std::max<int64_t>(begin, 0)));
  }
  return counts;
}

// One number where all windows have as many; else (height, width).
Tensor counts_of(const WindowShape& window, int64_t rows, int64_t columns) {
  if (window.pads() == std::array<int64_t, 4>{})
    return Tensor::scalar(static_cast<int32_t>(window.kernel[0] * window.kernel[1]));
  Tensor counts = Tensor::zeros(DType::I32, {rows, columns});  // asks for the memory
  const std::vector<int32_t> high = counts_along(window, 0, rows);
  const std::vector<int32_t> wide = counts_along(window, 1, columns);
  const auto to = counts.mutable_data<int32_t>();
  for (size_t i = 0; i < to.size(); ++i)
    to[i] = high[i / wide.size()] * wide[i % wide.size()];
  const bool one = std::ranges::all_of(to, [&](int32_t n) { return n == to.front(); });
  return one ? Tensor::scalar(to.front()) : counts;
}

NodeId average_pool_2d(const OpNode& node) {
  const auto& options = options_of<file::Pool2DOptions>(node);
  const WindowShape window = pool_window(node, options);
  Builder& b = node.builder;
  if (!node.is_integer())
    return node.activated(b.call("nn.avg_pool2d", {node.value(0)}, pool_attrs(window)),
                          activation_of(options));
  node.require_same_meaning(0);
  // Sums of int8 and their counts stay within int32.
  constexpr int64_t kMostPositions = int64_t{1} << 23;
  if (window.kernel[0] * window.kernel[1] > kMostPositions)
    throw InputError(fmt::format("has a window of {} x {}: at most {} positions are supported",
                                 window.kernel[0], window.kernel[1], kMostPositions));
  const NodeId sums = b.call("nn.sum_pool2d", {node.widened(node.value(0))}, pool_attrs(window));
  const Shape& shape = b.graph().type(sums).shape;
  const NodeId counts = b.add_constant(counts_of(window, shape[2], shape[3]));
  return b.call("qnn.average", {sums, counts}, node.limits(activation_of(options)));
}

NodeId max_pool_2d(const OpNode& node) {
  const auto& options = options_of<file::Pool2DOptions>(node);
  const WindowShape window = pool_window(node, options);
  if (node.is_integer())
    node.require_same_meaning(0);
  return node.limited(node.builder.call("nn.max_pool2d", {node.value(0)}, pool_attrs(window)),
                      activation_of(options));
}

// The axes of a constant operand, each once, in 0..rank-1.
std::vector<int64_t> reduced_axes(const OpNode& node) {
  std::vector<int64_t> axes = node.builder.constant_integers(node.input(1));
  const auto rank = std::ssize(node.shape(0));
  for (int64_t& axis : axes) {
    if (axis < -rank || axis >= rank)
      throw InputError(fmt::format("{} has axis {}: {} has rank {}", tensor_text(node.tensor(1)),
                                   axis, tensor_text(node.tensor(0)), rank));
    axis += axis < 0 ? rank : 0;
  }
  std::ranges::sort(axes);
  const auto twice = std::ranges::unique(axes);
  axes.erase(twice.begin(), twice.end());
  return axes;
}

// The factor of a mean over n values: n is divided out of the multiplier, as exactly as fits.
Fraction over(Fraction f, int64_t n) {
  const auto whole = static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(n))) - 1;
  const int64_t bits = std::min<int64_t>({whole, 32, 31 + f.shift});
  return {static_cast<int32_t>((int64_t{f.multiplier} << bits) / n),
          f.shift - static_cast<int32_t>(bits)};
}

NodeId mean(const OpNode& node) {
  node.require_inputs(2, 2);
  options_of<file::ReducerOptions>(node);  // the result's shape says whether axes are kept
  Builder& b = node.builder;
  const Shape shape = node.shape(0);
  const std::vector<int64_t> axes = reduced_axes(node);
  Shape kept = shape;
  IntList graph_axes;
  int64_t n = 1;
  for (const int64_t axis : axes) {
    n *= shape[static_cast<size_t>(axis)];
    kept[static_cast<size_t>(axis)] = 1;
    graph_axes.push_back(graph_axis(axis, std::ssize(shape)));
  }
  const Attrs attrs = {{"axis", graph_axes}, {"keepdims", true}};
  const auto result = [&](NodeId value) {
    const bool fits = num_elements(node.result_shape()) == num_elements(kept);
    return fits ? b.reshaped(value, node.result_shape()) : value;
  };
  if (!node.is_integer())
    return result(b.call("mean", {node.value(0)}, attrs));
  constexpr int64_t kMostValues = int64_t{1} << 22;
  if (n > kMostValues)
    throw InputError(
        fmt::format("is a mean of {} values: at most {} are supported", n, kMostValues));
  const Meaning in = node.meaning_in(0);
  const NodeId sums = b.call("sum", {node.widened(node.value(0))}, attrs);
  const NodeId steps = b.call("subtract", {sums, b.scalar(static_cast<int32_t>(n * in.zero))});
  const Fraction one =
      fraction_of(static_cast<double>(in.scale) / static_cast<double>(node.meaning_out().scale));
  return result(node.rescaled_to_result(steps, over(one, n), 0));
}

// Where the samples of an axis are, in float32 as TFLite computes them.
std::vector<int64_t> nearest(int64_t from, int64_t to,
                             const file::ResizeNearestNeighborOptions& options) {
  const bool corners = options.align_corners() && to > 1;
  const float scale = corners ? static_cast<float>(from - 1) / static_cast<float>(to - 1)
                              : static_cast<float>(from) / static_cast<float>(to);
  const float offset = options.half_pixel_centers() ? 0.5F : 0.0F;
  std::vector<int64_t> places;
  for (int64_t i = 0; i < to; ++i) {
    const float at = (static_cast<float>(i) + offset) * scale;
    const auto place =
        static_cast<int64_t>(options.align_corners() ? std::round(at) : std::floor(at));
    places.push_back(std::clamp<int64_t>(place, 0, from - 1));
  }
  return places;
}

NodeId resize_nearest_neighbor(const OpNode& node) {
  node.require_inputs(2, 2);
  const auto& options = options_of<file::ResizeNearestNeighborOptions>(node);
  Builder& b = node.builder;
  const Shape data = node.shape(0);
  const std::vector<int64_t> size = b.constant_integers(node.input(1));
  if (data.size() != 4 || size.size() != 2)
    throw InputError(fmt::format("resizes {} of shape {} to {} extents: must be 4 axes and 2",
                                 tensor_text(node.tensor(0)), shape_text(data), size.size()));
  for (const int64_t extent : size)
    if (extent < 1 || extent > shapes::kMaxWindow)
      throw InputError(fmt::format("resizes to {} x {}: must be in 1..{}", size[0], size[1],
                                   shapes::kMaxWindow));
  if (node.is_integer())
    node.require_same_meaning(0);
  NodeId value = node.value(0);
  for (size_t axis = 0; axis < 2; ++axis) {
    const std::vector<int64_t> places = nearest(data[axis + 1], size[axis], options);
    const NodeId at = b.add_constant(Tensor::from_span<int64_t>({std::ssize(places)}, places));
    value = b.call("take", {value, at}, {{"axis", static_cast<int64_t>(axis) + 2}});
  }
  return value;
}

constexpr OpImporter kWindows[] = {
    {"AVERAGE_POOL_2D", average_pool_2d},
    {"MAX_POOL_2D", max_pool_2d},
    {"MEAN", mean},
    {"RESIZE_NEAREST_NEIGHBOR", resize_nearest_neighbor},
};

}  // namespace

std::span<const OpImporter> window_importers() {
  return kWindows;
}

}  // namespace vta::tflite_import
