#include "base/tensor.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/round.h"

namespace vta {
namespace {

struct DTypeInfo {
  DType dtype;
  std::string_view name;
  int64_t bytes;
};

constexpr std::array<DTypeInfo, 6> kDTypes = {{{DType::F32, "float32", 4},
                                               {DType::I8, "int8", 1},
                                               {DType::U8, "uint8", 1},
                                               {DType::I32, "int32", 4},
                                               {DType::I64, "int64", 8},
                                               {DType::Bool, "bool", 1}}};

constexpr size_t kAlignment = 64;

}  // namespace

int64_t dtype_bytes(DType dtype) {
  return kDTypes[static_cast<size_t>(dtype)].bytes;
}

std::string_view dtype_name(DType dtype) {
  return kDTypes[static_cast<size_t>(dtype)].name;
}

DType dtype_from_name(std::string_view name) {
  for (const DTypeInfo& info : kDTypes)
    if (info.name == name)
      return info.dtype;
  throw InputError(fmt::format(
      "unknown element type '{}': known are float32, int8, uint8, int32, int64, bool", name));
}

int64_t num_elements(const Shape& shape) {
  int64_t n = 1;
  for (int64_t d : shape)
    n *= d;
  return n;
}

std::string shape_text(const Shape& shape) {
  return fmt::format("({})", fmt::join(shape, ", "));
}

Tensor Tensor::zeros(DType dtype, Shape shape) {
  Tensor t;
  t.dtype_ = dtype;
  t.shape_ = std::move(shape);
  const auto bytes = static_cast<size_t>(t.size_bytes());
  const size_t rounded = align_up(std::max<size_t>(bytes, 1), kAlignment);
  auto* p = static_cast<std::byte*>(std::aligned_alloc(kAlignment, rounded));
  if (p == nullptr)
    throw std::bad_alloc();
  std::memset(p, 0, rounded);
  t.storage_ = std::shared_ptr<std::byte[]>(p, [](std::byte* q) { std::free(q); });
  return t;
}

std::span<const std::byte> Tensor::bytes() const {
  return {storage_.get(), static_cast<size_t>(size_bytes())};
}

std::span<std::byte> Tensor::mutable_bytes() {
  return {storage_.get(), static_cast<size_t>(size_bytes())};
}

Tensor Tensor::reshaped(Shape shape) const {
  VTA_CHECK(num_elements(shape) == size(), "reshape {} to {}", shape_text(shape_),
            shape_text(shape));
  Tensor t = *this;
  t.shape_ = std::move(shape);
  return t;
}

}  // namespace vta
