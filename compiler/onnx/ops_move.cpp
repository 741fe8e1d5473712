// Operators that move values without computing.
#include <algorithm>
#include <numeric>
#include <optional>

#include "base/plural.h"
#include "base/round.h"
#include "compiler/graph/shape_util.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

Value transpose(const OpNode& node) {
  std::vector<int64_t> perm;
  for (size_t i = node.shape(0).size(); i-- > 0;)
    perm.push_back(static_cast<int64_t>(i));
  return node.call("transpose", {node.in(0)}, {{"axes", node.get_ints("perm", perm)}});
}

Value concat(const OpNode& node) {
  std::vector<Value> parts;
  for (size_t i = 0; i < node.input_count(); ++i)
    if (num_elements(node.shape(i)) > 0)
      parts.push_back(node.in(i));
  if (parts.empty())
    node.fail("has no operand with elements");
  const int64_t axis = node.axis_in(node.get_int("axis", 0), node.builder().shape(parts[0]).size());
  return parts.size() == 1 ? parts[0] : node.call("concatenate", parts, {{"axis", axis}});
}

// "To the end" is written as the largest integer; any value beyond the extent means the same.
IntList limited(std::vector<int64_t> values) {
  constexpr int64_t kLimit = int64_t{1} << 30;
  for (int64_t& v : values)
    v = std::clamp(v, -kLimit, kLimit);
  return values;
}

// Whether a part has no elements. Such values are constants: shape arithmetic and splits make them
// for others to leave out.
std::optional<Shape> empty_part(const OpNode& node, const IntList& starts, const IntList& ends,
                                const IntList& axes, const IntList& steps) {
  Shape shape = node.shape(0);
  bool empty = false;
  for (size_t i = 0; i < axes.size(); ++i) {
    int64_t& extent = shape[static_cast<size_t>(node.axis_in(axes[i], shape.size()))];
    const int64_t low = steps[i] > 0 ? 0 : -1;
    const auto place = [&](int64_t v) {
      return std::clamp<int64_t>(v < 0 ? v + extent : v, low, std::max(low, extent + low));
    };
    if ((place(ends[i]) - place(starts[i])) * (steps[i] > 0 ? 1 : -1) >= 1)
      continue;
    extent = 0;
    empty = true;
  }
  return empty ? std::optional(shape) : std::nullopt;
}

// Bounds are attributes before opset 10 and operands from then on.
Value slice(const OpNode& node) {
  const bool operands = node.opset() >= 10;
  const IntList starts =
      limited(operands ? node.constant_shape(1, "starts") : node.get_ints("starts", {}));
  const IntList ends =
      limited(operands ? node.constant_shape(2, "ends") : node.get_ints("ends", {}));
  IntList axes, steps(starts.size(), 1);
  for (size_t i = 0; i < starts.size(); ++i)
    axes.push_back(static_cast<int64_t>(i));
  if (operands && node.has(3))
    axes = node.constant_shape(3, "axes");
  else if (!operands)
    axes = node.get_ints("axes", axes);
  if (operands && node.has(4))
    steps = limited(node.constant_shape(4, "steps"));
  if (starts.size() != ends.size() || starts.size() != axes.size() || starts.size() != steps.size())
    node.fail(
        fmt::format("starts, ends, axes and steps have {}, {}, {} and {} values: must be "
                    "equally many",
                    starts.size(), ends.size(), axes.size(), steps.size()));
  if (const auto shape = empty_part(node, starts, ends, axes, steps))
    return {-1, Tensor::zeros(node.dtype(0), *shape)};
  return node.call("strided_slice", {node.in(0)},
                   {{"begin", starts}, {"end", ends}, {"strides", steps}, {"axes", axes}});
}

// ---- Pad ----------------------------------------------------------------------------------------
// Widths, value and axes are attributes first and operands later: [before..., after...].
std::vector<IntList> pad_widths(const OpNode& node) {
  const bool operands = node.opset() >= 11;
  const size_t rank = node.shape(0).size();
  IntList axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  if (node.has(3))
    axes = node.constant_shape(3, "axes");
  const auto pads = operands ? node.constant_ints(1, "pads") : node.get_ints("pads", {});
  if (pads.size() != 2 * axes.size())
    node.fail(fmt::format("pads has {}, expected {}", counted(std::ssize(pads), "value"),
                          2 * axes.size()));
  std::vector<IntList> widths(rank, IntList{0, 0});
  for (size_t i = 0; i < axes.size(); ++i)
    widths[static_cast<size_t>(node.axis_in(axes[i], rank))] = {pads[i], pads[i + axes.size()]};
  for (const IntList& width : widths)
    for (int64_t w : width)
      if (w < -shapes::kMaxExtent || w > shapes::kMaxExtent)
        node.fail(fmt::format("pads has {}: must be within +-{}", w, shapes::kMaxExtent));
  return widths;
}

