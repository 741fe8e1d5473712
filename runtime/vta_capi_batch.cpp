// Many images through a program that was compiled for a few.
#include "runtime/dlpack_tensor.h"
#include "runtime/vta_capi_handles.h"
#include "runtime/vta_dlpack.h"

namespace vta::capi {
namespace {

// Some of a tensor's images: a view of its memory.
class Images {
 public:
  Images(const DLTensor& all, int64_t first, int64_t count, int64_t element_bytes)
      : shape_(all.shape, all.shape + all.ndim), view_(all) {
    int64_t step = 1;
    for (size_t axis = 1; axis < shape_.size(); ++axis)
      step *= shape_[axis];
    if (all.strides != nullptr)
      step = all.strides[0];
    shape_[0] = count;
    view_.shape = shape_.data();
    view_.data = static_cast<std::byte*>(all.data) + first * step * element_bytes;
  }
  Images(const Images&) = delete;
  Images& operator=(const Images&) = delete;
  const DLTensor& view() const { return view_; }

 private:
  Shape shape_;
  DLTensor view_;
};

// A value of the program and the caller's tensor for it.
struct Many {
  const ProgramValue& value;
  const DLTensor& tensor;
  std::string what;
  int64_t batch() const { return value.shape[0]; }
  int64_t count() const { return tensor.shape[0]; }
};

Many checked(const ProgramValue& value, const std::string& name, const DLTensor& tensor,
             std::string what) {
  const TensorType given = dlpack_type(tensor, what).type;
  const TensorType one{value.shape, value.dtype};
  const bool fits = given.dtype == one.dtype && !one.shape.empty() &&
                    given.shape.size() == one.shape.size() &&
                    std::equal(given.shape.begin() + 1, given.shape.end(), one.shape.begin() + 1);
  if (!fits)
    throw InputError(
        fmt::format("{} ({}) takes {} {}, the first extent any number of images; was "
                    "given {} {}",
                    what, name, dtype_name(one.dtype), shape_text(one.shape),
                    dtype_name(given.dtype), shape_text(given.shape)));
  return {value, tensor, std::move(what)};
}

std::vector<Many> all_of(const Program& program, const std::vector<int64_t>& values,
                         const std::vector<std::string>& names, std::span<const DLTensor> tensors,
                         const char* kind) {
  std::vector<Many> all;
  for (size_t i = 0; i < tensors.size(); ++i)
    all.push_back(checked(program.values[static_cast<size_t>(values[i])], names[i], tensors[i],
                          fmt::format("{} {}", kind, i)));
  return all;
}

// The batch and the images that all agree on.
void require_equal_counts(const std::vector<Many>& all) {
  for (const Many& one : all)
    if (one.batch() != all.front().batch() || one.count() != all.front().count())
      throw InputError(fmt::format("{} has {} images in batches of {}, {} has {} in batches of {}",
                                   one.what, one.count(), one.batch(), all.front().what,
                                   all.front().count(), all.front().batch()));
}

Tensor padded(const Tensor& images, const Shape& shape) {
  Tensor out = Tensor::zeros(images.dtype(), shape);
  std::ranges::copy(images.bytes(), out.mutable_bytes().begin());
  return out;
}

// Puts the inputs back that were there before, so that none points into the caller's memory.
class KeptInputs {
 public:
  explicit KeptInputs(Executor& executor) : executor_(executor) {
    for (int64_t i = 0; i < std::ssize(executor.program().inputs); ++i) {
      const ProgramValue& value =
          executor.program()
              .values[static_cast<size_t>(executor.program().inputs[static_cast<size_t>(i)])];
      const Tensor& before = executor.input(i);
      kept_.push_back(before.valid() ? before : Tensor::zeros(value.dtype, value.shape));
    }
  }
  KeptInputs(const KeptInputs&) = delete;
  KeptInputs& operator=(const KeptInputs&) = delete;
  ~KeptInputs() {
    for (int64_t i = 0; i < std::ssize(kept_); ++i)
      executor_.set_input(i, kept_[static_cast<size_t>(i)]);
  }

 private:
  Executor& executor_;
  std::vector<Tensor> kept_;
};

void run_group(Executor& executor, const std::vector<Many>& inputs,
               const std::vector<Many>& outputs, int64_t first, int64_t count) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Many& in = inputs[i];
    const Images images(in.tensor, first, count, dtype_bytes(in.value.dtype));
    const Tensor some = tensor_of_dlpack(images.view(), nullptr, in.what);
    executor.set_input(static_cast<int64_t>(i),
                       count == in.batch() ? some : padded(some, in.value.shape));
  }
  executor.run();
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Many& out = outputs[i];
    const Tensor& all = executor.output(static_cast<int64_t>(i));
    Shape shape = all.shape();
    shape[0] = count;
    const auto bytes =
        all.bytes().first(static_cast<size_t>(num_elements(shape) * dtype_bytes(all.dtype())));
    const Images images(out.tensor, first, count, dtype_bytes(all.dtype()));
    copy_to_dlpack(Tensor::from_bytes(all.dtype(), shape, bytes), images.view(), out.what);
  }
}

void run_many(Executor& executor, const DLTensor* inputs, int64_t input_count,
              const DLTensor* outputs, int64_t output_count) {
  const Program& program = executor.program();
  const int64_t wanted = std::ssize(program.inputs), most = std::ssize(program.outputs);
  if (input_count != wanted)
    throw InputError(fmt::format("{} inputs are given, the program has {}", input_count, wanted));
  if (output_count < 0 || output_count > most)
    throw InputError(fmt::format("{} outputs are asked for (legal: 0 to {})", output_count, most));
  const std::vector<Many> in = all_of(program, program.inputs, input_names(program),
                                      {inputs, static_cast<size_t>(input_count)}, "input");
  const std::vector<Many> out = all_of(program, program.outputs, output_names(program),
                                       {outputs, static_cast<size_t>(output_count)}, "output");
  std::vector<Many> all = in;
  for (const Many& one : out)
    all.push_back(one);
  require_equal_counts(all);
  if (all.empty())
    return;
  const KeptInputs kept(executor);
  for (int64_t first = 0; first < all.front().count(); first += all.front().batch())
    run_group(executor, in, out, first, std::min(all.front().batch(), all.front().count() - first));
}

}  // namespace
}  // namespace vta::capi

extern "C" int vta_run_many(vta_executor* executor, const DLTensor* inputs, int64_t input_count,
                            const DLTensor* outputs, int64_t output_count) {
  return vta::capi::guarded([&] {
    const vta::capi::ExecutorUse use(executor);
    vta::capi::require(inputs, "inputs");
    if (output_count > 0)
      vta::capi::require(outputs, "outputs");
    vta::capi::run_many(use->executor, inputs, input_count, outputs, output_count);
  });
}
