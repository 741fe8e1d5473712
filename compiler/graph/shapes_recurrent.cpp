// Recurrent layers: every extent follows from the data and the recurrence.
#include <array>

#include "compiler/graph/recurrent.h"
#include "compiler/graph/shapes.h"

namespace vta::shapes {
namespace {

void require_operand(const TensorType& have, std::string_view what, const Shape& shape,
                     DType dtype = DType::F32) {
  if (have != TensorType{shape, dtype})
    fail("the {} is {}, expected {}", what, type_text(have), type_text({shape, dtype}));
}

Types recurrent(std::string_view op, Operands in, const Attrs& attrs) {
  const RecurrentKind& kind = *recurrent_kind(op);
  if (in[0].shape.size() != 3 || in[2].shape.size() != 2)
    fail("data {} must be (steps, batch, inputs), the recurrence {} (gates * hidden, hidden)",
         type_text(in[0]), type_text(in[2]));
  const int64_t steps = in[0].shape[0], batch = in[0].shape[1], hidden = in[2].shape[1];
  const int64_t rows = kind.gates * hidden;
  const Shape state{batch, hidden};
  require_operand(in[0], "data", in[0].shape);
  require_operand(in[1], "weight", {rows, in[0].shape[2]});
  require_operand(in[2], "recurrence", {rows, hidden});
  require_operand(in[3], "bias", {2 * rows});
  require_operand(in[4], "lengths", {batch}, DType::I32);
  require_operand(in[5], "first state", state);
  if (in.size() > 6) {
    require_operand(in[6], "first cell", state);
    require_operand(in[7], "peepholes", {3 * hidden});
  }
  gate_functions(kind, attrs);
  attrs.get_bool("reverse", false);
  if (attrs.find("clip") != nullptr && !(attrs.get_double("clip", 0) > 0))
    fail("clip={} must be above 0", attrs.get_double("clip", 0));
  Types types{{{steps, batch, hidden}, DType::F32}, {state, DType::F32}};
  if (in.size() > 6)
    types.push_back({state, DType::F32});
  return types;
}

}  // namespace

Types rnn(Operands in, const Attrs& attrs) {
  return recurrent("nn.rnn", in, attrs);
}

Types gru(Operands in, const Attrs& attrs) {
  attrs.get_bool("linear_before_reset", false);
  return recurrent("nn.gru", in, attrs);
}

Types lstm(Operands in, const Attrs& attrs) {
  attrs.get_bool("input_forget", false);
  return recurrent("nn.lstm", in, attrs);
}

}  // namespace vta::shapes