// The first operand's type without an extent along an axis.
Value empty_value(const OpNode& node, int64_t axis) {
  Shape shape = node.shape(0);
  shape[static_cast<size_t>(axis)] = 0;
  return {-1, Tensor::zeros(node.dtype(0), shape)};
}

// What is left of each axis before anything is added.
Shape kept_extents(const OpNode& node, const std::vector<IntList>& widths) {
  Shape kept = node.shape(0);
  for (size_t d = 0; d < kept.size(); ++d) {
    const IntList& w = widths[d];
    kept[d] += std::min<int64_t>(w[0], 0) + std::min<int64_t>(w[1], 0);
    if (kept[d] < 0)
      node.fail(fmt::format("pads of {} and {} remove more than the extent of axis {} ({})", w[0],
                            w[1], d, node.shape(0)[d]));
  }
  return kept;
}

// A result in which nothing of the data is left.
Value only_pads(const OpNode& node, const std::vector<IntList>& widths, const Value& value) {
  Shape shape = node.shape(0);
  for (size_t d = 0; d < shape.size(); ++d)
    shape[d] += widths[d][0] + widths[d][1];
  if (num_elements(shape) == 0)
    return {-1, Tensor::zeros(node.dtype(0), shape)};
  const Value own = node.call("cast", {value}, {{"dtype", std::string(dtype_name(node.dtype(0)))}});
  return node.call("broadcast_to", {own}, {{"shape", shape}});
}

// Negative widths take values away; they become 0.
Value cropped(const OpNode& node, std::vector<IntList>& widths) {
  IntList begin, end, axes;
  for (size_t d = 0; d < widths.size(); ++d) {
    IntList& w = widths[d];
    if (w[0] >= 0 && w[1] >= 0)
      continue;
    axes.push_back(static_cast<int64_t>(d));
    begin.push_back(std::max<int64_t>(-w[0], 0));
    end.push_back(node.shape(0)[d] - std::max<int64_t>(-w[1], 0));
    w = {std::max<int64_t>(w[0], 0), std::max<int64_t>(w[1], 0)};
  }
  if (axes.empty())
    return node.in(0);
  return node.call("strided_slice", {node.in(0)}, {{"begin", begin}, {"end", end}, {"axes", axes}});
}

Value pad(const OpNode& node) {
  std::vector<IntList> widths = pad_widths(node);
  double value = node.opset() >= 11 ? 0.0 : node.get_float("value", 0.0);
  if (node.has(2))
    value = node.constant_number(2, "the pad value");
  const std::string mode = node.get_string("mode", "constant");
  if (mode == "wrap" && node.opset() < 19)
    node.fail("mode wrap is legal from opset 19 on");
  if (num_elements(kept_extents(node, widths)) == 0) {
    if (mode != "constant")
      node.fail(fmt::format("mode {} repeats data, but the pads leave no data", mode));
    return only_pads(node, widths, node.number(value));
  }
  const Value data = cropped(node, widths);
  if (std::ranges::all_of(widths, [](const IntList& w) { return w[0] == 0 && w[1] == 0; }))
    return data;
  Attrs attrs{{"pad_width", widths}};
  if (mode != "constant")
    attrs.set("pad_mode", mode);
  return node.call("nn.pad", {data, node.number(value)}, attrs);
}

// The middle of each axis, or the axis in the middle of zeros: an odd value goes to the end.
Value center_crop_pad(const OpNode& node) {
  const Shape s = node.shape(0);
  const IntList sizes = node.constant_shape(1, "the shape");
  IntList axes(s.size());
  std::iota(axes.begin(), axes.end(), 0);
  axes = node.get_ints("axes", axes);
  if (sizes.size() != axes.size())
    node.fail(fmt::format("the shape has {}, expected {}", counted(std::ssize(sizes), "value"),
                          axes.size()));
  std::vector<IntList> widths(s.size(), IntList{0, 0});
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto d = static_cast<size_t>(node.axis_in(axes[i], s.size()));
    if (sizes[i] < 1 || sizes[i] > shapes::kMaxExtent)
      node.fail(fmt::format("the shape has {}: must be 1 to {}", sizes[i], shapes::kMaxExtent));
    const int64_t more = sizes[i] - s[d];
    const int64_t before = (more < 0 ? -(-more / 2) : more / 2);
    widths[d] = {before, more - before};
  }
  const Value data = cropped(node, widths);
  if (std::ranges::all_of(widths, [](const IntList& w) { return w[0] == 0 && w[1] == 0; }))
    return data;
  return node.call("nn.pad", {data, node.number(0)}, {{"pad_width", widths}});
}

