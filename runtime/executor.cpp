#include "runtime/executor.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "base/elapsed.h"
#include "base/resource_policy.h"
#include "config/config_keys.h"
#include "hw/isa/codec.h"
#include "hw/isa/insn.h"
#include "runtime/host_ops.h"
#include "sim/sink_guard.h"
#include "sim/trace_fan.h"

namespace vta {
namespace {

class Stopwatch {
 public:
  double seconds() const { return seconds_since(start_); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

std::string tensor_text(DType dtype, const Shape& shape) {
  return fmt::format("{} {}", dtype_name(dtype), shape_text(shape));
}

InsnBits insn_bits(const Program& program, int64_t index) {
  InsnBits bits;
  std::memcpy(&bits, program.insns.data() + index * kInsnBytes, sizeof(bits));
  return bits;
}

// Hands each kernel's output to the observer when its last STORE retires: later kernels may reuse
// the memory before the launch ends.
class OutputWatcher final : public TraceSink {
 public:
  using ReadOutput = std::function<Tensor(int64_t kernel)>;

  OutputWatcher(const Program& program, const LaunchStep& launch, ReadOutput read_output,
                const Executor::KernelObserver& observer)
      : kernel_of_(static_cast<size_t>(launch.insn_count), -1),
        read_output_(std::move(read_output)),
        observer_(observer) {
    const InsnCodec codec(program.config);
    for (int64_t k = launch.first_kernel; k < launch.first_kernel + launch.kernel_count; ++k) {
      const ProgramKernel& kernel = program.kernels[static_cast<size_t>(k)];
      for (int64_t i = kernel.first_insn + kernel.insn_count - 1; i >= kernel.first_insn; --i) {
        const Insn insn = codec.decode(insn_bits(program, i));
        if (insn.op() != Opcode::Store || is_nop(insn))
          continue;
        kernel_of_[static_cast<size_t>(i - launch.first_insn)] = k;
        break;
      }
    }
  }

  void on_retire(Unit, int64_t index, const Insn&, int64_t) override {
    const int64_t kernel = kernel_of_[static_cast<size_t>(index)];
    if (kernel >= 0)
      observer_(kernel, read_output_(kernel));
  }

 private:
  std::vector<int64_t> kernel_of_;  // by instruction of the launch; -1: nobody's last STORE
  ReadOutput read_output_;
  const Executor::KernelObserver& observer_;
};

bool same_places(PackedLayout a, const PackedLayout& b) {
  a.dtype = b.dtype;
  return a == b;
}

void widen(std::span<const std::byte> from, std::span<std::byte> to) {
  const auto* in = reinterpret_cast<const int8_t*>(from.data());
  auto* out = reinterpret_cast<int32_t*>(to.data());
  std::copy(in, in + from.size(), out);
}

Tensor widened(const Tensor& t) {
  Tensor out = Tensor::zeros(DType::I32, t.shape());
  widen(t.bytes(), out.mutable_bytes());
  return out;
}

}  // namespace

Executor::Executor(Program program, std::unique_ptr<Device> device)
    : program_(std::move(program)), driver_(std::move(device)), values_(program_.values.size()) {
  check_program(program_);
  if (program_.config.stream_hash() != driver_.config().stream_hash())
    throw ConfigError(fmt::format(
        "the program was compiled for configuration {}, the device is {}: {} differs, and what the "
        "instructions mean depends on it",
        program_.config.name(), driver_.config().name(),
        different_keys(program_.config, driver_.config(), KeyRole::Stream)));
  program_.config = driver_.config();  // what reports are told of: bus, memory
  arena_ = driver_.alloc(std::max<int64_t>(program_.arena_bytes, 1));
  load_arena(program_, arena_.bytes());
  for (size_t i = 0; i < values_.size(); ++i)
    values_[i] = program_.values[i].constant;
}

void Executor::set_input(int64_t index, Tensor value) {
  const auto count = static_cast<int64_t>(program_.inputs.size());
  if (index < 0 || index >= count)
    throw InputError(fmt::format("there is no input {} (the program has {})", index, count));
  const int64_t id = program_.inputs[static_cast<size_t>(index)];
  const ProgramValue& expected = program_.values[static_cast<size_t>(id)];
  if (!value.valid() || value.dtype() != expected.dtype || value.shape() != expected.shape)
    throw InputError(fmt::format(
        "input {} ({}) takes {}, was given {}", index, expected.name,
        tensor_text(expected.dtype, expected.shape),
        value.valid() ? tensor_text(value.dtype(), value.shape()) : std::string("no value")));
  values_[static_cast<size_t>(id)] = std::move(value);
}

const Tensor& Executor::output(int64_t index) const {
  const auto count = static_cast<int64_t>(program_.outputs.size());
  if (index < 0 || index >= count)
    throw InputError(fmt::format("there is no output {} (the program has {})", index, count));
  const Tensor& value = values_[static_cast<size_t>(program_.outputs[static_cast<size_t>(index)])];
  if (!value.valid())
    throw InputError(fmt::format(
        "output {} has no value: no run has been, or it was of the launches only", index));
  return value;
}

void Executor::run() {
  for (size_t i = 0; i < program_.inputs.size(); ++i) {
    const auto id = static_cast<size_t>(program_.inputs[i]);
    if (!values_[id].valid())
      throw InputError(fmt::format("input {} ({}) has not been set", i, program_.values[id].name));
  }
  stats_ = {};
  stats_.kernels.resize(program_.kernels.size());
  const Stopwatch total;
  for (const Step& s : program_.steps)
    std::visit([this](const auto& one) { step(one); }, s);
  stats_.host_seconds = total.seconds() - stats_.device_seconds;
}

void Executor::run_launches_only() {
  stats_ = {};
  stats_.kernels.resize(program_.kernels.size());
  for (size_t i = 0; i < values_.size(); ++i)
    if (std::ranges::find(program_.inputs, static_cast<int64_t>(i)) == program_.inputs.end())
      values_[i] = program_.values[i].constant;
  for (const Step& s : program_.steps) {
    if (const auto* one = std::get_if<LaunchStep>(&s))
      step(*one);
    else if (const auto* convert = std::get_if<ConvertStep>(&s))
      stats_.widened_bytes += widened_bytes(*convert);
  }
}

std::span<std::byte> Executor::device_bytes(const DeviceTensor& tensor) {
  return arena_.bytes().subspan(static_cast<size_t>(tensor.offset_bytes),
                                static_cast<size_t>(tensor.layout.size_bytes()));
}

void Executor::step(const HostOpStep& s) {
  std::vector<Tensor> inputs;
  inputs.reserve(s.inputs.size());
  for (int64_t v : s.inputs)
    inputs.push_back(values_[static_cast<size_t>(v)]);
  std::vector<Tensor> results = run_host_op(s.op, s.attrs, inputs);
  for (size_t i = 0; i < s.outputs.size(); ++i)
    values_[static_cast<size_t>(s.outputs[i])] = std::move(results[i]);
}

void Executor::step(const ToDeviceStep& s) {
  const DeviceTensor& target = program_.device_tensors[static_cast<size_t>(s.device_tensor)];
  pack_tensor(values_[static_cast<size_t>(s.value)], target.layout, device_bytes(target));
}

void Executor::step(const FromDeviceStep& s) {
  const DeviceTensor& source = program_.device_tensors[static_cast<size_t>(s.device_tensor)];
  const auto id = static_cast<size_t>(s.value);
  values_[id] =
      unpack_tensor(device_bytes(source), source.layout).reshaped(program_.values[id].shape);
}

int64_t Executor::widened_bytes(const ConvertStep& s) const {
  const PackedLayout& source = program_.device_tensors[static_cast<size_t>(s.source)].layout;
  const PackedLayout& target = program_.device_tensors[static_cast<size_t>(s.target)].layout;
  return source.dtype == target.dtype ? 0 : target.size_bytes();
}

// int8 to int32 between equal places, the usual case, needs no detour through NCHW.
void Executor::step(const ConvertStep& s) {
  const DeviceTensor& source = program_.device_tensors[static_cast<size_t>(s.source)];
  const DeviceTensor& target = program_.device_tensors[static_cast<size_t>(s.target)];
  const bool widens = source.layout.dtype != target.layout.dtype;
  stats_.widened_bytes += widened_bytes(s);
  if (widens && same_places(source.layout, target.layout)) {
    widen(device_bytes(source), device_bytes(target));
    return;
  }
  const Tensor nchw = unpack_tensor(device_bytes(source), source.layout);
  pack_tensor(widens ? widened(nchw) : nchw, target.layout, device_bytes(target));
}

void Executor::step(const LaunchStep& s) {
  if (s.insn_count == 0)
    return;
  resources().check_time("a launch");
  const Stopwatch watch;
  const RunReport report = launch(s);
  stats_.device_seconds += watch.seconds();
  add_launch(program_, s, report, stats_);
}

RunReport Executor::launch(const LaunchStep& s) {
  LaunchRequest request = launch_request(program_, s, arena_.phys_addr());
  request.max_cycles = max_cycles_;
  std::optional<OutputWatcher> watcher;
  TraceFan sinks;
  if (observer_)
    sinks.add(&watcher.emplace(
        program_, s, [this](int64_t kernel) { return kernel_output(kernel); }, observer_));
  sinks.add(sink_);
  if (sinks.empty())
    return driver_.launch(request);
  const SinkGuard guard(driver_.device(), &sinks);
  return driver_.launch(request);
}

Tensor Executor::kernel_output(int64_t kernel) {
  const int64_t output = program_.kernels[static_cast<size_t>(kernel)].output_tensor;
  const DeviceTensor& tensor = program_.device_tensors[static_cast<size_t>(output)];
  return unpack_tensor(device_bytes(tensor), tensor.layout);
}

}  // namespace vta
