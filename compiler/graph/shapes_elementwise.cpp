#include "compiler/graph/shapes.h"

namespace vta::shapes {

Types same(Operands in, const Attrs&) {
  return {in[0]};
}

Types same_float(Operands in, const Attrs&) {
  if (in[0].dtype != DType::F32)
    fail("operand {} must be float32", type_text(in[0]));
  return {in[0]};
}

Types binary(Operands in, const Attrs&) {
  if (in[0].dtype != in[1].dtype)
    fail("operands are {} and {}: element types must be equal", type_text(in[0]), type_text(in[1]));
  return {{broadcast(in[0].shape, in[1].shape), in[0].dtype}};
}

Types shift(Operands in, const Attrs& attrs) {
  if (in[0].dtype == DType::F32 || in[0].dtype == DType::Bool)
    fail("operand {} must have an integer type", type_text(in[0]));
  return binary(in, attrs);
}

Types clip(Operands in, const Attrs& attrs) {
  if (attrs.find("a_min") == nullptr || attrs.find("a_max") == nullptr)
    fail("attributes a_min and a_max are needed");
  const double low = attrs.get_double("a_min", 0), high = attrs.get_double("a_max", 0);
  if (!(low <= high))
    fail("a_min={} must not be above a_max={}", low, high);
  return {in[0]};
}

Types cast(Operands in, const Attrs& attrs) {
  if (attrs.find("dtype") == nullptr)
    fail("attribute dtype is missing");
  return {{in[0].shape, read_dtype(attrs, "dtype", in[0].dtype)}};
}

// A hint keeps the type; what it names is where quantisation will cast.
Types cast_hint(Operands in, const Attrs& attrs) {
  cast(in, attrs);
  return {in[0]};
}

}  // namespace vta::shapes