// ---- Split --------------------------------------------------------------------------------------
// Sizes given, or equal ones; from opset 18 on the last of them may be smaller.
std::vector<int64_t> part_sizes(const OpNode& node, int64_t extent) {
  const auto results = static_cast<int64_t>(node.output_count());
  if (node.has(1))
    return node.constant_ints(1, "split");
  if (node.find("split") != nullptr)
    return node.get_ints("split", {});
  const int64_t parts = node.get_int("num_outputs", results);
  if (parts != results)
    node.fail(fmt::format("num_outputs={} does not agree with its {}", parts,
                          counted(results, "result")));
  if (extent % parts != 0 && node.opset() < 18)
    node.fail(fmt::format("{} do not divide the extent {}", counted(parts, "result"), extent));
  const int64_t each = ceil_div(extent, parts);
  std::vector<int64_t> sizes(static_cast<size_t>(parts), each);
  sizes.back() = extent - each * (parts - 1);
  return sizes;
}

Value part_of(const OpNode& node, int64_t axis, int64_t begin, int64_t size) {
  if (size == 0)
    return empty_value(node, axis);
  return node.call(
      "strided_slice", {node.in(0)},
      {{"begin", IntList{begin}}, {"end", IntList{begin + size}}, {"axes", IntList{axis}}});
}

Value split(const OpNode& node) {
  const int64_t axis = node.axis_in(node.get_int("axis", 0), node.shape(0).size());
  const int64_t extent = node.shape(0)[static_cast<size_t>(axis)];
  const std::vector<int64_t> sizes = part_sizes(node, extent);
  if (std::ssize(sizes) != node.output_count())
    node.fail(fmt::format("split has {}, the node {}", counted(std::ssize(sizes), "value"),
                          counted(node.output_count(), "result")));
  std::vector<Value> parts;
  int64_t begin = 0;
  for (int64_t part : sizes) {
    if (part < 0 || part > extent - begin)
      node.fail(
          fmt::format("a part of {} at {} of an extent of {}: parts must be 0 or more and "
                      "make up the extent",
                      part, begin, extent));
    parts.push_back(part_of(node, axis, begin, part));
    begin += part;
  }
  if (begin != extent)
    node.fail(fmt::format("the parts make {}, the extent is {}", begin, extent));
  for (size_t i = 1; i < parts.size(); ++i)
    node.set_result(static_cast<int>(i), parts[i]);
  return parts.front();
}

// ---- By index -----------------------------------------------------------------------------------
Value by_index(const OpNode& node, const std::string& op) {
  return node.call(op, {node.in(0), node.in(1)}, {{"axis", node.get_int("axis", 0)}});
}
Value gather(const OpNode& node) {
  return by_index(node, "take");
}
Value gather_elements(const OpNode& node) {
  return by_index(node, "gather");
}
Value gather_nd(const OpNode& node) {
  return node.call("gather_nd", {node.in(0), node.in(1)},
                   {{"batch_dims", node.get_int("batch_dims", 0)}});
}

// Where the index is the place along a new axis, the second of the values, elsewhere the first.
Value one_hot(const OpNode& node) {
  const double given = node.constant_number(1, "depth");
  if (!(given >= 1 && given <= static_cast<double>(shapes::kMaxWindow)))
    node.fail(fmt::format("depth {} must be 1 to {}", given, shapes::kMaxWindow));
  const auto depth = static_cast<int64_t>(given);
  const size_t rank = node.shape(0).size() + 1;
  const int64_t axis = node.axis_in(node.get_int("axis", -1), rank);
  Shape line(rank, 1);
  line[static_cast<size_t>(axis)] = depth;
  std::vector<int64_t> count(static_cast<size_t>(depth));
  std::iota(count.begin(), count.end(), 0);
  const Value places = node.call("reshape", {node.ints(count)}, {{"newshape", line}});
  Value index = node.call("cast", {node.in(0)}, {{"dtype", std::string("int64")}});
  index =
      node.call("mod", {node.call("expand_dims", {index}, {{"axis", axis}}), node.ints({depth})});
  const Value hit = node.call("equal", {index, places});
  const auto value_at = [&](int64_t i) {
    return node.call("take", {node.in(2), node.ints({i})}, {{"axis", int64_t{0}}});
  };
  return node.call("where", {hit, value_at(1), value_at(0)});
}

