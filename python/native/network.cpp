#include "python/native/network.h"

#include <algorithm>

#include "base/elapsed.h"
#include "base/json.h"
#include "base/part_progress.h"
#include "cli/launch_flags.h"
#include "cli/sweep_flags.h"
#include "config/config_keys.h"
#include "evaluation/samples.h"
#include "explore/compare/comparison.h"
#include "explore/record/run_record.h"
#include "explore/tune/tuned_schedule.h"
#include "link/devices/devices.h"
#include "workbench/config_name.h"
#include "workbench/load_program.h"
#include "workbench/machine.h"
#include "workbench/views/report.h"

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

std::string keyword_of(std::string_view option) {
  std::string name(option);
  std::ranges::replace(name, '-', '_');
  return name;
}

// Texts are as on a command line: "0,fc" is a list, "4" a number.
void set_text(Recipe& recipe, const Setting& setting, const std::string& text) {
  std::vector<std::string> items;
  for (size_t at = 0; at <= text.size() && setting.kind == SettingKind::List;) {
    const size_t end = std::min(text.find(',', at), text.size());
    if (const std::string item = text.substr(at, end - at); item != "none")
      items.push_back(item);
    at = end + 1;
  }
  recipe.set_list(setting.key, setting.kind == SettingKind::List ? items : SettingValues{text});
}

void set_keyword(Recipe& recipe, std::string_view name, const boost::json::value& value) {
  const std::vector<Keyword> known = setting_keywords();
  const auto keyword = std::ranges::find(known, name, &Keyword::name);
  VTA_CHECK(keyword != known.end(), "no keyword is called '{}'", name);
  const Setting& setting = *keyword->setting;
  const bool turned = keyword->off && value.is_bool();
  if (value.is_string() && setting.kind != SettingKind::Choice)
    set_text(recipe, setting, std::string(value.get_string()));
  else
    recipe.set_json(setting, turned ? boost::json::value(!value.get_bool()) : value,
                    std::string(name));
}

Recipe recipe_of(const CompileRequest& request) {
  Recipe recipe;
  if (!request.recipe.empty())
    recipe = load_recipe(request.recipe);
  recipe.face = Face::Keywords;
  const boost::json::value json = parse_json(request.settings, "settings");
  try {
    for (const auto& [name, value] : json.get_object())
      set_keyword(recipe, name, value);
  } catch (const InputError& e) {
    throw UsageError(e.what());
  }
  return recipe;
}

explore::RunDifference difference_of(const std::string& a, const std::string& b) {
  const explore::RunRecord first = explore::parse_run(a, "the first run");
  return explore::difference(first, explore::parse_run(b, "the second run"));
}

}  // namespace

std::vector<Keyword> setting_keywords() {
  std::vector<Keyword> keywords;
  for (const Setting& setting : settings())
    for (const std::string_view name : {setting.key, setting.second_name, setting.off})
      if (!name.empty())
        keywords.push_back({keyword_of(name), &setting, name == setting.off});
  return keywords;
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
  CompileOptions options;
  const bool keys = !request.config.keys.empty();
  options.config = workbench::config_by_name(keys ? "default" : request.config.name);
  if (keys)
    options.config = config_with_keys(options.config, request.config.keys, kConfig);
  options.config = workbench::with_memory(std::move(options.config), request.memory);
  options.recipe = recipe_of(request);
  options.named_schedule = explore::schedule_by_name;
  options.dump_dir = request.dump_ir;
  options.search_progress = part_progress("searching scales", request.progress);
  check_recipe(options.recipe, !request.calibration.empty());
  const auto known = known_preparation(request.model);
  const auto how = [&](int64_t channels) {
    return preparation(request.pixels, known, channels).how;
  };
  how(kRgb);  // checked although nothing may be prepared
  options.calibration =
      workbench::calibration_samples({request.calibration, request.samples, "calibration"},
                                     model_settings(options.recipe), request.model, how);
  CompileResult result = compile_model(request.model, options);
  auto compiled = std::make_shared<Compiled>();
  compiled->program = std::move(result.program);
  if (!request.name.empty())
    compiled->program.provenance.model = request.name;
  compiled->notes = std::move(result.notes);
  compiled->preparation = [pixels = request.pixels, known](int64_t channels) {
    return preparation(pixels, known, channels);
  };
  return compiled;
}

std::shared_ptr<const Compiled> load(const std::string& path, const ConfigSource& config,
                                     const std::string& memory) {
  auto compiled = std::make_shared<Compiled>();
  compiled->program = workbench::load_program_for(path, config.name, [&](VtaConfig own) {
    if (!config.keys.empty())
      own = config_with_keys(own, config.keys, kConfig);
    return workbench::with_memory(std::move(own), memory);
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
  workbench::RunOutcome outcome = workbench::outcome_of(program, executor_.stats(), backend_);
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
  return json_text(workbench::outcome_json(outcome));
}

std::string compare_reports(const std::string& a, const std::string& b) {
  return json_text(explore::comparison_json(difference_of(a, b), {}));
}

std::string compare_text(const std::string& a, const std::string& b, const std::string& name_a,
                         const std::string& name_b) {
  return explore::comparison_text(difference_of(a, b), explore::side_names(name_a, name_b));
}

}  // namespace vta::python
