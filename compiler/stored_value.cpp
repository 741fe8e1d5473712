#include "compiler/stored_value.h"

#include "compiler/interp/interpreter.h"

namespace vta {
namespace {

// Pixels in order, as rows; those behind the last row of the shape complete a block.
Tensor pixels_as_rows(const Tensor& nchw, const Shape& shape) {
  const Tensor rows = evaluate_op("transpose", {{"axes", IntList{0, 2, 3, 1}}}, {{nchw}})[0];
  return Tensor::from_span<int8_t>(
      shape, rows.data<int8_t>().first(static_cast<size_t>(num_elements(shape))));
}

}  // namespace

Tensor in_form_of(const Tensor& nchw, const TensorType& type) {
  if (type.shape.size() == 2 && nchw.shape().size() == 4 && nchw.shape()[3] > 1)
    return pixels_as_rows(nchw, type.shape);
  if (type.shape.size() != 6)
    return nchw.reshaped(type.shape);
  const Shape& s = type.shape;
  if (nchw.shape().size() == 4 && nchw.shape()[3] > s[3]) {
    const IntList end = {s[0] * s[4], s[1] * s[5], s[2], s[3]};
    return in_form_of(
        evaluate_op(
            "strided_slice",
            {{"begin", IntList{0, 0, 0, 0}}, {"end", end}, {"strides", IntList{1, 1, 1, 1}}},
            {{nchw}})[0],
        type);
  }
  const Tensor split = nchw.reshaped({s[0], s[4], s[1], s[5], s[2], s[3]});
  return evaluate_op("transpose", {{"axes", IntList{0, 2, 4, 5, 1, 3}}}, {{split}})[0];
}

}  // namespace vta
