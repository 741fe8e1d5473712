// Dense host tensors: row-major, in shared storage that does not change once it is built.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace vta {

enum class DType : uint8_t { F32, I8, U8, I32, I64, Bool };

int64_t dtype_bytes(DType dtype);
std::string_view dtype_name(DType dtype);      // "float32", "int8", "uint8", "int32", ...
DType dtype_from_name(std::string_view name);  // throws InputError naming the known types

template <typename T>
constexpr DType dtype_of();
template <>
constexpr DType dtype_of<float>() {
  return DType::F32;
}
template <>
constexpr DType dtype_of<int8_t>() {
  return DType::I8;
}
template <>
constexpr DType dtype_of<uint8_t>() {
  return DType::U8;
}
template <>
constexpr DType dtype_of<int32_t>() {
  return DType::I32;
}
template <>
constexpr DType dtype_of<int64_t>() {
  return DType::I64;
}
template <>
constexpr DType dtype_of<bool>() {
  return DType::Bool;
}

using Shape = std::vector<int64_t>;

// The one place where extents are multiplied. Nothing when an extent is negative, or when the
// product without its zeros is beyond int64: then the product of any part of the extents fits too.
std::optional<int64_t> checked_product(std::span<const int64_t> extents);
// The same with the bytes of an element.
std::optional<int64_t> checked_bytes(std::span<const int64_t> extents, int64_t element_bytes);
// InputError names the shape where checked_product has nothing. 1 for rank 0.
int64_t num_elements(const Shape& shape);
std::string shape_text(const Shape& shape);  // "(1, 64, 56, 56)"; "()" for rank 0

struct TensorType {
  Shape shape;
  DType dtype = DType::F32;
  bool operator==(const TensorType&) const = default;
};
std::string type_text(const TensorType& type);  // "Tensor[(1, 64, 56, 56), int8]", "int32" rank 0

// A tensor value. Copying is cheap (storage is shared); write only through a tensor that is not
// shared yet, i.e. right after Tensor::zeros or from_span.
class Tensor {
 public:
  Tensor() = default;  // empty: no storage, rank 0; valid() is false

  // 64-byte aligned storage. ResourceError if the shape needs more than the policy in force allows
  // (base/resource_policy.h), InputError if it is impossible.
  static Tensor zeros(DType dtype, Shape shape);
  template <typename T>
  static Tensor from_span(Shape shape, std::span<const T> values);
  // From a file's bytes, exactly as many as the type has; any bool that is not 0 is true.
  static Tensor from_bytes(DType dtype, Shape shape, std::span<const std::byte> bytes);
  // A tensor over existing elements, row-major, each at a multiple of its size. They must stay
  // valid and unchanged as long as `owner` lives, which the tensor and its copies share (null: as
  // long as any of them lives). The tensor is read-only.
  static Tensor over(const TensorType& type, const void* elements, std::shared_ptr<void> owner);
  template <typename T>
  static Tensor scalar(T value) {
    return from_span<T>({}, std::span<const T>(&value, 1));
  }

  bool valid() const { return storage_ != nullptr; }
  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  int64_t rank() const { return static_cast<int64_t>(shape_.size()); }
  int64_t size() const { return size_; }  // 1 for rank 0, as of an empty one
  int64_t size_bytes() const { return size() * dtype_bytes(dtype_); }

  // Elements in row-major order; checks the type.
  template <typename T>
  std::span<const T> data() const;
  template <typename T>
  std::span<T> mutable_data();
  std::span<const std::byte> bytes() const;
  std::span<std::byte> mutable_bytes();

  // Same storage, another shape with the same number of elements.
  Tensor reshaped(Shape shape) const;

 private:
  DType dtype_ = DType::F32;
  Shape shape_;
  int64_t size_ = 1;  // the product of shape_, kept: loops over elements ask for it
  std::shared_ptr<std::byte[]> storage_;
};

template <typename T>
std::span<const T> Tensor::data() const {
  VTA_CHECK(dtype_of<T>() == dtype_, "tensor holds {}", dtype_name(dtype_));
  return {reinterpret_cast<const T*>(storage_.get()), static_cast<size_t>(size())};
}

template <typename T>
std::span<T> Tensor::mutable_data() {
  VTA_CHECK(dtype_of<T>() == dtype_, "tensor holds {}", dtype_name(dtype_));
  return {reinterpret_cast<T*>(storage_.get()), static_cast<size_t>(size())};
}

template <typename T>
Tensor Tensor::from_span(Shape shape, std::span<const T> values) {  // NOLINT: it is moved on
  Tensor t = zeros(dtype_of<T>(), std::move(shape));
  VTA_CHECK(t.size() == static_cast<int64_t>(values.size()), "{} values for shape {}",
            values.size(), shape_text(t.shape()));
  auto out = t.mutable_data<T>();
  std::copy(values.begin(), values.end(), out.begin());
  return t;
}

}  // namespace vta
