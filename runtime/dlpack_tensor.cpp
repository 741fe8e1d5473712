#include "runtime/dlpack_tensor.h"

#include <array>
#include <cstring>

namespace vta {
namespace {

constexpr int32_t kMostAxes = 16;

struct ElementType {
  uint8_t code, bits;
  DType dtype;
};
constexpr std::array<ElementType, 6> kElementTypes = {{{kDLFloat, 32, DType::F32},
                                                       {kDLInt, 8, DType::I8},
                                                       {kDLUInt, 8, DType::U8},
                                                       {kDLInt, 32, DType::I32},
                                                       {kDLInt, 64, DType::I64},
                                                       {kDLBool, 8, DType::Bool}}};

const ElementType& element_type(DType dtype) {
  for (const ElementType& e : kElementTypes)
    if (e.dtype == dtype)
      return e;
  VTA_CHECK(false, "{} is no element type of DLPack", dtype_name(dtype));
}

DType dtype_of(const DLDataType& given, std::string_view what) {
  for (const ElementType& e : kElementTypes)
    if (e.code == given.code && e.bits == given.bits && given.lanes == 1)
      return e.dtype;
  throw InputError(
      fmt::format("{}: dtype of code {}, {} bits, {} lanes (legal: float32, int8, uint8, int32, "
                  "int64, bool, each of 1 lane)",
                  what, given.code, given.bits, given.lanes));
}

Shape shape_of(const DLTensor& t, std::string_view what) {
  if (t.ndim < 0 || t.ndim > kMostAxes)
    throw InputError(fmt::format("{}: ndim {} (legal: 0 to {})", what, t.ndim, kMostAxes));
  if (t.ndim > 0 && t.shape == nullptr)
    throw InputError(fmt::format("{}: shape is NULL, ndim is {}", what, t.ndim));
  const Shape shape(t.shape, t.shape + t.ndim);
  num_elements(shape);  // InputError where there is no such shape
  return shape;
}

// Steps of one axis whose bytes cannot be counted lead to no memory.
void check_strides(const DLTensor& t, const Shape& shape, int64_t element_bytes,
                   std::string_view what) {
  if (t.strides == nullptr)
    return;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    int64_t bytes = 0;
    if (__builtin_mul_overflow(t.strides[axis], element_bytes, &bytes) ||
        __builtin_mul_overflow(bytes, shape[axis], &bytes))
      throw InputError(
          fmt::format("{}: stride {} of axis {} with {} elements is more than any memory", what,
                      t.strides[axis], axis, shape[axis]));
  }
}

bool is_compact(const DLTensor& t, const Shape& shape) {
  if (t.strides == nullptr)
    return true;
  int64_t dense = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] != 1 && t.strides[axis] != dense)
      return false;
    dense *= shape[axis];
  }
  return true;
}

std::byte* first_element(const DLTensor& t) {
  return static_cast<std::byte*>(t.data) + t.byte_offset;
}

// Calls f with the address of each element of the tensor, in row-major order.
template <typename F>
void for_each_element(const DLTensor& t, const Shape& shape, int64_t element_bytes, F f) {
  Shape dense(shape.size(), 1);
  for (size_t axis = shape.size(); axis-- > 1;)
    dense[axis - 1] = dense[axis] * shape[axis];
  const int64_t* strides = t.strides == nullptr ? dense.data() : t.strides;
  Shape at(shape.size(), 0);
  std::byte* element = first_element(t);
  for (int64_t left = num_elements(shape); left > 0; --left) {
    f(element);
    for (size_t axis = shape.size(); axis-- > 0;) {
      element += strides[axis] * element_bytes;
      if (++at[axis] < shape[axis])
        break;
      element -= strides[axis] * shape[axis] * element_bytes;
      at[axis] = 0;
    }
  }
}

}  // namespace

