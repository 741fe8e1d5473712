// The normalizations of transformers, along the last axis.
#include "compiler/graph/shapes.h"

namespace vta::shapes {
namespace {

void require_parameter(const TensorType& type, const TensorType& data, std::string_view what) {
  if (type != TensorType{{data.shape.back()}, DType::F32})
    fail("{} {} must be Tensor[({}), float32], the last extent of data {}", what, type_text(type),
         data.shape.back(), type_text(data));
}

Types normalized(Operands in, const Attrs& attrs) {
  if (in[0].dtype != DType::F32 || in[0].shape.empty())
    fail("data {} must be float32 with at least one axis", type_text(in[0]));
  if (!(attrs.get_double("epsilon", 1e-5) >= 0))
    fail("epsilon={} must be 0 or above", attrs.get_double("epsilon", 1e-5));
  return {in[0]};
}

}  // namespace

Types layer_norm(Operands in, const Attrs& attrs) {
  Types types = normalized(in, attrs);
  require_parameter(in[1], in[0], "gamma");
  require_parameter(in[2], in[0], "beta");
  return types;
}

Types rms_norm(Operands in, const Attrs& attrs) {
  Types types = normalized(in, attrs);
  require_parameter(in[1], in[0], "gamma");
  return types;
}

}  // namespace vta::shapes
