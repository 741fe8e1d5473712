// Short spellings for tests of single operators.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "compiler/interp/interpreter.h"

namespace vta {

template <typename T>
Tensor make(Shape shape, const std::vector<T>& values) {
  return Tensor::from_span<T>(std::move(shape), values);
}

inline Tensor eval(const std::string& op, const std::vector<Tensor>& inputs,
                   const Attrs& attrs = {}) {
  return evaluate_op(op, attrs, inputs).front();
}

template <typename T>
std::vector<T> values(const Tensor& t) {
  const auto data = t.data<T>();
  return {data.begin(), data.end()};
}

template <typename T>
Tensor random_tensor(std::mt19937_64& rng, const Shape& shape) {
  Tensor t = Tensor::zeros(dtype_of<T>(), shape);
  for (T& v : t.mutable_data<T>()) {
    if constexpr (std::is_same_v<T, float>)
      v = std::uniform_real_distribution<float>(-1.0f, 1.0f)(rng);
    else
      v = static_cast<T>(std::uniform_int_distribution<int64_t>(-128, 127)(rng));
  }
  return t;
}

// The message of the error that `call` throws; a failure when it does not throw an E.
template <typename E, typename Fn>
std::string error_of(Fn call) {
  try {
    call();
  } catch (const E& e) {
    return e.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

}  // namespace vta