// Zeros below the diagonal that is k to the right of the main one, or above it.
Value trilu(const OpNode& node) {
  const Shape s = node.shape(0);
  if (s.size() < 2)
    node.fail(fmt::format("data has shape {}: must have rank 2 or more", shape_text(s)));
  const int64_t rows = s[s.size() - 2], columns = s.back();
  std::vector<int64_t> given = node.has(1) ? node.constant_ints(1, "k") : std::vector<int64_t>{0};
  if (given.size() != 1)
    node.fail(fmt::format("k has {}: must be one", counted(std::ssize(given), "value")));
  const int64_t k = std::clamp(given[0], -rows, columns);
  const bool upper = node.get_int("upper", 1) != 0;
  const TensorType type{{rows, columns}, DType::Bool};
  node.builder().count_computed({&type, 1});
  Tensor mask = Tensor::zeros(type.dtype, type.shape);
  for (int64_t i = 0; i < rows * columns; ++i) {
    const int64_t right = i % columns - i / columns;
    mask.mutable_data<bool>()[static_cast<size_t>(i)] = upper ? right >= k : right <= k;
  }
  const Value zero =
      node.call("cast", {node.number(0)}, {{"dtype", std::string(dtype_name(node.dtype(0)))}});
  return node.call("where", {{-1, mask}, node.in(0), zero});
}

// ---- Repeats and blocks -------------------------------------------------------------------------
Value expand(const OpNode& node) {
  const Shape wanted = node.constant_shape(1, "the shape");
  for (int64_t extent : wanted)
    if (extent < 1)
      node.fail(fmt::format("the shape has extent {}: must be at least 1", extent));
  const Shape shape = shapes::broadcast(node.shape(0), wanted);
  return shape == node.shape(0) ? node.in(0)
                                : node.call("broadcast_to", {node.in(0)}, {{"shape", shape}});
}

Value tile(const OpNode& node) {
  return node.call("tile", {node.in(0)}, {{"reps", node.constant_shape(1, "repeats")}});
}

int64_t block_size(const OpNode& node) {
  const int64_t b = node.get_int("blocksize", 0);
  if (node.shape(0).size() != 4)
    node.fail(
        fmt::format("data has shape {}: only rank 4 is supported", shape_text(node.shape(0))));
  if (b < 1 || b > 1024)
    node.fail(fmt::format("blocksize={} must be 1 to 1024", b));
  return b;
}

Value rearranged(const OpNode& node, const Shape& apart, const IntList& order,
                 const Shape& together) {
  const Value blocks = node.call("reshape", {node.in(0)}, {{"newshape", apart}});
  const Value moved = node.call("transpose", {blocks}, {{"axes", order}});
  return node.call("reshape", {moved}, {{"newshape", together}});
}

// Channels are (row, column, depth) in mode DCR and (depth, row, column) in mode CRD.
Value depth_to_space(const OpNode& node) {
  const int64_t b = block_size(node);
  const Shape s = node.shape(0);
  const std::string mode = node.get_string("mode", "DCR");
  if (mode != "DCR" && mode != "CRD")
    node.fail(fmt::format("mode \"{}\" is unknown: DCR or CRD", mode));
  if (s[1] % (b * b) != 0)
    node.fail(fmt::format("blocksize={} must divide the {} channels twice", b, s[1]));
  const int64_t depth = s[1] / (b * b);
  const Shape result{s[0], depth, s[2] * b, s[3] * b};
  if (mode == "DCR")
    return rearranged(node, {s[0], b, b, depth, s[2], s[3]}, {0, 3, 4, 1, 5, 2}, result);
  return rearranged(node, {s[0], depth, b, b, s[2], s[3]}, {0, 1, 4, 2, 5, 3}, result);
}

Value space_to_depth(const OpNode& node) {
  const int64_t b = block_size(node);
  const Shape s = node.shape(0);
  if (s[2] % b != 0 || s[3] % b != 0)
    node.fail(fmt::format("blocksize={} must divide height {} and width {}", b, s[2], s[3]));
  return rearranged(node, {s[0], s[1], s[2] / b, b, s[3] / b, b}, {0, 3, 5, 1, 2, 4},
                    {s[0], s[1] * b * b, s[2] / b, s[3] / b});
}

constexpr OpImporter kMoveOps[] = {
    {"Transpose", transpose, ""},
    {"Concat", concat, ""},
    {"Slice", slice, "constant bounds"},
    {"Pad", pad, "constant widths; constant, edge, reflect, wrap"},
    {"CenterCropPad", center_crop_pad, "to a constant shape"},
    {"Trilu", trilu, "constant k"},
    {"Split", split, "constant sizes"},
    {"Gather", gather, ""},
    {"GatherElements", gather_elements, ""},
    {"GatherND", gather_nd, ""},
    {"OneHot", one_hot, "constant depth"},
    {"Expand", expand, "to a constant shape"},
    {"Tile", tile, "constant repeats"},
    {"DepthToSpace", depth_to_space, "rank 4"},
    {"SpaceToDepth", space_to_depth, "rank 4"},
};

}  // namespace

std::span<const OpImporter> move_importers() {
  return kMoveOps;
}

}  // namespace vta::onnx_import
