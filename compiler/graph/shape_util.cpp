#include "compiler/graph/shape_util.h"

#include <algorithm>

namespace vta::shapes {

void check_type(const TensorType& type, int64_t least) {
  int64_t elements = 1;
  if (type.shape.size() > kMaxRank)
    fail("type {} has rank {}: at most {} axes are supported", type_text(type), type.shape.size(),
         kMaxRank);
  for (int64_t extent : type.shape) {
    if (extent < least || extent > kMaxExtent)
      fail("type {} has extent {}: must be {}..{}", type_text(type), extent, least, kMaxExtent);
    elements *= std::max<int64_t>(extent, 1);
    if (elements > kMaxElements)
      fail("type {} has more than {} elements", type_text(type), kMaxElements);
  }
}

IntList read_ints(const Attrs& attrs, std::string_view name, const IntList& absent, size_t most) {
  const AttrValue* value = attrs.find(name);
  if (value == nullptr)
    return absent;
  IntList list;
  if (const auto* one = std::get_if<int64_t>(value))
    list = {*one};
  else
    list = attrs.get_ints(name, absent);
  if (list.size() > most)
    fail("{} has {} values: at most {} are supported", name, list.size(), most);
  for (int64_t v : list)
    if (v < -kMaxExtent || v > kMaxExtent)
      fail("{} has {}: must be within +-{}", name, v, kMaxExtent);
  return list;
}

std::array<int64_t, 2> read_pair(const Attrs& attrs, std::string_view name, int64_t absent,
                                 int64_t least) {
  const IntList list = read_ints(attrs, name, {absent, absent});
  if (list.empty() || list.size() > 2)
    fail("{} has {} values: expected 1 or 2", name, list.size());
  for (int64_t v : list)
    if (v < least || v > kMaxWindow)
      fail("{} has {}: must be {}..{}", name, v, least, kMaxWindow);
  return {list.front(), list.back()};
}

std::array<int64_t, 4> read_padding(const Attrs& attrs) {
  const IntList p = read_ints(attrs, "padding", {0});
  for (int64_t v : p)
    if (v < 0 || v > kMaxWindow)
      fail("padding has {}: must be 0..{}", v, kMaxWindow);
  if (p.size() == 1)
    return {p[0], p[0], p[0], p[0]};
  if (p.size() == 2)
    return {p[0], p[1], p[0], p[1]};
  if (p.size() == 4)
    return {p[0], p[1], p[2], p[3]};
  fail("padding has {} values: expected 1, 2 (height, width) or 4 (top, left, bottom, right)",
       p.size());
}

DType read_dtype(const Attrs& attrs, std::string_view name, DType absent) {
  const std::string text = attrs.get_string(name, "");
  return text.empty() ? absent : dtype_from_name(text);
}

int64_t normal_axis(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    fail("axis {} is outside a tensor of rank {}", axis, rank);
  return axis < 0 ? axis + rank : axis;
}

std::vector<int64_t> normal_axes(const IntList& axes, int64_t rank) {
  std::vector<int64_t> result;
  for (int64_t axis : axes) {
    const int64_t a = normal_axis(axis, rank);
    if (std::find(result.begin(), result.end(), a) != result.end())
      fail("axis {} occurs twice", axis);
    result.push_back(a);
  }
  return result;
}

Shape broadcast(const Shape& a, const Shape& b) {
  Shape result(std::max(a.size(), b.size()));
  for (size_t i = 0; i < result.size(); ++i) {
    const int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
    const int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (x != y && x != 1 && y != 1)
      fail("shapes {} and {} do not broadcast: {} against {}", shape_text(a), shape_text(b), x, y);
    result[result.size() - 1 - i] = std::max(x, y);
  }
  return result;
}

int64_t window_count(const WindowAxis& axis, bool ceil) {
  const int64_t span = (axis.kernel - 1) * axis.dilation + 1;
  const int64_t room = axis.extent + axis.pad_before + axis.pad_after - span;
  if (room < 0)
    fail("a window of {} does not fit {} {} with pads {} and {}", span, axis.name, axis.extent,
         axis.pad_before, axis.pad_after);
  int64_t count = room / axis.stride + 1;
  if (ceil && room % axis.stride != 0 && count * axis.stride < axis.extent + axis.pad_before)
    ++count;
  return count;
}

}  // namespace vta::shapes
