// Values written into data at constant places: each element of the result is one of the data or of
// the updates, which one is known at import. With a reduction an element and all updates for its
// place are reduced, the first update of every place in one call, then the second ones, and so on:
//   data (a, b), updates (p, q, r) for places 1, 0, 1, added:  (a, b) + (q, p) + (0, r)
#include <algorithm>
#include <limits>
#include <numeric>

#include "compiler/graph/shape_util.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

// How an update joins what is at its place, in the graph, and what changes nothing there.
struct ScatterReduction {
  std::string_view onnx, graph;
  double neutral;
};
constexpr ScatterReduction kReductions[] = {
    {"none", "", 0},
    {"add", "add", 0},
    {"mul", "multiply", 1},
    {"max", "maximum", -std::numeric_limits<double>::infinity()},
    {"min", "minimum", std::numeric_limits<double>::infinity()},
};

const ScatterReduction& checked_reduction(const OpNode& node) {
  node.constant_known(1, "indices");
  if (node.dtype(2) != node.dtype(0))
    node.fail("updates must have data's element type");
  const std::string name = node.get_string("reduction", "none");
  const auto* const found = std::ranges::find(kReductions, name, &ScatterReduction::onnx);
  if (found == std::end(kReductions))
    node.fail(fmt::format("reduction '{}' is unknown: none, add, mul, max or min", name));
  if (node.opset() < 18 && (name == "max" || name == "min"))
    node.fail(fmt::format("reduction '{}' is legal from opset 18 on", name));
  if (name != "none" && node.dtype(0) == DType::Bool)
    node.fail(fmt::format("reduction '{}' needs numbers, data is bool", name));
  return *found;
}

int64_t checked_index(const OpNode& node, int64_t index, int64_t axis) {
  const Shape& data = node.shape(0);
  const int64_t extent = data[static_cast<size_t>(axis)];
  if (index < -extent || index >= extent)
    node.fail(fmt::format("index {} of axis {} of data {}: legal are {} to {}", index, axis,
                          shape_text(data), -extent, extent - 1));
  return index < 0 ? index + extent : index;
}

// Which updates a place gets. Kept in rounds: the first one of every place, the second, ...
class Places {
 public:
  Places(const OpNode& node, const ScatterReduction& reduction)
      : node_(node), reduction_(reduction), data_(num_elements(node.shape(0))) {
    new_round();
  }

  void write(int64_t place, int64_t update) {
    const auto at = static_cast<size_t>(place);
    size_t round = 0;
    while (reduces() && round < rounds_.size() && rounds_[round][at] >= data_)
      ++round;
    if (round == rounds_.size())
      new_round();
    rounds_[round][at] = data_ + update;
  }

  Value result() const {
    const int64_t updates = num_elements(node_.shape(2));
    if (updates == 0)
      return node_.in(0);
    Value value = node_.in(0);
    for (const std::vector<int64_t>& from : rounds_) {
      const Value chosen = chosen_of(from, updates);
      value = reduces() ? node_.call(std::string(reduction_.graph), {value, chosen}) : chosen;
    }
    return value;
  }

 private:
  bool reduces() const { return !reduction_.graph.empty(); }

  void new_round() {
    constexpr size_t kMostRounds = 256;
    if (rounds_.size() == kMostRounds)
      node_.fail(fmt::format("a place gets more than {} updates", kMostRounds));
    const TensorType type{node_.shape(0), DType::I64};
    node_.builder().count_computed({&type, 1});
    std::vector<int64_t>& round = rounds_.emplace_back(static_cast<size_t>(data_));
    std::iota(round.begin(), round.end(), 0);
  }

  // Of data, or of what changes nothing, and updates behind these.
  Value chosen_of(const std::vector<int64_t>& from, int64_t updates) const {
    const Value first = reduces() ? neutral() : flat(0, data_);
    const Value all = node_.call("concatenate", {first, flat(2, updates)}, {{"axis", int64_t{0}}});
    const Value places{-1,
                       Tensor::from_span<int64_t>(node_.shape(0), std::span<const int64_t>(from))};
    return node_.call("take", {all, places}, {{"axis", int64_t{0}}});
  }

