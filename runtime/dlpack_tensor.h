// Conversion between DLPack tensors and Tensor, without copies if the layout allows.
#pragma once

#include <memory>

#include "base/tensor.h"
#include "runtime/dlpack.h"

namespace vta {

// Type and shape of a DLTensor, and whether it can be read in place: row-major without gaps, each
// element at a multiple of its size, no bool (true may be any byte in other libraries). InputError
// names `what` and the member: another device than the CPU, more than 16 axes, a negative extent,
// an element type that no network has, missing memory.
struct DlpackType {
  TensorType type;
  bool in_place = false;
};
DlpackType dlpack_type(const DLTensor& tensor, std::string_view what);

// The elements of a DLTensor: in place if possible (dlpack_type), else a copy. InputError as
// dlpack_type.
Tensor tensor_of_dlpack(const DLTensor& tensor, std::shared_ptr<void> owner, std::string_view what);

// Copies all elements into `to`. InputError as dlpack_type, and for another type or
// shape.
void copy_to_dlpack(const Tensor& from, const DLTensor& to, std::string_view what);

// Exports the tensor's memory: it lives until the deleter has been called, even after the tensor.
// It must not be written; only the versioned form can state this (its flag READ_ONLY).
DLManagedTensor* dlpack_of(const Tensor& tensor);
DLManagedTensorVersioned* dlpack_versioned_of(const Tensor& tensor);

}  // namespace vta
