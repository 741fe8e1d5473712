#include "python/native/network.h"

#include <algorithm>

#include "base/json.h"
#include "config/config_keys.h"
#include "explore/compare/comparison.h"
#include "explore/record/run_record.h"
#include "workbench/config_name.h"
#include "workbench/evaluate.h"
#include "workbench/machine.h"
#include "workbench/views/eval_report.h"

namespace vta::python {

using namespace workbench;

namespace {

constexpr const char* kConfig = "config";

std::string keyword_of(std::string_view option) {
  std::string name(option);
  std::ranges::replace(name, '-', '_');
  return name;
}

void set_keyword(Recipe& recipe, std::string_view name, const boost::json::value& value) {
  const std::vector<Keyword> known = setting_keywords();
  const auto keyword = std::ranges::find(known, name, &Keyword::name);
  VTA_CHECK(keyword != known.end(), "no keyword is called '{}'", name);
  const Setting& setting = *keyword->setting;
  const bool turned = keyword->off && value.is_bool();
  if (value.is_string() && setting.kind != SettingKind::Choice)
    recipe.set_list(setting.key, values_in(setting, std::string(value.get_string())));
  else
    recipe.set_json(setting, turned ? boost::json::value(!value.get_bool()) : value,
                    std::string(name));
}

Recipe recipe_of(const CompileCall& request) {
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

VtaConfig configuration(const ConfigSource& source) {
  return source.keys.empty() ? config_by_name(source.name)
                             : config_with_keys(config_by_name("default"), source.keys, kConfig);
}

CompileRequest request_of(const CompileCall& call) {
  return {.model = call.model,
          .config = with_memory(configuration(call.config), call.memory),
          .recipe = recipe_of(call),
          .calibration = {call.calibration, call.samples, "calibration"},
          .pixels = call.pixels,
          .dump_dir = call.dump_ir,
          .progress = call.progress};
}

std::string recipe_text(const std::string& settings, const std::string& recipe) {
  CompileCall call;
  call.settings = settings;
  call.recipe = recipe;
  return json_text(recipe_of(call).json());
}

std::shared_ptr<Network> compile(const CompileCall& call) {
  const CompileOptions options = compile_options(request_of(call));
  auto network = std::make_shared<Network>(compile_network(call.model, options, call.pixels));
  if (call.pixels.any())
    network->compiled.program.preprocessing = network->preparation().how;
  if (!call.name.empty())
    network->compiled.program.provenance.model = call.name;
  return network;
}

std::string evaluate(const EvalCall& call) {
  const CompileRequest compile = request_of(call.compile);
  const EvalRequest request{.model = compile.model,
                            .images = {call.images, call.image_arrays, "images"},
                            .calibration = compile.calibration,
                            .labels = call.labels,
                            .label_array = call.label_array,
                            .pixels = compile.pixels,
                            .compile = options_without_samples(compile),
                            .device = parse_device(call.device),
                            .max_cycles = call.max_cycles,
                            .limit = call.limit,
                            .threads = call.threads,
                            .verify = call.verify};
  const EvalResult result = evaluate_request(request).result;
  const bool calibrated = !compile.calibration.files.empty();
  return json_text(
      eval_json({request, result, std::string(mode_name(quant_mode(compile.recipe, calibrated))),
                 model_settings(compile.recipe).seed}));
}

std::shared_ptr<Network> load(const std::string& path, const ConfigSource& config,
                              const std::string& memory) {
  const auto machine = [&](VtaConfig own) {
    if (!config.keys.empty())
      own = config_with_keys(own, config.keys, kConfig);
    return with_memory(std::move(own), memory);
  };
  return std::make_shared<Network>(
      load_network({.path = path, .config = config.name, .machine = machine}));
}

std::string compare_reports(const std::string& a, const std::string& b) {
  return json_text(explore::comparison_json(difference_of(a, b), {}));
}

std::string compare_text(const std::string& a, const std::string& b, const std::string& name_a,
                         const std::string& name_b) {
  return explore::comparison_text(difference_of(a, b), explore::side_names(name_a, name_b));
}

}  // namespace vta::python