DlpackType dlpack_type(const DLTensor& tensor, std::string_view what) {
  if (tensor.device.device_type != kDLCPU)
    throw InputError(fmt::format("{}: device_type {} (legal: {}, the CPU's memory)", what,
                                 static_cast<int32_t>(tensor.device.device_type),
                                 static_cast<int32_t>(kDLCPU)));
  DlpackType out{{shape_of(tensor, what), dtype_of(tensor.dtype, what)}, false};
  const int64_t bytes = dtype_bytes(out.type.dtype);
  if (!checked_bytes(out.type.shape, bytes))
    throw InputError(fmt::format("{}: {} is more than any memory", what, type_text(out.type)));
  check_strides(tensor, out.type.shape, bytes, what);
  if (tensor.data == nullptr && num_elements(out.type.shape) > 0)
    throw InputError(fmt::format("{}: data is NULL", what));
  const bool aligned =
      reinterpret_cast<uintptr_t>(first_element(tensor)) % static_cast<uintptr_t>(bytes) == 0;
  out.in_place = tensor.data != nullptr && aligned && out.type.dtype != DType::Bool &&
                 is_compact(tensor, out.type.shape);
  return out;
}

Tensor tensor_of_dlpack(const DLTensor& tensor, std::shared_ptr<void> owner,
                        std::string_view what) {
  const auto [type, in_place] = dlpack_type(tensor, what);
  if (in_place)
    return Tensor::over(type, first_element(tensor), std::move(owner));
  Tensor out = Tensor::zeros(type.dtype, type.shape);
  const int64_t bytes = dtype_bytes(type.dtype);
  std::byte* to = out.mutable_bytes().data();
  for_each_element(tensor, type.shape, bytes, [&](const std::byte* element) {
    std::memcpy(to, element, static_cast<size_t>(bytes));
    to += bytes;
  });
  return type.dtype == DType::Bool ? Tensor::from_bytes(type.dtype, type.shape, out.bytes()) : out;
}

void copy_to_dlpack(const Tensor& from, const DLTensor& to, std::string_view what) {
  const TensorType given = dlpack_type(to, what).type;
  const TensorType wanted{from.shape(), from.dtype()};
  if (given != wanted)
    throw InputError(
        fmt::format("{} has {}, was given {}", what, type_text(wanted), type_text(given)));
  const int64_t bytes = dtype_bytes(wanted.dtype);
  const std::byte* element = from.bytes().data();
  for_each_element(to, wanted.shape, bytes, [&](std::byte* place) {
    std::memcpy(place, element, static_cast<size_t>(bytes));
    element += bytes;
  });
}

namespace {

// What an exported tensor points to.
template <typename Managed>
struct Exported {
  explicit Exported(const Tensor& t)
      : tensor(t), shape(t.shape()), strides(t.shape().size(), 1), managed() {
    for (size_t axis = shape.size(); axis-- > 1;)
      strides[axis - 1] = strides[axis] * shape[axis];
    const ElementType& type = element_type(t.dtype());
    DLTensor& to = managed.dl_tensor;
    to.data = tensor.mutable_bytes().data();
    to.device = {kDLCPU, 0};
    to.ndim = static_cast<int32_t>(shape.size());
    to.dtype = {type.code, type.bits, 1};
    to.shape = shape.data();
    to.strides = strides.data();
    managed.manager_ctx = this;
    managed.deleter = [](Managed* self) { delete static_cast<Exported*>(self->manager_ctx); };
  }

  Tensor tensor;
  Shape shape, strides;
  Managed managed;
};

}  // namespace

DLManagedTensor* dlpack_of(const Tensor& tensor) {
  return &(new Exported<DLManagedTensor>(tensor))->managed;
}

DLManagedTensorVersioned* dlpack_versioned_of(const Tensor& tensor) {
  auto* managed = &(new Exported<DLManagedTensorVersioned>(tensor))->managed;
  managed->version = {DLPACK_MAJOR_VERSION, DLPACK_MINOR_VERSION};
  managed->flags = DLPACK_FLAG_BITMASK_READ_ONLY;
  return managed;
}

}  // namespace vta
