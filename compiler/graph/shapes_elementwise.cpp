#include <cmath>

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

Types binary_float(Operands in, const Attrs& attrs) {
  same_float(in, attrs);
  return binary(in, attrs);
}

Types compare(Operands in, const Attrs& attrs) {
  return {{binary(in, attrs)[0].shape, DType::Bool}};
}

Types logical(Operands in, const Attrs& attrs) {
  logical_not(in, attrs);
  return binary(in, attrs);
}

Types logical_not(Operands in, const Attrs&) {
  if (in[0].dtype != DType::Bool)
    fail("operand {} must be bool", type_text(in[0]));
  return {in[0]};
}

Types classify(Operands in, const Attrs& attrs) {
  return {{same_float(in, attrs)[0].shape, DType::Bool}};
}

Types require(Operands in, const Attrs& attrs) {
  if (in[1] != TensorType{{}, DType::Bool})
    fail("the condition {} must be one bool", type_text(in[1]));
  attrs.get_bool("expected", true);
  attrs.get_string("reason", "");
  return {in[0]};
}

Types where(Operands in, const Attrs&) {
  if (in[0].dtype != DType::Bool)
    fail("the condition {} must be bool", type_text(in[0]));
  if (in[1].dtype != in[2].dtype)
    fail("values are {} and {}: element types must be equal", type_text(in[1]), type_text(in[2]));
  const Shape values = broadcast(in[1].shape, in[2].shape);
  return {{broadcast(in[0].shape, values), in[1].dtype}};
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
  if (std::isnan(low) || std::isnan(high))
    fail("a_min={} and a_max={}: a bound is NaN, and bounds must be numbers", low, high);
  if (low > high)
    fail("a_min={} must not be above a_max={}", low, high);
  return {in[0]};
}

Types cast(Operands in, const Attrs& attrs) {
  if (attrs.find("dtype") == nullptr)
    fail("attribute dtype is missing");
  return {{in[0].shape, read_dtype(attrs, "dtype", in[0].dtype)}};
}

// A hint keeps the type; what it names is where quantization will cast.
Types cast_hint(Operands in, const Attrs& attrs) {
  cast(in, attrs);
  return {in[0]};
}

}  // namespace vta::shapes
