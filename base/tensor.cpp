#include "base/tensor.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/addressable.h"
#include "base/resource_policy.h"
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

constexpr size_t kDataAlignment = 64;

// Zeroed by calloc, which leaves large pages of the system untouched until they are written.
std::shared_ptr<std::byte[]> zeroed_storage(int64_t bytes) {
  const auto size = static_cast<size_t>(std::max<int64_t>(bytes, 1));
  void* allocated = std::calloc(size + kDataAlignment, 1);
  if (allocated == nullptr)
    throw std::bad_alloc();
  const auto address = reinterpret_cast<uintptr_t>(allocated);
  auto* aligned =
      static_cast<std::byte*>(allocated) + (align_up(address, kDataAlignment) - address);
  const std::shared_ptr<ResourceMeter> meter = scoped_meter();
  if (meter != nullptr)
    meter->charge(bytes);
  return {aligned, [allocated, meter, bytes](std::byte*) {
            std::free(allocated);
            if (meter != nullptr)
              meter->release(bytes);
          }};
}

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

std::optional<int64_t> checked_bytes(std::span<const int64_t> extents, int64_t element_bytes) {
  int64_t without_zeros = element_bytes;
  bool zero = false;
  for (const int64_t extent : extents) {
    zero |= extent == 0;
    if (extent < 0 || (extent > 0 && __builtin_mul_overflow(without_zeros, extent, &without_zeros)))
      return std::nullopt;
  }
  return zero ? 0 : without_zeros;
}

std::optional<int64_t> checked_product(std::span<const int64_t> extents) {
  return checked_bytes(extents, 1);
}

int64_t num_elements(const Shape& shape) {
  const std::optional<int64_t> elements = checked_product(shape);
  if (!elements)
    throw InputError(
        fmt::format("shape {} is impossible: an extent is negative, or there are 2^63 "
                    "elements or more",
                    shape_text(shape)));
  return *elements;
}

// A shape of a file may have any rank: what is beyond a message's patience is counted.
std::string shape_text(const Shape& shape) {
  constexpr size_t kShown = 16;
  if (shape.size() <= kShown)
    return fmt::format("({})", fmt::join(shape, ", "));
  return fmt::format("({}, ... {} more)", fmt::join(std::span(shape).first(kShown), ", "),
                     shape.size() - kShown);
}

std::string type_text(const TensorType& type) {
  if (type.shape.empty())
    return std::string(dtype_name(type.dtype));
  return fmt::format("Tensor[{}, {}]", shape_text(type.shape), dtype_name(type.dtype));
}

namespace {

std::string type_words(DType dtype, const Shape& shape) {
  return fmt::format("a {} tensor of shape {}", dtype_name(dtype), shape_text(shape));
}

}  // namespace

Tensor Tensor::zeros(DType dtype, Shape shape) {
  const std::optional<int64_t> bytes = checked_bytes(shape, dtype_bytes(dtype));
  if (!bytes)
    throw InputError(fmt::format("{} is impossible", type_words(dtype, shape)));
  if (const ResourceMeter& meter = resources(); !meter.allows(*bytes))
    meter.refuse_bytes(*bytes, type_words(dtype, shape));
  if (*bytes > kAddressableBytes)
    require_addressable(*bytes, type_words(dtype, shape));
  Tensor t;
  t.dtype_ = dtype;
  t.shape_ = std::move(shape);
  t.size_ = *bytes / dtype_bytes(dtype);
  t.storage_ = zeroed_storage(*bytes);
  return t;
}

Tensor Tensor::over(const TensorType& type, const void* elements, std::shared_ptr<void> owner) {
  Tensor t;
  t.dtype_ = type.dtype;
  t.size_ = num_elements(type.shape);
  t.shape_ = type.shape;
  // Storage is not const, for whoever fills a new tensor; a shared one nobody writes.
  auto* first = static_cast<std::byte*>(const_cast<void*>(elements));
  t.storage_ = std::shared_ptr<std::byte[]>(std::move(owner), first);
  return t;
}

Tensor Tensor::from_bytes(DType dtype, Shape shape, std::span<const std::byte> bytes) {
  Tensor t = zeros(dtype, std::move(shape));
  VTA_CHECK(static_cast<size_t>(t.size_bytes()) == bytes.size(), "{} bytes for {}", bytes.size(),
            type_words(dtype, t.shape()));
  const auto to_bool = [](std::byte b) { return b == std::byte{0} ? b : std::byte{1}; };
  if (dtype == DType::Bool)
    std::ranges::transform(bytes, t.mutable_bytes().begin(), to_bool);
  else if (!bytes.empty())
    std::memcpy(t.storage_.get(), bytes.data(), bytes.size());
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