  // Casts of infinity saturate.
  Value neutral() const {
    const Value one = node_.call("cast", {node_.number(reduction_.neutral)},
                                 {{"dtype", std::string(dtype_name(node_.dtype(0)))}});
    return node_.call("broadcast_to", {one}, {{"shape", IntList{data_}}});
  }

  Value flat(size_t i, int64_t count) const {
    return node_.call("reshape", {node_.in(i)}, {{"newshape", IntList{count}}});
  }

  const OpNode& node_;
  const ScatterReduction& reduction_;
  int64_t data_;
  std::vector<std::vector<int64_t>> rounds_;  // by place: itself, or data_ + update
};

// The part that each tuple along the last axis of indices names.
Value scatter_nd(const OpNode& node) {
  const ScatterReduction& reduction = checked_reduction(node);
  const Shape &data = node.shape(0), &tuples = node.shape(1);
  if (tuples.empty() || tuples.back() > std::ssize(data))
    node.fail(fmt::format("indices {} name more axes than data {} has", shape_text(tuples),
                          shape_text(data)));
  Shape wanted(tuples.begin(), tuples.end() - 1);
  wanted.insert(wanted.end(), data.begin() + tuples.back(), data.end());
  if (node.shape(2) != wanted)
    node.fail(fmt::format("updates {} must be {}", shape_text(node.shape(2)), shape_text(wanted)));
  const std::vector<int64_t> indices = node.constant_ints(1, "indices");
  const int64_t width = tuples.back(), count = num_elements({tuples.begin(), tuples.end() - 1});
  const int64_t part = num_elements({data.begin() + width, data.end()});
  Places places(node, reduction);
  for (int64_t i = 0; i < count; ++i) {
    int64_t place = 0;
    for (int64_t axis = 0; axis < width; ++axis)
      place = place * data[static_cast<size_t>(axis)] +
              checked_index(node, indices[static_cast<size_t>(i * width + axis)], axis);
    for (int64_t j = 0; j < part; ++j)
      places.write(place * part + j, i * part + j);
  }
  return places.result();
}

// Where an update stands in its own tensor, with the index in the place of one axis.
Value scatter_elements(const OpNode& node) {
  const ScatterReduction& reduction = checked_reduction(node);
  const Shape data = node.shape(0), at = node.shape(1);
  const int64_t axis = node.axis_in(node.get_int("axis", 0), data.size());
  bool fits = at == node.shape(2) && at.size() == data.size();
  for (size_t d = 0; fits && d < at.size(); ++d)
    fits = static_cast<int64_t>(d) == axis || at[d] <= data[d];
  if (!fits)
    node.fail(
        fmt::format("data {}, indices {}, updates {}: the last two must be of one shape, no "
                    "larger than data beside the axis",
                    shape_text(data), shape_text(at), shape_text(node.shape(2))));
  const std::vector<int64_t> indices = node.constant_ints(1, "indices");
  Places places(node, reduction);
  for (int64_t i = 0; i < std::ssize(indices); ++i) {
    int64_t rest = i, place = 0, stride = 1;
    for (int64_t d = std::ssize(data) - 1; d >= 0; --d) {
      const auto axis_d = static_cast<size_t>(d);
      const int64_t own = rest % at[axis_d];
      rest /= at[axis_d];
      place += stride * (d == axis ? checked_index(node, indices[static_cast<size_t>(i)], d) : own);
      stride *= data[axis_d];
    }
    places.write(place, i);
  }
  return places.result();
}

constexpr OpImporter kScatterOps[] = {
    {"Scatter", scatter_elements, "constant indices"},
    {"ScatterElements", scatter_elements, "constant indices"},
    {"ScatterND", scatter_nd, "constant indices"},
};

}  // namespace

std::span<const OpImporter> scatter_importers() {
  return kScatterOps;
}

}  // namespace vta::onnx_import
