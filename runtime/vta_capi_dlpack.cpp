#include <functional>

#include "runtime/dlpack_tensor.h"
#include "runtime/vta_capi_handles.h"
#include "runtime/vta_dlpack.h"

namespace vta::capi {
namespace {

std::string input_text(const Executor& executor, int64_t index) {
  const Program& program = executor.program();
  const auto id = static_cast<size_t>(program.inputs[static_cast<size_t>(index)]);
  return fmt::format("the tensor for input {} ({})", index, program.values[id].name);
}

// The deleter of `owner` is called when the input is another's.
void bind_input(vta_executor& handle, int64_t index, const DLTensor& tensor,
                std::shared_ptr<void> owner) {
  handle.executor.input(index);  // InputError for an index that is none
  const std::string what = input_text(handle.executor, index);
  BoundInput bound;
  bound.in_place = dlpack_type(tensor, what).in_place;
  bound.bound = true;
  bound.tensor = tensor;
  const auto axes = static_cast<size_t>(tensor.ndim);
  if (axes > 0)
    bound.shape.assign(tensor.shape, tensor.shape + axes);
  if (axes > 0 && tensor.strides != nullptr)
    bound.strides.assign(tensor.strides, tensor.strides + axes);
  bound.owner = std::move(owner);
  handle.executor.set_input(index, tensor_of_dlpack(tensor, bound.owner, what));
  BoundInput& kept = handle.inputs[static_cast<size_t>(index)];
  std::swap(kept, bound);
  kept.tensor.shape = kept.shape.data();
  kept.tensor.strides = kept.strides.empty() ? nullptr : kept.strides.data();
}

// Calls the deleter when the last reader is gone; until `armed` the tensor is still the caller's.
template <typename Managed>
struct Taken {
  explicit Taken(Managed* t) : tensor(t) {}
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;
  ~Taken() {
    if (armed && tensor->deleter != nullptr)
      tensor->deleter(tensor);
  }
  Managed* tensor;
  bool armed = false;
};

template <typename Managed>
void take(vta_executor* executor, int64_t index, Managed* tensor) {
  const ExecutorUse use(executor);
  const auto owner = std::make_shared<Taken<Managed>>(tensor);
  bind_input(*use, index, tensor->dl_tensor, owner);
  owner->armed = true;
}

bool overlap(std::span<const std::byte> a, std::span<const std::byte> b) {
  const std::less<> before;
  return !a.empty() && !b.empty() && before(a.data(), b.data() + b.size()) &&
         before(b.data(), a.data() + a.size());
}

// An output that nobody can change any more.
Tensor exported(const vta_executor& handle, int64_t index) {
  const Tensor& output = handle.executor.output(index);
  for (size_t i = 0; i < handle.inputs.size(); ++i)
    if (handle.inputs[i].bound && handle.inputs[i].in_place &&
        overlap(output.bytes(), handle.executor.input(static_cast<int64_t>(i)).bytes()))
      return Tensor::from_bytes(output.dtype(), output.shape(), output.bytes());
  return output;
}

}  // namespace

void refresh_bound_inputs(vta_executor& handle) {
  for (size_t i = 0; i < handle.inputs.size(); ++i) {
    const BoundInput& bound = handle.inputs[i];
    const auto index = static_cast<int64_t>(i);
    if (bound.bound && !bound.in_place)
      handle.executor.set_input(
          index, tensor_of_dlpack(bound.tensor, nullptr, input_text(handle.executor, index)));
  }
}

}  // namespace vta::capi

using vta::capi::ExecutorUse;
using vta::capi::guarded;
using vta::capi::require;

extern "C" {

int vta_bind_input(vta_executor* executor, int64_t index, const DLTensor* tensor) {
  return guarded([&] {
    const ExecutorUse use(executor);
    require(tensor, "tensor");
    vta::capi::bind_input(*use, index, *tensor, nullptr);
  });
}

int vta_take_input(vta_executor* executor, int64_t index, DLManagedTensor* tensor) {
  return guarded([&] {
    require(executor, "executor");
    require(tensor, "tensor");
    vta::capi::take(executor, index, tensor);
  });
}

int vta_take_input_versioned(vta_executor* executor, int64_t index,
                             DLManagedTensorVersioned* tensor) {
  return guarded([&] {
    require(executor, "executor");
    require(tensor, "tensor");
    if (tensor->version.major != DLPACK_MAJOR_VERSION)
      throw vta::InputError(fmt::format("the tensor for input {} is of DLPack {}.{} (legal: {}.x)",
                                        index, tensor->version.major, tensor->version.minor,
                                        DLPACK_MAJOR_VERSION));
    vta::capi::take(executor, index, tensor);
  });
}

DLManagedTensor* vta_export_output(const vta_executor* executor, int64_t index) {
  DLManagedTensor* out = nullptr;
  guarded([&] { out = vta::dlpack_of(vta::capi::exported(*ExecutorUse(executor), index)); });
  return out;
}

DLManagedTensorVersioned* vta_export_output_versioned(const vta_executor* executor, int64_t index) {
  DLManagedTensorVersioned* out = nullptr;
  guarded(
      [&] { out = vta::dlpack_versioned_of(vta::capi::exported(*ExecutorUse(executor), index)); });
  return out;
}

int vta_copy_output(const vta_executor* executor, int64_t index, const DLTensor* to) {
  return guarded([&] {
    const ExecutorUse use(executor);
    require(to, "to");
    vta::copy_to_dlpack(use->executor.output(index), *to, fmt::format("output {}", index));
  });
}

}  // extern "C"
