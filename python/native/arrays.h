// Tensors as numpy arrays and back, without copying elements.
#pragma once

#include <pybind11/numpy.h>

#include "base/tensor.h"

namespace vta::python {

// The array's own memory as a tensor, which keeps the array alive. InputError, with `what` in
// front, for elements of another type than tensors have, and for an array that is not C-contiguous
// in the byte order of this machine.
Tensor tensor_of(const pybind11::array& array, const std::string& what);

// The tensor's memory as an array, which keeps the tensor alive.
pybind11::array array_of(const Tensor& tensor, bool writeable);

// "float32", "int8", ... as numpy calls them.
pybind11::dtype numpy_type(DType dtype);

}  // namespace vta::python
