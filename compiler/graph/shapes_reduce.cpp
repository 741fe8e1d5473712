// Reductions over axes, and running sums.
#include <algorithm>

#include "compiler/graph/shapes.h"

namespace vta::shapes {
Types reduce(Operands in, const Attrs& attrs) {
  const int64_t rank = rank_of(in[0]);
  IntList all;
  for (int64_t i = 0; i < rank; ++i)
    all.push_back(i);
  if (in[0].dtype == DType::Bool)
    fail("data {} must be numbers", type_text(in[0]));
  const auto axes = normal_axes(read_ints(attrs, "axis", all), rank);
  const bool keep = attrs.get_bool("keepdims", false), exclude = attrs.get_bool("exclude", false);
  TensorType out{{}, in[0].dtype};
  for (int64_t i = 0; i < rank; ++i) {
    const bool named = std::find(axes.begin(), axes.end(), i) != axes.end();
    if (named == exclude)
      out.shape.push_back(in[0].shape[static_cast<size_t>(i)]);
    else if (keep)
      out.shape.push_back(1);
  }
  return {out};
}

// Over one axis; the result is the index.
Types arg_reduce(Operands in, const Attrs& attrs) {
  const int64_t axis = normal_axis(attrs.get_int("axis", 0), rank_of(in[0]));
  attrs.get_bool("select_last_index", false);
  Attrs reduction{{"axis", axis}, {"keepdims", attrs.get_bool("keepdims", false)}};
  return {{reduce(in, reduction)[0].shape, DType::I64}};
}

Types cumsum(Operands in, const Attrs& attrs) {
  normal_axis(attrs.get_int("axis", 0), rank_of(in[0]));
  attrs.get_bool("exclusive", false);
  attrs.get_bool("reverse", false);
  if (in[0].dtype == DType::Bool)
    fail("data {} must be numbers", type_text(in[0]));
  return {in[0]};
}

}  // namespace vta::shapes
