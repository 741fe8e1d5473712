#include "runtime/executor.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "base/elapsed.h"
#include "base/resource_policy.h"
#include "base/suggest.h"
#include "config/config_keys.h"
#include "hw/isa/codec.h"
#include "hw/isa/insn.h"
#include "link/local_link.h"
#include "runtime/host_ops.h"
#include "runtime/parameters.h"
#include "runtime/program_host.h"

namespace vta {
namespace {

std::string tensor_text(DType dtype, const Shape& shape) {
  return fmt::format("{} {}", dtype_name(dtype), shape_text(shape));
}

InsnBits insn_bits(const Program& program, int64_t index) {
  InsnBits bits;
  std::memcpy(&bits, program.insns.data() + index * kInsnBytes, sizeof(bits));
  return bits;
}

// The last STORE of a kernel that writes; -1: there is none.
int64_t last_store(const Program& program, const InsnCodec& codec, const ProgramKernel& kernel) {
  for (int64_t i = kernel.first_insn + kernel.insn_count - 1; i >= kernel.first_insn; --i) {
    const Insn insn = codec.decode(insn_bits(program, i));
    if (insn.op() == Opcode::Store && !is_nop(insn))
      return i;
  }
  return -1;
}

// The place of a name; InputError lists the names.
int64_t index_of(const std::vector<std::string>& names, std::string_view name,
                 std::string_view what) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    throw InputError(fmt::format("there is no {} '{}': {}", what, name, known_names(name, names)));
  return found - names.begin();
}

bool same_places(PackedLayout a, const PackedLayout& b) {
  a.dtype = b.dtype;
  return a == b && a.is_dense();
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
    : Executor(std::move(program), std::make_unique<LocalLink>(std::move(device))) {}

Executor::Executor(Program program, std::unique_ptr<DeviceLink> link)
    : Executor(std::make_shared<const Program>(std::move(program)), std::move(link)) {}

Executor::Executor(std::shared_ptr<const Program> program, std::unique_ptr<DeviceLink> link)
    : program_(std::move(program)), driver_(std::move(link)), values_(program_->values.size()) {
  take_program();
  // What a program keeps from run to run is in the memory of the device, where this one runs it.
  if (!program_->positions)
    host_ = dynamic_cast<ProgramHost*>(&driver_.link());
  if (host_ != nullptr)
    host_->load(*program_);
  else
    fill_arena();
}

Executor::Executor(std::shared_ptr<const Program> program, std::unique_ptr<DeviceLink> link,
                   const Executor& owner)
    : program_(std::move(program)), driver_(std::move(link)), values_(program_->values.size()) {
  take_program();
  VTA_CHECK(owner.arena_.valid() && owner.arena_.size_bytes() >= program_->arena_bytes,
            "an arena of {} bytes within another of {}", program_->arena_bytes,
            owner.arena_.valid() ? owner.arena_.size_bytes() : 0);
  arena_ = driver_.adopt(owner.arena_.phys_addr(), owner.arena_.size_bytes());
  load_arena(*program_, arena_);
}

// Checked, and for the device.
void Executor::take_program() {
  check_program(*program_);
  if (program_->config.stream_hash() != driver_.config().stream_hash())
    throw ConfigError(
        fmt::format("the program was compiled for configuration {}, the device is {}: {} differs, "
                    "and the meaning of the instructions depends on it",
                    program_->config.name(), driver_.config().name(),
                    different_keys(program_->config, driver_.config(), KeyRole::Stream)));
  if (!(program_->config == driver_.config())) {  // what reports are told of: bus, memory
    auto own = std::make_shared<Program>(*program_);
    own->config = driver_.config();
    program_ = std::move(own);
  }
  for (size_t i = 0; i < values_.size(); ++i)
    values_[i] = program_->values[i].constant;
}

void Executor::fill_arena() {
  if (arena_.valid())
    return;
  arena_ = driver_.alloc(std::max<int64_t>(program_->arena_bytes, 1));
  load_arena(*program_, arena_);
}

int64_t Executor::input_index(std::string_view name) const {
  return index_of(input_names(*program_), name, "input");
}

int64_t Executor::output_index(std::string_view name) const {
  return index_of(output_names(*program_), name, "output");
}

const ProgramValue& Executor::input_value(int64_t index) const {
  const auto count = static_cast<int64_t>(program_->inputs.size());
  if (index < 0 || index >= count)
    throw InputError(fmt::format("there is no input {} (the program has {})", index, count));
  return program_->values[static_cast<size_t>(program_->inputs[static_cast<size_t>(index)])];
}

const Tensor& Executor::input(int64_t index) const {
  input_value(index);
  return values_[static_cast<size_t>(program_->inputs[static_cast<size_t>(index)])];
}

void Executor::set_input(int64_t index, Tensor value) {
  const ProgramValue& expected = input_value(index);
  if (!value.valid() || value.dtype() != expected.dtype || value.shape() != expected.shape)
    throw InputError(fmt::format(
        "input {} ({}) takes {}, was given {}", index, expected.name,
        tensor_text(expected.dtype, expected.shape),
        value.valid() ? tensor_text(value.dtype(), value.shape()) : std::string("no value")));
  values_[static_cast<size_t>(program_->inputs[static_cast<size_t>(index)])] = std::move(value);
}

const Tensor& Executor::output(int64_t index) const {
  const auto count = static_cast<int64_t>(program_->outputs.size());
  if (index < 0 || index >= count)
    throw InputError(fmt::format("there is no output {} (the program has {})", index, count));
  if (!driver_.info().values)
    throw InputError(
        fmt::format("output {} has no value: with timing_only=1 the device ({}) computes only "
                    "cycles and counters; leave timing_only out",
                    index, driver_.info().backend));
  const Tensor& value = values_[static_cast<size_t>(program_->outputs[static_cast<size_t>(index)])];
  if (!value.valid())
    throw InputError(
        fmt::format("output {} has no value: there was no run, the last run failed, or it ran the "
                    "launches only",
                    index));
  return value;
}

void Executor::set_parameters(const Parameters& parameters) {
  program_ = std::make_shared<const Program>(with_parameters(*program_, parameters));
  if (host_ != nullptr)
    host_->load(*program_);
  if (arena_.valid() && !program_->constants.empty())
    arena_.write(program_->constants_offset, program_->constants);
  forget_run();
}

// What a run left is gone before the next begins: should that one fail, there are no outputs.
void Executor::forget_run() {
  stats_ = {};
  stats_.kernels.resize(program_->kernels.size());
  for (size_t i = 0; i < values_.size(); ++i)
    if (std::ranges::find(program_->inputs, static_cast<int64_t>(i)) == program_->inputs.end())
      values_[i] = program_->values[i].constant;
}

bool Executor::runs_there() const {
  return host_ != nullptr && !observer_ && sink_ == nullptr && !checks_races_;
}

void Executor::run_there(bool launches_only) {
  ProgramHost::Order order = {{}, max_cycles_, launches_only};
  std::vector<Tensor> inputs;
  if (!launches_only)
    for (const int64_t input : program_->inputs)
      inputs.push_back(values_[static_cast<size_t>(input)]);
  order.inputs = inputs;
  ProgramHost::Outcome outcome = host_->run(order);
  stats_ = std::move(outcome.stats);
  for (size_t i = 0; i < outcome.outputs.size(); ++i)
    values_[static_cast<size_t>(program_->outputs[i])] = std::move(outcome.outputs[i]);
}

void Executor::require_inputs() const {
  for (size_t i = 0; i < program_->inputs.size(); ++i) {
    const auto id = static_cast<size_t>(program_->inputs[i]);
    if (!values_[id].valid())
      throw InputError(fmt::format("input {} ({}) has not been set", i, program_->values[id].name));
  }
}

void Executor::run() {
  require_inputs();
  if (program_->positions)
    require_positions(1);
  forget_run();
  if (runs_there())
    return run_there(false);
  fill_arena();
  begin_position(position_);
  run_steps();
  if (program_->positions)
    ++position_;
}

void Executor::run_steps() {
  stats_.host_step_seconds.resize(program_->steps.size());
  for (size_t i = 0; i < program_->steps.size(); ++i)
    run_step(i);
}

void Executor::run_step(size_t index) {
  const Step& s = program_->steps[index];
  const Stopwatch watch;
  std::visit([this](const auto& one) { step(one); }, s);
  if (std::holds_alternative<LaunchStep>(s))
    return;
  const double seconds = watch.seconds();
  stats_.host_step_seconds[index] += seconds;
  stats_.host_seconds += seconds;
}

void Executor::run_launches_only() {
  forget_run();
  if (runs_there())
    return run_there(true);
  fill_arena();
  begin_position(position_);
  for (const Step& s : program_->steps) {
    if (const auto* one = std::get_if<LaunchStep>(&s))
      step(*one);
    else if (const auto* convert = std::get_if<ConvertStep>(&s))
      stats_.widened_bytes += widened_bytes(*convert);
  }
}

// Layouts are changed in place: between a tensor and the device's memory nothing is copied where
// the link has a view of it.
void Executor::pack(const Tensor& value, const DeviceTensor& target) {
  if (!target.layout.is_dense())
    return pack_by_batch(value, target);
  arena_.write_with(
      target.offset_bytes, target.layout.size_bytes(),
      [&](std::span<std::byte> packed) { pack_tensor(value, target.layout, packed); });
}

// A part of another tensor: what lies between its batches stays as it is.
void Executor::pack_by_batch(const Tensor& value, const DeviceTensor& target) {
  const PackedLayout& all = target.layout;
  const int64_t image_bytes = all.c * all.h * all.w * dtype_bytes(all.dtype);
  for (int64_t b = 0; b < all.batches(); ++b) {
    DeviceTensor part = target;
    part.offset_bytes += b * all.group_pitch() * all.group_bytes();
    part.layout.n = std::min(all.batch, all.n - b * all.batch);
    Tensor images = Tensor::zeros(all.dtype, {part.layout.n, all.c, all.h, all.w});
    const auto from = value.bytes().subspan(static_cast<size_t>(b * all.batch * image_bytes),
                                            images.bytes().size());
    std::ranges::copy(from, images.mutable_bytes().begin());
    pack(images, part);
  }
}

Tensor Executor::unpack(const DeviceTensor& source) const {
  Tensor nchw;
  arena_.read_with(
      source.offset_bytes, source.layout.span_bytes(),
      [&](std::span<const std::byte> packed) { nchw = unpack_tensor(packed, source.layout); });
  return nchw;
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
  DeviceTensor target = program_->device_tensors[static_cast<size_t>(s.device_tensor)];
  target.offset_bytes += at_ * target.position_bytes;
  pack(values_[static_cast<size_t>(s.value)], target);
}

void Executor::step(const FromDeviceStep& s) {
  const auto id = static_cast<size_t>(s.value);
  values_[id] = unpack(program_->device_tensors[static_cast<size_t>(s.device_tensor)])
                    .reshaped(program_->values[id].shape);
}

int64_t Executor::widened_bytes(const ConvertStep& s) const {
  const PackedLayout& source = program_->device_tensors[static_cast<size_t>(s.source)].layout;
  const PackedLayout& target = program_->device_tensors[static_cast<size_t>(s.target)].layout;
  return source.dtype == target.dtype ? 0 : target.size_bytes();
}

// int8 to int32 between equal places, the usual case, needs no detour through NCHW.
void Executor::step(const ConvertStep& s) {
  const DeviceTensor& source = program_->device_tensors[static_cast<size_t>(s.source)];
  const DeviceTensor& target = program_->device_tensors[static_cast<size_t>(s.target)];
  const bool widens = source.layout.dtype != target.layout.dtype;
  stats_.widened_bytes += widened_bytes(s);
  if (widens && same_places(source.layout, target.layout)) {
    arena_.read_with(source.offset_bytes, source.layout.size_bytes(),
                     [&](std::span<const std::byte> from) {
                       arena_.write_with(target.offset_bytes, target.layout.size_bytes(),
                                         [&](std::span<std::byte> to) { widen(from, to); });
                     });
    return;
  }
  const Tensor nchw = unpack(source);
  pack(widens ? widened(nchw) : nchw, target);
}

void Executor::step(const LaunchStep& s) {
  if (around_launch_)
    around_launch_(false);
  if (s.insn_count > 0) {
    resources().check_time("a launch");
    const Stopwatch watch;
    const LaunchReport report = launch(s);
    stats_.device_seconds += watch.seconds();
    add_launch(*program_, s, report, stats_);
  }
  if (around_launch_)
    around_launch_(true);
}

LaunchReport Executor::launch(const LaunchStep& s) {
  LaunchRequest request = request_of(s);
  request.max_cycles = max_cycles_;
  if (!observer_)
    return driver_.launch(request, sink_);
  // Later kernels may use the memory again before the launch ends.
  const InsnCodec codec(program_->config);
  std::vector<ShownOutput> shown;
  for (int64_t k = s.first_kernel; k < s.first_kernel + s.kernel_count; ++k) {
    const ProgramKernel& kernel = program_->kernels[static_cast<size_t>(k)];
    const int64_t store = last_store(*program_, codec, kernel);
    if (store < 0)
      continue;
    shown.push_back({k, 0, kernel.output_tensor});
    for (const KernelOutput& more : kernel.more_outputs)
      shown.push_back({k, shown.back().output + 1, more.tensor});
    for (size_t i = request.read_backs.size(); i < shown.size(); ++i) {
      const DeviceTensor& tensor = tensor_of(shown[i]);
      request.read_backs.push_back({store - s.first_insn,
                                    arena_.phys_addr() + static_cast<uint64_t>(tensor.offset_bytes),
                                    tensor.layout.span_bytes()});
    }
  }
  LaunchReport report = driver_.launch(request, sink_);
  show(shown, report);
  return report;
}

void Executor::show(const std::vector<ShownOutput>& shown, const LaunchReport& report) const {
  for (size_t i = 0; i < shown.size(); ++i)
    if (const auto& bytes = report.read_backs[i])
      observer_(shown[i].kernel, shown[i].output,
                unpack_tensor(*bytes, tensor_of(shown[i]).layout));
}

const DeviceTensor& Executor::tensor_of(const ShownOutput& output) const {
  return program_->device_tensors[static_cast<size_t>(output.tensor)];
}

}  // namespace vta
