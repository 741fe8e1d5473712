#include "workbench/session.h"

#include <algorithm>

#include "base/elapsed.h"
#include "base/error.h"
#include "evaluation/samples.h"
#include "link/devices/devices.h"
#include "runtime/program_host.h"
#include "workbench/input.h"
#include "workbench/network_inputs.h"

namespace vta::workbench {
namespace {

const ProgramValue& value_of(const Program& program, int64_t id) {
  return program.values[static_cast<size_t>(id)];
}

const ProgramValue& input_value(const Program& program, int64_t index) {
  const auto count = std::ssize(program.inputs);
  if (index < 0 || index >= count)
    throw InputError(fmt::format("there is no input {} (the program has {})", index, count));
  return value_of(program, program.inputs[static_cast<size_t>(index)]);
}

// What a launch's memory is needed for: 0, nothing but to end the run early, is not offered.
int64_t checked_max_cycles(int64_t max_cycles) {
  if (max_cycles < 1)
    throw UsageError(fmt::format("max_cycles is {}, legal are 1 and more", max_cycles));
  return max_cycles;
}

DeviceString checked(const DeviceString& device) {
  known_devices().check(device);
  return device;
}

}  // namespace

Session::Session(std::shared_ptr<const Network> network, const DeviceString& device,
                 const SessionOptions& options)
    : network_(std::move(network)),
      backend_(known_devices().backend_of(checked(device))),
      values_(!device.get_flag("timing_only")),
      executor_(std::shared_ptr<const Program>(network_, &network_->program()),
                known_devices().open(device, network_->program().config, {.wave = options.wave})) {
  executor_.set_max_cycles(checked_max_cycles(options.max_cycles));
  for (const std::string& name : input_names(program()))
    inputs_.push_back({name, "array", false});
}

void Session::load_inputs(const std::vector<std::string>& arguments) {
  const std::vector<std::string> sources = input_sources(arguments, input_names(program()));
  for (size_t i = 0; i < inputs_.size(); ++i) {
    LoadedInput loaded = network_input(*network_, i, sources[i]);
    executor_.set_input(static_cast<int64_t>(i), std::move(loaded.tensor));
    inputs_[i].source = sources[i];
    inputs_[i].prepared = loaded.normalized;
  }
}

void Session::set_input(int64_t index, Tensor input) {
  const ProgramValue& wanted = input_value(program(), index);
  const TensorType type{wanted.shape, wanted.dtype};
  const bool pixels =
      input.valid() && input.dtype() == DType::U8 && takes_images(type) && input.rank() == 4;
  if (pixels) {
    const Tensor images = network_images(input, type, network_->preparation(type.shape[1]).how, 0,
                                         fmt::format("input {} ({})", index, wanted.name));
    if (images.shape() != wanted.shape)
      throw InputError(
          fmt::format("input {} ({}) takes {} images of this size at once, was given {}", index,
                      wanted.name, wanted.shape.front(), shape_text(input.shape())));
    input = images;
  }
  executor_.set_input(index, std::move(input));
  inputs_[static_cast<size_t>(index)].prepared = pixels;
}

const Tensor& Session::input(int64_t index) const {
  const ProgramValue& value = input_value(program(), index);
  const Tensor& input = executor_.input(index);
  if (!input.valid())
    throw InputError(fmt::format("input {} ({}) has not been set", index, value.name));
  return input;
}

bool Session::is_own(int64_t index) const {
  const std::byte* const data = executor_.output(index).bytes().data();
  const auto holds = [&](const Tensor& t) { return t.valid() && t.bytes().data() == data; };
  return std::ranges::none_of(program().inputs,
                              [&](int64_t id) { return holds(executor_.value(id)); }) &&
         std::ranges::none_of(program().values,
                              [&](const ProgramValue& v) { return holds(v.constant); });
}

void Session::run() {
  const Stopwatch watch;
  if (values_)
    executor_.run();
  else
    executor_.run_launches_only();
  seconds_ = watch.seconds();
}

std::map<std::string, Tensor> Session::run_with_kernel_outputs() {
  std::map<std::string, Tensor> outputs;
  executor_.observe_kernels([&](int64_t kernel, int64_t output, const Tensor& nchw) {
    const std::string& name = program().kernels[static_cast<size_t>(kernel)].name;
    outputs[output == 0 ? name : fmt::format("{}:{}", name, output)] = nchw;
  });
  try {
    run();
  } catch (...) {
    executor_.observe_kernels({});
    throw;
  }
  executor_.observe_kernels({});
  return outputs;
}

RunOutcome Session::outcome() {
  RunOutcome outcome = outcome_of(program(), executor_.stats(), backend_);
  outcome.kernel_of = kernel_of();
  outcome.seconds = seconds_;
  outcome.compile_seconds = network_->seconds;
  outcome.loaded = network_->loaded;
  outcome.has_outputs = values_;
  outcome.preparation = preparation_of(*network_);
  if (values_)
    outcome.inputs = inputs_;
  for (size_t i = 0; values_ && i < program().outputs.size(); ++i) {
    const ProgramValue& value = value_of(program(), program().outputs[i]);
    outcome.outputs.push_back(
        {output_name(program(), i), type_text({value.shape, value.dtype}), ""});
  }
  if (const auto* host = dynamic_cast<const ProgramHost*>(&executor_.link()))
    outcome.repeated_runs = host->repeated_runs();
  return outcome;
}

}  // namespace vta::workbench
