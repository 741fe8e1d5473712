#include "explore/host/step_runner.h"

#include <algorithm>

#include "runtime/host_ops.h"

namespace vta::explore {
namespace {

void widen(std::span<const std::byte> from, std::span<std::byte> to) {
  const auto* in = reinterpret_cast<const int8_t*>(from.data());
  std::copy(in, in + from.size(), reinterpret_cast<int32_t*>(to.data()));
}

}  // namespace

StepRunner::StepRunner(const Program& program)
    : program_(program), on_device_(program.device_tensors.size()) {
  begin();
}

void StepRunner::begin() {
  values_.clear();
  for (const ProgramValue& value : program_.values)
    values_.push_back(value.constant);
  for (const int64_t input : program_.inputs) {
    const ProgramValue& value = program_.values[static_cast<size_t>(input)];
    values_[static_cast<size_t>(input)] = Tensor::zeros(value.dtype, value.shape);
  }
}

void StepRunner::run(size_t index) {
  std::visit([this](const auto& one) { step(one); }, program_.steps[index]);
}

const PackedLayout& StepRunner::layout(int64_t tensor) const {
  return program_.device_tensors[static_cast<size_t>(tensor)].layout;
}

void StepRunner::step(const HostOpStep& s) {
  std::vector<Tensor> operands;
  operands.reserve(s.inputs.size());
  for (const int64_t value : s.inputs)
    operands.push_back(values_[static_cast<size_t>(value)]);
  std::vector<Tensor> results = run_host_op(s.op, s.attrs, operands);
  for (size_t i = 0; i < s.outputs.size(); ++i)
    values_[static_cast<size_t>(s.outputs[i])] = std::move(results[i]);
}

void StepRunner::step(const ToDeviceStep& s) {
  pack(values_[static_cast<size_t>(s.value)], s.device_tensor);
}

void StepRunner::step(const FromDeviceStep& s) {
  const auto id = static_cast<size_t>(s.value);
  values_[id] = unpacked(s.device_tensor).reshaped(program_.values[id].shape);
}

// As Executor's.
void StepRunner::step(const ConvertStep& s) {
  const PackedLayout& source = layout(s.source);
  PackedLayout narrow = layout(s.target);
  narrow.dtype = source.dtype;
  const bool widens = source.dtype != layout(s.target).dtype;
  if (widens && narrow == source && source.is_dense())
    return widen(bytes_of(s.source, source), bytes_of(s.target, layout(s.target)));
  Tensor nchw = unpacked(s.source);
  if (widens) {
    Tensor wide = Tensor::zeros(DType::I32, nchw.shape());
    widen(nchw.bytes(), wide.mutable_bytes());
    nchw = std::move(wide);
  }
  pack(nchw, s.target);
}

std::span<std::byte> StepRunner::bytes_of(int64_t tensor, const PackedLayout& layout) {
  std::vector<std::byte>& bytes = on_device_[static_cast<size_t>(tensor)];
  const auto size = static_cast<size_t>(layout.span_bytes());
  bytes.resize(std::max(bytes.size(), size));
  return std::span(bytes).first(size);
}

Tensor StepRunner::unpacked(int64_t tensor) {
  return unpack_tensor(bytes_of(tensor, layout(tensor)), layout(tensor));
}

// A part of another tensor is packed as one of its own: its bytes are as many.
void StepRunner::pack(const Tensor& value, int64_t tensor) {
  PackedLayout dense = layout(tensor);
  dense.image_groups = 0;
  pack_tensor(value, dense, bytes_of(tensor, dense));
}

}  // namespace vta::explore
