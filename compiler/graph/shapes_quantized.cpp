// Values as ONNX quantizes them: int8 or uint8 with a scale and a zero point.
#include <algorithm>
#include <limits>

#include "compiler/graph/gelu.h"
#include "compiler/graph/layer_norm.h"
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

// One value, or one for each index of an axis; of packed channels, which are two axes, for each
// index of both.
void require_per_axis(const TensorType& part, const TensorType& whole, std::string_view what) {
  require_fits(part, whole, what);
  const int64_t most = whole.shape.size() == 6 ? 2 : 1;
  if (std::ranges::count_if(part.shape, [](int64_t n) { return n != 1; }) > most)
    fail("the {} {} must have one value, or one for each index of an axis", what, type_text(part));
}

void require_int32(const TensorType& type, std::string_view what) {
  if (type.dtype != DType::I32)
    fail("the {} {} must be int32", what, type_text(type));
}

// a_min and a_max, which default to the type's bounds and lie within them.
void require_limits(const Attrs& attrs, DType dtype) {
  const auto [least, most] = integer_bounds(dtype);
  const int64_t low = attrs.get_int("a_min", least), high = attrs.get_int("a_max", most);
  if (low < least || high > most || low > high)
    fail("a_min {} and a_max {} must be in order within {}..{}", low, high, least, most);
}

std::string rounding_in(const Attrs& attrs, std::span<const std::string_view> legal) {
  const std::string rounding = attrs.get_string("rounding", "double");
  if (std::ranges::find(legal, rounding) == legal.end())
    fail("rounding \"{}\" is not known: legal are {}", rounding, fmt::join(legal, ", "));
  return rounding;
}

// The multiplier and the shift of values that are made by one number, as attributes.
void require_multiplier(const Attrs& attrs) {
  constexpr std::array<std::string_view, 2> kRoundings = {"double", "single"};
  rounding_in(attrs, kRoundings);
  const int64_t multiplier = attrs.get_int("multiplier", 0), shift = attrs.get_int("shift", 0);
  if (multiplier < int64_t{1} << 30 || multiplier >= int64_t{1} << 31)
    fail("multiplier {} must be in 2^30..2^31 - 1", multiplier);
  if (shift < 0 || shift > 31)
    fail("shift {} must be in 0..31", shift);
}

}  // namespace

std::pair<int64_t, int64_t> integer_bounds(DType dtype) {
  if (dtype == DType::I8)
    return {-128, 127};
  if (dtype == DType::U8)
    return {0, 255};
  return {std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()};
}

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

Types qnn_rescale(Operands in, const Attrs& attrs) {
  constexpr std::array<std::string_view, 4> kRoundings = {"double", "single", "even", "float"};
  const bool real = rounding_in(attrs, kRoundings) == "float";
  require_int32(in[0], "operand");
  if (in[1].dtype != (real ? DType::F32 : DType::I32))
    fail("the multiplier {} must be {}", type_text(in[1]), real ? "float32" : "int32");
  require_per_axis(in[1], in[0], "multiplier");
  require_int32(in[2], "shift");
  require_per_axis(in[2], in[0], "shift");
  if (in[3].dtype != DType::I32 && !is_byte(in[3].dtype))
    fail("the zero point {} must be int8, uint8 or int32", type_text(in[3]));
  require_per_axis(in[3], in[0], "zero point");
  require_limits(attrs, in[3].dtype);
  return {{in[0].shape, in[3].dtype}};
}

Types qnn_gelu(Operands in, const Attrs& attrs) {
  require_int32(in[0], "operand");
  gelu_of(attrs);
  return {{in[0].shape, DType::I32}};
}

Types qnn_layer_norm(Operands in, const Attrs& attrs) {
  if (in[0].dtype != DType::I8 || in[0].shape.empty())
    fail("operand {} must be int8 rows", type_text(in[0]));
  const Shape& s = in[0].shape;
  layer_norm_of(attrs, s.size() == 6 ? s[1] * s[5] : s.back());
  return {in[0]};
}

Types qnn_average(Operands in, const Attrs& attrs) {
  require_int32(in[0], "sum");
  require_int32(in[1], "count");
  require_fits(in[1], in[0], "count");
  require_limits(attrs, DType::I8);
  return {{in[0].shape, DType::I8}};
}

Types qnn_softmax(Operands in, const Attrs& attrs) {
  if (in[0].dtype != DType::I8)
    fail("operand {} must be int8", type_text(in[0]));
  normal_axis(attrs.get_int("axis", -1), rank_of(in[0]));
  require_multiplier(attrs);
  return {in[0]};
}

Types qnn_sigmoid(Operands in, const Attrs& attrs) {
  if (in[0].dtype != DType::I8)
    fail("operand {} must be int8", type_text(in[0]));
  const int64_t zero = attrs.get_int("zero_point", 0);
  if (zero < -128 || zero > 127)
    fail("zero_point {} must be in -128..127", zero);
  require_multiplier(attrs);
  return {in[0]};
}

}  // namespace vta::shapes
