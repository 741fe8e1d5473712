#include "python/native/arrays.h"

#include <array>

#include "runtime/dlpack_tensor.h"

namespace vta::python {
namespace py = pybind11;
namespace {

constexpr std::array kTypes = {DType::F32, DType::I8,  DType::U8,
                               DType::I32, DType::I64, DType::Bool};

DType dtype_of_array(const py::array& array, const std::string& what) {
  for (const DType dtype : kTypes)
    if (array.dtype().equal(numpy_type(dtype)))
      return dtype;
  throw InputError(
      fmt::format("{}: elements are {}; legal are float32, int8, uint8, int32, int64 and bool in "
                  "the byte order "
                  "of this machine (array.astype(numpy.float32) converts)",
                  what, py::str(array.dtype()).cast<std::string>()));
}

}  // namespace

py::dtype numpy_type(DType dtype) {
  return py::dtype(std::string(dtype_name(dtype)));
}

Tensor tensor_of(const py::array& array, const std::string& what) {
  const DType dtype = dtype_of_array(array, what);
  if ((array.flags() & py::array::c_style) == 0)
    throw InputError(
        fmt::format("{}: its elements do not lie one after the other, row by row; "
                    "numpy.ascontiguousarray(array) "
                    "makes a copy of which they do",
                    what));
  Shape shape(array.shape(), array.shape() + array.ndim());
  // The array's reference is given back by whoever lets go of the tensor last, on whatever thread.
  const std::shared_ptr<void> owner(new py::array(array), [](void* held) {
    const py::gil_scoped_acquire lock;
    delete static_cast<py::array*>(held);
  });
  return Tensor::over({std::move(shape), dtype}, array.data(), owner);
}

py::array array_of(const Tensor& tensor, bool writeable) {
  const py::capsule keeper(new Tensor(tensor),
                           [](void* held) { delete static_cast<Tensor*>(held); });
  const std::byte* const data = tensor.bytes().data();
  py::array array(numpy_type(tensor.dtype()), tensor.shape(), data, keeper);
  if (!writeable)
    array.attr("flags").attr("writeable") = false;
  return array;
}

}  // namespace vta::python
