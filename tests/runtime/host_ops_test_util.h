// Shorthand for calling host operators in tests.
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/host_ops.h"

namespace vta::test {

template <typename T>
Tensor tensor(const Shape& shape, const std::vector<T>& values) {
  return Tensor::from_span<T>(shape, values);
}

inline Tensor run_op(std::string_view op, const std::vector<Tensor>& in, const Attrs& attrs = {}) {
  return run_host_op(op, attrs, in).front();
}

inline std::string op_error(std::string_view op, const std::vector<Tensor>& in,
                            const Attrs& attrs = {}) {
  try {
    run_host_op(op, attrs, in);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

template <typename T>
std::vector<T> values_of(const Tensor& t) {
  const auto data = t.data<T>();
  return {data.begin(), data.end()};
}

// Integers over their type's low 8 bits, floats in [-4, 4).
inline Tensor random_tensor(DType dtype, const Shape& shape, std::mt19937_64& random) {
  Tensor t = Tensor::zeros(dtype, shape);
  const auto small = [&] { return static_cast<int>(random() % 256) - 128; };
  if (dtype == DType::F32)
    for (float& v : t.mutable_data<float>())
      v = static_cast<float>(small()) / 32.0f;
  else if (dtype == DType::I8)
    for (int8_t& v : t.mutable_data<int8_t>())
      v = static_cast<int8_t>(small());
  else if (dtype == DType::I32)
    for (int32_t& v : t.mutable_data<int32_t>())
      v = small() * 1001;
  return t;
}

// To 1e-5 of the largest magnitude.
inline void expect_close(const Tensor& a, const Tensor& b) {
  ASSERT_EQ(a.dtype(), b.dtype());
  ASSERT_EQ(a.shape(), b.shape());
  if (a.dtype() != DType::F32) {
    EXPECT_TRUE(std::ranges::equal(a.bytes(), b.bytes()));
    return;
  }
  float largest = 1e-3f;
  for (float v : b.data<float>())
    largest = std::max(largest, std::abs(v));
  for (size_t i = 0; i < b.data<float>().size(); ++i)
    ASSERT_NEAR(a.data<float>()[i], b.data<float>()[i], 1e-5f * largest) << "element " << i;
}

}  // namespace vta::test
