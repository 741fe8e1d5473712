// DLPack tensors and ours, without copies where the layout allows.
#pragma once

#include <memory>

#include "base/tensor.h"
#include "runtime/dlpack.h"

namespace vta {

// What a DLTensor says of itself: type and shape, and whether it can be read as it lies: row-major
// without gaps, each element at a multiple of its size, no bool (other libraries' true may be any
// byte). InputError names `what` and the member: another device than the CPU, more than 16 axes, a
// negative extent, an element type that no network has, missing memory.
struct DlpackType {
  TensorType type;
  bool in_place = false;
};
DlpackType dlpack_type(const DLTensor& tensor, std::string_view what);

// The elements of a DLTensor: in place where they can be (dlpack_type), else a copy. InputError as
// dlpack_type.
Tensor tensor_of_dlpack(const DLTensor& tensor, std::shared_ptr<void> owner, std::string_view what);

// Copies all elements to where `to` has them. InputError as dlpack_type, and for another type or
// shape.
void copy_to_dlpack(const Tensor& from, const DLTensor& to, std::string_view what);

// The tensor's memory for others: it lives until the deleter has been called, whatever becomes of
// the tensor. Not to be written, which only the versioned form can say (its flag READ_ONLY).
DLManagedTensor* dlpack_of(const Tensor& tensor);
DLManagedTensorVersioned* dlpack_versioned_of(const Tensor& tensor);

}  // namespace vta
