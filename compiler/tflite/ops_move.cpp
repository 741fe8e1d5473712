// What moves values: they keep their scale and zero point.
#include <algorithm>
#include <array>

#include "base/plural.h"
#include "compiler/graph/shape_util.h"
#include "compiler/tflite/op_list.h"

namespace vta::tflite_import {
namespace {

namespace file = tflite_file;

// Of an operator that moves the values of operand i.
void require_moves(const OpNode& node, size_t i) {
  if (node.dtype(i) != node.builder.dtype(node.output()))
    node.fail("makes {} of {}: must be of one type", type_name(node.result().type),
              type_name(node.tensor(i).type));
  if (node.dtype(i) == DType::I8)
    node.require_same_meaning(i);
}

NodeId reshape(const OpNode& node) {
  node.require_inputs(1, 2);
  require_moves(node, 0);
  const Shape to = node.result_shape();
  if (num_elements(to) != num_elements(node.shape(0)))
    throw InputError(fmt::format("makes {} of shape {} of one of shape {}",
                                 tensor_text(node.result()), shape_text(to),
                                 shape_text(node.shape(0))));
  return node.builder.reshaped(node.value(0), to);
}

NodeId pad(const OpNode& node) {
  node.require_inputs(2, 2);
  require_moves(node, 0);
  Builder& b = node.builder;
  const auto rank = std::ssize(node.shape(0));
  const std::vector<int64_t> pads = b.constant_integers(node.input(1));
  if (std::ssize(pads) != 2 * rank)
    throw InputError(fmt::format("{} has {} values: must be 2 for each of {}",
                                 tensor_text(node.tensor(1)), pads.size(),
                                 counted(rank, "axis", "axes")));
  std::vector<IntList> widths(static_cast<size_t>(rank));
  for (int64_t axis = 0; axis < rank; ++axis)
    widths[static_cast<size_t>(graph_axis(axis, rank))] = {pads[static_cast<size_t>(2 * axis)],
                                                           pads[static_cast<size_t>(2 * axis + 1)]};
  for (const int64_t width : pads)
    if (width < 0 || width > shapes::kMaxWindow)
      throw InputError(fmt::format("{} has {}: must be in 0..{}", tensor_text(node.tensor(1)),
                                   width, shapes::kMaxWindow));
  const bool bytes = node.dtype(0) == DType::I8;
  const double value = bytes ? static_cast<double>(node.meaning_in(0).zero) : 0.0;
  return b.call("nn.pad", {node.value(0)}, {{"pad_width", widths}, {"pad_value", value}});
}

NodeId concatenation(const OpNode& node) {
  node.require_inputs(1, 4096);
  const auto& options = options_of<file::ConcatenationOptions>(node);
  if (options.activation() != file::Activation::NONE)
    node.fail("has fused activation {}: supported is NONE", activation_of(options));
  const auto rank = std::ssize(node.shape(0));
  const int64_t axis = options.axis() < 0 ? options.axis() + rank : options.axis();
  if (axis < 0 || axis >= rank)
    throw InputError(fmt::format("has axis {}: its operands have rank {}", options.axis(), rank));
  std::vector<NodeId> parts;
  for (size_t i = 0; i < node.info.inputs.size(); ++i) {
    if (!node.has(i))
      throw InputError(fmt::format("leaves out input {}", i));
    require_moves(node, i);
    if (std::ssize(node.shape(i)) != rank)
      throw InputError(fmt::format("joins {} of shape {} and {} of shape {}: must be of one rank",
                                   tensor_text(node.tensor(0)), shape_text(node.shape(0)),
                                   tensor_text(node.tensor(i)), shape_text(node.shape(i))));
    parts.push_back(node.value(i));
  }
  return node.builder.call("concatenate", parts, {{"axis", graph_axis(axis, rank)}});
}

// begin and end of an axis as they are meant: within it, -1 before it where the stride is
// negative.
struct Slice {
  int64_t begin, end, stride;
};

Slice slice_of(int64_t extent, int64_t begin, int64_t end, int64_t stride, bool from_first,
               bool to_last) {
  const bool forward = stride > 0;
  const int64_t least = forward ? 0 : -1, most = forward ? extent : extent - 1;
  const auto place = [&](int64_t at) { return std::clamp(at < 0 ? at + extent : at, least, most); };
  return {from_first ? (forward ? 0 : extent - 1) : place(begin),
          to_last ? (forward ? extent : -1) : place(end), stride};
}

// The three lists of a slice.
struct SliceLists {
  std::vector<int64_t> begin, end, strides;
};

SliceLists slice_lists(const OpNode& node, int64_t rank) {
  const auto list = [&](size_t i) {
    std::vector<int64_t> values = node.builder.constant_integers(node.input(i));
    if (std::ssize(values) != rank)
      throw InputError(fmt::format("{} has {}: {} has rank {}", tensor_text(node.tensor(i)),
                                   counted(std::ssize(values), "value"),
                                   tensor_text(node.tensor(0)), rank));
    return values;
  };
  return {list(1), list(2), list(3)};
}

NodeId strided_slice(const OpNode& node) {
  node.require_inputs(4, 4);
  require_moves(node, 0);
  const auto& options = options_of<file::StridedSliceOptions>(node);
  if (options.ellipsis_mask() != 0 || options.new_axis_mask() != 0 || options.offset())
    node.fail("has ellipsis_mask {}, new_axis_mask {}, offset {}: supported are 0, 0 and false",
              options.ellipsis_mask(), options.new_axis_mask(), options.offset());
  const Shape shape = node.shape(0);
  const auto rank = std::ssize(shape);
  const SliceLists lists = slice_lists(node, rank);
  IntList begin(shape.size()), end(shape.size()), strides(shape.size()), axes(shape.size());
  Shape kept;
  for (int64_t axis = 0; axis < rank; ++axis) {
    const auto i = static_cast<size_t>(axis);
    const bool shrinks = (options.shrink_axis_mask() >> axis & 1) != 0;
    const int64_t stride = shrinks ? 1 : lists.strides[i];
    if (stride == 0)
      throw InputError(fmt::format("{} has 0 for axis {}", tensor_text(node.tensor(3)), axis));
    Slice s =
        slice_of(shape[i], lists.begin[i], lists.end[i], stride,
                 (options.begin_mask() >> axis & 1) != 0, (options.end_mask() >> axis & 1) != 0);
    if (shrinks)
      s.end = s.begin + 1;
    const int64_t count = stride > 0 ? (s.end - s.begin + stride - 1) / stride
                                     : (s.begin - s.end - stride - 1) / -stride;
    if (count < 1 || s.begin >= shape[i])
      throw InputError(fmt::format("leaves nothing of axis {} of {}: begin {}, end {}, stride {}",
                                   axis, tensor_text(node.tensor(0)), lists.begin[i], lists.end[i],
                                   stride));
    const auto at = static_cast<size_t>(graph_axis(axis, rank));
    begin[at] = s.begin;
    end[at] = s.end < 0 ? -shape[i] - 1 : s.end;  // before the first
    strides[at] = stride;
    axes[at] = static_cast<int64_t>(at);
    if (!shrinks)
      kept.push_back(count);
  }
  Builder& b = node.builder;
  const NodeId part =
      b.call("strided_slice", {node.value(0)},
             {{"begin", begin}, {"end", end}, {"strides", strides}, {"axes", axes}});
  return std::ssize(kept) == rank ? part : b.reshaped(part, kept);
}

constexpr OpImporter kMoves[] = {
    {"RESHAPE", reshape},
    {"PAD", pad},
    {"CONCATENATION", concatenation},
    {"STRIDED_SLICE", strided_slice},
};

}  // namespace

std::span<const OpImporter> move_importers() {
  return kMoves;
}

}  // namespace vta::tflite_import
