#include "python/native/network.h"

#include <algorithm>

#include "base/elapsed.h"
#include "base/json.h"
#include "cli/compile_flags.h"
#include "cli/compiled_program.h"
#include "cli/device_flags.h"
#include "cli/launch_flags.h"
#include "cli/machine_flags.h"
#include "cli/report.h"
#include "cli/sweep_flags.h"
#include "config/config_keys.h"
#include "evaluation/samples.h"
#include "explore/compare/comparison.h"
#include "explore/record/run_record.h"

namespace vta::python {
namespace {

constexpr const char* kConfig = "config";
constexpr int64_t kRgb = 3;

DeviceString checked_device(const std::string& text) {
  DeviceString device = parse_device(text);
  known_devices().check(device);
  return device;
}

const ProgramValue& input_value(const Program& program, int64_t index) {
  const auto count = static_cast<int64_t>(program.inputs.size());
  if (index < 0 || index >= count)
    throw InputError(fmt::format("there is no input {} (the program has {})", index, count));
  return program.values[static_cast<size_t>(program.inputs[static_cast<size_t>(index)])];
}

// What one launch's memory is needed for: 0, nothing but to end the run early, is not offered.
int64_t checked_max_cycles(int64_t max_cycles) {
  if (max_cycles < 1)
    throw UsageError(fmt::format("max_cycles is {}, legal are 1 and more", max_cycles));
  return max_cycles;
}

// Of the first input that may be pixels.
int64_t pixel_channels(const Program& program) {
  for (const int64_t id : program.inputs) {
    const ProgramValue& value = program.values[static_cast<size_t>(id)];
    if (takes_images({value.shape, value.dtype}))
      return value.shape[1];
  }
  return kRgb;
}

explore::RunDifference difference_of(const std::string& a, const std::string& b) {
  const explore::RunRecord first = explore::parse_run(a, "the first run");
  return explore::difference(first, explore::parse_run(b, "the second run"));
}

}  // namespace

std::vector<std::string> compile_options() {
  cli::CompileFlags flags;
  cli::Command command("compile a network");
  flags.add_to(command);
  std::vector<std::string> names = command.option_names();
  std::erase_if(names,
                [](const std::string& name) { return name == "--config" || name == "--calib"; });
  return names;
}

std::vector<std::string> sweep_options() {
  cli::SweepFlags flags;
  cli::LaunchFlags launch;
  cli::Command command("sweep");
  flags.add_to(command);
  launch.add_to(command);
  return command.option_names();
}

std::shared_ptr<const Compiled> compile(const CompileRequest& request) {
  cli::CompileFlags flags;
  cli::Command command("compile a network");
  flags.add_to(command);
  command.parse_options(request.arguments);
  flags.require_program("compile");
  if (request.config.keys.empty())
    flags.config = request.config.name;
  flags.arrays = request.samples;
  CompileOptions options = flags.options_for(request.model);
  if (!request.config.keys.empty())
    options.config = config_with_keys(options.config, request.config.keys, kConfig);
  options.config = cli::with_memory(std::move(options.config), request.memory);
  options.quant.search_progress = cli::part_progress("searching scales", request.progress);
  CompileResult result = compile_model(request.model, options);
  auto compiled = std::make_shared<Compiled>();
  compiled->program = std::move(result.program);
  if (!request.name.empty())
    compiled->program.provenance.model = request.name;
  compiled->notes = std::move(result.notes);
  compiled->preparation = [pixels = flags.pixels, known = known_preparation(request.model)](
                              int64_t channels) { return preparation(pixels, known, channels); };
  return compiled;
}

std::shared_ptr<const Compiled> load(const std::string& path, const ConfigSource& config,
                                     const std::string& memory) {
  auto compiled = std::make_shared<Compiled>();
  compiled->program = cli::load_program_for(path, config.name, [&](VtaConfig own) {
    if (!config.keys.empty())
      own = config_with_keys(own, config.keys, kConfig);
    return cli::with_memory(std::move(own), memory);
  });
  const std::optional<Preprocessing>& how = compiled->program.preprocessing;
  const auto known =
      how ? std::optional(ImagePreparation{*how, "as the program says"}) : known_preparation(path);
  compiled->preparation = [known](int64_t channels) { return preparation({}, known, channels); };
  return compiled;
}

Session::Session(std::shared_ptr<const Compiled> compiled, const std::string& device,
                 int64_t max_cycles)
    : compiled_(std::move(compiled)),
      backend_(checked_device(device).scheme),
      values_(!parse_device(device).get_flag("timing_only")),
      executor_(std::shared_ptr<const Program>(compiled_, &compiled_->program),
                known_devices().open(device, compiled_->program.config)),
      prepared_(compiled_->program.inputs.size(), false) {
  executor_.set_max_cycles(checked_max_cycles(max_cycles));
}

void Session::set_input(int64_t index, Tensor input) {
  const ProgramValue& wanted = input_value(executor_.program(), index);
  const TensorType type{wanted.shape, wanted.dtype};
  const bool pixels =
      input.valid() && input.dtype() == DType::U8 && takes_images(type) && input.rank() == 4;
  if (pixels) {
    const Tensor images = network_images(input, type, compiled_->preparation(type.shape[1]).how, 0,
                                         fmt::format("input {} ({})", index, wanted.name));
    if (images.shape() != wanted.shape)
      throw InputError(
          fmt::format("input {} ({}) takes {} images of this size at once, was given {}", index,
                      wanted.name, wanted.shape.front(), shape_text(input.shape())));
    input = images;
  }
  executor_.set_input(index, std::move(input));
  prepared_[static_cast<size_t>(index)] = pixels;
}

void Session::run() {
  const Stopwatch watch;
  if (values_)
    executor_.run();
  else
    executor_.run_launches_only();
  seconds_ = watch.seconds();
}

const Tensor& Session::input(int64_t index) const {
  const ProgramValue& value = input_value(executor_.program(), index);
  const Tensor& input = executor_.input(index);
  if (!input.valid())
    throw InputError(fmt::format("input {} ({}) has not been set", index, value.name));
  return input;
}

bool Session::is_own(int64_t index) const {
  const std::byte* const data = executor_.output(index).bytes().data();
  const Program& program = executor_.program();
  const auto holds = [&](const Tensor& t) { return t.valid() && t.bytes().data() == data; };
  return std::ranges::none_of(program.inputs,
                              [&](int64_t id) { return holds(executor_.value(id)); }) &&
         std::ranges::none_of(program.values,
                              [&](const ProgramValue& v) { return holds(v.constant); });
}

std::string Session::report() const {
  const Program& program = executor_.program();
  cli::RunOutcome outcome;
  outcome.program = &program;
  outcome.stats = &executor_.stats();
  outcome.backend = backend_;
  outcome.seconds = seconds_;
  outcome.has_outputs = values_;
  outcome.preparation = compiled_->preparation(pixel_channels(program));
  for (size_t i = 0; values_ && i < program.inputs.size(); ++i)
    outcome.inputs.push_back({program.values[static_cast<size_t>(program.inputs[i])].name, "array",
                              static_cast<bool>(prepared_[i])});
  for (size_t i = 0; values_ && i < program.outputs.size(); ++i) {
    const ProgramValue& value = program.values[static_cast<size_t>(program.outputs[i])];
    outcome.outputs.push_back({output_name(program, i), type_text({value.shape, value.dtype}), ""});
  }
  return json_text(cli::outcome_json(outcome));
}

std::string compare_reports(const std::string& a, const std::string& b) {
  return json_text(explore::comparison_json(difference_of(a, b), {}));
}

std::string compare_text(const std::string& a, const std::string& b, const std::string& name_a,
                         const std::string& name_b) {
  return explore::comparison_text(difference_of(a, b), explore::side_names(name_a, name_b));
}

}  // namespace vta::python
