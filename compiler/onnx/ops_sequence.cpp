// Sequences of tensors, which exporters of scripts leave around Concat and Split: known at import,
// they leave no trace in the graph.
#include <algorithm>

#include "base/plural.h"
#include "compiler/graph/shape_util.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

Value sequence_of(Sequence tensors) {
  return {-1, {}, std::make_shared<const Sequence>(std::move(tensors))};
}

Value sequence_construct(const OpNode& node) {
  Sequence tensors;
  for (size_t i = 0; i < node.input_count(); ++i)
    tensors.push_back(node.in(i));
  return sequence_of(std::move(tensors));
}

Value sequence_empty(const OpNode&) {
  return sequence_of({});
}

// The place of operand i, from the end where it is negative: 0 to `most`.
size_t sequence_position(const OpNode& node, size_t i, int64_t count, int64_t most) {
  const std::vector<int64_t> given = node.constant_ints(i, "the position");
  if (given.size() != 1)
    node.fail(fmt::format("the position has {}: must be one", counted(std::ssize(given), "value")));
  const int64_t place = given[0] < 0 ? given[0] + count : given[0];
  if (place < 0 || place > most)
    node.fail(fmt::format("position {}: the sequence has {}", given[0], counted(count, "tensor")));
  return static_cast<size_t>(place);
}

Value sequence_insert(const OpNode& node) {
  Sequence tensors = node.sequence(0);
  const int64_t count = std::ssize(tensors);
  const size_t place = node.has(2) ? sequence_position(node, 2, count, count) : tensors.size();
  tensors.insert(tensors.begin() + static_cast<int64_t>(place), node.in(1));
  return sequence_of(std::move(tensors));
}

Value sequence_erase(const OpNode& node) {
  Sequence tensors = node.sequence(0);
  const int64_t count = std::ssize(tensors);
  if (count == 0)
    node.fail("the sequence has no tensors");
  const auto place =
      node.has(1) ? static_cast<int64_t>(sequence_position(node, 1, count, count - 1)) : count - 1;
  tensors.erase(tensors.begin() + place);
  return sequence_of(std::move(tensors));
}

Value sequence_at(const OpNode& node) {
  const Sequence& tensors = node.sequence(0);
  return tensors[sequence_position(node, 1, std::ssize(tensors), std::ssize(tensors) - 1)];
}

Value sequence_length(const OpNode& node) {
  return {-1, Tensor::scalar<int64_t>(std::ssize(node.sequence(0)))};
}

// Along an axis that is there, or along a new one.
Value sequence_concat(const OpNode& node) {
  Sequence tensors = node.sequence(0);
  if (tensors.empty())
    node.fail("the sequence has no tensors");
  if (node.find("axis") == nullptr)
    node.fail("attribute axis is missing");
  const bool fresh = node.get_int("new_axis", 0) != 0;
  const size_t rank = node.builder().shape(tensors[0]).size() + (fresh ? 1 : 0);
  const int64_t axis = node.axis_in(node.get_int("axis", 0), rank);
  if (fresh)
    for (Value& tensor : tensors)
      tensor = node.call("expand_dims", {tensor}, {{"axis", axis}});
  return tensors.size() == 1 ? tensors[0] : node.call("concatenate", tensors, {{"axis", axis}});
}

// One value along the axis each without an operand; parts of one size, the last of what is left,
// with a number; parts of given sizes with a vector.
std::vector<int64_t> sequence_part_sizes(const OpNode& node, int64_t extent) {
  constexpr int64_t kMostParts = 1 << 16;
  if (!node.has(1) && extent > kMostParts)
    node.fail(fmt::format("makes {} of an axis: supported are {}", counted(extent, "tensor"),
                          kMostParts));
  if (!node.has(1))
    return std::vector<int64_t>(static_cast<size_t>(extent), 1);
  const std::vector<int64_t> given = node.constant_ints(1, "split");
  std::vector<int64_t> sizes = given;
  if (node.shape(1).empty() && given[0] > 0) {
    if (extent / given[0] > kMostParts)
      node.fail(fmt::format("makes {} of an axis: supported are {}",
                            counted(extent / given[0], "tensor"), kMostParts));
    sizes.assign(static_cast<size_t>(extent / given[0]), given[0]);
    if (extent % given[0] != 0)
      sizes.push_back(extent % given[0]);
  }
  int64_t sum = 0;
  for (const int64_t size : sizes) {
    if (size < 1 || size > extent - sum)
      node.fail(fmt::format("split [{}]: parts must be 1 or more and make up the extent {}",
                            fmt::join(given, ", "), extent));
    sum += size;
  }
  if (sum != extent)
    node.fail(fmt::format("split [{}]: the parts make {}, the extent is {}", fmt::join(given, ", "),
                          sum, extent));
  return sizes;
}

Value sequence_split(const OpNode& node) {
  const int64_t axis = node.axis_in(node.get_int("axis", 0), node.shape(0).size());
  const bool drop = !node.has(1) && node.get_int("keepdims", 1) == 0;
  Sequence parts;
  int64_t begin = 0;
  for (const int64_t size : sequence_part_sizes(node, node.shape(0)[static_cast<size_t>(axis)])) {
    Value part = node.call(
        "strided_slice", {node.in(0)},
        {{"begin", IntList{begin}}, {"end", IntList{begin + size}}, {"axes", IntList{axis}}});
    if (drop)
      part = node.call("squeeze", {part}, {{"axis", IntList{axis}}});
    parts.push_back(part);
    begin += size;
  }
  return sequence_of(std::move(parts));
}

constexpr OpImporter kSequenceOps[] = {
    {"SequenceConstruct", sequence_construct, "known at import"},
    {"SequenceEmpty", sequence_empty, "known at import"},
    {"SequenceInsert", sequence_insert, "constant position"},
    {"SequenceErase", sequence_erase, "constant position"},
    {"SequenceAt", sequence_at, "constant position"},
    {"SequenceLength", sequence_length, "becomes a constant"},
    {"ConcatFromSequence", sequence_concat, ""},
    {"SplitToSequence", sequence_split, "constant sizes"},
};

}  // namespace

std::span<const OpImporter> sequence_importers() {
  return kSequenceOps;
}

}  // namespace vta::onnx_import
