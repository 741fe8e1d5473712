// Values written into data at constant places: each element of the result is one of the data or of
// the updates, which one is known at import.
#include <numeric>

#include "compiler/graph/shape_util.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

void check_scatter(const OpNode& node) {
  node.constant_known(1, "indices");
  if (const std::string reduction = node.get_string("reduction", "none"); reduction != "none")
    node.fail(fmt::format("reduction '{}': supported is none", reduction));
  if (node.dtype(2) != node.dtype(0))
    node.fail("updates must have data's element type");
}

int64_t checked_index(const OpNode& node, int64_t index, int64_t axis) {
  const Shape& data = node.shape(0);
  const int64_t extent = data[static_cast<size_t>(axis)];
  if (index < -extent || index >= extent)
    node.fail(fmt::format("index {} of axis {} of data {}: legal are {} to {}", index, axis,
                          shape_text(data), -extent, extent - 1));
  return index < 0 ? index + extent : index;
}

// Places in data, updates after it.
class Places {
 public:
  explicit Places(const OpNode& node) : node_(node), data_(num_elements(node.shape(0))) {
    const TensorType type{node.shape(0), DType::I64};
    node.builder().count_computed({&type, 1});
    from_.resize(static_cast<size_t>(data_));
    std::iota(from_.begin(), from_.end(), 0);
  }

  void write(int64_t place, int64_t update) { from_[static_cast<size_t>(place)] = data_ + update; }

  Value result() const {
    const int64_t updates = num_elements(node_.shape(2));
    if (updates == 0)
      return node_.in(0);
    const Value all =
        node_.call("concatenate", {flat(0, data_), flat(2, updates)}, {{"axis", int64_t{0}}});
    const Value places{-1,
                       Tensor::from_span<int64_t>(node_.shape(0), std::span<const int64_t>(from_))};
    return node_.call("take", {all, places}, {{"axis", int64_t{0}}});
  }

 private:
  Value flat(size_t i, int64_t count) const {
    return node_.call("reshape", {node_.in(i)}, {{"newshape", IntList{count}}});
  }

  const OpNode& node_;
  int64_t data_;
  std::vector<int64_t> from_;
};

// The part that each tuple along the last axis of indices names.
Value scatter_nd(const OpNode& node) {
  check_scatter(node);
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
  Places places(node);
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
  check_scatter(node);
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
  Places places(node);
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
    {"ScatterElements", scatter_elements, "constant indices; without a reduction"},
    {"ScatterND", scatter_nd, "constant indices; without a reduction"},
};

}  // namespace

std::span<const OpImporter> scatter_importers() {
  return kScatterOps;
}

}  // namespace vta::onnx_import
