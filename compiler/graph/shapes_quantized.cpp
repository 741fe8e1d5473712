// Values as ONNX quantizes them: int8 or uint8 with a scale and a zero point.
#include "compiler/graph/shapes.h"

namespace vta::shapes {
namespace {

bool is_byte(DType dtype) {
  return dtype == DType::I8 || dtype == DType::U8;
}

void require_bytes(const TensorType& type) {
  if (!is_byte(type.dtype))
    fail("operand {} must be int8 or uint8", type_text(type));
}

// `part` is repeated along `whole`, never the other way round.
void require_fits(const TensorType& part, const TensorType& whole, std::string_view what) {
  if (broadcast(part.shape, whole.shape) != whole.shape)
    fail("the {} {} does not broadcast to {}", what, type_text(part), type_text(whole));
}

void require_scale(const TensorType& scale, const TensorType& data) {
  if (scale.dtype != DType::F32)
    fail("the scale {} must be float32", type_text(scale));
  require_fits(scale, data, "scale");
}

void require_zero_point(const TensorType& zero, const TensorType& data) {
  if (zero.dtype != data.dtype)
    fail("the zero point {} must have the type of {}", type_text(zero), type_text(data));
  require_fits(zero, data, "zero point");
}

// Operands of a product: data, weight and a zero point for each.
std::vector<TensorType> as_floats(Operands in) {
  for (size_t i = 0; i < 2; ++i) {
    require_bytes(in[i]);
    require_zero_point(in[i + 2], in[i]);
  }
  return {{in[0].shape, DType::F32}, {in[1].shape, DType::F32}};
}

Types as_int32(Types types) {
  types.front().dtype = DType::I32;
  return types;
}

}  // namespace

Types qnn_quantize(Operands in, const Attrs&) {
  if (in[0].dtype != DType::F32 && in[0].dtype != DType::I32)
    fail("operand {} must be float32 or int32", type_text(in[0]));
  require_scale(in[1], in[0]);
  require_bytes(in[2]);
  require_fits(in[2], in[0], "zero point");
  return {{in[0].shape, in[2].dtype}};
}

Types qnn_dequantize(Operands in, const Attrs&) {
  if (!is_byte(in[0].dtype) && in[0].dtype != DType::I32)
    fail("operand {} must be int8, uint8 or int32", type_text(in[0]));
  require_scale(in[1], in[0]);
  require_zero_point(in[2], in[0]);
  return {{in[0].shape, DType::F32}};
}

Types qnn_conv2d(Operands in, const Attrs& attrs) {
  return as_int32(conv2d(as_floats(in), attrs));
}

Types qnn_dense(Operands in, const Attrs& attrs) {
  return as_int32(dense(as_floats(in), attrs));
}

Types qnn_batch_matmul(Operands in, const Attrs& attrs) {
  return as_int32(batch_matmul(as_floats(in), attrs));
}

Types qnn_requantize(Operands in, const Attrs&) {
  if (in.size() % 3 != 0)
    fail("{} operands: a zero point, a scale and a count, and three for each term", in.size());
  Shape shape;
  for (size_t i = 3; i < in.size(); i += 3) {
    if (in[i].dtype != DType::I32)
      fail("the steps {} must be int32", type_text(in[i]));
    shape = broadcast(shape, in[i].shape);
  }
  const TensorType whole{shape, DType::I32};
  for (size_t i = 3; i < in.size(); i += 3) {
    require_scale(in[i + 1], whole);
    require_scale(in[i + 2], whole);
  }
  require_bytes(in[0]);
  require_fits(in[0], whole, "zero point");
  require_scale(in[1], whole);
  if (in[2].dtype != DType::I32)
    fail("the count {} must be int32", type_text(in[2]));
  require_fits(in[2], whole, "count");
  return {{shape, in[0].dtype}};
}

}  // namespace vta::shapes
